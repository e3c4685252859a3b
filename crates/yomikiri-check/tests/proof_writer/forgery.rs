//! Proofs changed in meaning and sealed again, as if they had been written so, and a judge of what the checker makes of
//! them: what it accepts is confirmed by a full search of the game that the header describes, whatever became of it.

use super::{Claim, Content, Lemma, Random, Truth, after, seal_as};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use yomikiri_check::amazons::Amazons;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::positional::Stones;
use yomikiri_check::proof::{self, Monitor, Statement, check};
use yomikiri_check::referee::{Player, Referee};
use yomikiri_check::toss::Toss;
use yomikiri_check::trax::Trax;

/// The version and the content of a proof file.
pub fn unseal(file: &[u8]) -> Option<(u8, Vec<u8>)> {
    let line = file.iter().position(|&byte| byte == b'\n')?;
    let version = std::str::from_utf8(&file[..line]).ok()?.strip_prefix("yomikiri-proof ")?.parse().ok()?;
    let stream = file.get(line + 1..file.len().checked_sub(4)?)?;
    Some((version, zstd::decode_all(stream).ok()?))
}

/// What the header of a content says before it comes to claims, and the lines after that.
struct Header<'a> {
    game: String,
    definition: Option<String>,
    from: Option<Vec<u8>>,
    rest: &'a [u8],
}

fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let (line, behind) = rest.split_at(end);
    *rest = &behind[1..];
    std::str::from_utf8(line).ok()
}

fn header(version: u8, content: &[u8]) -> Option<Header<'_>> {
    let mut rest = content;
    let game = line(&mut rest)?.strip_prefix("game ")?.to_owned();
    let (mut definition, mut from) = (None, None);
    while version >= 2 && from.is_none() {
        let text = line(&mut rest)?;
        if let Some(part) = text.strip_prefix('|') {
            let part = part.strip_prefix(' ').unwrap_or(part);
            definition = Some(definition.map_or(part.to_owned(), |whole: String| whole + "\n" + part));
        } else {
            let digits = text.strip_prefix("from ")?.as_bytes();
            let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
            from = Some(digits.chunks(2).map(byte).collect::<Option<_>>()?);
        }
    }
    Some(Header { game, definition, from, rest })
}

impl Content {
    /// The content of a proof that is well formed.
    pub fn read(version: u8, content: &[u8]) -> Option<Self> {
        let Header { game, definition, from, mut rest } = header(version, content)?;
        let search = line(&mut rest)?.strip_prefix("search ")?.parse().ok()?;
        let mut claims = Vec::new();
        loop {
            let text = line(&mut rest)?;
            if text.is_empty() {
                break;
            }
            let mut words = text.strip_prefix("claim ")?.splitn(3, ' ');
            let (statement, lemma) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            claims.push(Claim { statement, lemma, moves: words.next().unwrap_or_default().to_owned() });
        }
        let mut lemmas = Vec::new();
        while let Some((&statement, behind)) = rest.split_first() {
            rest = behind;
            let length = number(&mut rest)? as usize;
            let position = taken(&mut rest, length)?.to_vec();
            let length = number(&mut rest)? as usize;
            let mut symbols = taken(&mut rest, length)?;
            let mut tree = Vec::new();
            while !symbols.is_empty() {
                tree.push(number(&mut symbols)?);
            }
            lemmas.push(Lemma { statement, position, tree });
        }
        Some(Self { version, game, definition, from: from.unwrap_or_default(), search, claims, lemmas })
    }
}

fn taken<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let digit = taken(rest, 1)?[0];
        number |= u32::from(digit & 127) << shift;
        if digit < 128 {
            return Some(number);
        }
    }
    None
}

/// Lets the checker loose on contents, and a full search on what it accepts.
pub struct Judge {
    pub accepted: u32,
    pub rejected: u32,
    /// Accepted, but the full search would take too long.
    pub unjudged: u32,
    /// How many positions a full search may look at, for one content.
    effort: u64,
    /// What full search has found, by the game.
    truths: HashMap<(String, Option<String>), Truth>,
}

impl Default for Judge {
    fn default() -> Self {
        Self::within(u64::MAX)
    }
}

