//! Databases of values.
//!
//! Games are kept in pairs of a game and its negative, of which one is written down; a *code* is twice the
//! number of the pair, plus 1 for the negative. A game is a number or two lists of codes, which come earlier. Tables give a code
//! for every position; what the positions are is said in the description, as lines `key=value`.
//!
//! | section | content |
//! |---|---|
//! | `description` | lines `key=value` |
//! | `counts` | pairs of games, numbers, distinct thermographs, then the length of each table |
//! | `numbers` | numerator (8 bytes) and halvings (1 byte) of each number |
//! | `starts` | where the options of a pair begin; an empty list is a number |
//! | `splits` | how many of the options are Left's; of a number, which one it is |
//! | `options` | codes |
//! | `table 0` … | codes by position |
//! | `heat` | which thermograph a pair has |
//! | `thermographs` | see [`Walls`] |

use crate::container::{Container, ReadError, assemble};
use crate::packed::{Packed, pack, pack_from};
use yomikiri_game::leb128;

/// A game, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A number: numerator and halvings.
    Number(i64, u8),
    /// The codes of the options of Left and of Right.
    Game(Vec<u32>, Vec<u32>),
}

/// The walls of a thermograph, left and right: temperatures and values of the corners, all in units of 1/2^halvings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Walls {
    /// What the numbers are divided by, as a power of two.
    pub halvings: u8,
    /// The corners of the left and of the right wall.
    pub corners: [Vec<(i64, i64)>; 2],
}

/// Everything that a database holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Lines `key=value`.
    pub description: String,
    /// One game of each pair.
    pub games: Vec<Record>,
    /// Codes by position.
    pub tables: Vec<Vec<u32>>,
    /// Which thermograph each game of `games` has; empty if the database has none (yet).
    pub heat: Vec<u32>,
    /// The distinct thermographs.
    pub thermographs: Vec<Walls>,
}

/// The names of the sections of tables.
const TABLES: [&str; 16] = [
    "table 0", "table 1", "table 2", "table 3", "table 4", "table 5", "table 6", "table 7", "table 8",
    "table 9", "table 10", "table 11", "table 12", "table 13", "table 14", "table 15",
];

/// The most tables that a database can have.
pub const MOST_TABLES: usize = TABLES.len();

impl Contents {
    /// The bytes of the file. The same contents always give the same bytes.
    ///
    /// # Panics
    /// If there are more than [`MOST_TABLES`] tables.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new();
        for game in &self.games {
            match game {
                Record::Number(numerator, halvings) => encoder.number(*numerator, *halvings),
                Record::Game(left, right) => encoder.game(left.iter().copied(), right.iter().copied()),
            }
        }
        for thermograph in &self.thermographs {
            encoder.thermograph(thermograph);
        }
        for &heat in &self.heat {
            encoder.heat(heat);
        }
        let lengths: Vec<usize> = self.tables.iter().map(Vec::len).collect();
        encoder.finish(&self.description, &lengths, |table, place| self.tables[table][place])
    }
}

