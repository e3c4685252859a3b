//! The header: which game, from where, how much to search, and what is claimed.

use super::envelope::Version;
use super::failure::Failure;
use super::statement::Statement;
use std::io::{self, BufRead, Read};

/// The header may have this many bytes.
const LONGEST: usize = 1 << 24;

/// The most that a file may ask to be searched at a time.
const MOST_SEARCH: u32 = 1_000_000;

/// A header, of which only the form is known to be right.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The name of the game, with all rules.
    pub(super) game: String,
    /// The text that describes the game, if there is one.
    pub(super) definition: Option<String>,
    /// The position that the moves of claims begin at; `None`: the start of the game.
    pub(super) from: Option<Origin>,
    /// How many plays a search may take.
    pub(super) search: u32,
    /// What is claimed; at least one thing.
    pub(super) claims: Vec<Claim>,
    /// The number of the first line with a claim.
    pub(super) first_claim: usize,
}

/// A position, and the line that gives it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) position: Vec<u8>,
    pub(super) line: usize,
}

/// What a proof is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub statement: Statement,
    /// The lemma that says so.
    pub lemma: u32,
    /// The moves from the start of the game, or wherever the proof begins, to the position spoken of.
    pub moves: Vec<String>,
}

impl Header {
    /// Reads a header and the empty line behind it.
    pub(super) fn read(
        content: &mut impl BufRead,
        version: Version,
        failure: impl Fn(io::Error) -> Failure,
    ) -> Result<Header, Failure> {
        let mut lines = Lines { content: content.take(LONGEST as u64), number: 0 };
        let mut next = |what| lines.next(what, &failure);
        let (line, game) = next("game")?;
        let game = game.strip_prefix("game ").ok_or_else(|| wrong(line, "expected `game NAME`"))?.to_owned();
        let (mut definition, mut from) = (None, None);
        let (mut line, mut text) = next("search")?;
        if version != Version::One {
            while let Some(part) = text.strip_prefix('|') {
                let part = part.strip_prefix(' ').unwrap_or(part);
                definition = Some(definition.map_or(part.to_owned(), |whole: String| whole + "\n" + part));
                (line, text) = next("from")?;
            }
            let position = text
                .strip_prefix("from ")
                .and_then(bytes)
                .ok_or_else(|| wrong(line, "expected `from POSITION`, bytes in hexadecimal"))?;
            from = Some(Origin { position, line });
            (line, text) = next("search")?;
        }
        let search = text
            .strip_prefix("search ")
            .and_then(number)
            .filter(|&search| search <= MOST_SEARCH)
            .ok_or_else(|| wrong(line, "expected `search N`, at most 1000000"))?;
        let first_claim = line + 1;
        let mut claims = Vec::new();
        loop {
            let (line, text) = next("claim")?;
            if text.is_empty() && !claims.is_empty() {
                return Ok(Header { game, definition, from, search, claims, first_claim });
            }
            let claim = parse_claim(&text)
                .ok_or_else(|| wrong(line, "expected `claim STATEMENT LEMMA MOVES` with single spaces"))?;
            claims.push(claim);
        }
    }
}

struct Lines<R> {
    content: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line, without its line feed, and its number.
    fn next(
        &mut self,
        what: &str,
        failure: &impl Fn(io::Error) -> Failure,
    ) -> Result<(usize, String), Failure> {
        self.number += 1;
        let mut line = Vec::new();
        self.content.read_until(b'\n', &mut line).map_err(failure)?;
        if line.pop() != Some(b'\n') {
            return Err(wrong(self.number, &format!("the header ends in or before the line `{what}`")));
        }
        let line = String::from_utf8(line).map_err(|_| wrong(self.number, "it is not text"))?;
        Ok((self.number, line))
    }
}

fn wrong(line: usize, why: &str) -> Failure {
    Failure::Header { line, why: why.to_owned() }
}

fn parse_claim(text: &str) -> Option<Claim> {
    let mut words = text.split(' ');
    if words.next() != Some("claim") {
        return None;
    }
    let statement = number(words.next()?)?;
    let statement = Statement::from_number(u8::try_from(statement).ok()?)?;
    let lemma = number(words.next()?)?;
    let moves: Vec<String> = words.map(str::to_owned).collect();
    if moves.iter().any(String::is_empty) {
        return None;
    }
    Some(Claim { statement, lemma, moves })
}

/// Bytes, each as two small hexadecimal digits.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |symbol: u8| match symbol {
        b'0'..=b'9' => Some(symbol - b'0'),
        b'a'..=b'f' => Some(symbol - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| <[u8; 2]>::try_from(pair).ok().and_then(|[a, b]| Some(digit(a)? << 4 | digit(b)?)))
        .collect()
}

