//! Games given by their winning sets, in the positional games format: blocks of lines of words, `%` before a comment.
//!
//! `#positions` are the cells, `#times` the stones in the order in which they are placed, `#blackturns` those times at
//! which the first player places; times that follow each other and belong to one player are one turn. `#blackwins` and
//! `#whitewins` have a winning set on each line, `#blackinitials` and `#whiteinitials` the cells owned at the start.
//! When no cell is free any more, the times that are left do not come. If there are `#firstmoves`, the first turn takes one of
//! them.

use super::game::{Game, MOST_CELLS, MOST_WAYS, Turn, ways};
use crate::referee::Player;
use std::collections::HashMap;

const BLOCKS: [&str; 8] = [
    "#blackinitials",
    "#whiteinitials",
    "#times",
    "#blackturns",
    "#positions",
    "#blackwins",
    "#whitewins",
    "#firstmoves",
];

/// The lines of each block, as words.
type Blocks<'a> = HashMap<&'a str, Vec<Vec<&'a str>>>;

pub(super) fn parse(text: &str) -> Result<Game, String> {
    let blocks = blocks(text)?;
    let lines = |block: &str| blocks.get(block).map(Vec::as_slice).unwrap_or_default();
    let words = |block: &str| lines(block).concat();
    let cells = words("#positions");
    if cells.len() > MOST_CELLS {
        return Err(format!("more than {MOST_CELLS} positions"));
    }
    let mut numbers = HashMap::new();
    for (number, &name) in cells.iter().enumerate() {
        if name.contains(',') {
            return Err(format!("a comma in the name `{name}`"));
        }
        if numbers.insert(name, number).is_some() {
            return Err(format!("the position `{name}` comes twice"));
        }
    }
    let set = |names: &[&str]| {
        let known = |name: &&str| numbers.get(name).copied().ok_or(format!("there is no position `{name}`"));
        let mut set = names.iter().map(known).collect::<Result<Vec<usize>, String>>()?;
        let count = set.len();
        set.sort_unstable();
        set.dedup();
        if set.len() == count { Ok(set) } else { Err(format!("a position comes twice in {names:?}")) }
    };
    let owned = [set(&words("#blackinitials"))?, set(&words("#whiteinitials"))?];
    if owned[0].iter().any(|cell| owned[1].contains(cell)) {
        return Err("a position is owned by both players".to_owned());
    }
    let sets = |block: &str| {
        let mut sets = lines(block).iter().map(|names| set(names)).collect::<Result<Vec<_>, String>>()?;
        sets.sort();
        sets.dedup();
        Ok::<_, String>(sets)
    };
    let sets = [sets("#blackwins")?, sets("#whitewins")?];
    for (own, sets) in owned.iter().zip(&sets) {
        if sets.iter().any(|set| set.iter().all(|cell| own.contains(cell))) {
            return Err("a winning set is owned from the start".to_owned());
        }
    }
    let first = set(&words("#firstmoves"))?;
    if first.iter().any(|cell| owned.iter().any(|own| own.contains(cell))) {
        return Err("a first move is owned from the start".to_owned());
    }
    let free = cells.len() - owned[0].len() - owned[1].len();
    Ok(Game {
        short_name: format!("pg ({} cells, {} winning sets)", cells.len(), sets[0].len() + sets[1].len()),
        columns: cells.len(),
        through: Game::index(&sets, cells.len()),
        symmetries: vec![(0..cells.len()).collect()],
        turns: turns(&words("#times"), &words("#blackturns"), free)?,
        cells: cells.into_iter().map(str::to_owned).collect(),
        sets,
        owned,
        first,
    })
}

fn blocks(text: &str) -> Result<Blocks<'_>, String> {
    let mut blocks = Blocks::new();
    let mut current = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split('%').next().unwrap_or_default().split_whitespace().collect();
        match words[..] {
            [] => {}
            [block] if block.starts_with('#') => {
                if !BLOCKS.contains(&block) {
                    return Err(format!("no block is called `{block}`"));
                }
                if blocks.insert(block, Vec::new()).is_some() {
                    return Err(format!("the block {block} comes twice"));
                }
                current = Some(block);
            }
            [first, ..] if first.starts_with('#') => return Err(format!("something follows `{first}`")),
            _ => {
                let block = current.ok_or("the text does not begin with a block")?;
                blocks.entry(block).or_default().push(words);
            }
        }
    }
    let needed = ["#times", "#blackturns", "#positions", "#blackwins", "#whitewins"];
    match needed.into_iter().find(|block| !blocks.contains_key(block)) {
        Some(missing) => Err(format!("the block {missing} is missing")),
        None => Ok(blocks),
    }
}

fn turns(times: &[&str], black: &[&str], free: usize) -> Result<Vec<Turn>, String> {
    if let Some(strange) = black.iter().find(|time| !times.contains(time)) {
        return Err(format!("`{strange}` is not among the times"));
    }
    let mut turns: Vec<Turn> = Vec::new();
    for (placed, time) in times.iter().enumerate() {
        if times[..placed].contains(time) {
            return Err(format!("the time `{time}` comes twice"));
        }
        if placed >= free {
            continue;
        }
        let player = if black.contains(time) { Player::First } else { Player::Second };
        match turns.last_mut() {
            Some(turn) if turn.player == player => turn.stones += 1,
            _ => turns.push(Turn { player, stones: 1 }),
        }
        let stones = turns.last().map_or(0, |turn| turn.stones);
        if ways((free - placed - 1 + stones) as u64, stones as u64) > MOST_WAYS {
            return Err("too many stones of one player in a row".to_owned());
        }
    }
    Ok(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "% two lines\n#blackinitials\nb\n#whiteinitials\n#times\nt1 t2\nt3 t4 t5 t6 t7\n#blackturns\nt1 t4 t5\n\
                        #positions\na b c d e f g\n#blackwins\nb a c\nc d e % the same twice\ne d c\n#whitewins\nd e f\na g\n";

    #[test]
    fn games_are_read() {
        let game = parse(TEXT).expect("a game");
        assert_eq!(game.sets, [vec![vec![0, 1, 2], vec![2, 3, 4]], vec![vec![0, 6], vec![3, 4, 5]]]);
        assert_eq!(game.owned, [vec![1], vec![]]);
        let turns: Vec<_> = game.turns.iter().map(|turn| (turn.player, turn.stones)).collect();
        // Six cells are free, so the seventh time does not come.
        use Player::{First, Second};
        assert_eq!(turns, [(First, 1), (Second, 2), (First, 2), (Second, 1)]);
    }

    #[test]
    fn anything_else_is_refused() {
        for (old, new) in [
            ("#times", "#tines"),
            ("#times\n", ""),
            ("#whitewins", "#blackwins"),
            ("a b c d e f g", "a b c d e f g a"),
            ("a b c d e f g", "a b c d e f g h,i"),
            ("b a c", "b a c z"),
            ("b a c", "b a c a"),
            ("b a c", "b"),
            ("t1 t4 t5", "t1 t9"),
            ("t1 t2", "t1 t1"),
            ("#whiteinitials", "#whiteinitials\nb"),
            ("#blackinitials", "#blackinitials b"),
            ("% two lines", "lines"),
        ] {
            assert!(parse(&TEXT.replacen(old, new, 1)).is_err(), "{old} -> {new}");
        }
    }
}
