//! A position of a positional game: who owns which cells, and which turn it is.

use super::game::{Game, ways};
use super::theorems::{Weights, can_be_stolen};
use super::{name, pg};
use crate::referee::{Outcome, Played, Player, Referee, undescribed};
use std::sync::Arc;

/// Who owns a cell. These are the bytes of the format.
const FREE: u8 = 0;

fn stone(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// A position of a positional game.
#[derive(Clone, Debug)]
pub struct Stones {
    fixed: Arc<Fixed>,
    cells: Vec<u8>,
    /// How many turns are played.
    turn: usize,
    fingerprint: u64,
    /// The turns played since the position was put up.
    played: Vec<Vec<usize>>,
}

/// What stays the same.
#[derive(Debug)]
struct Fixed {
    game: Game,
    /// For each player and each number of turns played.
    weights: [Vec<Weights>; 2],
    can_be_stolen: bool,
}

impl Stones {
    fn new(game: Game) -> Self {
        let weights = Player::BOTH.map(|player| {
            (0..=game.turns.len()).map(|turn| Weights::new(&game.turns[turn..], player)).collect()
        });
        let mut cells = vec![FREE; game.cells.len()];
        for (player, owned) in Player::BOTH.into_iter().zip(&game.owned) {
            for &cell in owned {
                cells[cell] = stone(player);
            }
        }
        let fixed = Arc::new(Fixed { can_be_stolen: can_be_stolen(&game), game, weights });
        let fingerprint = fingerprint(&cells);
        Self { fixed, cells, turn: 0, fingerprint, played: Vec::new() }
    }

    fn game(&self) -> &Game {
        &self.fixed.game
    }

    fn free_cells(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == FREE).collect()
    }

    /// The cells of the turn with this code, if it is one.
    fn decode(&self, code: u32) -> Option<Vec<usize>> {
        let stones = self.game().turns.get(self.turn)?.stones;
        if stones == 1 {
            let cell = code as usize;
            return (self.cells.get(cell) == Some(&FREE)).then(|| vec![cell]);
        }
        let free = self.free_cells();
        let mut rest = u64::from(code);
        let mut chosen = Vec::with_capacity(stones);
        // The sets that contain a cell come before those that do not contain it.
        for (number, &cell) in free.iter().enumerate() {
            let missing = stones - chosen.len();
            if missing == 0 {
                break;
            }
            let with = ways((free.len() - 1 - number) as u64, missing as u64 - 1);
            if rest < with {
                chosen.push(cell);
            } else {
                rest -= with;
            }
        }
        (chosen.len() == stones && rest == 0).then_some(chosen)
    }

    /// Whether the first turn must take one of some cells, and these are not among them.
    fn misses_the_first(&self, cells: &[usize]) -> bool {
        let first = &self.game().first;
        self.turn == 0 && !first.is_empty() && !cells.iter().any(|cell| first.contains(cell))
    }

    /// Whether a player owns all of a winning set.
    fn owns(&self, player: Player, set: &[usize]) -> bool {
        set.iter().all(|&cell| self.cells[cell] == stone(player))
    }

    fn mover_byte(&self) -> u8 {
        stone(self.to_move()) - 1
    }

    /// The number of turns after which the players own so many cells.
    fn turn_with(&self, counts: [usize; 2]) -> Option<usize> {
        let game = self.game();
        let mut owned = game.owned.each_ref().map(Vec::len);
        for (number, turn) in game.turns.iter().enumerate() {
            if owned == counts {
                return Some(number);
            }
            owned[usize::from(stone(turn.player) - 1)] += turn.stones;
        }
        (owned == counts).then_some(game.turns.len())
    }
}

