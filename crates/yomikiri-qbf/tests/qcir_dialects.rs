//! QCIR as the field writes it: random formulas in all dialects against their value by definition.

use std::collections::HashMap;
use yomikiri_game::SplitMix64;
use yomikiri_qbf::solver::{Options, Progress, solve};
use yomikiri_qbf::{Budget, evaluate, qcir};

/// A random formula as text: names of all kinds, gates in any order, quantifiers as gates, names bound more than once.
fn formula(random: &mut SplitMix64) -> String {
    let pool = ["x", "Y_1", "v1", "007", "7", "_"];
    let mut pick = |list: &[&str]| list[random.below(list.len())].to_owned();
    let mut text =
        pick(&["#QCIR-G14\n", "#QCIR-G14 99\n", "# a comment\n#qcir-14\n", "#QCIR-G14\n# more\n\n"]);
    let outer = 1 + random.below(3);
    for (at, name) in pool[..outer].iter().enumerate() {
        let free = at == 0 && random.below(4) == 0;
        let word = if free { "free" } else { ["exists", "forall", "Exists", "FORALL"][random.below(4)] };
        text += &format!("{word}( {name} )\n");
    }
    let gates = 1 + random.below(6);
    let sign = |random: &mut SplitMix64| ["", "-", "- "][random.below(3)];
    text += &format!("output({}g{gates})\n", sign(random));
    // What is bound at a gate is only known from above: every inner name is bound by the gate on top.
    let mut lines = Vec::new();
    for gate in 1..=gates {
        let input = |random: &mut SplitMix64| {
            let signed = sign(random);
            match random.below(pool.len() + gate) {
                at if at < pool.len() => format!("{signed}{}", pool[at]),
                at if at - pool.len() > 0 => format!("{signed}g{}", at - pool.len()),
                _ => format!("{signed}{}", pool[0]),
            }
        };
        let kind = if gate == gates { 4 } else { random.below(5) };
        let line = if kind == 4 {
            let bound = if gate == gates {
                pool[outer..].join(" , ")
            } else {
                pool[random.below(pool.len())].to_owned()
            };
            let word = ["exists", "forall"][random.below(2)];
            // The topmost gate must lead somewhere.
            let input = if gate > 1 { format!("{}g{}", sign(random), gate - 1) } else { input(random) };
            format!("g{gate} = {word}({bound}; {input})\n")
        } else {
            let (word, count) =
                [("and", random.below(4)), ("OR", random.below(4)), ("xor", 2), ("ite", 3)][kind];
            let inputs: Vec<_> = (0..count).map(|_| input(random)).collect();
            format!("g{gate}={word}({})\n", inputs.join(","))
        };
        lines.push(line);
    }
    while !lines.is_empty() {
        text += &lines.swap_remove(random.below(lines.len()));
    }
    text
}

/// The value by definition, from the text: a recursion over gates with an environment of names.
fn value(text: &str) -> bool {
    let compact: Vec<String> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.replace(' ', "")).collect();
    let mut blocks = Vec::new();
    let mut gates = HashMap::new();
    let mut output = String::new();
    for line in compact.iter().filter(|line| !line.is_empty()) {
        let inside = |line: &str| line[line.find('(').expect("(") + 1..line.len() - 1].to_owned();
        match line.split_once('=') {
            Some((name, gate)) => {
                let kind = gate[..gate.find('(').expect("(")].to_lowercase();
                gates.insert(name.to_owned(), (kind, inside(gate)));
            }
            None if line.starts_with("output") => output = inside(line),
            None => blocks.push((line.to_lowercase().starts_with("forall"), inside(line))),
        }
    }
    type Gates = HashMap<String, (String, String)>;
    fn holds(literal: &str, gates: &Gates, values: &HashMap<String, bool>) -> bool {
        if let Some(positive) = literal.strip_prefix('-') {
            return !holds(positive, gates, values);
        }
        let Some((kind, inside)) = gates.get(literal) else {
            return values[literal];
        };
        if let Some((bound, body)) = inside.split_once(';') {
            let bound: Vec<_> = bound.split(',').filter(|name| !name.is_empty()).collect();
            let mut found = (0..1 << bound.len()).map(|bits: u32| {
                let mut values = values.clone();
                for (at, name) in bound.iter().enumerate() {
                    values.insert((*name).to_owned(), bits >> at & 1 == 1);
                }
                holds(body, gates, &values)
            });
            return if kind == "forall" { found.all(|value| value) } else { found.any(|value| value) };
        }
        let inputs: Vec<_> = inside.split(',').filter(|text| !text.is_empty()).collect();
        let inputs: Vec<_> = inputs.into_iter().map(|input| holds(input, gates, values)).collect();
        match kind.as_str() {
            "and" => inputs.iter().all(|&input| input),
            "or" => inputs.iter().any(|&input| input),
            "xor" => inputs[0] != inputs[1],
            _ => inputs[if inputs[0] { 1 } else { 2 }],
        }
    }
    fn quantified(
        blocks: &[(bool, String)],
        output: &str,
        gates: &Gates,
        values: &HashMap<String, bool>,
    ) -> bool {
        let Some(((forall, name), rest)) = blocks.split_first() else {
            return holds(output, gates, values);
        };
        let with = |value| {
            let mut values = values.clone();
            values.insert(name.clone(), value);
            quantified(rest, output, gates, &values)
        };
        if *forall { with(false) && with(true) } else { with(false) || with(true) }
    }
    quantified(&blocks, &output, &gates, &HashMap::new())
}

