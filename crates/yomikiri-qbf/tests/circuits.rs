//! Random circuits: the solver, which tries small ones as circuits, against the value by definition.

use yomikiri_game::SplitMix64;
use yomikiri_qbf::solver::{Answer, Limits, Options, Progress, StopReason, solve, solve_circuit};
use yomikiri_qbf::{Block, Budget, Circuit, Gate, Literal, Quantifier, qcir};

/// The text of a circuit of so many blocks.
fn text(random: &mut SplitMix64, blocks: usize, inputs: usize, gates: usize) -> String {
    let mut text = "#QCIR-G14\n".to_owned();
    let mut exists = random.below(2) == 0;
    let mut variables = 0;
    for left in (1..=blocks).rev() {
        let most = inputs - variables - (left - 1);
        let size = if left == 1 { most } else { 1 + random.below(most) };
        let names: Vec<_> = (0..size).map(|at| (variables + at + 1).to_string()).collect();
        text += &format!("{}({})\n", if exists { "exists" } else { "forall" }, names.join(", "));
        variables += size;
        exists = !exists;
    }
    text += &format!(
        "output({})\n",
        if random.below(2) == 0 { "" } else { "-" }.to_owned() + &(variables + gates).to_string()
    );
    for gate in 0..gates {
        let known = variables + gate;
        let mut input = || {
            let sign = if random.below(2) == 0 { "" } else { "-" };
            format!("{sign}{}", 1 + random.below(known))
        };
        let (a, b, c) = (input(), input(), input());
        let body = match random.below(6) {
            0 => format!("xor({a}, {b})"),
            1 => format!("ite({a}, {b}, {c})"),
            2 => format!("and({a}, {b}, {c})"),
            3 => format!("or({a}, {b}, {c})"),
            4 => format!("and({a}, {b})"),
            _ => format!("or({a}, {b})"),
        };
        text += &format!("{} = {body}\n", known + 1);
    }
    text
}

/// The value by definition. `values` holds those of the inputs, by variable.
fn value(circuit: &Circuit, blocks: &[Block], values: &mut Vec<bool>) -> bool {
    let Some((block, inside)) = blocks.split_first() else {
        let mut all = values.clone();
        let holds =
            |all: &[bool], literal: Literal| all[literal.variable() as usize] == literal.is_positive();
        for gate in circuit.gates() {
            let gate = match gate {
                Gate::And(inputs) => inputs.iter().all(|&input| holds(&all, input)),
                Gate::Or(inputs) => inputs.iter().any(|&input| holds(&all, input)),
                Gate::Xor(a, b) => holds(&all, *a) != holds(&all, *b),
                Gate::Choice(a, b, c) => holds(&all, if holds(&all, *a) { *b } else { *c }),
            };
            all.push(gate);
        }
        return holds(&all, circuit.output());
    };
    let mut choices = 0..1_u32 << block.variables.len();
    let mut wins = |choice: u32| {
        for (at, &variable) in block.variables.iter().enumerate() {
            values[variable as usize] = choice >> at & 1 == 1;
        }
        value(circuit, inside, values)
    };
    match block.quantifier {
        Quantifier::Exists => choices.any(&mut wins),
        Quantifier::Forall => choices.all(&mut wins),
    }
}

#[test]
fn small_circuits_are_decided_right() {
    let mut random = SplitMix64::new(11);
    let mut found = [[0; 2]; 4];
    for round in 0..12_000 {
        let blocks = 1 + round % 3;
        let (inputs, gates) = (blocks + random.below(7), 1 + random.below(14));
        let text = text(&mut random, blocks, inputs, gates);
        let circuit = qcir::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let clauses = circuit.clauses(&Budget::default()).expect("a small circuit");
        let quantified = circuit.prefix().blocks();
        let mut values = vec![false; circuit.gate_variable(0) as usize];
        let expected = value(&circuit, quantified, &mut values);
        found[blocks][usize::from(expected)] += 1;
        let answer = solve_circuit(&circuit, &clauses, &Options::default(), &Progress::default());
        assert_eq!(answer.known(), Some(expected), "{text}");
        let by_clauses = solve(&clauses, &Options::default(), &Progress::default());
        assert_eq!(by_clauses.known(), Some(expected), "{text}");
        if let Answer::Sat(witness) = answer
            && quantified[0].quantifier == Quantifier::Exists
            && blocks <= 2
        {
            // The clauses may say what gates are, too.
            for literal in witness {
                if let Some(value) = values.get_mut(literal.variable() as usize) {
                    *value = literal.is_positive();
                }
            }
            assert!(value(&circuit, &quantified[1..], &mut values), "{text}");
        }
    }
    assert!(found[1..].iter().flatten().all(|&count| count > 500), "{found:?}");
}

/// For all a, b, c there is a sum: each proposal needs a reply of its own, so that the clauses must take over.
#[test]
fn more_replies_than_are_tried() {
    let mut text =
        "#QCIR-G14\nforall(1, 2, 3, 4, 5, 6, 7)\nexists(11, 12, 13, 14, 15, 16, 17)\noutput(30)\n".to_owned();
    for bit in 1..=7 {
        text += &format!("{} = xor({bit}, -{})\n", 20 + bit, 10 + bit);
    }
    text += "30 = and(21, 22, 23, 24, 25, 26, 27)\n";
    let circuit = qcir::read(&text).expect("a circuit");
    let clauses = circuit.clauses(&Budget::default()).expect("a small circuit");
    let progress = Progress::default();
    assert_eq!(solve_circuit(&circuit, &clauses, &Options::default(), &progress), Answer::Sat(Vec::new()));
    assert!(progress.snapshot().refinements >= 32, "{:?}", progress.snapshot());
}

#[test]
fn limits_are_kept() {
    let mut random = SplitMix64::new(12);
    let text = text(&mut random, 2, 40, 400);
    let circuit = qcir::read(&text).expect("a circuit");
    let clauses = circuit.clauses(&Budget::default()).expect("a small circuit");
    let limits = [
        (Limits { refinements: Some(0), ..Limits::default() }, StopReason::Refinements),
        (Limits { memory: Some(1 << 10), ..Limits::default() }, StopReason::Memory),
    ];
    for (limits, reason) in limits {
        let options = Options { limits, ..Options::default() };
        let answer = solve_circuit(&circuit, &clauses, &options, &Progress::default());
        assert_eq!(answer, Answer::Unknown(reason));
    }
}
