//! Described games against the referee that checks their proofs, an interpreter of the same text, move by move.

#[path = "../../yomikiri-check/tests/referee_comparison/mod.rs"]
mod referee_comparison;

use referee_comparison::{Texts, agree, agree_with};
use yomikiri_check::toss::Toss;
use yomikiri_game::SplitMix64;
use yomikiri_toss::Position;

fn check(text: &str, limit: Option<u32>, games: u64) {
    agree::<_, Toss>(&Position::new(text, limit).expect("a game"), games);
}

#[test]
fn the_games_of_the_suite_agree() {
    check(include_str!("../../../suites/toss/tic-tac-toe.toss"), None, 30);
    check(include_str!("../../../suites/toss/tic-tac-toe.toss"), Some(6), 30);
    check(include_str!("../../../suites/toss/connect-3-4x3.toss"), None, 20);
    check(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(20), 20);
    check(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(0), 1);
    check(include_str!("../../../suites/toss/elly-4x4.toss"), None, 3);
    check(include_str!("../../../suites/toss/elly-torus-4x4.toss"), None, 2);
    check(include_str!("../../../suites/toss/gomoku-4x4-4.toss"), None, 3);
    check(include_str!("../../../suites/toss/elly-2-1-4x4.toss"), None, 1);
    check(include_str!("../../../suites/toss/tippy-2-2-4x4.toss"), None, 1);
}

/// What the suite does not use: `post`, `all`, numbers, exact neighbours, several relations of a cell, moves with the
/// same effect, locations that do not alternate.
#[test]
fn strange_games_agree() {
    let text = "PLAYERS 1, 2
        REL Busy(x) = P(x) or Q(x)
        REL Full() = all x Busy(x)
        REL Near(x, y) = R(x, y) or R(y, x) or C(x, y) or C(y, x)
        REL Alone(x) = not ex y (Near(x, y) and P(y)) and (ex y Near(x, y) or x = x)
        REL Many() = :(ex x, y (P(x) and P(y) and not x = y)) + 2 * :(ex x (P(x) and Q(x))) ^ 2 > 1
        REL Nested() = ex x, y (P(x) and (ex z R(x, z)) and not P(y))
        RULE Put: [a | | -] -> [a | P{a} | -] emb P pre not Many() post not Full()
        RULE PutAgain: [a | | -] -> [a | P{a} | -] emb P, Q pre Alone(a)
        RULE Pair: [a, b | R{(a, b)} | -] -> [b, a | R{(a, b)}; Q{a}; Q{b} | -] emb Q, R pre not P(a)
        RULE Slide: [a, b | Q{a}; C{(b, a)} | -] -> [a, b | Q{b}; P{a} | ] emb C
        LOC 3 { PLAYER 1 { PAYOFF :(Many()) - :(Full()) MOVES [Put -> 7]; [PutAgain -> 7]; [PutAgain -> 0] }
                PLAYER 2 { PAYOFF 1 - :(Many()) } }
        LOC 0 { PLAYER 2 { PAYOFF 2 MOVES [Pair -> 7]; [Slide -> 3] } PLAYER 1 { PAYOFF 0 - 1 } }
        LOC 7 { PLAYER 2 { PAYOFF :(Full()) + :(Nested()) MOVES [Slide -> 0]; [Pair -> 3] } PLAYER 1 { PAYOFF 1 } }
        START [ | P:1 {}; Q {} | ] \"
          * Q *
          P * *
        \"";
    let game = Position::new(text, Some(9)).expect("a game");
    agree_with::<_, Toss>(&game, 200, Texts::MayBeUnclear);
}

/// Random descriptions: formulas nested in all ways, rules that make little sense, payoffs of all kinds.
#[test]
fn random_games_agree() {
    let mut random = SplitMix64::new(1);
    let mut played = 0;
    for _ in 0..60 {
        let text = description(&mut random);
        // The solver gives up where there are too many cases.
        if let Ok(game) = Position::new(&text, Some(5)) {
            agree_with::<_, Toss>(&game, 2, Texts::MayBeUnclear);
            played += 1;
        }
    }
    assert!(played > 40, "{played}");
}

fn pick<'a>(random: &mut SplitMix64, from: &[&'a str]) -> &'a str {
    from[random.below(from.len())]
}