impl Judge {
    pub fn within(effort: u64) -> Self {
        Self { accepted: 0, rejected: 0, unjudged: 0, effort, truths: HashMap::new() }
    }

    /// Checks a content; if it is accepted, its claims must be true. The error says which is not.
    pub fn judge(&mut self, version: u8, content: &[u8]) -> Result<(), String> {
        let file = seal_as(version, content);
        let Ok(proven) = check(&file[..], NonZeroUsize::MIN, &Monitor::default()) else {
            self.rejected += 1;
            return Ok(());
        };
        self.accepted += 1;
        let Header { game, definition, from, .. } =
            header(version, content).ok_or("a content without a header was accepted")?;
        let confirm = match game.split(':').next() {
            Some("trax" | "trax-loop") => confirm::<Trax>,
            Some("mnk") => confirm::<Mnk>,
            Some("amazons") => confirm::<Amazons>,
            Some("toss") => confirm::<Toss>,
            _ => confirm::<Stones>,
        };
        let truth = self.truths.entry((game.clone(), definition.clone())).or_default();
        let (definition, from) = (definition.as_deref(), from.as_deref());
        if !confirm(&game, definition, from, &proven.claims, truth, self.effort)? {
            self.unjudged += 1;
        }
        Ok(())
    }
}

/// Whether claims are true, as far as that can be told.
fn confirm<G: Referee>(
    game: &str,
    definition: Option<&str>,
    from: Option<&[u8]>,
    claims: &[proof::Claim],
    truth: &mut Truth,
    mut effort: u64,
) -> Result<bool, String> {
    let mut start = G::start(game, definition)?;
    if let Some(from) = from {
        start.set_position(from)?;
    }
    for claim in claims {
        let Statement { player, can_win } = claim.statement;
        let statement = if player == Player::First { 0 } else { 2 } + u8::from(!can_win);
        let board = after(&start, &claim.moves.join(" "));
        match truth.holds_within(&board, statement, &mut effort) {
            None => return Ok(false),
            Some(true) => {}
            Some(false) => return Err(format!("{game} {definition:?}: {claim:?} was accepted")),
        }
    }
    Ok(true)
}

/// Rules that become others, in names.
const RULES: [(&str, &str); 25] = [
    ("stuck=loss", "stuck=draw"),
    ("stuck=loss", "stuck=last-mover-loses"),
    ("full=draw", "full=last-mover-loses"),
    ("line=2", "line=3"),
    ("line=3", "line=2"),
    ("line=4", "line=3"),
    ("trax:", "trax-loop:"),
    ("win=either", "win=first"),
    ("win=first", "win=either"),
    ("p=1", "p=2"),
    ("p=2", "p=1"),
    ("q=1", "q=2"),
    ("k=3", "k=2"),
    ("k=3", "k=4"),
    ("turns=4", "turns=3"),
    ("turns=5", "turns=6"),
    ("turns=3", "turns=4"),
    ("gttt", "torus"),
    ("torus", "gttt"),
    ("animal=#./##", "animal=##"),
    ("2x2", "3x3"),
    ("3x3", "2x2"),
    ("3x3", "4x3"),
    ("3x2", "2x3"),
    ("4x4", "5x5"),
];

/// Rules that become others, in descriptions.
const DEFINITIONS: [(&str, &str); 16] = [
    ("ex x", "all x"),
    ("ex ", "all "),
    ("all ", "ex "),
    ("and", "or"),
    ("or", "and"),
    ("not ", ""),
    ("R(x, y) or ", ""),
    ("a b c", "a b"),
    ("t1 t4 t5", "t1 t3 t5"),
    ("a g", "f g"),
    (" - ", " + "),
    (" + ", " - "),
    ("* Q *", "* * *"),
    ("emb P, Q", "emb Q"),
    ("PAYOFF 0", "PAYOFF 1"),
    ("c1 ", "c2 "),
];