/// A database under construction, close to the form in which it is written: large ones need not be in memory as
/// [`Contents`].
#[derive(Clone, Debug)]
pub struct Encoder {
    numbers: Vec<u8>,
    starts: Vec<u32>,
    splits: Vec<u32>,
    options: Vec<u32>,
    heat: Vec<u32>,
    walls: Vec<u8>,
    wall_starts: Vec<u32>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            numbers: Vec::new(),
            starts: vec![0],
            splits: Vec::new(),
            options: Vec::new(),
            heat: Vec::new(),
            walls: Vec::new(),
            wall_starts: vec![0],
        }
    }

    /// The next game is a number.
    pub fn number(&mut self, numerator: i64, halvings: u8) {
        self.splits.push((self.numbers.len() / 9) as u32);
        self.numbers.extend_from_slice(&numerator.to_le_bytes());
        self.numbers.push(halvings);
        self.starts.push(self.options.len() as u32);
    }

    /// The next game has options with these codes.
    pub fn game(&mut self, left: impl IntoIterator<Item = u32>, right: impl IntoIterator<Item = u32>) {
        let start = self.options.len();
        self.options.extend(left);
        self.splits.push((self.options.len() - start) as u32);
        self.options.extend(right);
        self.starts.push(self.options.len() as u32);
    }

    /// The next thermograph.
    pub fn thermograph(&mut self, walls: &Walls) {
        walls.write(&mut self.walls);
        self.wall_starts.push(self.walls.len() as u32);
    }

    /// Which thermograph the next game has; to be said of every game or of none.
    pub fn heat(&mut self, thermograph: u32) {
        self.heat.push(thermograph);
    }

    /// The memory that it takes, and at most as much again and three times the file while it is finished.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.starts, &self.splits, &self.options, &self.heat, &self.wall_starts];
        words.into_iter().map(|words| 4 * words.capacity()).sum::<usize>()
            + self.numbers.capacity()
            + self.walls.capacity()
    }

    /// The bytes of the file, with tables of these lengths and the code of every place in a table.
    ///
    /// # Panics
    /// If there are more than [`MOST_TABLES`] tables.
    #[must_use]
    pub fn finish(self, description: &str, lengths: &[usize], code: impl Fn(usize, usize) -> u32) -> Vec<u8> {
        assert!(lengths.len() <= MOST_TABLES, "too many tables");
        let Self { numbers, starts, splits, options, heat, walls, wall_starts } = self;
        let counts = [splits.len(), numbers.len() / 9, wall_starts.len() - 1].into_iter();
        let counts = counts.chain(lengths.iter().copied()).flat_map(|count| (count as u64).to_le_bytes());
        let mut sections = vec![
            ("description", description.as_bytes().to_vec()),
            ("counts", counts.collect()),
            ("numbers", numbers),
            ("starts", pack(&starts)),
            ("splits", pack(&splits)),
            ("options", pack(&options)),
            ("heat", pack(&heat)),
            ("wall starts", pack(&wall_starts)),
            ("thermographs", walls),
        ];
        drop((starts, splits, options, heat, wall_starts));
        let tables = lengths.iter().enumerate();
        let tables = tables.map(|(table, &length)| pack_from(length, |place| code(table, place)));
        sections.extend(TABLES.into_iter().zip(tables));
        assemble(&sections)
    }
}

impl Walls {
    fn write(&self, into: &mut Vec<u8>) {
        into.push(self.halvings);
        for wall in &self.corners {
            leb128::write(wall.len() as u64, into);
            for &(t, value) in wall {
                leb128::write(folded(t), into);
                leb128::write(folded(value), into);
            }
        }
    }

    fn read(mut bytes: &[u8]) -> Option<Self> {
        let (&halvings, rest) = bytes.split_first()?;
        bytes = rest;
        let mut corners = [Vec::new(), Vec::new()];
        for wall in &mut corners {
            for _ in 0..leb128::read(&mut bytes)? {
                wall.push((unfolded(leb128::read(&mut bytes)?), unfolded(leb128::read(&mut bytes)?)));
            }
        }
        Some(Self { halvings, corners })
    }

    /// The thermograph of the negative; `None` if a value has none of 64 bits.
    #[must_use]
    pub fn negative(&self) -> Option<Self> {
        let negated = |wall: &[(i64, i64)]| {
            wall.iter().map(|&(t, value)| Some((t, value.checked_neg()?))).collect::<Option<_>>()
        };
        let corners = [negated(&self.corners[1])?, negated(&self.corners[0])?];
        Some(Self { halvings: self.halvings, corners })
    }
}

