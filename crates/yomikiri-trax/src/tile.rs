//! Sides, colours and the six tiles.
//!
//! A tile is named by the two sides that its white line joins; its red line joins the other two. So a tile
//! is a set of two sides, and whether it fits is two operations on sets.

use std::fmt;
use yomikiri_game::Player;

/// A side of a square. The numbers are used as indices and bit positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// Towards smaller row numbers.
    North,
    /// Towards larger column numbers.
    East,
    /// Towards larger row numbers.
    South,
    /// Towards smaller column numbers.
    West,
}

impl Side {
    /// All sides, by their number.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The side across.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The set with only this side.
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The colour of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Colour {
    /// The first player's.
    White,
    /// The second player's.
    Red,
}

impl Colour {
    /// Both colours.
    pub const BOTH: [Self; 2] = [Self::White, Self::Red];

    /// The colour that wins for a player.
    #[must_use]
    pub fn of(player: Player) -> Self {
        match player {
            Player::First => Self::White,
            Player::Second => Self::Red,
        }
    }

    /// Whom this colour wins for.
    #[must_use]
    pub fn player(self) -> Player {
        match self {
            Self::White => Player::First,
            Self::Red => Player::Second,
        }
    }

    /// The set with only this colour.
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Red => "red",
        })
    }
}

/// A tile in one of its six placements: the set of the two sides that its white line joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The tile whose white line joins two sides, if the set has two.
    #[must_use]
    pub const fn from_white(sides: u8) -> Option<Self> {
        if sides < 16 && sides.count_ones() == 2 { Some(Self(sides)) } else { None }
    }

    /// The sides that the white line joins, as a set.
    #[must_use]
    pub const fn white(self) -> u8 {
        self.0
    }

    /// The sides that the line of a colour joins, as a set.
    #[must_use]
    pub const fn sides(self, colour: Colour) -> u8 {
        match colour {
            Colour::White => self.0,
            Colour::Red => self.0 ^ 15,
        }
    }

    /// The two sides that the line of a colour joins.
    #[must_use]
    pub(crate) const fn ends(self, colour: Colour) -> (Side, Side) {
        TWO_SIDES[self.sides(colour) as usize]
    }

    /// The colour at a side.
    #[must_use]
    pub const fn colour_at(self, side: Side) -> Colour {
        if self.0 & side.bit() != 0 { Colour::White } else { Colour::Red }
    }

    /// The line that the tile brings into the space across a side.
    #[inline]
    pub(crate) const fn enters(self, side: Side) -> Rim {
        ENTERS[self.0 as usize][side as usize]
    }

    /// The sign of the tile in notation.
    #[must_use]
    pub const fn sign(self) -> Sign {
        match self.0 {
            0b0101 | 0b1010 => Sign::Plus,
            0b1001 | 0b0110 => Sign::Slash,
            _ => Sign::Backslash,
        }
    }
}

/// How a tile is written: by its shape, without the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`: both lines run straight.
    Plus,
    /// `/`: the curves join north with west and south with east.
    Slash,
    /// `\`: the curves join north with east and south with west.
    Backslash,
}

impl Sign {
    /// The character.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Slash => '/',
            Self::Backslash => '\\',
        }
    }

    /// The sign that a character stands for.
    #[must_use]
    pub const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '+' => Some(Self::Plus),
            '/' => Some(Self::Slash),
            '\\' => Some(Self::Backslash),
            _ => None,
        }
    }
}

const fn tile(a: Side, b: Side) -> Tile {
    Tile(a.bit() | b.bit())
}

/// All tiles, in the order in which moves are generated.
pub const TILES: [Tile; 6] = [
    tile(Side::North, Side::South),
    tile(Side::East, Side::West),
    tile(Side::North, Side::West),
    tile(Side::East, Side::South),
    tile(Side::North, Side::East),
    tile(Side::South, Side::West),
];