#[test]
fn all_dialects_mean_what_they_say() {
    let mut random = SplitMix64::new(2014);
    let (mut trues, mut moved) = (0, 0);
    for _ in 0..10_000 {
        let text = formula(&mut random);
        let reading = qcir::read_named(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = value(&text);
        let clauses = reading.circuit.clauses(&Budget::default()).expect("no limit");
        let answer = solve(&clauses, &Options::default(), &Progress::default());
        assert_eq!(answer.known(), Some(expected), "{text}");
        if clauses.variables() < 16 {
            assert_eq!(evaluate(&clauses), expected, "{text}");
        }
        let again = qcir::read(&qcir::write(&reading.circuit, &[])).expect("what is written is read");
        assert_eq!(again, reading.circuit, "{text}");
        trues += u32::from(expected);
        moved += u32::from(reading.circuit.prefix().blocks().len() > 2);
    }
    assert!((2000..8000).contains(&trues), "{trues}");
    assert!(moved > 1000, "{moved}");
}

#[test]
fn names_are_kept_and_oddities_are_told() {
    let text = "forall(b)\nexists(a_1, 12)\noutput(-out)\nout = and(g)\ng = xor(a_1, 12)\n";
    let reading = qcir::read_named(text).expect("it can be read");
    assert_eq!(reading.names, ["b", "a_1", "12"]);
    assert!(reading.was_prenex);
    assert_eq!(reading.warnings[0].to_string(), "line 1, column 1: no header `#QCIR-G14` above");
    assert_eq!(reading.warnings.len(), 1);
}

#[test]
fn what_public_files_have_beyond_the_standard_is_a_warning() {
    let plain = "#QCIR-G14\nexists(x, y)\noutput(g)\ng = and(x, -y)\n";
    let odd =
        "#QCIR-G14\nexists(x, y) # both\noutput(g)\ng = and(x, -y)\ng = and( x,-y )#again\ng = and(x, -y)\n";
    let reading = qcir::read_named(odd).expect("it can be read");
    assert_eq!(reading.circuit, qcir::read(plain).expect("it can be read"));
    let warnings: Vec<_> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["line 2, column 14: a comment after a statement", "line 5, column 1: g is defined again, as before"]
    );
}

#[test]
fn what_cannot_be_read_is_refused_in_its_place() {
    for (text, place, reason) in [
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = and(h)\nh = or(g)\n", (5, 8), "itself"),
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = and(x, y)\n", (4, 12), "neither"),
        (
            "#QCIR-G14\nexists(x)\noutput(g)\ng = and(x, y)\nh = exists(y; x)\nz = and(g, h)\n",
            (4, 12),
            "binds y",
        ),
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = exists(y; x, x)\n", (4, 5), "one input"),
        ("#QCIR-G14\nexists(x)\nfree(y)\noutput(x)\n", (3, 1), "free"),
        ("#QCIR-G14\nexists(x)\noutput(x)\nx = and()\n", (4, 1), "quantified and a gate"),
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = and(x)\ng = and(-x)\n", (5, 1), "otherwise"),
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = and(x)\ng = or(x)\n", (5, 1), "otherwise"),
        ("#QCIR-G14\nexists(x)\noutput(g)\ng = and(-)\n", (4, 10), "name"),
    ] {
        let error = qcir::read(text).expect_err("it is wrong");
        let output_only = reason == "binds y";
        assert!(error.reason.contains(reason), "{text}: {error}");
        assert!(output_only || (error.line, error.column) == place, "{text}: {error}");
    }
}

/// Ten thousand gates deep, with a quantifier at the bottom; and copies that would fill the machine.
#[test]
fn deep_and_wide() {
    let mut text = String::from("#QCIR-G14\noutput(g100000)\ng0 = exists(x; y0)\ny0 = and(x)\n");
    for gate in 1..=100_000 {
        text += &format!("g{gate} = xor(g{}, g0)\n", gate - 1);
    }
    qcir::read(&text).expect("deep is no problem");
    let mut text = String::from("#QCIR-G14\noutput(g40)\ng0 = and()\n");
    for gate in 1..=40 {
        let below = gate - 1;
        text += &format!("a{gate} = and(x{gate}, g{below})\nb{gate} = exists(x{gate}; a{gate})\n");
        text += &format!("c{gate} = forall(x{gate}; a{gate})\ng{gate} = xor(b{gate}, c{gate})\n");
    }
    qcir::read(&text).expect("shared copies are few");
    let mut text = String::from("#QCIR-G14\noutput(g40)\ng0 = and(x1");
    (2..=40).for_each(|at| text += &format!(", x{at}"));
    text += ")\n";
    for gate in 1..=40 {
        let below = gate - 1;
        text += &format!("b{gate} = exists(x{gate}; g{below})\nc{gate} = forall(x{gate}; g{below})\n");
        text += &format!("g{gate} = and(b{gate}, c{gate})\n");
    }
    let error = qcir::read(&text).expect_err("2 to the power of 40 gates");
    assert!(error.reason.contains("too large"), "{error}");
}
