//! Reading games.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Intractable};
use std::collections::BTreeMap;

/// Where a text is no game, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: {problem}")]
pub struct NotationError {
    /// The offending character, counted from 1.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something else should stand there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A denominator that is no power of two.
    #[error("{0} is not a power of two, so no game is that fraction")]
    Denominator(u64),
    /// A number of too many digits.
    #[error("the number is too large")]
    Number,
    /// `*n` or `^n` beyond what is useful.
    #[error("{0} is too many (at most {MOST_HEAP})")]
    Heap(u64),
    /// Two groups of bars of the same length side by side.
    #[error("ambiguous: the {0} bars here bind as tightly as others beside them; use braces")]
    Bars(usize),
    /// Too deep.
    #[error("nested too deeply")]
    Depth,
    /// A name that nothing has.
    #[error("nothing is called `{0}`")]
    Name(String),
    /// A game with loops.
    #[error("`{0}` is a loopy game; only games that end have values here")]
    Loopy(String),
    /// A function that is not defined there.
    #[error("{0}")]
    Undefined(&'static str),
    /// A board that has no value here.
    #[error("{0}")]
    Board(String),
    /// The game itself is out of reach.
    #[error(transparent)]
    Game(#[from] Intractable),
}

/// The largest nimber and the largest number of ups.
const MOST_HEAP: u64 = 100;
/// The deepest nesting: reading is recursive, and so are comparisons.
const MOST_DEPTH: usize = 200;

impl Forms {
    /// Reads a game.
    ///
    /// # Errors
    /// If the text is no game, or one that is too complex.
    pub fn parse(&mut self, text: &str) -> Result<Form, NotationError> {
        self.parse_with(text, &BTreeMap::new(), &mut NoBoards)
    }

    /// Reads a game in which names stand for games, and `word("…")` for a board of a ruleset.
    ///
    /// # Errors
    /// If the text is no game, or one that is too complex.
    pub fn parse_with(
        &mut self,
        text: &str,
        names: &BTreeMap<String, Form>,
        boards: &mut dyn Boards,
    ) -> Result<Form, NotationError> {
        let mut reader =
            Reader { forms: self, names, boards, symbols: text.chars().collect(), at: 0, depth: 0 };
        let game = reader.whole(None)?;
        Ok(game)
    }
}

struct Reader<'a> {
    forms: &'a mut Forms,
    names: &'a BTreeMap<String, Form>,
    boards: &'a mut dyn Boards,
    symbols: Vec<char>,
    at: usize,
    depth: usize,
}

/// Who knows the values of boards. This crate knows no ruleset.
pub trait Boards: Send {
    /// The value of a board of the ruleset of this name; `None` if there is no such ruleset.
    fn value(&mut self, ruleset: &str, board: &str, forms: &mut Forms) -> Option<Result<Form, String>>;
}

/// Knows no ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBoards;

impl Boards for NoBoards {
    fn value(&mut self, _: &str, _: &str, _: &mut Forms) -> Option<Result<Form, String>> {
        None
    }
}

/// The functions of games that can be written.
pub(crate) const FUNCTIONS: [&str; 7] = ["heat", "cool", "rcf", "aw", "mean", "temp", "birthday"];

/// What stands between two groups of bars.
type Games = Vec<Form>;

impl Reader<'_> {
    fn error<T>(&self, at: usize, problem: impl Into<Problem>) -> Result<T, NotationError> {
        Err(NotationError { at: at + 1, problem: problem.into() })
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, NotationError> {
        let found = match self.symbols.get(self.at) {
            None => "the end".to_owned(),
            Some(&symbol) if symbol.is_control() => "a control character".to_owned(),
            Some(symbol) => format!("`{symbol}`"),
        };
        self.error(self.at, Problem::Expected { expected, found })
    }

    fn made(&self, at: usize, game: Result<Form, Intractable>) -> Result<Form, NotationError> {
        game.or_else(|error| self.error(at, error))
    }

    fn skip_blanks(&mut self) {
        while self.symbols.get(self.at).is_some_and(|symbol| symbol.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The next symbol that is not blank.
    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.symbols.get(self.at).copied()
    }

    /// Steps over a text if it is next.
    fn take(&mut self, text: &str) -> bool {
        let length = text.chars().count();
        let found = self
            .symbols
            .get(self.at..self.at + length)
            .is_some_and(|next| text.chars().eq(next.iter().copied()));
        if found {
            self.at += length;
        }
        found
    }

    /// Everything up to a closing symbol (`None`: the end), with bars or without.
    fn whole(&mut self, close: Option<char>) -> Result<Form, NotationError> {
        let start = self.at;
        match (self.games(close)?, close) {
            ((games, false), Some('}'))
                if games.len() != 1 || self.symbols.get(self.at - 1) == Some(&'}') =>
            {
                self.at -= 1;
                self.expected("`|` (braces hold the options of Left and of Right)")
            }
            ((games, _), _) => match games[..] {
                [game] => Ok(game),
                _ => {
                    self.at = start;
                    self.expected("one game (several only within braces)")
                }
            },
        }
    }

    /// The same, where several games may stand without a bar; says whether there was one.
    fn games(&mut self, close: Option<char>) -> Result<(Games, bool), NotationError> {
        let (mut lists, mut bars) = (vec![self.list(close)?], Vec::new());
        while self.peek() == Some('|') {
            let at = self.at;
            while self.take("|") {}
            bars.push((self.at - at, at));
            lists.push(self.list(close)?);
        }
        if self.peek() != close {
            return self.expected(match close {
                None => "`+`, `-`, `|` or the end",
                Some('}') => "`,`, `|` or `}`",
                Some(_) => "`+`, `-` or `)`",
            });
        }
        if close.is_some() {
            self.at += 1;
        }
        if bars.is_empty() {
            return Ok((lists.swap_remove(0), false));
        }
        Ok((vec![self.barred(&lists, &bars)?], true))
    }

    /// `a||b|c`: the longest bars divide first.
    fn barred(&mut self, lists: &[Games], bars: &[(usize, usize)]) -> Result<Form, NotationError> {
        let longest = bars.iter().map(|&(length, _)| length).max().unwrap_or(0);
        let mut widest = bars.iter().enumerate().filter(|(_, bar)| bar.0 == longest);
        let (Some((split, &(_, at))), None) = (widest.next(), widest.next()) else {
            let at = bars.iter().rev().find(|bar| bar.0 == longest).map_or(self.at, |bar| bar.1);
            return self.error(at, Problem::Bars(longest));
        };
        let mut side = |lists: &[Games], bars: &[(usize, usize)]| match lists {
            [games] => Ok(games.clone()),
            _ => self.barred(lists, bars).map(|game| vec![game]),
        };
        let left = side(&lists[..=split], &bars[..split])?;
        let right = side(&lists[split + 1..], &bars[split + 1..])?;
        let game = self.forms.game(&left, &right);
        self.made(at, game)
    }

    /// Games separated by commas; within braces there may be none.
    fn list(&mut self, close: Option<char>) -> Result<Games, NotationError> {
        let mut games = Vec::new();
        let next = self.peek();
        if next == Some('|') || close == Some('}') && next == close {
            return Ok(games);
        }
        loop {
            games.push(self.sum()?);
            if self.peek() != Some(',') {
                return Ok(games);
            }
            self.at += 1;
        }
    }

    fn sum(&mut self) -> Result<Form, NotationError> {
        let mut sum = self.ordinal()?;
        loop {
            let at = self.at;
            let minus = match self.peek() {
                Some('+') => false,
                Some('-' | '−') => true,
                _ => return Ok(sum),
            };
            self.at += 1;
            let term = self.ordinal()?;
            let total = if minus { self.forms.difference(sum, term) } else { self.forms.sum(sum, term) };
            sum = self.made(at, total)?;
        }
    }

    /// Ordinal sums bind more tightly than sums.
    fn ordinal(&mut self) -> Result<Form, NotationError> {
        let mut game = self.term()?;
        while self.peek() == Some(':') {
            let at = self.at;
            self.at += 1;
            let on_top = self.term()?;
            let sum = self.forms.ordinal_sum(game, on_top);
            game = self.made(at, sum)?;
        }
        Ok(game)
    }

    fn term(&mut self) -> Result<Form, NotationError> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return self.error(self.at, Problem::Depth);
        }
        let term = self.one_term();
        self.depth -= 1;
        term
    }