/// The tile of the first move `@0/`.
pub const FIRST_SLASH: Tile = tile(Side::North, Side::West);
/// The tile of the first move `@0+`.
pub const FIRST_PLUS: Tile = tile(Side::North, Side::South);

const TWO_SIDES: [(Side, Side); 16] = {
    let mut table = [(Side::North, Side::North); 16];
    let mut a = 0;
    while a < 4 {
        let mut b = a + 1;
        while b < 4 {
            table[(1 << a) | (1 << b)] = (Side::ALL[a], Side::ALL[b]);
            b += 1;
        }
        a += 1;
    }
    table
};

/// By the white sides of a tile and a side, the line that it brings into the space across.
const ENTERS: [[Rim; 4]; 16] = {
    let mut table = [[Rim(0); 4]; 16];
    let mut white = 0;
    while white < 16 {
        let mut side = 0;
        while side < 4 {
            let across = Side::ALL[side];
            table[white][side] = Rim::one(Tile(white as u8).colour_at(across), across.opposite());
            side += 1;
        }
        white += 1;
    }
    table
};

/// The lines that enter an empty space: the sides where a white line enters in the low half, where a red
/// one does in the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Rim(pub(crate) u8);

impl Rim {
    /// The rim with one line.
    pub(crate) const fn one(colour: Colour, side: Side) -> Self {
        Self(side.bit() << (4 * colour as u8))
    }

    /// The sides at which lines of a colour enter.
    pub(crate) const fn of(self, colour: Colour) -> u8 {
        (self.0 >> (4 * colour as u8)) & 15
    }

    /// The sides at which any line enters.
    pub(crate) const fn sides(self) -> u8 {
        (self.0 | self.0 >> 4) & 15
    }

    /// Whether a tile agrees with every line that enters.
    pub(crate) const fn admits(self, tile: Tile) -> bool {
        self.of(Colour::White) & !tile.0 == 0 && self.of(Colour::Red) & tile.0 == 0
    }

    /// Whether some line enters, and a tile agrees with all that do.
    #[inline]
    pub(crate) fn asks_for(self, tile: Tile) -> bool {
        self != Self::default() && self.admits(tile)
    }

    /// What the rules say about a space with this rim.
    #[inline]
    pub(crate) fn demand(self) -> Demand {
        DEMANDS[self.0 as usize]
    }

    /// The tiles that fit.
    #[inline]
    pub(crate) fn choices(self) -> &'static [Tile] {
        let (tiles, count) = &CHOICES[self.0 as usize];
        &tiles[..*count as usize]
    }
}

/// What the rules say about an empty space, given the lines that enter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// Nothing: it may stay empty.
    Nothing,
    /// Two lines of one colour enter: this tile is placed at once.
    Forced(Tile),
    /// Three or more lines of this colour enter: the turn is illegal.
    Impossible(Colour),
}

const DEMANDS: [Demand; 256] = {
    let mut table = [Demand::Nothing; 256];
    let mut rim = 0;
    while rim < 256 {
        let (white, red) = (rim as u8 & 15, rim as u8 >> 4);
        table[rim] = if white.count_ones() >= 3 {
            Demand::Impossible(Colour::White)
        } else if red.count_ones() >= 3 {
            Demand::Impossible(Colour::Red)
        } else if white.count_ones() == 2 {
            Demand::Forced(Tile(white))
        } else if red.count_ones() == 2 {
            Demand::Forced(Tile(red ^ 15))
        } else {
            Demand::Nothing
        };
        rim += 1;
    }
    table
};

const CHOICES: [([Tile; 6], u8); 256] = {
    let mut table = [([TILES[0]; 6], 0); 256];
    let mut rim = 0;
    while rim < 256 {
        let mut next = 0;
        while next < 6 {
            if Rim(rim as u8).admits(TILES[next]) {
                table[rim].0[table[rim].1 as usize] = TILES[next];
                table[rim].1 += 1;
            }
            next += 1;
        }
        rim += 1;
    }
    table
};