/// Numbers near 0, of either sign, become small.
fn folded(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// A database, opened for reading.
#[derive(Debug)]
pub struct Database {
    container: Container,
    games: usize,
    numbers: usize,
    thermographs: usize,
    lengths: Vec<usize>,
}

const DAMAGED: ReadError = ReadError::Damaged("a section is too short for what it should hold");

impl Database {
    /// Looks at a file that has been opened.
    ///
    /// # Errors
    /// If it is no database, or its sections do not fit together.
    pub fn new(container: Container) -> Result<Self, ReadError> {
        let counts = container.section("counts")?.chunks_exact(8);
        let count = |word: &[u8]| u64::from_le_bytes(word.try_into().unwrap_or_default()).try_into();
        let counts: Vec<usize> = counts.map(count).collect::<Result<_, _>>().map_err(|_| DAMAGED)?;
        let [games, numbers, thermographs, lengths @ ..] = &counts[..] else {
            return Err(DAMAGED);
        };
        if lengths.len() > MOST_TABLES {
            return Err(DAMAGED);
        }
        let database = Self {
            games: *games,
            numbers: *numbers,
            thermographs: *thermographs,
            lengths: lengths.to_vec(),
            container,
        };
        database.check()?;
        Ok(database)
    }

    /// Whether every section is as long as it must be and every code means something.
    fn check(&self) -> Result<(), ReadError> {
        let after_games = self.games.checked_add(1).ok_or(DAMAGED)?;
        let starts = self.packed("starts", after_games)?;
        let splits = self.packed("splits", self.games)?;
        let all_options = starts.get(self.games);
        let options = self.packed("options", all_options as usize)?;
        if self.container.section("numbers")?.len() / 9 != self.numbers {
            return Err(DAMAGED);
        }
        // Every game is a number or has an option, so there cannot be more games than that.
        if self.games > self.numbers + all_options as usize || self.thermographs > self.games {
            return Err(DAMAGED);
        }
        let wrong = || ReadError::Damaged("a game refers to one that does not exist");
        for game in 0..self.games {
            let (start, end) = (starts.get(game), starts.get(game + 1));
            let in_order = start <= end && end <= all_options;
            let known = in_order && (start..end).all(|at| (options.get(at as usize) / 2) < game as u32);
            let split = splits.get(game);
            let split_fits =
                || if start == end { (split as usize) < self.numbers } else { split <= end - start };
            if !known || !split_fits() {
                return Err(wrong());
            }
        }
        for (table, &length) in self.lengths.iter().enumerate() {
            let packed = self.packed(TABLES[table], length)?;
            // An array of numbers without bits is all zeros, however long it claims to be.
            let shown = if packed.width() == 0 { length.min(1) } else { length };
            if length > u32::MAX as usize || (0..shown).any(|at| packed.get(at) as usize / 2 >= self.games) {
                return Err(wrong());
            }
        }
        if self.thermographs > 0 {
            let heat = self.packed("heat", self.games)?;
            self.packed("wall starts", self.thermographs + 1)?;
            if (0..self.games).any(|game| heat.get(game) as usize >= self.thermographs) {
                return Err(wrong());
            }
        }
        Ok(())
    }

    fn packed(&self, name: &'static str, length: usize) -> Result<Packed<'_>, ReadError> {
        Packed::new(self.container.section(name)?, length).ok_or(DAMAGED)
    }

    /// A section whose length was checked when the database was opened.
    fn checked(&self, name: &'static str, length: usize) -> Packed<'_> {
        self.packed(name, length).unwrap_or_else(|_| unreachable!("checked when opened"))
    }

    /// The lines `key=value`.
    ///
    /// # Errors
    /// If they are no text.
    pub fn description(&self) -> Result<&str, ReadError> {
        let bytes = self.container.section("description")?;
        std::str::from_utf8(bytes).map_err(|_| ReadError::Damaged("its description is not text"))
    }

    /// How many pairs of games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many tables there are.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.lengths.len()
    }

    /// The number of positions of a table.
    #[must_use]
    pub fn table_length(&self, table: usize) -> usize {
        self.lengths[table]
    }

    /// How many different thermographs there are.
    #[must_use]
    pub fn thermographs(&self) -> usize {
        self.thermographs
    }

    /// The size of the file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.container.size()
    }

    /// The code of a position.
    #[must_use]
    pub fn code(&self, table: usize, position: usize) -> u32 {
        self.checked(TABLES[table], self.lengths[table]).get(position)
    }

    /// The game of a pair that is written down, whose code is twice its number.
    #[must_use]
    pub fn game(&self, pair: usize) -> Record {
        let starts = self.checked("starts", self.games + 1);
        let (start, end) = (starts.get(pair) as usize, starts.get(pair + 1) as usize);
        let split = self.checked("splits", self.games).get(pair) as usize;
        if start == end {
            let bytes = self.container.section("numbers").unwrap_or_default();
            let bytes = bytes.get(9 * split..9 * split + 9).unwrap_or(&[0; 9]);
            let numerator = i64::from_le_bytes(bytes[..8].try_into().unwrap_or_default());
            return Record::Number(numerator, bytes[8]);
        }
        let options = self.checked("options", starts.get(self.games) as usize);
        let codes = |from: usize, to: usize| (from..to).map(|at| options.get(at)).collect();
        Record::Game(codes(start, start + split), codes(start + split, end))
    }

    /// The thermograph of the game with a code; `None` if the database has none.
    #[must_use]
    pub fn walls(&self, code: u32) -> Option<Walls> {
        if self.thermographs == 0 {
            return None;
        }
        let number = self.checked("heat", self.games).get(code as usize / 2) as usize;
        let offsets = self.checked("wall starts", self.thermographs + 1);
        let range = offsets.get(number) as usize..offsets.get(number + 1) as usize;
        let walls = Walls::read(self.container.section("thermographs").ok()?.get(range)?)?;
        if code % 2 == 1 { walls.negative() } else { Some(walls) }
    }

    /// Everything, in memory.
    ///
    /// # Errors
    /// If the description is no text.
    pub fn contents(&self) -> Result<Contents, ReadError> {
        let tables = (0..self.tables()).map(|table| {
            let packed = self.checked(TABLES[table], self.lengths[table]);
            (0..self.lengths[table]).map(|at| packed.get(at)).collect()
        });
        let even = |pair: usize| 2 * pair as u32;
        let (mut heat, mut thermographs) = (Vec::new(), Vec::new());
        if self.thermographs > 0 {
            let packed = self.checked("heat", self.games);
            heat = (0..self.games).map(|game| packed.get(game)).collect();
            thermographs = vec![Walls { halvings: 0, corners: [Vec::new(), Vec::new()] }; self.thermographs];
            for game in 0..self.games {
                if let Some(walls) = self.walls(even(game)) {
                    thermographs[heat[game] as usize] = walls;
                }
            }
        }
        Ok(Contents {
            description: self.description()?.to_owned(),
            games: (0..self.games).map(|pair| self.game(pair)).collect(),
            tables: tables.collect(),
            heat,
            thermographs,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Contents {
        Contents {
            description: "game=sample\n".to_owned(),
            games: vec![
                Record::Number(0, 0),
                Record::Number(-3, 2),
                Record::Game(vec![0], vec![0, 3]),
                Record::Game(vec![4, 2], vec![5]),
            ],
            tables: vec![vec![0, 7, 6, 5, 2], vec![]],
            heat: vec![0, 0, 1, 0],
            thermographs: vec![
                Walls { halvings: 2, corners: [vec![(-4, 9), (3, 2)], vec![(-4, 2)]] },
                Walls { halvings: 0, corners: [vec![(-1, i64::MAX)], vec![(-1, i64::MIN)]] },
            ],
        }
    }

    fn opened(bytes: Vec<u8>) -> Result<Database, ReadError> {
        Container::from_bytes(bytes).and_then(Database::new)
    }

    #[test]
    fn databases_read_back() {
        let database = opened(sample().to_bytes()).expect("in order");
        assert_eq!(database.contents().expect("text"), sample());
        assert_eq!(database.code(0, 1), 7);
        assert_eq!(database.walls(4), Some(sample().thermographs[1].clone()));
        assert_eq!(database.walls(1).and_then(|walls| walls.negative()), database.walls(0));
        assert_eq!(database.walls(5), None, "the least number of 64 bits has no negative");
        let empty = Contents::default();
        assert_eq!(opened(empty.to_bytes()).expect("in order").contents().expect("text"), empty);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut forward = sample();
        forward.games[2] = Record::Game(vec![6], vec![0]);
        assert!(opened(forward.to_bytes()).is_err(), "an option that comes later");
        let mut beyond = sample();
        beyond.tables[0][0] = 8;
        assert!(opened(beyond.to_bytes()).is_err(), "a position of a game that does not exist");
        let mut bytes = sample();
        bytes.games.clear();
        bytes.heat.clear();
        bytes.thermographs.clear();
        assert!(opened(bytes.to_bytes()).is_err(), "positions without any game");
        let mut heat = sample();
        heat.heat[0] = 2;
        assert!(opened(heat.to_bytes()).is_err(), "a thermograph that does not exist");
        // Lists that end before they begin: found by fuzzing, where it was an underflow.
        let mut sections = vec![("counts", [1_u64, 1, 0].map(u64::to_le_bytes).concat())];
        sections.extend([("numbers", vec![0; 9]), ("starts", pack(&[3, 1])), ("splits", pack(&[1]))]);
        sections.extend([("options", pack(&[0])), ("heat", pack(&[])), ("wall starts", pack(&[]))]);
        assert!(opened(assemble(&sections)).is_err(), "a list that ends before it begins");
        let other = assemble(&[("something", Vec::new())]);
        assert!(matches!(opened(other), Err(ReadError::Missing("counts"))));
    }
}
