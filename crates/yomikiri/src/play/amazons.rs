//! The opponent for Amazons.
//!
//! While the regions of the board are too large to be known, it looks ahead with alpha-beta. As soon as all of them have
//! values, from the database or computed on the spot, it plays the endgame by them: exactly, or by one of the rules of
//! thumb that the paper compares.

use super::{Choice, EndgameStyle, Opponent, PlayError, Reason, Style};
use crate::databases::{Database, Decoder};
use crate::endgames::evaluator;
use crate::task::Task;
use yomikiri_amazons::{Board, Move, Position};
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::strategies::{Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, TooLarge};
use yomikiri_game::{Game, Notation, Partizan, Stop};
use yomikiri_search::consider;

/// Regions of both colours with at most so many empty squares are evaluated without a database.
const EVALUATED: u32 = 8;
/// No position of a game this small is searched deeper.
const DEEPEST: u32 = 64;

/// The opponent.
pub(super) struct Player {
    style: Style,
    evaluator: Evaluator<Board>,
    solver: SumSolver,
    database: Option<Database>,
    decoder: Decoder,
}

/// The regions of a board, with the values of all moves of the player to move.
struct Regions {
    parts: Vec<Part>,
    moves: Vec<Vec<Move>>,
}

impl Opponent for Player {
    fn choose(&mut self, board: &dyn crate::Board, task: &Task) -> Result<Choice, PlayError> {
        let position = board.position::<Position>().ok_or(PlayError::OtherGame)?;
        let stop = task.stop().within(self.style.time);
        let (m, reason) = match self.endgame(position, task.stop())? {
            Some(chosen) => chosen,
            None => {
                let considered = consider(position, DEEPEST, &stop).ok_or(PlayError::NoMove)?;
                let (depth, score, decided) = (considered.depth, considered.score, considered.decided);
                (considered.best, Reason::LookAhead { depth, score, decided })
            }
        };
        Ok(Choice { text: position.move_text(m), reason, line: Vec::new() })
    }

    fn set_style(&mut self, style: Style) {
        self.style = style;
    }
}

impl Player {
    pub(super) fn new(style: Style, database: Option<Database>) -> Self {
        Self {
            style,
            evaluator: evaluator(&Stop::new()),
            solver: SumSolver::default(),
            database,
            decoder: Decoder::default(),
        }
    }

    /// A move by the values of the regions, if all are known.
    fn endgame(&mut self, position: &Position, stop: &Stop) -> Result<Option<(Move, Reason)>, PlayError> {
        self.evaluator.set_stop(stop.clone());
        let Regions { parts, moves } = match self.regions(position) {
            Ok(Some(regions)) => regions,
            // What has not been evaluated is not known.
            Ok(None) | Err(Unevaluated::Stopped) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let player = position.to_move();
        let forms = &mut self.evaluator.forms;
        let values: Vec<Form> = parts.iter().map(|part| part.value).collect();
        let won = self.solver.wins(forms, &values, player)?;
        let rule = match self.style.endgame {
            EndgameStyle::Hotstrat => EndgameStyle::Hotstrat,
            EndgameStyle::Exact | EndgameStyle::Thermostrat => EndgameStyle::Thermostrat,
        };
        let usual = match rule {
            EndgameStyle::Hotstrat => hotstrat(forms, &parts, player)?,
            _ => thermostrat(forms, &parts, player)?,
        };
        let usual = usual.ok_or(PlayError::NoMove)?;
        let regions = parts.len();
        if !won || self.style.endgame == rule {
            let reason = Reason::Endgame { regions, by: rule, won };
            return Ok(Some((moves[usual.part][usual.option], reason)));
        }
        // The rule of thumb's move first: unless this is an exception, it is right.
        let mut keeps = |part: usize, option: usize| {
            let mut after = values.clone();
            after[part] = parts[part].options[player as usize][option];
            Ok::<_, TooLarge>(!self.solver.wins(forms, &after, !player)?)
        };
        let others =
            moves.iter().enumerate().flat_map(|(part, moves)| (0..moves.len()).map(move |at| (part, at)));
        for (part, option) in std::iter::once((usual.part, usual.option)).chain(others) {
            if keeps(part, option)? {
                let reason = Reason::Endgame { regions, by: EndgameStyle::Exact, won };
                return Ok(Some((moves[part][option], reason)));
            }
        }
        unreachable!("a won endgame has a winning move")
    }

    /// The regions with their values; `None` if one is not known.
    fn regions(&mut self, position: &Position) -> Result<Option<Regions>, Unevaluated> {
        let player = position.to_move();
        let mut regions = Regions { parts: Vec::new(), moves: Vec::new() };
        for region in position.board().regions() {
            let Some(value) = self.value_of_region(&region.trimmed())? else {
                return Ok(None);
            };
            let mut options = [Vec::new(), Vec::new()];
            let mut moves = Vec::new();
            for (m, after) in region.continuations(player) {
                let Some(value) = self.value(&after)? else {
                    return Ok(None);
                };
                options[player as usize].push(value);
                moves.push(m);
            }
            regions.parts.push(Part { value, options });
            regions.moves.push(moves);
        }
        Ok(Some(regions))
    }

    /// The value of a board all of whose regions are known.
    fn value(&mut self, board: &Board) -> Result<Option<Form>, Unevaluated> {
        let mut sum = Form::ZERO;
        for region in board.parts() {
            let Some(value) = self.value_of_region(&region)? else {
                return Ok(None);
            };
            sum = self.evaluator.forms.sum(sum, value)?;
        }
        Ok(Some(sum))
    }

    fn value_of_region(&mut self, region: &Board) -> Result<Option<Form>, Unevaluated> {
        if let Some(database) = &self.database
            && let Some(value) = database.value(&mut self.decoder, &mut self.evaluator.forms, region)?
        {
            return Ok(Some(value));
        }
        if region.owner().is_some() || region.empty_squares() <= EVALUATED {
            return self.evaluator.value(region).map(Some);
        }
        Ok(None)
    }
}
