//! Certificates of the embedded solver, checked by code that shares nothing with it; and corrupted ones, refused.

mod making;

use std::path::Path;
use yomikiri_check::formula::{self, Aiger, Failure, Functions};
use yomikiri_game::SplitMix64;
use yomikiri_qbf::certificate::Certificate;
use yomikiri_qbf::solver::{Limits, Options, Progress, solve_noted};
use yomikiri_qbf::{Budget, evaluate, qcir, qdimacs};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Checks a certificate in a file; says whether the formula is true.
fn check(text: &str, certificate: &[u8]) -> Result<bool, Failure> {
    let formula = formula::Formula::read(text)?;
    let functions = Functions::new(&formula, Aiger::read(certificate)?)?;
    formula::check(&formula, &functions, NEVER)
}

#[test]
fn certificates_of_random_formulas_check() {
    let mut random = SplitMix64::new(18);
    let mut found = [0; 2];
    for _ in 0..4000 {
        let formula = making::formula(&mut random);
        let expected = evaluate(&formula);
        found[usize::from(expected)] += 1;
        for preprocess in [false, true] {
            let options = Options { preprocess, ..Options::default() };
            let (answer, notes) = solve_noted(&formula, &options, &Progress::default());
            assert_eq!(answer.known(), Some(expected));
            let certificate = Certificate::new(&formula, expected, &notes);
            let text = qdimacs::write(&formula, &[]);
            let ascii = certificate.aiger(|variable| variable.to_string(), &["a comment".to_owned()]);
            assert_eq!(check(&text, ascii.as_bytes()), Ok(expected), "{text}{ascii}");
            let binary = certificate.aiger_binary(|variable| variable.to_string(), &[]);
            assert_eq!(check(&text, &binary), Ok(expected), "{text}{ascii}");
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?}");
}

/// A prenex circuit with names; the first gates are the last in the file.
fn random_circuit(random: &mut SplitMix64) -> String {
    let variables = 1 + random.below(9);
    let mut text = String::from("#QCIR-G14\n");
    for variable in 1..=variables {
        text += &format!("{}(v{variable})\n", ["exists", "forall"][random.below(2)]);
    }
    let gates = 1 + random.below(8);
    text += &format!("output({}g{gates})\n", ["", "-"][random.below(2)]);
    for gate in (1..=gates).rev() {
        let mut input = || {
            let sign = ["", "-"][random.below(2)];
            match random.below(variables + gate - 1) {
                at if at < variables => format!("{sign}v{}", at + 1),
                at => format!("{sign}g{}", at - variables + 1),
            }
        };
        let inputs = [input(), input(), input()];
        let kind = random.below(4);
        let count = [random.below(4), random.below(4), 2, 3][kind];
        text += &format!("g{gate} = {}({})\n", ["and", "or", "xor", "ite"][kind], inputs[..count].join(", "));
    }
    text
}

#[test]
fn certificates_of_random_circuits_check() {
    let mut random = SplitMix64::new(19);
    let mut found = [0; 2];
    for _ in 0..3000 {
        let text = random_circuit(&mut random);
        let reading = qcir::read_named(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let clauses = reading.circuit.clauses(&Budget::default()).expect("no limit");
        let (answer, notes) = solve_noted(&clauses, &Options::default(), &Progress::default());
        let expected = answer.known().expect("no limit");
        found[usize::from(expected)] += 1;
        let certificate = Certificate::of_circuit(&reading.circuit, &clauses, expected, &notes);
        let ascii = certificate.aiger(|variable| reading.names[variable as usize - 1].clone(), &[]);
        assert_eq!(check(&text, ascii.as_bytes()), Ok(expected), "{text}{ascii}");
    }
    assert!(found.iter().all(|&count| count > 500), "{found:?}");
}

#[test]
fn certificates_of_the_suite_check() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/qbf");
    let list = std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("the list of answers");
    let limits = Limits { refinements: Some(10_000), ..Limits::default() };
    let mut count = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (name, expected) = line.split_once('\t').expect("two fields");
        let text = std::fs::read_to_string(folder.join(name)).expect(name);
        let formula = qdimacs::read(&text).expect(name);
        let options = Options { preprocess: true, limits };
        let (answer, notes) = solve_noted(&formula, &options, &Progress::default());
        assert_eq!(answer.known(), Some(expected == "SAT"), "{name}");
        let certificate = Certificate::new(&formula, expected == "SAT", &notes);
        let binary = certificate.aiger_binary(|variable| variable.to_string(), &[]);
        assert_eq!(check(&text, &binary), Ok(expected == "SAT"), "{name}");
        count += 1;
    }
    assert_eq!(count, 53);
}

