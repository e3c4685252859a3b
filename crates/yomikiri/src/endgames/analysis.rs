//! Every region and every move of a board, judged.

use super::{Endgame, EndgameError, Numbered, evaluator};
use crate::databases::{Database, Decoder};
use crate::task::Task;
use crate::values::{LONGEST_TEXT, Valued};
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::explore::Explorer;
use yomikiri_cgt::strategies::{Choice, Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms, TooLarge};
use yomikiri_draw::piece::Piece;
use yomikiri_game::{Picture, Player, Stop};

/// A board, or a sum of boards, taken apart and evaluated.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The boards.
    pub boards: Vec<Shown>,
    /// What they are worth together.
    pub value: Valued,
    /// The regions of all boards.
    pub regions: Vec<Region>,
    /// The moves of Left and of Right.
    pub moves: [Vec<JudgedMove>; 2],
    /// What Left and Right are called.
    pub players: [&'static str; 2],
    /// How many positions were evaluated, equal ones counted once. What a database holds is only looked up.
    pub evaluated: u64,
}

/// A board, as it is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// As text.
    pub text: String,
    /// In characters.
    pub picture: Picture,
    /// Drawn, if there is a drawing of such boards.
    pub drawing: Option<Piece>,
}

impl Shown {
    fn of<B: Endgame>(board: &B) -> Self {
        Self { text: board.to_string(), picture: board.picture(), drawing: board.drawing() }
    }
}

/// A region of a board.
#[derive(Clone, Debug)]
pub struct Region {
    /// The region on a board of the original size.
    pub board: Shown,
    /// The region alone.
    pub trimmed: Shown,
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
pub fn analyse<B: Endgame>(
    boards: &[B],
    database: Option<&Database<B>>,
    task: &Task,
) -> Result<Analysis, EndgameError> {
    let mut source = Source {
        evaluator: evaluator(task.stop()),
        database: database.map(|database| (database, Decoder::default())),
        explored: 0,
        stop: task.stop(),
    };
    let mut regions = Vec::new();
    for region in boards.iter().flat_map(B::regions) {
        regions.push(Evaluated::new(&mut source, region)?);
    }
    let evaluated = source.explored + source.evaluator.positions() as u64;
    let forms = &mut source.evaluator.forms;
    let value = forms.sum_of(regions.iter().map(|region| region.part.value))?;
    let shown = |region: Evaluated<B>, forms: &mut Forms| {
        let value = Valued::of(forms, region.part.value)?;
        Ok::<_, TooLarge>(Region {
            board: Shown::of(&region.board),
            trimmed: Shown::of(&region.board.trimmed()),
            value,
        })
    };
    Ok(Analysis {
        boards: boards.iter().map(Shown::of).collect(),
        value: Valued::of(forms, value)?,
        moves: [judge(forms, &regions, Player::First)?, judge(forms, &regions, Player::Second)?],
        regions: regions.into_iter().map(|region| shown(region, forms)).collect::<Result<_, _>>()?,
        players: B::PLAYERS,
        evaluated,
    })
}

/// The value of a board alone, in an arena of the caller. What a database holds is looked up there.
///
/// # Errors
/// If the text is no board, or the board is too large.
pub(crate) fn value_of<B: Endgame>(
    board: &str,
    database: Option<&Database<B>>,
    forms: &mut Forms,
) -> Result<Form, EndgameError> {
    let wrong = |error: B::Err| EndgameError::Board { which: None, error: error.to_string() };
    let board: B = board.parse().map_err(wrong)?;
    let stop = Stop::new();
    let mut source = Source {
        evaluator: Evaluator::until(std::mem::take(forms), B::MOST_POSITIONS, stop.clone()),
        database: database.map(|database| (database, Decoder::default())),
        explored: 0,
        stop: &stop,
    };
    let value = source.sum(&board.regions());
    *forms = source.evaluator.forms;
    value
}

/// Where values come from.
struct Source<'a, B: Endgame> {
    evaluator: Evaluator<B>,
    database: Option<(&'a Database<B>, Decoder)>,
    /// How many positions explorers have evaluated.
    explored: u64,
    stop: &'a Stop,
}

impl<B: Endgame> Source<'_, B> {
    /// The value of a board: its parts, looked up or evaluated.
    fn value(
        &mut self,
        board: &B,
        explorer: Option<&mut Explorer<B::Catalogue>>,
    ) -> Result<Form, EndgameError> {
        if let Some(explorer) = explorer
            && let Some((number, exchanged)) = explorer.catalogue().class_of(board)
        {
            let forms = &mut self.evaluator.forms;
            let value = explorer.value(forms, number)?;
            return Ok(if exchanged { forms.negative(value) } else { value });
        }
        let mut sum = Form::ZERO;
        for part in board.parts() {
            let value = match self.look_up(&part)? {
                Some(value) => value,
                None => self.evaluator.value(&part)?,
            };
            sum = self.evaluator.forms.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of regions together.
    fn sum(&mut self, regions: &[B]) -> Result<Form, EndgameError> {
        let mut sum = Form::ZERO;
        for region in regions {
            let mut explorer = self.explorer(region)?;
            let value = self.value(region, explorer.as_mut())?;
            sum = self.evaluator.forms.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a part, if a database holds it.
    fn look_up(&mut self, part: &B) -> Result<Option<Form>, EndgameError> {
        match &mut self.database {
            Some((database, decoder)) => Ok(database.value(decoder, &mut self.evaluator.forms, part)?),
            None => Ok(None),
        }
    }

    /// All boards that can follow a region, numbered, unless a database holds it or they are too many.
    fn explorer(&mut self, region: &B) -> Result<Option<Explorer<B::Catalogue>>, EndgameError> {
        if self.look_up(&region.trimmed())?.is_some() {
            return Ok(None);
        }
        Ok(region.followers().map(|catalogue| Explorer::new(catalogue, self.stop.clone())))
    }
}

/// A region with its value and those that the moves in it lead to.
struct Evaluated<B> {
    board: B,
    moves: [Vec<String>; 2],
    part: Part,
}

impl<B: Endgame> Evaluated<B> {
    fn new(source: &mut Source<'_, B>, board: B) -> Result<Self, EndgameError> {
        let mut explorer = source.explorer(&board)?;
        let value = source.value(&board, explorer.as_mut())?;
        let mut moves = [Vec::new(), Vec::new()];
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (text, after) in board.named_options(player) {
                moves[player as usize].push(text);
                options[player as usize].push(source.value(&after, explorer.as_mut())?);
            }
        }
        source.explored += explorer.map_or(0, |explorer| explorer.evaluated());
        Ok(Self { board, moves, part: Part { value, options } })
    }
}

/// Every move of a player.
fn judge<B>(
    forms: &mut Forms,
    regions: &[Evaluated<B>],
    player: Player,
) -> Result<Vec<JudgedMove>, TooLarge> {
    let parts: Vec<Part> = regions.iter().map(|region| region.part.clone()).collect();
    let hot = hotstrat(forms, &parts, player)?;
    let thermo = thermostrat(forms, &parts, player)?;
    let values: Vec<Form> = parts.iter().map(|part| part.value).collect();
    let mut solver = SumSolver::default();
    let can_win = solver.wins(forms, &values, player)?;
    let mut judged = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        let options = &region.part.options[player as usize];
        for (option, (text, &form)) in region.moves[player as usize].iter().zip(options).enumerate() {
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
                text: text.clone(),
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