/// What a stone adds to the fingerprint.
fn share(cell: usize, owner: u8) -> u64 {
    let mixed = (3 * cell as u64 + u64::from(owner) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn fingerprint(cells: &[u8]) -> u64 {
    let stones = cells.iter().enumerate().filter(|&(_, &owner)| owner != FREE);
    stones.fold(0, |sum: u64, (cell, &owner)| sum.wrapping_add(share(cell, owner)))
}

impl Referee for Stones {
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String> {
        if name == "pg" {
            let text = definition.ok_or("the text that describes the game is missing")?;
            return pg::parse(text).map(Self::new);
        }
        undescribed(definition)?;
        name::parse(name).map(Self::new)
    }

    fn short_name(&self) -> String {
        self.game().short_name.clone()
    }

    fn to_move(&self) -> Player {
        let turns = &self.game().turns;
        match (turns.get(self.turn), turns.last()) {
            (Some(turn), _) => turn.player,
            // Nobody moves any more; this is whose turn it would be.
            (None, Some(last)) => last.player.opponent(),
            (None, None) => Player::First,
        }
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        match self.game().turns.get(self.turn).map(|turn| turn.stones) {
            None => {}
            Some(1) => codes.extend(self.free_cells().into_iter().map(|cell| cell as u32)),
            Some(stones) => codes.extend(0..ways(self.free_cells().len() as u64, stones as u64) as u32),
        }
    }

    fn play(&mut self, code: u32) -> Played {
        let Some(cells) = self.decode(code).filter(|cells| !self.misses_the_first(cells)) else {
            return Played::Illegal;
        };
        let mover = self.to_move();
        for &cell in &cells {
            self.cells[cell] = stone(mover);
            self.fingerprint = self.fingerprint.wrapping_add(share(cell, stone(mover)));
        }
        self.turn += 1;
        let at = usize::from(stone(mover) - 1);
        let game = self.game();
        let mut sets = cells.iter().flat_map(|&cell| &game.through[at][cell]);
        let won = sets.any(|&set| self.owns(mover, &game.sets[at][set]));
        let last = self.turn == game.turns.len();
        self.played.push(cells);
        if won {
            Played::Over(Outcome::Win(mover))
        } else if last {
            Played::Over(Outcome::Draw)
        } else {
            Played::Open
        }
    }

    fn undo(&mut self) {
        if let Some(cells) = self.played.pop() {
            for cell in cells {
                self.fingerprint = self.fingerprint.wrapping_sub(share(cell, self.cells[cell]));
                self.cells[cell] = FREE;
            }
            self.turn -= 1;
        }
    }

    /// Nobody can move when all turns are played.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn theorem(&self, cannot_win: Player) -> bool {
        // The theorems let everybody play where he likes.
        if self.turn == 0 && !self.game().first.is_empty() {
            return false;
        }
        if self.fixed.can_be_stolen && self.turn == 0 && cannot_win == Player::Second {
            return true;
        }
        let (own, other) = (stone(cannot_win), stone(cannot_win.opponent()));
        let at = usize::from(own - 1);
        let living =
            self.game().sets[at].iter().filter(|set| set.iter().all(|&cell| self.cells[cell] != other));
        let lacking = living.map(|set| set.iter().filter(|&&cell| self.cells[cell] != own).count());
        self.fixed.weights[at][self.turn].can_be_broken(lacking)
    }

    fn position_text(&self) -> String {
        let symbol = |&cell: &u8| ['.', 'x', 'o'][usize::from(cell)];
        let rows = self.cells.chunks(self.game().columns.max(1));
        let rows: Vec<String> = rows.map(|row| row.iter().map(symbol).collect()).collect();
        format!("{} {}", rows.join("|"), ['x', 'o'][usize::from(self.mover_byte())])
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.mover_byte());
        bytes.extend(&self.cells);
    }

    fn canonical(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.mover_byte());
        let mut symmetries = self.game().symmetries.iter();
        let image =
            |symmetry: &'_ Vec<usize>| symmetry.iter().map(|&cell| self.cells[cell]).collect::<Vec<u8>>();
        let mut least = symmetries.next().map(image).unwrap_or_default();
        for symmetry in symmetries {
            if symmetry.iter().map(|&cell| self.cells[cell]).lt(least.iter().copied()) {
                least = image(symmetry);
            }
        }
        bytes.extend(least);
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn longest_position(&self) -> usize {
        1 + self.cells.len()
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let Some((&mover, cells)) = bytes.split_first() else {
            return Err("it is empty".to_owned());
        };
        if cells.len() != self.cells.len() {
            return Err(format!("it has {} cells instead of {}", cells.len(), self.cells.len()));
        }
        if let Some(&strange) = cells.iter().find(|&&cell| cell > stone(Player::Second)) {
            return Err(format!("{strange} does not stand for a cell"));
        }
        let fixed = Arc::clone(&self.fixed);
        let owns = |player, cell: &usize| cells[*cell] == stone(player);
        for (player, owned) in Player::BOTH.into_iter().zip(&fixed.game.owned) {
            if !owned.iter().all(|cell| owns(player, cell)) {
                return Err(format!("the {player} player does not own what is his from the start"));
            }
        }
        let counts = Player::BOTH.map(|player| cells.iter().filter(|&&cell| cell == stone(player)).count());
        let turn = self.turn_with(counts).ok_or_else(|| {
            format!(
                "{} stones of the first player and {} of the second come after no turn",
                counts[0], counts[1]
            )
        })?;
        for (player, sets) in Player::BOTH.into_iter().zip(&fixed.game.sets) {
            if sets.iter().any(|set| set.iter().all(|cell| owns(player, cell))) {
                return Err(format!("the {player} player owns a winning set"));
            }
        }
        let put_up =
            Self { fingerprint: fingerprint(cells), cells: cells.to_vec(), turn, played: Vec::new(), fixed };
        if put_up.mover_byte() != mover {
            return Err("the other player is to move".to_owned());
        }
        *self = put_up;
        Ok(())
    }

    fn parse_move(&self, text: &str) -> Result<u32, String> {
        let numbers: Option<Vec<usize>> =
            text.split(',').map(|name| self.game().cells.iter().position(|cell| cell == name)).collect();
        let cells = numbers.ok_or("expected cells of the board, separated by commas")?;
        let mut codes = Vec::new();
        self.candidates(&mut codes);
        let found = codes.into_iter().find(|&code| self.decode(code).as_deref() == Some(&cells));
        found.ok_or_else(|| "expected as many free cells as the turn has stones, in order".to_owned())
    }

    fn move_text(&self, code: u32) -> String {
        let cells = self.decode(code).unwrap_or_default();
        let names: Vec<&str> = cells.iter().map(|&cell| self.game().cells[cell].as_str()).collect();
        names.join(",")
    }
}