/// One output replaced by its negation. That may be right as well, so it is compared with the value by definition.
#[test]
fn corrupted_certificates_are_refused() {
    let mut random = SplitMix64::new(20);
    let mut refused = 0;
    for _ in 0..2000 {
        let formula = making::formula(&mut random);
        let (answer, notes) = solve_noted(&formula, &Options::default(), &Progress::default());
        let is_true = answer.known().expect("no limit");
        let certificate = Certificate::new(&formula, is_true, &notes);
        let text = qdimacs::write(&formula, &[]);
        let ascii = certificate.aiger(|variable| variable.to_string(), &[]);
        let mut lines: Vec<_> = ascii.lines().map(str::to_owned).collect();
        let sizes: Vec<usize> =
            lines[0].split(' ').skip(1).map(|word| word.parse().expect("a size")).collect();
        let (inputs, outputs) = (sizes[1], sizes[3]);
        if outputs == 0 {
            continue;
        }
        let line = 1 + inputs + random.below(outputs);
        let literal: u32 = lines[line].parse().expect("a literal");
        lines[line] = (literal ^ 1).to_string();
        let corrupted = lines.join("\n") + "\n";
        let read = formula::Formula::read(&text).expect("a formula");
        let functions =
            Functions::new(&read, Aiger::read(corrupted.as_bytes()).expect("a circuit")).expect("it fits");
        // Every value of the opponent's variables.
        let opponent: Vec<_> = (0..read.variables()).filter(|&v| read.is_existential(v) != is_true).collect();
        let works = (0..1_u32 << opponent.len()).all(|bits| {
            let mut values = vec![false; read.variables()];
            opponent.iter().enumerate().for_each(|(at, &v)| values[v] = bits >> at & 1 == 1);
            functions.fill(&mut values);
            read.holds(&values) == is_true
        });
        let found = formula::check(&read, &functions, NEVER);
        assert_eq!(found.is_ok(), works, "{text}{corrupted}");
        refused += u32::from(!works);
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn what_does_not_fit_is_refused() {
    // For every x there is a y that differs.
    let text = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n";
    assert_eq!(check(text, b"aag 1 1 0 1 0\n2\n3\ni0 1\no0 2\n"), Ok(true));
    let wrong = check(text, b"aag 1 1 0 1 0\n2\n2\ni0 1\no0 2\n");
    assert!(matches!(wrong, Err(Failure::Wrong(_))), "{wrong:?}");
    // There is a y that differs from every x: a function of y may not depend on x.
    let swapped = "p cnf 2 2\ne 2 0\na 1 0\n1 2 0\n-1 -2 0\n";
    let wrong = check(swapped, b"aag 1 1 0 1 0\n2\n3\ni0 1\no0 2\n");
    assert!(matches!(wrong, Err(Failure::Dependency { .. })), "{wrong:?}");
    for broken in [
        &b"aag 1 1 0 1 0\n2\n3\ni0 1\no0 3\n"[..],
        b"aag 1 1 0 1 0\n2\n3\ni0 2\no0 1\n",
        b"aag 1 1 0 1 0\n2\n3\ni0 1\n",
        b"aag 1 1 1 1 0\n2\n3\ni0 1\no0 2\n",
        b"aag 1 1 0 1 0\n2\n5\ni0 1\no0 2\n",
        b"aag 2 1 0 1 1\n2\n4\n4 4 2\ni0 1\no0 2\n",
        b"aag 99999999999 1 0 1 0\n2\n3\n",
        b"aig 2 1 0 1 1\n4\n\x01",
        b"aag",
        b"",
    ] {
        assert!(check(text, broken).is_err(), "{}", String::from_utf8_lossy(broken));
    }
}
