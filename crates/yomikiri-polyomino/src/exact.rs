//! Positions and turns as proofs write them (`docs/proof-format.md`), and positions as text: who owns which cell,
//! row by row, and the player to move, `x..|.o.|... x`. A game given by its winning sets has one row, its cells in the
//! order of the file.
//!
//! How many stones each player has says which turn it is, so both must be what some number of turns leaves. Nobody may
//! own a winning set. When all turns are played the game is a draw, and that may be asked about.

use crate::arena::Source;
use crate::cells::Cells;
use crate::pg;
use crate::position::Position;
use crate::rules::{Goal, Rules, Winner, choices};
use yomikiri_game::{
    Canonical, Exact, Game, Key, Player, PositionError, PositionText, Tactics, fields, player_and_cells,
};

/// What the players are called.
const NAMES: [&str; 2] = ["x", "o"];

impl<const W: usize> Position<W> {
    /// The columns and rows in which the cells are written.
    fn layout(&self) -> (usize, usize) {
        match self.arena.board {
            Some(board) => (board.columns().into(), board.rows().into()),
            None => (self.arena.names.len(), 1),
        }
    }

    /// A position with these owners of the cells, by number.
    fn assembled(
        &self,
        owners: impl Iterator<Item = Option<Player>>,
        to_move: Player,
    ) -> Result<Self, PositionError> {
        let arena = &self.arena;
        let mut stones = [Cells::NONE; 2];
        for (cell, owner) in (0..).zip(owners) {
            if let Some(player) = owner {
                stones[player as usize] = stones[player as usize] | Cells::one(cell);
            }
        }
        for player in Player::BOTH {
            let own = stones[player as usize];
            if let Some(&cell) = arena.source.owned(player).iter().find(|&&cell| !own.contains(cell)) {
                let (name, owner) = (&arena.names[usize::from(cell)], NAMES[player as usize]);
                return Err(PositionError::whole(format!("{name} is {owner}'s from the start")));
            }
        }
        let turn = self.turn_with(stones.map(Cells::len)).ok_or_else(|| {
            let [first, second] = stones.map(Cells::len);
            PositionError::whole(format!(
                "{first} stones of x and {second} of o: no number of turns leaves that"
            ))
        })?;
        let position = Self { arena: arena.clone(), stones, turn, asked: None };
        if let Some(player) = position.winner() {
            let owner = NAMES[player as usize];
            return Err(PositionError::whole(format!("{owner} owns a winning set: the game is over")));
        }
        if position.to_move() != to_move {
            return Err(PositionError::whole("the other player is to move"));
        }
        Ok(position)
    }

    /// The number of turns after which the players have so many stones.
    fn turn_with(&self, counts: [u32; 2]) -> Option<usize> {
        let arena = &self.arena;
        let placed = |turn: usize, player: Player| {
            let stones = &arena.stones_from[player as usize];
            arena.source.owned(player).len() as u32 + stones[0] - stones[turn]
        };
        (0..=arena.turns.len()).find(|&turn| {
            Player::BOTH.into_iter().all(|player| placed(turn, player) == counts[player as usize])
        })
    }
}

/// The place of a set among all sets of so many elements of 0 … n − 1, in lexicographic order.
fn rank(set: &[u64], n: u64) -> u64 {
    let mut rank = 0;
    let mut next = 0;
    for (at, &element) in set.iter().enumerate() {
        let others = (set.len() - 1 - at) as u64;
        rank += (next..element).map(|skipped| choices(n - 1 - skipped, others)).sum::<u64>();
        next = element + 1;
    }
    rank
}

impl<const W: usize> Exact for Position<W> {
    fn spelt_out(&self) -> String {
        match &self.arena.source {
            Source::Rules(rules) => spelt_out(rules),
            Source::Sets(_) => "pg".to_owned(),
        }
    }

    fn definition(&self) -> Option<String> {
        match &self.arena.source {
            Source::Rules(_) => None,
            Source::Sets(game) => Some(pg::write(game)),
        }
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        into.push(self.to_move() as u8);
        let cells = 0..self.arena.names.len() as u16;
        into.extend(cells.map(|cell| self.owner(cell).map_or(0, |player| 1 + player as u8)));
    }

    fn read_cells(&self, bytes: &[u8]) -> Result<Self, PositionError> {
        let owner = |byte| match byte {
            0 => Some(None),
            1 => Some(Some(Player::First)),
            2 => Some(Some(Player::Second)),
            _ => None,
        };
        let (to_move, owners) =
            player_and_cells(bytes, self.arena.names.len(), owner, "expected a cell, 0, 1 or 2")?;
        self.assembled(owners.into_iter(), to_move)
    }

