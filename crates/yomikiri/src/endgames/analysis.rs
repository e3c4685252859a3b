//! Every region and every move of a board, judged.

use super::{EndgameError, evaluator};
use crate::databases::{Database, Decoder};
use crate::task::Task;
use crate::values::{LONGEST_TEXT, Valued};
use yomikiri_amazons::{Board, Endgames, Move};
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::explore::Explorer;
use yomikiri_cgt::strategies::{Choice, Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms, TooLarge};
use yomikiri_game::{Catalogue, Partizan, Player, Stop};

/// As many boards as are numbered to evaluate one of them: five bytes each.
const MOST_NUMBERED: usize = 16 << 20;

/// A board, or a sum of boards, taken apart and evaluated.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The boards.
    pub boards: Vec<Board>,
    /// What they are worth together.
    pub value: Valued,
    /// The regions of all boards.
    pub regions: Vec<Region>,
    /// The moves of Left and of Right.
    pub moves: [Vec<JudgedMove>; 2],
}

/// A region of a board.
#[derive(Clone, Debug)]
pub struct Region {
    /// The region on a board of the original size, everything else shot.
    pub board: Board,
    /// What it is worth.
    pub value: Valued,
}

/// A move, and who thinks it good.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move, as text.
    pub text: String,
    /// The region it is made in, from 0.
    pub region: usize,
    /// What the region is worth afterwards. Moves to equal values have equal forms.
    pub form: Form,
    /// The same as text; `None` if that is longer than [`LONGEST_TEXT`].
    pub value: Option<String>,
    /// Whether the mover then wins the whole.
    pub wins: bool,
    /// Whether no other move would give a better result.
    pub keeps_outcome: bool,
    /// Whether no other move in the region is better whatever else is on the board.
    pub undominated: bool,
    /// Whether Hotstrat chooses it.
    pub hotstrat: bool,
    /// Whether Thermostrat chooses it.
    pub thermostrat: bool,
}

/// Takes boards apart and evaluates their regions and all moves in them. What a database holds is looked up there.
///
/// # Errors
/// If they are too large, or the task was stopped.
pub fn analyse(boards: &[Board], database: Option<&Database>, task: &Task) -> Result<Analysis, EndgameError> {
    let mut source = Source {
        evaluator: evaluator(task.stop()),
        database: database.map(|database| (database, Decoder::default())),
        stop: task.stop(),
    };
    let mut regions = Vec::new();
    for region in boards.iter().flat_map(Board::regions) {
        regions.push(Evaluated::new(&mut source, region)?);
    }
    let forms = &mut source.evaluator.forms;
    let value = forms.sum_of(regions.iter().map(|region| region.part.value))?;
    Ok(Analysis {
        boards: boards.to_vec(),
        value: Valued::of(forms, value)?,
        moves: [judge(forms, &regions, Player::First)?, judge(forms, &regions, Player::Second)?],
        regions: regions
            .into_iter()
            .map(|region| Ok(Region { value: Valued::of(forms, region.part.value)?, board: region.board }))
            .collect::<Result<_, TooLarge>>()?,
    })
}

/// Where values come from.
struct Source<'a> {
    evaluator: Evaluator<Board>,
    database: Option<(&'a Database, Decoder)>,
    stop: &'a Stop,
}

impl Source<'_> {
    /// The value of a board: its parts, looked up or evaluated.
    fn value(
        &mut self,
        board: &Board,
        explorer: Option<&mut Explorer<Endgames>>,
    ) -> Result<Form, EndgameError> {
        let forms = &mut self.evaluator.forms;
        if let Some(explorer) = explorer
            && let Some(number) = explorer.catalogue().number_of(board)
        {
            return Ok(explorer.value(forms, number)?);
        }
        let Some((database, decoder)) = &mut self.database else {
            return Ok(self.evaluator.value(board)?);
        };
        let mut sum = Form::ZERO;
        for part in board.parts() {
            let value = match database.value(decoder, &mut self.evaluator.forms, &part)? {
                Some(value) => value,
                None => self.evaluator.value(&part)?,
            };
            sum = self.evaluator.forms.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// All boards that can follow a region, numbered, if there is no database and they are not too many.
    fn explorer(&self, region: &Board) -> Option<Explorer<Endgames>> {
        let (trimmed, amazons) = (region.trimmed(), Player::BOTH.map(|player| region.amazon_count(player)));
        let (width, height) = (trimmed.width().into(), trimmed.height().into());
        let catalogue = Endgames::new(width, height, amazons, Some(region.empty_squares())).ok()?;
        let fits = self.database.is_none() && catalogue.size() <= MOST_NUMBERED;
        fits.then(|| Explorer::new(catalogue, self.stop.clone()))
    }
}

/// A region with its value and those that the moves in it lead to.
struct Evaluated {
    board: Board,
    moves: [Vec<Move>; 2],
    part: Part,
}

impl Evaluated {
    fn new(source: &mut Source<'_>, board: Board) -> Result<Self, EndgameError> {
        let mut explorer = source.explorer(&board);
        let value = source.value(&board, explorer.as_mut())?;
        let mut moves = [Vec::new(), Vec::new()];
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (m, after) in board.continuations(player) {
                moves[player as usize].push(m);
                options[player as usize].push(source.value(&after, explorer.as_mut())?);
            }
        }
        Ok(Self { board, moves, part: Part { value, options } })
    }
}

/// Every move of a player.
fn judge(forms: &mut Forms, regions: &[Evaluated], player: Player) -> Result<Vec<JudgedMove>, TooLarge> {
    let parts: Vec<Part> = regions.iter().map(|region| region.part.clone()).collect();
    let hot = hotstrat(forms, &parts, player)?;
    let thermo = thermostrat(forms, &parts, player)?;
    let values: Vec<Form> = parts.iter().map(|part| part.value).collect();
    let mut solver = SumSolver::default();
    let can_win = solver.wins(forms, &values, player)?;
    let mut judged = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        let options = &region.part.options[player as usize];
        for (option, (&m, &form)) in region.moves[player as usize].iter().zip(options).enumerate() {
            let mut after = values.clone();
            after[at] = form;
            let wins = !solver.wins(forms, &after, !player)?;
            let here = Some(Choice { part: at, option });
            let undominated = !options.iter().any(|&other| {
                other != form
                    && match player {
                        Player::First => forms.le(form, other),
                        Player::Second => forms.le(other, form),
                    }
            });
            judged.push(JudgedMove {
                text: region.board.move_text(m),
                region: at,
                form,
                value: forms.text_within(form, LONGEST_TEXT),
                wins,
                keeps_outcome: wins == can_win,
                undominated,
                hotstrat: here == hot,
                thermostrat: here == thermo,
            });
        }
    }
    Ok(judged)
}