/// Changes something in a content that is well formed and has lemmas with trees, and leaves it well formed.
pub fn tamper(content: &mut Content, random: &mut Random) {
    let lemma = random.below(content.lemmas.len());
    let other = random.below(content.lemmas.len());
    let last = content.lemmas.len() - 1;
    match random.below(20) {
        // A symbol becomes another, is left out, or comes in.
        0 => *random.choose_mut(&mut content.lemmas[lemma].tree) = random.below(5) as u32,
        1 => *random.choose_mut(&mut content.lemmas[lemma].tree) = random.below(80) as u32,
        2 => {
            let tree = &mut content.lemmas[lemma].tree;
            tree.remove(random.below(tree.len()));
        }
        3 => {
            let tree = &mut content.lemmas[lemma].tree;
            tree.insert(random.below(tree.len() + 1), random.below(5) as u32);
        }
        // Whole trees are exchanged, or cut back to something cheap.
        4 => content.lemmas[lemma].tree = content.lemmas[other].tree.clone(),
        5 => content.lemmas[lemma].tree = vec![random.below(4) as u32],
        // Lemmas are dropped, repeated, exchanged, moved to the front.
        6 => drop(content.lemmas.remove(lemma)),
        7 => {
            let copy = content.lemmas[lemma].clone();
            content.lemmas.insert(other, copy);
        }
        8 => content.lemmas.swap(lemma, other),
        9 => {
            let moved = content.lemmas.remove(lemma);
            content.lemmas.insert(0, moved);
        }
        // Another statement, for a lemma, a claim, or everything.
        10 => content.lemmas[lemma].statement = random.below(4) as u8,
        11 => random.choose_mut(&mut content.claims).statement = random.below(4) as u8,
        12 => {
            let flip = 1 + random.below(3) as u8;
            content.lemmas.iter_mut().for_each(|lemma| lemma.statement ^= flip);
            content.claims.iter_mut().for_each(|claim| claim.statement ^= flip);
        }
        // Another position, for a lemma, a claim, or the beginning.
        13 => *random.choose_mut(&mut content.lemmas[lemma].position) = random.below(13) as u8,
        14 => content.lemmas[lemma].position = content.lemmas[other].position.clone(),
        15 if content.from.is_empty() => content.search = 1,
        15 => *random.choose_mut(&mut content.from) = random.below(4) as u8,
        16 => {
            let moves: &[&str] = if content.game.starts_with("trax") {
                &["", "@0/", "@0+", "@0/ B1+", "@0+ A2/"]
            } else {
                &["", "a1", "b2", "b2 a1", "a1 b1"]
            };
            let claim = random.choose_mut(&mut content.claims);
            claim.moves = (*random.choose(moves)).to_owned();
        }
        17 => random.choose_mut(&mut content.claims).lemma = random.below(last + 2) as u32,
        // Other rules.
        18 => content.search = *random.choose(&[0, 1, 2, 5, 10, 100, 5000]),
        _ => match &mut content.definition {
            Some(text) if random.below(2) == 0 => {
                let (old, new) = random.choose(&DEFINITIONS);
                *text = text.replacen(old, new, 1);
            }
            Some(text) if random.below(2) == 0 => {
                let mut lines: Vec<&str> = text.split('\n').collect();
                lines.remove(random.below(lines.len()));
                *text = lines.join("\n");
            }
            _ => {
                let known: Vec<_> = RULES.iter().filter(|(old, _)| content.game.contains(old)).collect();
                if let Some((old, new)) = known.get(random.below(known.len().max(1))) {
                    content.game = content.game.replacen(old, new, 1);
                }
            }
        },
    }
}

/// Changes a content in up to three ways.
pub fn tampered(content: &Content, random: &mut Random) -> Content {
    let mut tampered = content.clone();
    for _ in 0..=random.below(3) {
        if tampered.lemmas.is_empty() || tampered.lemmas.iter().any(|lemma| lemma.tree.is_empty()) {
            break;
        }
        tamper(&mut tampered, random);
    }
    tampered
}

/// Changes, removes or inserts a byte.
pub fn nudged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let place = random.below(changed.len());
    match random.below(4) {
        0 => changed[place] ^= 1 << random.below(8),
        1 => changed[place] = random.next() as u8,
        2 => drop(changed.remove(place)),
        _ => changed.insert(place, random.next() as u8),
    }
    changed
}
