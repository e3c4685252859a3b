//! Players take turns at taking one, two or three coins from a heap. Whoever takes the last coin wins.

mod referee;

use std::process::ExitCode;
use yomikiri::{Playable, Provable, Registry};
use yomikiri_game::{
    Canonical, Drawn, Exact, Game, Ink, Key, Notation, Outcome, Picture, Played, Player, PositionError, Tactics,
};

#[derive(Clone, Debug)]
struct Coins {
    at_first: u8,
    left: u8,
    to_move: Player,
}

impl Game for Coins {
    type Move = u8;
    type Undo = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<u8>) {
        into.extend(1..=self.left.min(3));
    }

    fn play(&mut self, taken: u8) -> Played<u8> {
        self.left -= taken;
        self.to_move = !self.to_move;
        if self.left == 0 { Played::Over(Outcome::Win(!self.to_move), taken) } else { Played::Open(taken) }
    }

    fn undo(&mut self, taken: u8) {
        self.left += taken;
        self.to_move = !self.to_move;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Win(!self.to_move)
    }

    fn can_be_drawn(&self) -> bool {
        false
    }

    fn progress(&self) -> u32 {
        (self.at_first - self.left).into()
    }
}

impl Canonical for Coins {
    fn key(&mut self) -> Key {
        Key(u128::from(self.left) << 1 | self.to_move as u128)
    }
}

impl Tactics for Coins {}

impl Notation for Coins {
    type Error = PositionError;

    fn move_text(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, PositionError> {
        let taken = text.parse().ok().filter(|taken| (1..=self.left.min(3)).contains(taken));
        taken.ok_or_else(|| PositionError::whole("expected a number of coins from 1 to 3 that are there"))
    }
}

impl Drawn for Coins {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.left.into(), 1);
        picture.write(0, 0, &"o".repeat(self.left.into()), Ink::First);
        picture
    }
}

impl Exact for Coins {
    fn spelt_out(&self) -> String {
        format!("coins:{}", self.at_first)
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        into.extend([self.to_move as u8, self.left]);
    }

    fn read_cells(&self, cells: &[u8]) -> Result<Self, PositionError> {
        match *cells {
            [player @ 0..=1, left] if (1..=self.at_first).contains(&left) => {
                Ok(Self { to_move: Player::BOTH[usize::from(player)], left, ..*self })
            }
            _ => Err(PositionError::whole("expected a player and a number of coins")),
        }
    }

    fn code(&self, taken: u8) -> u32 {
        taken.into()
    }
}

impl Playable for Coins {
    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }
}

fn main() -> ExitCode {
    let start = |heap: &str| match heap.parse() {
        Ok(coins @ 1..=100) => Ok(Coins { at_first: coins, left: coins, to_move: Player::First }),
        _ => Err(format!("`{heap}` is not a number of coins from 1 to 100")),
    };
    let games = Registry::standard().game("coins", "coins:N", "a heap of N coins", start);
    yomikiri_cli::run(games.referee::<referee::Heap>("coins"))
}
