//! Nim: players take turns at taking coins from one of several heaps. Whoever takes the last coin wins.

mod referee;

use std::process::ExitCode;
use yomikiri::{Playable, Provable, Registry};
use yomikiri_game::{
    Canonical, Drawn, Exact, Game, Ink, Key, Notation, Outcome, Picture, Played, Player, PositionError, Tactics,
};

#[derive(Clone, Debug)]
struct Nim {
    heaps: Vec<u8>,
    to_move: Player,
}

/// Heaps from a text such as `3,5,7`.
fn heaps(text: &str) -> Result<Nim, String> {
    let heap = |text: &str| text.parse().ok().filter(|coins| (1..=99).contains(coins));
    let heaps: Option<Vec<u8>> = text.split(',').map(heap).collect();
    let heaps = heaps.filter(|heaps| heaps.len() <= 15).ok_or("expected up to 15 heaps of 1 to 99 coins, such as 3,5,7")?;
    Ok(Nim { heaps, to_move: Player::First })
}

impl Game for Nim {
    /// The heap, and the coins taken from it.
    type Move = (usize, u8);
    type Undo = (usize, u8);

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<(usize, u8)>) {
        into.extend(self.heaps.iter().enumerate().flat_map(|(heap, &left)| (1..=left).map(move |n| (heap, n))));
    }

    fn play(&mut self, (heap, coins): (usize, u8)) -> Played<(usize, u8)> {
        self.heaps[heap] -= coins;
        let mover = std::mem::replace(&mut self.to_move, !self.to_move);
        let is_over = self.heaps.iter().all(|&left| left == 0);
        if is_over { Played::Over(Outcome::Win(mover), (heap, coins)) } else { Played::Open((heap, coins)) }
    }

    fn undo(&mut self, (heap, coins): (usize, u8)) {
        self.heaps[heap] += coins;
        self.to_move = !self.to_move;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Win(!self.to_move)
    }

    fn can_be_drawn(&self) -> bool {
        false
    }

    fn progress(&self) -> u32 {
        10_000 - self.heaps.iter().map(|&left| u32::from(left)).sum::<u32>()
    }
}

impl Canonical for Nim {
    /// The order of the heaps does not matter.
    fn key(&mut self) -> Key {
        let mut heaps = self.heaps.clone();
        heaps.sort_unstable();
        Key(heaps.iter().fold(self.to_move as u128, |key, &left| key << 7 | u128::from(left)))
    }
}

impl Tactics for Nim {}

impl Notation for Nim {
    type Error = PositionError;

    fn move_text(&self, (heap, coins): (usize, u8)) -> String {
        format!("{}-{coins}", heap + 1)
    }

    fn parse_move(&self, text: &str) -> Result<(usize, u8), PositionError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let found = moves.into_iter().find(|&m| self.move_text(m) == text);
        found.ok_or_else(|| PositionError::whole("expected a heap and the coins to take, such as 2-3"))
    }
}

impl Drawn for Nim {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(104, self.heaps.len());
        for (row, &left) in self.heaps.iter().enumerate() {
            picture.write(row, 0, &format!("{:>2}  {}", row + 1, "o".repeat(left.into())), Ink::First);
        }
        picture
    }
}

impl Exact for Nim {
    fn spelt_out(&self) -> String {
        let heaps: Vec<_> = self.heaps.iter().map(u8::to_string).collect();
        format!("nim:{}", heaps.join(","))
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        into.push(self.to_move as u8);
        into.extend(&self.heaps);
    }

    fn read_cells(&self, cells: &[u8]) -> Result<Self, PositionError> {
        match cells {
            [player @ 0..=1, heaps @ ..] if heaps.len() == self.heaps.len() && heaps.iter().any(|&left| left > 0) => {
                Ok(Self { heaps: heaps.to_vec(), to_move: Player::BOTH[usize::from(*player)] })
            }
            _ => Err(PositionError::whole("expected a player and the heaps")),
        }
    }

    fn code(&self, (heap, coins): (usize, u8)) -> u32 {
        100 * heap as u32 + u32::from(coins)
    }
}

impl Playable for Nim {
    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }
}

fn main() -> ExitCode {
    let games = Registry::standard().game("nim", "nim:N,N,…", "Nim with heaps of N coins", heaps);
    yomikiri_cli::run(games.referee::<referee::Heaps>("nim"))
}
