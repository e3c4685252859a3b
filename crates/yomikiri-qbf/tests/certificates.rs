//! Certificates of the embedded solver, checked by code that shares nothing with it; and corrupted ones, refused.

mod making;

use std::path::Path;
use yomikiri_check::formula::{self, Aiger, Failure, Functions, table};
use yomikiri_game::SplitMix64;
use yomikiri_qbf::certificate::Certificate;
use yomikiri_qbf::solver::{Limits, Options, Progress, solve_noted};
use yomikiri_qbf::{Budget, evaluate, qcir, qdimacs};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Checks a certificate in a file; says whether the formula is true.
fn check(text: &str, certificate: &[u8]) -> Result<bool, Failure> {
    let formula = formula::Formula::read(text)?;
    let is_table = table::looks_like(certificate);
    let circuit = if is_table { table::read(certificate) } else { Aiger::read(certificate) };
    let functions = Functions::new(&formula, circuit?)?;
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
            let table = certificate.table(|variable| variable.to_string(), &["a comment".to_owned()]);
            let table = table.expect("few variables");
            assert!(table::looks_like(table.as_bytes()), "{table}");
            assert_eq!(check(&text, table.as_bytes()), Ok(expected), "{text}{table}");
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
        let table = certificate.table(|variable| reading.names[variable as usize - 1].clone(), &[]);
        let table = table.expect("few variables");
        assert_eq!(check(&text, table.as_bytes()), Ok(expected), "{text}{table}");
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

/// The table says what the circuit says, for every value of the inputs; and a value on the right that is changed is
/// refused, unless the table still wins.
#[test]
fn tables_are_the_functions_and_corrupted_ones_are_refused() {
    let mut random = SplitMix64::new(21);
    let (mut refused, mut lines_in_all) = (0, 0);
    for _ in 0..2000 {
        let formula = making::formula(&mut random);
        let (answer, notes) = solve_noted(&formula, &Options::default(), &Progress::default());
        let is_true = answer.known().expect("no limit");
        let certificate = Certificate::new(&formula, is_true, &notes);
        let text = qdimacs::write(&formula, &[]);
        let read = formula::Formula::read(&text).expect("a formula");
        let name = |variable: u32| variable.to_string();
        let tabled = certificate.table(name, &[]).expect("few variables");
        let ascii = certificate.aiger(name, &[]);
        let fit = |circuit: Result<Aiger, Failure>| {
            Functions::new(&read, circuit.expect("well written")).expect("it fits")
        };
        let by_circuit = fit(Aiger::read(ascii.as_bytes()));
        let opponent: Vec<_> = (0..read.variables()).filter(|&v| read.is_existential(v) != is_true).collect();
        let filled = |functions: &Functions, bits: u32| {
            let mut values = vec![false; read.variables()];
            opponent.iter().enumerate().for_each(|(at, &v)| values[v] = bits >> at & 1 == 1);
            functions.fill(&mut values);
            values
        };
        let by_table = fit(table::read(tabled.as_bytes()));
        for bits in 0..1_u32 << opponent.len() {
            assert_eq!(filled(&by_table, bits), filled(&by_circuit, bits), "{text}{ascii}{tabled}");
        }
        let mut lines: Vec<_> = tabled.lines().map(str::to_owned).collect();
        lines_in_all += lines.len() - 1;
        if lines.len() == 1 {
            continue;
        }
        let at = 1 + random.below(lines.len() - 1);
        let (given, chosen) = lines[at].split_once('\t').expect("a tab");
        let mut chosen: Vec<_> = chosen.split(' ').map(str::to_owned).collect();
        let changed = random.below(chosen.len());
        chosen[changed] = match chosen[changed].strip_prefix('-') {
            Some(name) => name.to_owned(),
            None => format!("-{}", chosen[changed]),
        };
        lines[at] = format!("{given}\t{}", chosen.join(" "));
        let functions = fit(table::read((lines.join("\n") + "\n").as_bytes()));
        let works = (0..1_u32 << opponent.len()).all(|bits| read.holds(&filled(&functions, bits)) == is_true);
        let found = formula::check(&read, &functions, NEVER);
        assert_eq!(found.is_ok(), works, "{text}{}", lines.join("\n"));
        refused += u32::from(!works);
    }
    assert!(refused > 200 && lines_in_all > 2000, "{refused}, {lines_in_all}");
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    // For every x there is a y that differs.
    let text = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n";
    for right in [
        "strategy table\n1\t-2\n-1\t2\n",
        "# a comment\nstrategy table\r\n-1\t2\r\n",
        // The first line that holds counts.
        "strategy table\n1\t-2\n\t2\n",
    ] {
        assert_eq!(check(text, right.as_bytes()), Ok(true), "{right}");
    }
    for wrong in [
        "strategy table\n",
        "strategy table\n1\t2\n-1\t-2\n",
        "strategy table\n\t2\n1\t-2\n",
        "strategy table\n1 -2\n",
        "strategy table\n1\t-3\n",
        "strategy table\n2\t1\n",
        "strategy table\n1\t-\n",
        "table\n1\t-2\n-1\t2\n",
        "1\t-2\n-1\t2\n",
        "",
    ] {
        assert!(check(text, wrong.as_bytes()).is_err(), "{wrong}");
    }
    let swapped = "p cnf 2 2\ne 2 0\na 1 0\n1 2 0\n-1 -2 0\n";
    let early = check(swapped, b"strategy table\n1\t-2\n-1\t2\n");
    assert!(matches!(early, Err(Failure::Dependency { .. })), "{early:?}");
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