    fn code(&self, cells: Cells<W>) -> u32 {
        let claimed: Vec<u16> = cells.iter().collect();
        if let [cell] = claimed[..] {
            return cell.into();
        }
        let empty: Vec<u16> = self.empty().iter().collect();
        let set: Vec<u64> =
            (0..).zip(&empty).filter(|(_, cell)| claimed.contains(cell)).map(|(at, _)| at).collect();
        rank(&set, empty.len() as u64) as u32
    }

    fn key_when_asked(&mut self, can_win: Player) -> Key {
        self.narrowed(can_win).key()
    }

    fn is_theorem(&self, cannot_win: Player) -> bool {
        // The theorems let everybody play where he likes.
        self.demanded().is_none() && (self.cannot_win(cannot_win) || self.is_hopeless(cannot_win))
    }
}

fn spelt_out(rules: &Rules) -> String {
    let name = rules.to_string();
    let kind = name.split(':').next().unwrap_or_default();
    let goal = match rules.goal() {
        Goal::Animal(animal) => format!("animal={}", animal.drawing()),
        Goal::Row(length) => format!("k={length}"),
    };
    let winner = match rules.winner() {
        Winner::Either => "either",
        Winner::First => "first",
    };
    let (columns, rows) = (rules.board().columns(), rules.board().rows());
    let (p, q) = (rules.stones(), rules.first_stones());
    let turns = rules.turns().map_or(String::new(), |turns| format!(",turns={turns}"));
    format!("{kind}:{columns}x{rows},{goal},p={p},q={q},win={winner}{turns}")
}

impl<const W: usize> PositionText for Position<W> {
    fn position_text(&self) -> String {
        let symbol = |cell: u16| self.owner(cell).map_or(".", |player| NAMES[player as usize]);
        let cells: Vec<&str> = (0..self.arena.names.len() as u16).map(symbol).collect();
        let rows: Vec<String> = cells.chunks(self.layout().0.max(1)).map(<[&str]>::concat).collect();
        format!("{} {}", rows.join("|"), NAMES[self.to_move() as usize])
    }

    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        let [board, player] = fields(text, ["the board", "the player to move"])?;
        let mut owners = Vec::with_capacity(self.arena.names.len());
        for cell in board.board(Some(self.layout()))?.into_iter().flatten() {
            owners.push(match cell.text {
                "." => None,
                "x" | "X" => Some(Player::First),
                "o" | "O" => Some(Player::Second),
                _ => return Err(cell.error("expected x, o or .")),
            });
        }
        self.assembled(owners.into_iter(), player.player(NAMES)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::position::choose;

    fn start(name: &str) -> Position<1> {
        Position::new(Arena::of_rules(&name.parse().expect(name)))
    }

    #[test]
    fn games_are_spelt_out() {
        for (name, expected) in [
            ("gttt:4x4,animal=tippy", "gttt:4x4,animal=##./.##,p=1,q=1,win=either"),
            ("torus:3x4,animal=el,p=2,q=2,turns=3", "torus:3x4,animal=#./##,p=2,q=2,win=either,turns=3"),
            ("gomoku:5x3,k=3,win=first", "gomoku:5x3,k=3,p=1,q=1,win=first"),
        ] {
            assert_eq!(start(name).spelt_out(), expected);
            // It names the same game.
            assert_eq!(start(expected).spelt_out(), expected);
        }
    }

    #[test]
    fn turns_are_numbered_in_order() {
        for (name, text) in
            [("gttt:3x3,animal=el,p=2", "x..|...|... o"), ("gttt:3x3,animal=i,p=4,q=2", "x.x|...|... o")]
        {
            let position = start(name).parse_position(text).expect(text);
            let turn = position.next_turn().expect("a turn");
            let mut turns = Vec::new();
            choose(position.empty(), turn.stones.into(), Cells::NONE, &mut turns);
            let codes: Vec<_> = turns.iter().map(|&turn| position.code(turn)).collect();
            assert_eq!(codes, (0..turns.len() as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let start = start("gttt:3x3,animal=el,p=2,q=1");
        for (text, expected) in [
            ("...|...|...", "but found 1"),
            ("...|... x", "2 rows, but the board has 3"),
            ("...|..?|... x", "`?` at place 7"),
            ("x..|...|... x", "the other player is to move"),
            ("x..|o..|... x", "1 stones of x and 1 of o"),
            ("xx.|x.o|o.. o", "x owns a winning set"),
        ] {
            let error = start.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert_eq!(start.parse_position("xx.|..o|o.x o").map(|position| position.turn), Ok(3));
        for (bytes, expected) in [
            (vec![0; 9], "9 bytes"),
            (vec![2; 10], "`2` at place 1"),
            (vec![0, 3, 0, 0, 0, 0, 0, 0, 0, 0], "place 2"),
        ] {
            let error = start.read_cells(&bytes).expect_err(expected).to_string();
            assert!(error.contains(expected), "{bytes:?}: {error}");
        }
    }
}
