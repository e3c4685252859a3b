//! Families of instances: the same question for several boards, animals and numbers of turns, as the evaluations of QBF
//! solvers take submissions. Every formula comes in QDIMACS, in QDIMACS after our preprocessing, and in QCIR, and an index
//! says what is known about each.

use super::{FormulaError, GameFormula, Map};
use crate::game::Game;
use crate::job::{BestMoves, Job};
use crate::task::Task;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::RangeInclusive;
use yomikiri_game::{Duration, Player};
use yomikiri_qbf::{
    Budget, Circuit, Effort, Formula, Literal, Preprocessed, Statistics, preprocess, qcir, qdimacs,
};
use yomikiri_search::{Limits, Options, Verdict};

/// A family: games, and the turns after which they end.
pub struct InstanceFamily {
    /// The games.
    pub games: Vec<Game>,
    /// The limits on turns.
    pub turns: RangeInclusive<u32>,
    /// The players whose win is asked about.
    pub players: Vec<Player>,
    /// The time for the search that says what the answer is.
    pub time: Duration,
}

/// A file of a family.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name of the file.
    pub file: String,
    /// The game.
    pub game: String,
    /// The limit on turns.
    pub turns: u32,
    /// The player whose win it is about.
    pub player: Player,
    /// Whether the formula is true, by search; `None` if that took too long.
    pub is_true: Option<bool>,
    /// The size of the formula in clauses.
    pub size: Statistics,
    /// What is in the file.
    pub content: String,
}

/// The head of an index: the columns of [`Instance::index_line`].
pub const INDEX_HEAD: &str =
    "file\tgame\tturns\tplayer\tanswer\texistential\tuniversal\tblocks\tclauses\tbytes\tsha256";

impl Instance {
    /// The line of the index about it.
    #[must_use]
    pub fn index_line(&self) -> String {
        let Self { file, game, turns, player, is_true, size, content } = self;
        let answer = match is_true {
            Some(true) => "SAT",
            Some(false) => "UNSAT",
            None => "unknown",
        };
        let Statistics { existential, universal, blocks, clauses, .. } = size;
        let digest = Sha256::digest(content.as_bytes()).iter().fold(String::new(), |mut text, byte| {
            let _infallible = write!(text, "{byte:02x}");
            text
        });
        let bytes = content.len();
        format!(
            "{file}\t{game}\t{turns}\t{player}\t{answer}\t{existential}\t{universal}\t{blocks}\t{clauses}\t{bytes}\t{digest}"
        )
    }
}

impl InstanceFamily {
    /// Shows every instance, in order.
    ///
    /// # Errors
    /// If a game cannot be written as a formula, `each` fails, or it was stopped.
    pub fn write<E: From<FormulaError>>(
        &self,
        task: &Task,
        mut each: impl FnMut(Instance) -> Result<(), E>,
    ) -> Result<(), E> {
        for game in &self.games {
            for turns in self.turns.clone() {
                let verdict = self.verdict(game, turns, task)?;
                for &player in &self.players {
                    for instance in instances(game, turns, player, verdict, task)? {
                        each(instance)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Who wins within the turns, by search.
    fn verdict(&self, game: &Game, turns: u32, task: &Task) -> Result<Verdict, FormulaError> {
        let cut = game.within(turns).ok_or_else(|| FormulaError::NoLimitOnTurns(game.to_string()))?;
        let limits = Limits { time: Some(self.time), nodes: None };
        let options = Options { limits, memory: 256 << 20, ..Options::default() };
        let job = Job { options, best_moves: BestMoves::None, ..Job::default() };
        let verdict = cut.solve(&*cut.board(), &job, task)?.verdict();
        if task.is_stopped() { Err(FormulaError::Stopped) } else { Ok(verdict) }
    }
}

/// The files of one question.
fn instances(
    game: &Game,
    turns: u32,
    player: Player,
    verdict: Verdict,
    task: &Task,
) -> Result<Vec<Instance>, FormulaError> {
    let budget = Budget { stop: task.stop().clone(), memory: None };
    let formula = GameFormula::new(game, Some(turns), player, None, &budget)?;
    let clauses = formula.clauses(&budget)?.into_owned();
    let mut comments = vec![format!("{game}: can {player} win within {turns} turns?")];
    comments.extend(Map::new(&formula, game, Some(turns)).lines());
    let smaller = match preprocess(&clauses, Effort::Full) {
        Preprocessed::True(_) => Formula::new(),
        Preprocessed::False => {
            let mut never = Formula::new();
            never.add(std::iter::empty::<Literal>());
            never
        }
        Preprocessed::Open { formula, .. } => formula,
    };
    let circuit = match &formula {
        GameFormula::Clauses(encoded) => qcir::write(&Circuit::from(&encoded.formula), &comments),
        GameFormula::Circuit(circuit, _) => qcir::write(circuit, &comments),
    };
    let is_true = match verdict {
        Verdict::Unknown => None,
        verdict => Some(verdict == Verdict::Wins(player)),
    };
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let stem: String = game.to_string().chars().map(plain).collect();
    let stem = format!("{stem}-t{turns}-{player}");
    let files = [
        (format!("{stem}.qdimacs"), clauses.statistics(), qdimacs::write(&clauses, &comments)),
        (
            format!("{stem}-preprocessed.qdimacs"),
            smaller.statistics(),
            qdimacs::write(&smaller, &comments[..1]),
        ),
        (format!("{stem}.qcir"), clauses.statistics(), circuit),
    ];
    let instance = |(file, size, content)| Instance {
        file,
        game: game.to_string(),
        turns,
        player,
        is_true,
        size,
        content,
    };
    Ok(files.into_iter().map(instance).collect())
}
