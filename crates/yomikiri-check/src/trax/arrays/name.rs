//! The names of Trax games: with every rule spelt out, as in a proof, and short, as people write them.

use super::super::rules::{Full, Rules, Stuck};

/// The sizes of limited boards.
const SIZES: std::ops::RangeInclusive<u8> = 2..=16;

/// What a line may be asked to span: a first move is no line, and nothing spans more than the greatest box.
const LINES: std::ops::RangeInclusive<u32> = 2..=255;

const FORM: &str = "expected trax:NxN,line=K,stuck=S,full=F or, without a limit, trax:line=K,stuck=S,full=F \
                    (trax-loop has no line); N from 2 to 16; K from 2 to 255; S one of loss, draw, \
                    last-mover-loses; F one of draw, last-mover-loses";

/// The rules of a name in which all of them are spelt out.
pub(super) fn parse(name: &str) -> Result<Rules, String> {
    let candidate = parse_leniently(name).filter(|rules| {
        let size = rules.limit.is_none_or(|limit| SIZES.contains(&limit));
        size && rules.line.is_none_or(|line| LINES.contains(&line))
    });
    // What is written back the same was written in the only way there is.
    candidate.filter(|rules| full_name(rules) == name).ok_or_else(|| FORM.to_owned())
}

/// Takes the last of each option, in any order.
fn parse_leniently(name: &str) -> Option<Rules> {
    let mut rules = Rules { line: None, ..Rules::unlimited() };
    let (_, options) = name.split_once(':')?;
    for option in options.split(',') {
        match option.split_once('=') {
            Some(("line", text)) => rules.line = Some(text.parse().ok()?),
            Some(("stuck", text)) => {
                rules.stuck = STUCK.into_iter().find(|(_, word)| *word == text).map(|(stuck, _)| stuck)?;
            }
            Some(("full", text)) => {
                rules.full = FULL.into_iter().find(|(_, word)| *word == text).map(|(full, _)| full)?;
            }
            Some(_) => return None,
            None => rules.limit = Some(option.split_once('x')?.0.parse().ok()?),
        }
    }
    Some(rules)
}

const STUCK: [(Stuck, &str); 3] =
    [(Stuck::Loss, "loss"), (Stuck::Draw, "draw"), (Stuck::LastMoverLoses, "last-mover-loses")];

const FULL: [(Full, &str); 2] = [(Full::Draw, "draw"), (Full::LastMoverLoses, "last-mover-loses")];

/// The name with every rule.
fn full_name(rules: &Rules) -> String {
    name(rules, |_| true)
}

/// The name without the rules that are as usual.
pub(super) fn short_name(rules: &Rules) -> String {
    let usual = rules.limit.map_or_else(Rules::unlimited, Rules::square);
    let usual_options = options(&usual);
    name(rules, |option| !usual_options.contains(option))
}

fn name(rules: &Rules, is_written: impl Fn(&String) -> bool) -> String {
    let mut name = if rules.line.is_some() { "trax" } else { "trax-loop" }.to_owned();
    let size = rules.limit.map(|limit| format!("{limit}x{limit}"));
    let parts = size.into_iter().chain(options(rules).into_iter().filter(is_written));
    for (index, part) in parts.enumerate() {
        name.push(if index == 0 { ':' } else { ',' });
        name.push_str(&part);
    }
    name
}

fn options(rules: &Rules) -> Vec<String> {
    let line = rules.line.map(|line| format!("line={line}"));
    let stuck = STUCK.into_iter().find(|(stuck, _)| *stuck == rules.stuck);
    let stuck = stuck.map(|(_, word)| format!("stuck={word}"));
    let full = FULL.into_iter().find(|(full, _)| *full == rules.full);
    let full = full.map(|(_, word)| format!("full={word}"));
    line.into_iter().chain(stuck).chain(full).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_short_forms() {
        for (name, short) in [
            ("trax:5x5,line=5,stuck=loss,full=draw", "trax:5x5"),
            ("trax:16x16,line=8,stuck=loss,full=draw", "trax:16x16"),
            ("trax:line=8,stuck=loss,full=draw", "trax"),
            ("trax:line=10,stuck=loss,full=draw", "trax:line=10"),
            ("trax:5x5,line=8,stuck=draw,full=draw", "trax:5x5,line=8,stuck=draw"),
            ("trax-loop:stuck=loss,full=draw", "trax-loop"),
            ("trax-loop:stuck=last-mover-loses,full=draw", "trax-loop:stuck=last-mover-loses"),
            ("trax-loop:2x2,stuck=loss,full=last-mover-loses", "trax-loop:2x2,full=last-mover-loses"),
        ] {
            assert_eq!(parse(name).map(|rules| short_name(&rules)).as_deref(), Ok(short));
        }
    }

    #[test]
    fn nothing_is_left_out_or_written_otherwise() {
        for name in [
            "trax",
            "trax:",
            "trax:5x5",
            "trax:5x5,line=5,stuck=loss",
            "trax:5x5,stuck=loss,full=draw",
            "trax:5x5,line=5,full=draw,stuck=loss",
            "trax:5x6,line=5,stuck=loss,full=draw",
            "trax:05x05,line=5,stuck=loss,full=draw",
            "trax:1x1,line=2,stuck=loss,full=draw",
            "trax:17x17,line=8,stuck=loss,full=draw",
            "trax:5x5,line=1,stuck=loss,full=draw",
            "trax:5x5,line=256,stuck=loss,full=draw",
            "trax:5x5,line=+5,stuck=loss,full=draw",
            "trax:5x5,line=5,stuck=win,full=draw",
            "trax:5x5,line=5,stuck=loss,full=loss",
            "trax:5x5,line=5,stuck=loss,full=draw,",
            "trax:5x5,line=5,stuck=loss,full=draw,full=draw",
            "trax-loop:5x5,line=5,stuck=loss,full=draw",
            "traxx:5x5,line=5,stuck=loss,full=draw",
            "TRAX:5x5,line=5,stuck=loss,full=draw",
        ] {
            assert!(parse(name).is_err(), "{name}");
        }
    }
}