    fn one_term(&mut self) -> Result<Form, NotationError> {
        const GAME: &str = "a game, such as 3/4, *, ^, {1|-1}, ±1 or tiny(2)";
        let Some(symbol) = self.peek() else {
            return self.expected(GAME);
        };
        let at = self.at;
        for (name, negative) in [
            ("tiny", false),
            ("Tiny", false),
            ("⧾", false),
            ("+_", false),
            ("miny", true),
            ("Miny", true),
            ("⧿", true),
            ("-_", true),
        ] {
            if self.take(name) {
                let threat = self.term()?;
                let tiny = self.forms.tiny(threat);
                let tiny = self.made(at, tiny)?;
                return Ok(if negative { self.forms.negative(tiny) } else { tiny });
            }
        }
        if self.take("±") || self.take("+-") || self.take("+/-") {
            let games = self.switched()?;
            let negatives: Games = games.iter().map(|&game| self.forms.negative(game)).collect();
            let switch = self.forms.game(&games, &negatives);
            return self.made(at, switch);
        }
        let game = match symbol {
            '-' | '−' => {
                self.at += 1;
                if !self.symbols.get(self.at).is_some_and(char::is_ascii_digit) {
                    let game = self.term()?;
                    return Ok(self.forms.negative(game));
                }
                // A negative number: the sign is not that of the arrows behind it.
                let number = self.number()?;
                self.forms.negative(number)
            }
            '{' => {
                self.at += 1;
                self.whole(Some('}'))?
            }
            '(' => {
                self.at += 1;
                self.whole(Some(')'))?
            }
            '0'..='9' => self.number()?,
            '^' | '↑' | '↓' | '*' => Form::ZERO,
            'v' if self.is_down() => Form::ZERO,
            'a'..='z' | 'A'..='Z' | '_' => self.word()?,
            _ => return self.expected(GAME),
        };
        self.infinitesimals(game)
    }

