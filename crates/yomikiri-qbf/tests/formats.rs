//! The file formats and circuits: what is written reads back, and means the same.

use yomikiri_game::SplitMix64;
use yomikiri_qbf::{Budget, Circuit, Formula, Literal, Quantifier, evaluate, qcir, qdimacs};

/// A random circuit as text, of at most 7 variables and 6 gates.
fn circuit(random: &mut SplitMix64) -> String {
    let variables = 1 + random.below(7);
    let mut text = String::from("#QCIR-G14\n");
    for variable in 1..=variables {
        text += &format!("{}({variable})\n", ["exists", "forall"][random.below(2)]);
    }
    let gates = 1 + random.below(6);
    text += &format!("output({}{})\n", ["", "-"][random.below(2)], variables + gates);
    for gate in 1..=gates {
        let input = |random: &mut SplitMix64| {
            format!("{}{}", ["", "-"][random.below(2)], 1 + random.below(variables + gate - 1))
        };
        let (kind, count) =
            [("and", random.below(4)), ("or", random.below(4)), ("xor", 2), ("ite", 3)][random.below(4)];
        let inputs: Vec<_> = (0..count).map(|_| input(random)).collect();
        text += &format!("{} = {kind}({})\n", variables + gate, inputs.join(", "));
    }
    text
}

/// The value of a circuit by definition.
fn value(text: &str) -> bool {
    let lines: Vec<_> = text.lines().skip(1).collect();
    let mut quantifiers = Vec::new();
    for line in &lines {
        if line.starts_with("exists") || line.starts_with("forall") {
            quantifiers.push(line.starts_with("exists"));
        }
    }
    fn holds(lines: &[&str], quantifiers: &[bool], values: &mut Vec<bool>) -> bool {
        if values.len() < quantifiers.len() {
            let mut with = |value| {
                values.push(value);
                let result = holds(lines, quantifiers, values);
                values.pop();
                result
            };
            let (no, yes) = (with(false), with(true));
            return if quantifiers[values.len()] { no || yes } else { no && yes };
        }
        let mut all = values.clone();
        let get = |all: &[bool], text: &str| {
            let number: i64 = text.trim().parse().expect("a number");
            all[number.unsigned_abs() as usize - 1] == (number > 0)
        };
        let inside = |line: &str| line[line.find('(').expect("(") + 1..line.len() - 1].to_owned();
        for line in lines.iter().filter(|line| line.contains('=')) {
            let list = inside(line);
            let inputs: Vec<_> =
                list.split(',').filter(|text| !text.is_empty()).map(|text| get(&all, text)).collect();
            let kind = line.split("= ").nth(1).expect("a gate");
            all.push(match &kind[..2] {
                "an" => inputs.iter().all(|&input| input),
                "or" => inputs.iter().any(|&input| input),
                "xo" => inputs[0] != inputs[1],
                _ => {
                    if inputs[0] {
                        inputs[1]
                    } else {
                        inputs[2]
                    }
                }
            });
        }
        let output = lines.iter().find(|line| line.starts_with("output")).expect("an output");
        get(&all, &inside(output))
    }
    holds(&lines, &quantifiers, &mut Vec::new())
}

#[test]
fn circuits_mean_the_same_as_their_clauses() {
    let mut random = SplitMix64::new(14);
    let mut trues = 0;
    for _ in 0..5000 {
        let text = circuit(&mut random);
        let circuit = qcir::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = value(&text);
        trues += u32::from(expected);
        assert_eq!(evaluate(&circuit.clauses(&Budget::default()).expect("no limit")), expected, "{text}");
        let again =
            qcir::read(&qcir::write(&circuit, &["a comment".to_owned()])).expect("what is written is read");
        assert_eq!(again, circuit, "{text}");
    }
    assert!((1000..4000).contains(&trues), "{trues}");
}

#[test]
fn clauses_are_circuits_too() {
    let mut formula = Formula::new();
    let x = formula.quantify(Quantifier::Forall);
    let y = formula.quantify(Quantifier::Exists);
    formula.add([x, y]);
    formula.add([!x, !y]);
    assert!(evaluate(&Circuit::from(&formula).clauses(&Budget::default()).expect("no limit")));
    formula.add([y]);
    assert!(!evaluate(&Circuit::from(&formula).clauses(&Budget::default()).expect("no limit")));
}

#[test]
fn free_variables_are_existential_and_outermost() {
    let formula = qdimacs::read("c a comment\np cnf 3 2\na 2 0\ne 3 0\n1 2 3 0\n-1\n -3 0\n").expect("valid");
    let prefix: Vec<_> = formula.prefix().variables().collect();
    assert_eq!(prefix, [(Quantifier::Exists, 1), (Quantifier::Forall, 2), (Quantifier::Exists, 3)]);
    assert_eq!(formula.clauses()[1], [Literal::new(1, false), Literal::new(3, false)]);
}
