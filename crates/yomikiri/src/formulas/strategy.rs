//! What a true formula says about playing: the winner's first move, and by asking again after every reply of
//! the opponent, the winner's whole strategy.

use super::{FormulaError, GameFormula, Solving};
use crate::game::Game;
use crate::task::Task;
use std::collections::BTreeSet;
use std::fmt;
use yomikiri_game::{FirstStone, Player, PositionalGame, Turn};
use yomikiri_qbf::Literal;
use yomikiri_qbf::corrective::{self, Choice};

/// The most lines of play that a strategy has.
pub(super) const MOST_LINES: usize = 200_000;

/// How a player wins, whatever the opponent does. As text: a line for each line of play that the winner can meet, with the
/// moves so far, a tab, and the winner's move.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The game.
    pub game: String,
    /// Who wins.
    pub winner: Player,
    /// What the winner plays, line by line.
    pub replies: Vec<Reply>,
}

/// What the winner plays after some moves.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The moves so far.
    pub moves: Vec<String>,
    /// The winner's move.
    pub reply: String,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}: {} wins", self.game, self.winner)?;
        self.replies.iter().try_for_each(|Reply { moves, reply }| writeln!(f, "{}\t{reply}", moves.join(" ")))
    }
}

impl Strategy {
    /// The strategy with which a player wins within the turns.
    ///
    /// # Errors
    /// If the game is not given by winning sets, the player does not win, the strategy is too long, or it was stopped.
    pub fn find(game: &Game, turns: Option<u32>, winner: Player, task: &Task) -> Result<Self, FormulaError> {
        let positional = game.positional().ok_or_else(|| FormulaError::NoStrategy(game.to_string()))?;
        let positional = positional.within(turns.map_or(usize::MAX, |turns| turns as usize));
        let title = format!("{game}: strategy of {winner}");
        let mut search = Search {
            title,
            winner,
            solving: Solving::default(),
            replies: Vec::new(),
            moves: Vec::new(),
            task,
        };
        search.from(&positional)?;
        Ok(Self { game: game.to_string(), winner, replies: search.replies })
    }
}

/// The first turn that the values of a true formula choose; `None` if it is not the winner's turn.
pub(super) fn first_move(formula: &GameFormula, game: &Game, values: &[Literal]) -> Option<String> {
    let GameFormula::Clauses(encoded) = formula else {
        return None;
    };
    let positional = game.positional()?;
    move_of(encoded.choices.first()?, &positional, values)
}

/// The first turn that the values of the digits of some choices are; `None` if there are no values.
pub(super) fn move_of(choices: &[Choice], game: &PositionalGame, values: &[Literal]) -> Option<String> {
    Some(text(game, &first_cells(choices, game, values)?))
}

/// The cells of the first turn. A stone without a choice, or on a cell taken twice, goes to any empty cell that the rules
/// allow: more stones do no harm.
fn first_cells(choices: &[Choice], game: &PositionalGame, values: &[Literal]) -> Option<BTreeSet<u16>> {
    if values.is_empty() {
        return None;
    }
    let turn = game.turns.first()?;
    let holds = |digit: Literal| values.contains(&digit);
    let chosen = chosen_cells(choices, holds);
    Some(filled(game, *turn, chosen))
}

/// The cells that the digits of a turn's choices name, by which of them hold.
pub(super) fn chosen_cells(choices: &[Choice], holds: impl Fn(Literal) -> bool) -> BTreeSet<u16> {
    let number = |choice: &Choice| {
        let digits = choice.digits.iter().enumerate();
        digits.fold(0, |number, (place, &digit)| number | usize::from(holds(digit)) << place)
    };
    choices.iter().filter_map(|choice| choice.cells.get(number(choice)).copied()).collect()
}

/// The cells filled up to a whole turn that the rules allow: first with a cell that they demand, if there is none of
/// those, then with any.
pub(super) fn filled(game: &PositionalGame, turn: Turn, mut cells: BTreeSet<u16>) -> BTreeSet<u16> {
    let demanded = if is_allowed(game, &cells) { None } else { game.first_stone.demanded() };
    let more = demanded.into_iter().flat_map(|demanded| demanded.first().copied());
    for cell in more.chain(empty_cells(game)) {
        if cells.len() < usize::from(turn.stones) {
            cells.insert(cell);
        }
    }
    cells
}

/// Whether a turn has a cell of those that the rules demand.
pub(super) fn is_allowed(game: &PositionalGame, cells: &BTreeSet<u16>) -> bool {
    game.first_stone.demanded().is_none_or(|demanded| demanded.iter().any(|cell| cells.contains(cell)))
}

pub(super) fn text(game: &PositionalGame, cells: &BTreeSet<u16>) -> String {
    let names: Vec<_> = cells.iter().map(|&cell| game.cells[usize::from(cell)].as_str()).collect();
    names.join(",")
}