    /// What stands behind `±`: one game, or several in braces.
    fn switched(&mut self) -> Result<Games, NotationError> {
        if self.peek() != Some('{') {
            return Ok(vec![self.term()?]);
        }
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return self.error(self.at, Problem::Depth);
        }
        self.at += 1;
        let (games, has_bars) = self.games(Some('}'))?;
        self.depth -= 1;
        match (&games[..], has_bars) {
            (&[game], true) => Ok(vec![self.infinitesimals(game)?]),
            ([], _) => {
                self.at -= 1;
                self.expected("a game")
            }
            _ => Ok(games),
        }
    }

    /// The word that begins here.
    fn word_ahead(&self) -> String {
        let rest = self.symbols[self.at..].iter();
        rest.take_while(|symbol| symbol.is_ascii_alphanumeric() || **symbol == '_').collect()
    }

    /// Whether the word that begins here is downs: `v`, `vv`, `v3`.
    fn is_down(&self) -> bool {
        let word = self.word_ahead();
        word.trim_start_matches('v').chars().all(|symbol| symbol.is_ascii_digit())
    }

    /// A name, or a function with its arguments.
    fn word(&mut self) -> Result<Form, NotationError> {
        let (at, word) = (self.at, self.word_ahead());
        if let Some(&game) = self.names.get(&word) {
            self.at += word.len();
            return Ok(game);
        }
        if ["on", "off", "over", "under", "upon", "dud", "pass"].contains(&word.as_str()) {
            return self.error(at, Problem::Loopy(word));
        }
        let behind = &self.symbols[self.at + word.len()..];
        if behind.starts_with(&['(', '"']) {
            let board: String = behind[2..].iter().take_while(|&&symbol| symbol != '"').collect();
            let length = board.chars().count();
            if behind[2 + length..].starts_with(&['"', ')'])
                && let Some(value) = self.boards.value(&word, &board, self.forms)
            {
                self.at += word.len() + length + 4;
                return value.or_else(|why| self.error(at, Problem::Board(why)));
            }
        }
        if !FUNCTIONS.contains(&word.as_str()) || self.symbols.get(self.at + word.len()) != Some(&'(') {
            return self.error(at, Problem::Name(word));
        }
        self.at += word.len() + 1;
        let (arguments, _) = self.games(Some(')'))?;
        let result = match (word.as_str(), &arguments[..]) {
            ("heat" | "cool", &[game, by]) => {
                let Some(by) = self.forms.as_number(by) else {
                    return self.error(at, Problem::Undefined("games are heated and cooled by numbers"));
                };
                if word == "heat" { self.forms.heated(game, by) } else { self.forms.cooled(game, by) }
            }
            ("rcf", &[game]) => self.forms.reduced(game),
            ("aw", &[game]) => match self.forms.atomic_weight(game) {
                Ok(None) => {
                    return self.error(at, Problem::Undefined("only all-small games have an atomic weight"));
                }
                Ok(Some(weight)) => Ok(weight),
                Err(error) => Err(error),
            },
            ("mean" | "temp", &[game]) => match self.forms.thermograph(game) {
                Ok(thermograph) if word == "mean" => self.forms.number(thermograph.mean()),
                Ok(thermograph) => self.forms.number(thermograph.temperature()),
                Err(error) => Err(error.into()),
            },
            ("birthday", &[game]) => match Dyadic::new(self.forms.birthday(game).into(), 0) {
                Ok(birthday) => self.forms.number(birthday),
                Err(error) => Err(error.into()),
            },
            ("heat" | "cool", _) => {
                return self.error(at, Problem::Undefined("expected a game and a number"));
            }
            _ => return self.error(at, Problem::Undefined("expected one game")),
        };
        self.made(at, result)
    }

    /// Digits, if any are next.
    fn digits(&mut self) -> Result<Option<u64>, NotationError> {
        let start = self.at;
        let mut value = None;
        while let Some(digit) = self.symbols.get(self.at).and_then(|symbol| symbol.to_digit(10)) {
            let more = value.unwrap_or(0u64).checked_mul(10).and_then(|tens| tens.checked_add(digit.into()));
            if more.is_none() {
                return self.error(start, Problem::Number);
            }
            value = more;
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Form, NotationError> {
        let start = self.at;
        let Some(numerator) = self.digits()? else {
            return self.expected("a number");
        };
        let mut halvings = 0;
        if self.take("/") {
            let at = self.at;
            match self.digits()? {
                None => return self.expected("a denominator"),
                Some(denominator) if !denominator.is_power_of_two() => {
                    return self.error(at, Problem::Denominator(denominator));
                }
                Some(denominator) => halvings = denominator.trailing_zeros(),
            }
        }
        match Dyadic::new(numerator.into(), halvings) {
            Ok(number) => {
                let number = self.forms.number(number);
                self.made(start, number)
            }
            Err(_) => self.error(start, Problem::Number),
        }
    }

    /// Ups, downs and a nimber right behind a game are added to it.
    fn infinitesimals(&mut self, game: Form) -> Result<Form, NotationError> {
        let start = self.at;
        let mut sum = game;
        for (symbols, sign) in [(['^', '↑'], 1), (['v', '↓'], -1)] {
            let at = self.at;
            let mut count = 0u64;
            while self.symbols.get(self.at).is_some_and(|symbol| symbols.contains(symbol)) {
                self.at += 1;
                count += 1;
            }
            if count == 0 {
                continue;
            }
            if count == 1 {
                count = self.digits()?.unwrap_or(1);
            }
            if count > MOST_HEAP {
                return self.error(at, Problem::Heap(count));
            }
            let ups = self.forms.ups(sign * count as i32);
            let ups = self.made(at, ups)?;
            let with_ups = self.forms.sum(sum, ups);
            sum = self.made(start, with_ups)?;
        }
        let at = self.at;
        if self.take("*") {
            let heap = self.digits()?.unwrap_or(1);
            if heap > MOST_HEAP {
                return self.error(at, Problem::Heap(heap));
            }
            let nimber = self.forms.nimber(heap as u32);
            let nimber = self.made(at, nimber)?;
            let with_nimber = self.forms.sum(sum, nimber);
            sum = self.made(start, with_nimber)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_what_they_say() {
        for (text, same) in [
            ("{3|0}", "3|0"),
            ("3||2|1", "{3|{2|1}}"),
            ("{4|3||2|1}", "{{4|3}|{2|1}}"),
            ("5|||4||3|2", "{5|{4|{3|2}}}"),
            ("{|}", "0"),
            ("{0|}", "1"),
            ("|1", "0"),
            ("{0|1}", "1/2"),
            ("{-1/2|5}", "0"),
            ("+-1", "{1|-1}"),
            ("± 1", "1|-1"),
            ("+-{2|1}", "{2|1||-1|-2}"),
            ("*", "{0|0}"),
            ("*2", "{0,*|0,*}"),
            ("^", "{0|*}"),
            ("^*", "{0,*|0}"),
            ("^^", "^ + ^"),
            ("v", "-^"),
            ("v3*2", "*2 - ^3"),
            ("1/2*", "1/2 + *"),
            ("2^^*3", "2 + ^ + ^ + *3"),
            ("{3|0}*", "{3|0} + *"),
            ("tiny(2)", "0||0|-2"),
            ("miny 2", "2|0||0"),
            ("1 - 1", "0"),
            ("1+-1", "0"),
            ("1 - (2 - 3)", "2"),
            ("- -1", "1"),
            ("{ 1 , { 3 | 0 } | - 3 }", "{{3|0},1|-3}"),
        ] {
            let mut forms = Forms::new();
            let (one, other) = (forms.parse(text), forms.parse(same));
            assert!(one.is_ok() && one == other, "{text}: {one:?}, {same}: {other:?}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, at) in [
            ("", 1),
            ("{1|2", 5),
            ("{1,|2}", 4),
            ("{1}", 3),
            ("1,2", 1),
            ("1 2", 3),
            ("1/3", 3),
            ("1/", 3),
            ("{1|2|3}", 5),
            ("3 + x", 5),
            ("*101", 1),
            ("99999999999999999999", 1),
            ("9223372036854775807", 1),
            ("(1|2", 5),
            ("{1|2}}", 6),
        ] {
            match Forms::new().parse(text) {
                Ok(_) => panic!("{text} was read"),
                Err(error) => assert_eq!(error.at, at, "{text}: {error}"),
            }
        }
        let deep = "{".repeat(300) + "|" + &"}".repeat(300);
        assert_eq!(Forms::new().parse(&deep).map_err(|error| error.problem), Err(Problem::Depth));
    }
}
