//! Who wins within 3, 4, 5, … turns: one question after the other, up to the first that somebody wins.
//!
//! A win within some turns is a win within more, so the first one found is the shortest. For each player there is one
//! solver, which keeps what it has learnt from one number of turns to the next ([`Deepening`]). Where the game does not
//! allow that (the first turn has fewer stones than the others, the rules say where the first stone goes, no winning
//! sets, another solver), every number of turns is a formula of its own.

use super::solving::given_up;
use super::{Decided, Encoding, Finding, FormulaError, FormulaSize, Plan, Preprocessor, Solver, strategy};
use crate::game::Game;
use crate::task::Task;
use std::ops::RangeInclusive;
use yomikiri_game::{Instant, Player, PositionalGame};
use yomikiri_qbf::corrective;
use yomikiri_qbf::deepening::Deepening;
use yomikiri_qbf::solver::{self, Limits, Progress};
use yomikiri_search::{Answer, Asked, By, Found, Inquiry, StopReason, Verdict};

/// The answers about one player, by number of turns.
type Known = Vec<(u32, Answer, Finding)>;

impl Plan {
    /// Decides the game for each limit on turns, the smallest first, up to the first with a winner. The limit of the plan
    /// itself is not looked at.
    ///
    /// # Errors
    /// If the game cannot be written as a formula, or a program that is needed fails.
    pub fn deepen(
        &self,
        game: &Game,
        turns: RangeInclusive<u32>,
        task: &Task,
    ) -> Result<Vec<Decided>, FormulaError> {
        let start = game.board();
        let inquiry = Inquiry { asked: Asked::Both, can_be_drawn: start.can_be_drawn() };
        let is_settled = |player| self.theorems && start.cannot_win(player);
        let mut known: [Known; 2] = [Vec::new(), Vec::new()];
        let mut range = turns;
        for player in Player::BOTH {
            if !is_settled(player) {
                known[player as usize] = self.about(game, player, range.clone(), task)?;
            }
            // Where one player wins, nothing is asked about the other.
            let decided = known[player as usize].last().map(|&(turns, ..)| turns);
            range = *range.start()..=decided.unwrap_or(*range.end());
        }
        let mut decisions = Vec::new();
        for turns in range {
            let answers = inquiry.run(is_settled, |question| {
                let about = &known[question.can_win as usize];
                let found = about.iter().find(|(asked, ..)| *asked == turns).cloned();
                let (_, answer, cost) =
                    found.unwrap_or_else(|| (turns, given_up(task.stop()), Finding::default()));
                Ok::<_, FormulaError>(Found { answer, by: By::Search, cost, go_on: true })
            })?;
            let decided = Decided { game: game.to_string(), turns: Some(turns), answers };
            let verdict = decided.verdict();
            decisions.push(decided);
            if matches!(verdict, Verdict::Wins(_) | Verdict::Unknown) {
                break;
            }
        }
        Ok(decisions)
    }

    /// The answers about a player, up to the first win or the first question without an answer.
    fn about(
        &self,
        game: &Game,
        player: Player,
        range: RangeInclusive<u32>,
        task: &Task,
    ) -> Result<Known, FormulaError> {
        let is_ours = self.solver_is_ours() && self.encoding != Some(Encoding::Direct);
        if let Some(positional) = game.positional().filter(|_| is_ours)
            && let Some(known) = self.by_one_solver(game, &positional, player, range.clone(), task)?
        {
            return Ok(known);
        }
        let mut known = Known::new();
        for turns in range {
            let within = self.solving.time.map(|time| task.within(time));
            let plan = Self { turns: Some(turns), ..self.clone() };
            let (answer, finding) = plan.ask(game, player, within.as_ref().unwrap_or(task))?;
            known.push((turns, answer, finding));
            if answer != Answer::No {
                break;
            }
        }
        Ok(known)
    }

    fn solver_is_ours(&self) -> bool {
        self.solving.solver == Solver::Embedded && self.solving.preprocessor != Preprocessor::Bloqqer
    }

    /// The same by one solver; `None` if the game does not allow it.
    fn by_one_solver(
        &self,
        game: &Game,
        positional: &PositionalGame,
        player: Player,
        range: RangeInclusive<u32>,
        task: &Task,
    ) -> Result<Option<Known>, FormulaError> {
        let started = Instant::now();
        // Turns of the opponent behind the player's last one change nothing.
        let useful = |turns: u32| {
            let turns = &positional.turns[..positional.turns.len().min(turns as usize)];
            turns.iter().rposition(|turn| turn.player == player).map_or(0, |last| last + 1)
        };
        let longest = positional.clone().within(useful(*range.end()));
        let within = self.solving.time.map(|time| task.within(time));
        let task = within.as_ref().unwrap_or(task);
        let budget = self.solving.budget(task);
        // A formula that does not fit is reported by asking about each number of turns.
        let Ok(encoded) = corrective::encode(&longest, player, &budget) else {
            return Ok(None);
        };
        let encoding_seconds = started.elapsed().as_secs_f64();
        let statistics = encoded.formula.statistics();
        let size = FormulaSize {
            variables: statistics.existential + statistics.universal,
            clauses: statistics.clauses,
        };
        let limits = Limits { memory: budget.memory, ..Limits::default() };
        let title = format!("{game}: can {player} win within {} turns?", range.end());
        let progress = Progress::new(task.stop().clone());
        Ok(task.stage(&title, progress, |progress| {
            let mut deepening = Deepening::new(&longest, &encoded, limits, progress)?;
            if !range.clone().map(useful).all(|turns| turns == 0 || deepening.knows(turns)) {
                return None;
            }
            let mut known = Known::new();
            let mut before: Option<usize> = None;
            let mut refinements = 0;
            for turns in range {
                let asked = useful(turns);
                let mut finding = Finding { size, refinements: Some(0), ..Finding::default() };
                if asked == 0 || before == Some(asked) {
                    known.push((turns, Answer::No, finding));
                    continue;
                }
                let started = Instant::now();
                let answer = deepening.ask(asked)?;
                let so_far = progress.snapshot().refinements;
                finding.encoding_seconds = if before.is_none() { encoding_seconds } else { 0.0 };
                finding.seconds = started.elapsed().as_secs_f64() + finding.encoding_seconds;
                finding.refinements = Some(so_far - refinements);
                refinements = so_far;
                before = Some(asked);
                let answer = match answer {
                    solver::Answer::Sat(values) => {
                        let choices = &encoded.choices[longest.turns.len() - asked];
                        finding.first_move = strategy::move_of(choices, positional, &values);
                        Answer::Yes
                    }
                    solver::Answer::Unsat => Answer::No,
                    solver::Answer::Unknown(solver::StopReason::Memory) => {
                        Answer::Unknown(StopReason::Memory)
                    }
                    solver::Answer::Unknown(_) => given_up(task.stop()),
                };
                known.push((turns, answer, finding));
                if answer != Answer::No {
                    break;
                }
            }
            Some(known)
        }))
    }
}