/// A number in the one way in which it is written.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut text: &[u8]) -> Result<(Header, &[u8]), Failure> {
        let header = Header::read(&mut text, Version::One, Failure::Read)?;
        Ok((header, text))
    }

    fn read_two(mut text: &[u8]) -> Result<(Header, &[u8]), Failure> {
        let header = Header::read(&mut text, Version::Two, Failure::Read)?;
        Ok((header, text))
    }

    #[test]
    fn the_second_version_says_more() {
        let text = b"game toss\n| PLAYERS 1, 2\n|\n|  x\nfrom 00ff1a\nsearch 0\nclaim 1 0\n\nlemmas";
        let (header, rest) = read_two(text).expect("a header");
        assert_eq!(header.definition.as_deref(), Some("PLAYERS 1, 2\n\n x"));
        assert_eq!(header.from, Some(Origin { position: vec![0, 255, 26], line: 5 }));
        assert_eq!((header.first_claim, rest), (7, &b"lemmas"[..]));
        let (header, _) = read_two(b"game x\nfrom \nsearch 0\nclaim 1 0\n\n").expect("a header");
        assert_eq!((header.definition, header.first_claim), (None, 4));
        for (text, expected) in [
            ("game x\nsearch 0\nclaim 1 0\n\n", 2),
            ("game x\nfrom 0\nsearch 0\nclaim 1 0\n\n", 2),
            ("game x\nfrom 0G\nsearch 0\nclaim 1 0\n\n", 2),
            ("game x\nfrom 0A\nsearch 0\nclaim 1 0\n\n", 2),
            ("game x\nfrom 00\n| late\nsearch 0\nclaim 1 0\n\n", 3),
            ("game x\n| a\n| b\n", 4),
        ] {
            match read_two(text.as_bytes()) {
                Err(Failure::Header { line, .. }) => assert_eq!(line, expected, "{text:?}"),
                other => panic!("{text:?}: {other:?}"),
            }
        }
        // The first version knows nothing of that.
        assert!(read(b"game x\nfrom 00\nsearch 0\nclaim 1 0\n\n").is_err());
        assert!(read(b"game x\n| a\nsearch 0\nclaim 1 0\n\n").is_err());
    }

    #[test]
    fn a_header_and_what_follows() {
        let text = b"game some:game,a=b\nsearch 100\nclaim 3 12\nclaim 0 4 @0/ B1+\n\nlemmas";
        let (header, rest) = read(text).expect("a header");
        assert_eq!(header.game, "some:game,a=b");
        assert_eq!(header.search, 100);
        assert_eq!(rest, b"lemmas");
        let [one, two] = &header.claims[..] else {
            panic!("two claims expected: {header:?}");
        };
        assert_eq!((one.statement.number(), one.lemma, one.moves.len()), (3, 12, 0));
        assert_eq!((two.statement.number(), two.lemma), (0, 4));
        assert_eq!(two.moves, ["@0/", "B1+"]);
    }

    #[test]
    fn anything_else_is_refused_with_its_line() {
        for (text, expected) in [
            ("", 1),
            ("game x", 1),
            ("Game x\nsearch 1\nclaim 0 0\n\n", 1),
            ("search 1\ngame x\nclaim 0 0\n\n", 1),
            ("game x\nsearch 01\nclaim 0 0\n\n", 2),
            ("game x\nsearch 1000001\nclaim 0 0\n\n", 2),
            ("game x\nsearch -1\nclaim 0 0\n\n", 2),
            ("game x\nsearch\nclaim 0 0\n\n", 2),
            ("game x\r\nsearch 1\r\nclaim 0 0\r\n\r\n", 2),
            ("game x\nsearch 1\n\n", 3),
            ("game x\nsearch 1\nclaim 4 0\n\n", 3),
            ("game x\nsearch 1\nclaim 256 0\n\n", 3),
            ("game x\nsearch 1\nclaim 0\n\n", 3),
            ("game x\nsearch 1\nclaim 0 4294967296\n\n", 3),
            ("game x\nsearch 1\nclaim 0 0 \n\n", 3),
            ("game x\nsearch 1\nclaim  0 0\n\n", 3),
            ("game x\nsearch 1\nclaim 0 0 a  b\n\n", 3),
            ("game x\nsearch 1\nclaim 0 0\nclaims\n\n", 4),
            ("game x\nsearch 1\nclaim 0 0\n", 4),
        ] {
            match read(text.as_bytes()) {
                Err(Failure::Header { line, .. }) => assert_eq!(line, expected, "{text:?}"),
                other => panic!("{text:?}: {other:?}"),
            }
        }
        let mut endless = b"game ".to_vec();
        endless.resize(2 * LONGEST, b'x');
        assert!(matches!(read(&endless), Err(Failure::Header { line: 1, .. })));
        assert!(matches!(read(b"game \xff\n"), Err(Failure::Header { line: 1, .. })));
    }
}