fn description(random: &mut SplitMix64) -> String {
    let mut text = "PLAYERS 1, 2\n".to_owned();
    // A relation may use those before it.
    let relations: [(&str, &[&str]); 4] =
        [("D1", &["x"]), ("D2", &["x", "y"]), ("E2", &["u", "x"]), ("D0", &[])];
    for (number, (name, parameters)) in relations.iter().enumerate() {
        let meaning = formula(random, 3, &mut parameters.to_vec(), &relations[..number]);
        text += &format!("REL {name}({}) = {meaning}\n", parameters.join(", "));
    }
    for rule in ["A", "B", "S"] {
        let elements: &[&str] = if random.below(2) == 0 { &["a"] } else { &["a", "b"] };
        let facts = |random: &mut SplitMix64| {
            let mut facts = Vec::new();
            for element in elements {
                match random.below(4) {
                    0 => facts.push(format!("P{{{element}}}")),
                    1 => facts.push(format!("Q{{{element}}}")),
                    _ => {}
                }
            }
            if elements.len() == 2 && random.below(3) == 0 {
                facts.push(format!("{}{{(a, b)}}", pick(random, &["R", "C"])));
            }
            facts.join("; ")
        };
        let (before, after) = (facts(random), facts(random));
        let elements = elements.join(", ");
        let embedded = pick(random, &["", "emb P", "emb P, Q", "emb R", "emb Q, C"]);
        let mut scope: Vec<&str> = elements.split(", ").collect();
        let pre = if random.below(2) == 0 {
            String::new()
        } else {
            format!("pre {}", formula(random, 3, &mut scope, &relations))
        };
        let post = if random.below(3) > 0 {
            String::new()
        } else {
            format!("post {}", formula(random, 2, &mut scope, &relations))
        };
        text += &format!(
            "RULE {rule}: [{elements} | {before} | -] -> [{elements} | {after} | -] {embedded} {pre} {post}\n"
        );
    }
    for (here, there) in [(0, 1), (1, 0)] {
        let payoffs = [term(random, &relations), term(random, &relations)];
        let ways = ["A", "B", "S"].iter().filter(|_| random.below(3) > 0).collect::<Vec<_>>();
        let ways: Vec<_> = ways
            .iter()
            .map(|rule| format!("[{rule} -> {}]", if random.below(4) == 0 { here } else { there }))
            .collect();
        let moves = if ways.is_empty() { String::new() } else { format!("MOVES {}", ways.join("; ")) };
        let (mover, other) = if here == 0 { (1, 2) } else { (2, 1) };
        text += &format!(
            "LOC {here} {{ PLAYER {mover} {{ PAYOFF {} {moves} }} PLAYER {other} {{ PAYOFF {} }} }}\n",
            payoffs[0], payoffs[1]
        );
    }
    let mut row = || (0..3).map(|_| pick(random, &["*", "*", "P", "Q"])).collect::<Vec<_>>().join(" ");
    text += &format!("START [ | P:1 {{}}; Q:1 {{}} | ] \"\n{}\n{}\n\"\n", row(), row());
    text
}

fn term(random: &mut SplitMix64, relations: &[(&str, &[&str])]) -> String {
    let truth = |random: &mut SplitMix64| format!(":({})", formula(random, 1, &mut Vec::new(), relations));
    let (a, b, number) = (truth(random), truth(random), random.below(3));
    format!("{a} {} {number} {} {b}", pick(random, &["+", "-", "*", "^"]), pick(random, &["+", "-", "*"]))
}

/// A formula about the variables in scope.
fn formula<'a>(
    random: &mut SplitMix64,
    depth: u32,
    scope: &mut Vec<&'a str>,
    relations: &[(&str, &[&str])],
) -> String {
    if scope.is_empty() || depth > 0 && random.below(4) == 0 {
        let quantifier = pick(random, &["ex", "all"]);
        let variables: &[&[&'a str]] = &[&["x"], &["z"], &["x", "y"], &["u", "z"]];
        let variables = variables[random.below(variables.len())];
        let before = scope.len();
        scope.extend(variables);
        let inner = formula(random, depth.saturating_sub(1), scope, relations);
        scope.truncate(before);
        return format!("{quantifier} {} ({inner})", variables.join(", "));
    }
    if depth == 0 || random.below(4) == 0 {
        let (v, w) = (scope[random.below(scope.len())], scope[random.below(scope.len())]);
        let callable: Vec<_> = relations.iter().collect();
        return match random.below(6) {
            0 => format!("P({v})"),
            1 => format!("Q({v})"),
            2 => format!("R({v}, {w})"),
            3 => format!("C({v}, {w})"),
            4 if !callable.is_empty() => {
                let (name, parameters) = callable[random.below(callable.len())];
                let arguments: Vec<_> = parameters.iter().map(|_| scope[random.below(scope.len())]).collect();
                format!("{name}({})", arguments.join(", "))
            }
            _ => format!("{v} = {w}"),
        };
    }
    let (a, b) = (formula(random, depth - 1, scope, relations), formula(random, depth - 1, scope, relations));
    match random.below(4) {
        0 => format!("not ({a})"),
        1 => format!(":({a}) + :({b}) {} {}", pick(random, &[">", "<", "="]), random.below(3)),
        2 => format!("({a}) and ({b})"),
        _ => format!("({a}) or ({b})"),
    }
}