/// A strategy being found.
struct Search<'a> {
    title: String,
    winner: Player,
    solving: Solving,
    replies: Vec<Reply>,
    moves: Vec<String>,
    task: &'a Task,
}

impl Search<'_> {
    fn from(&mut self, game: &PositionalGame) -> Result<(), FormulaError> {
        let Some(&turn) = game.turns.first() else {
            return Err(self.no_winning_move());
        };
        if turn.player != self.winner {
            return self.after_replies(game, turn);
        }
        if self.replies.len() == MOST_LINES {
            return Err(FormulaError::StrategyTooLong);
        }
        // A turn that wins at once needs no solver.
        let cells = match winning_cells(game, turn) {
            Some(cells) => cells,
            None => self.solved_cells(game)?,
        };
        let reply = text(game, &cells);
        self.replies.push(Reply { moves: self.moves.clone(), reply: reply.clone() });
        self.moves.push(reply);
        let after = after(game, turn, &cells);
        if !owns_a_set(&after, self.winner) {
            self.from(&after)?;
        }
        self.moves.pop();
        Ok(())
    }

    /// The winner's turn, from a formula.
    fn solved_cells(&self, game: &PositionalGame) -> Result<BTreeSet<u16>, FormulaError> {
        let encoded = corrective::encode(game, self.winner, &self.solving.budget(self.task))?;
        let title =
            format!("{}, after {}", self.title, crate::text::counted(self.moves.len() as u64, "move"));
        let decision = self.solving.solve(&encoded.formula, &title, self.task)?;
        if self.task.is_stopped() {
            return Err(FormulaError::Stopped);
        }
        encoded
            .choices
            .first()
            .and_then(|choices| first_cells(choices, game, &decision.values))
            .ok_or_else(|| self.no_winning_move())
    }

    fn no_winning_move(&self) -> FormulaError {
        FormulaError::NoWinningMove(self.moves.join(" "))
    }

    /// Goes on after every turn that the opponent can play.
    fn after_replies(&mut self, game: &PositionalGame, turn: Turn) -> Result<(), FormulaError> {
        for cells in possible_turns(game, turn) {
            let after = after(game, turn, &cells);
            if owns_a_set(&after, turn.player) {
                return Err(self.no_winning_move());
            }
            self.moves.push(text(game, &cells));
            self.from(&after)?;
            self.moves.pop();
        }
        Ok(())
    }
}

/// The cells of every turn that can be played, in the order of the board.
pub(super) fn possible_turns(game: &PositionalGame, turn: Turn) -> Vec<BTreeSet<u16>> {
    let empty = empty_cells(game);
    // Each begun turn with the empty cells that may still be added to it.
    let mut turns = vec![(BTreeSet::new(), &empty[..])];
    for _ in 0..turn.stones {
        turns = turns
            .into_iter()
            .flat_map(|(cells, empty)| {
                empty.iter().enumerate().map(move |(at, &cell)| {
                    let mut cells = cells.clone();
                    cells.insert(cell);
                    (cells, &empty[at + 1..])
                })
            })
            .collect();
    }
    turns.into_iter().map(|(cells, _)| cells).filter(|cells| is_allowed(game, cells)).collect()
}

pub(super) fn empty_cells(game: &PositionalGame) -> Vec<u16> {
    (0..game.cells.len() as u16).filter(|cell| !game.owned.iter().any(|owned| owned.contains(cell))).collect()
}

pub(super) fn after(game: &PositionalGame, turn: Turn, cells: &BTreeSet<u16>) -> PositionalGame {
    let mut game = game.clone();
    game.turns.remove(0);
    game.owned[turn.player as usize].extend(cells);
    // The first turn is over, and symmetry is broken.
    game.first_stone = FirstStone::Anywhere;
    game
}

pub(super) fn owns_a_set(game: &PositionalGame, player: Player) -> bool {
    let own = &game.owned[player as usize];
    game.winning_sets[player as usize].iter().any(|set| set.iter().all(|cell| own.contains(cell)))
}

/// The cells of a turn that completes a set, filled up to a whole turn.
pub(super) fn winning_cells(game: &PositionalGame, turn: Turn) -> Option<BTreeSet<u16>> {
    let empty = empty_cells(game);
    let own = &game.owned[turn.player as usize];
    game.winning_sets[turn.player as usize].iter().find_map(|set| {
        let lacking: BTreeSet<_> = set.iter().copied().filter(|cell| !own.contains(cell)).collect();
        let free = lacking.iter().all(|cell| empty.contains(cell));
        let cells =
            (free && lacking.len() <= usize::from(turn.stones)).then(|| filled(game, turn, lacking))?;
        is_allowed(game, &cells).then_some(cells)
    })
}
