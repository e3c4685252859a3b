//! One simulation: a cluster, a game, a setting; and its line in a table.

use super::drawn::{DrawnCrew, HiddenGame, HiddenLook, LIKE_TRAX, Statistics};
use super::real::RealCrew;
use super::{Cluster, Simulated, simulate};
use crate::campaign::{Campaign, Grain};
use crate::rules::Rules;
use crate::tree::Settings;
use yomikiri::{Game, view};
use yomikiri_search::{Answer, Asked, By, Found, Inquiry, SetupError, StopReason};

/// A drawn game.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The nodes that it takes when every choice is the best.
    pub size: f64,
    /// Its seed.
    pub seed: u64,
}

/// One simulation.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The cluster.
    pub cluster: Cluster,
    /// The size of jobs.
    pub grain: Grain,
    /// How much better another node must be before a job ends in its favour.
    pub epsilon: f64,
    /// Whether every worker has a table of its own (in a real search).
    pub own_tables: bool,
    /// The drawn game (if it is not a real search).
    pub sizes: Sizes,
}

impl Trial {
    fn settings(&self) -> Settings {
        Settings { epsilon: self.epsilon, ..Settings::default() }
    }

    /// Searches a game for real: both questions, as far as needed.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn real(&self, game: &Game) -> Result<Simulated, SetupError> {
        const MEMORY: u64 = 1 << 28;
        let board = game.board();
        let inquiry = Inquiry { asked: Asked::Both, can_be_drawn: board.can_be_drawn() };
        let mut sum: Option<Simulated> = None;
        inquiry.run(
            |player| board.cannot_win(player),
            |question| {
                let rules = Rules::new(&*board, question)?;
                let root = board.pieces().asked_key(question);
                let attacks = board.to_move() == question.can_win;
                let mut campaign = Campaign::new(root, attacks, self.settings(), self.grain, 1, rules);
                let tables = if self.own_tables { self.cluster.workers } else { 1 };
                let mut crew = RealCrew::new(&*board, question, tables, MEMORY / u64::from(tables))?;
                let found = simulate(&mut campaign, &mut crew, &self.cluster);
                sum = Some(sum.map_or(found, |before| before.and(&found)));
                let answer = match found.answer {
                    Some(true) => Answer::Yes,
                    Some(false) => Answer::No,
                    None => Answer::Unknown(StopReason::Nodes),
                };
                Ok::<_, SetupError>(Found { answer, by: By::Search, cost: (), go_on: true })
            },
        )?;
        Ok(sum.unwrap_or_default())
    }

    /// Searches a drawn game.
    #[must_use]
    pub fn drawn(&self) -> Simulated {
        let statistics = Statistics { size: self.sizes.size, ..LIKE_TRAX };
        let game = HiddenGame::new(statistics, self.sizes.seed);
        let root = game.borrow().root();
        let mut campaign =
            Campaign::new(root, true, self.settings(), self.grain, 1, HiddenLook(game.clone()));
        simulate(&mut campaign, &mut DrawnCrew(game), &self.cluster)
    }

    /// The result as a line of a table.
    #[must_use]
    pub fn row(&self, found: &Simulated, efficiency: f64) -> String {
        let Cluster { workers, latency, .. } = self.cluster;
        format!(
            "{workers:>8} {:>8} {:>6}ms {:>14} {:>6.1}% {:>9} {:>9.1} {:>6.1}% {:>10.2}% {:>9.1}%",
            self.grain.nodes,
            latency * 1e3,
            found.nodes,
            100.0 * found.wasted as f64 / found.nodes.max(1) as f64,
            found.jobs,
            found.seconds,
            100.0 * found.busy,
            100.0 * found.coordinator,
            100.0 * efficiency
        )
    }

    /// The result as JSON.
    #[must_use]
    pub fn view(&self, game: Option<&Game>, found: &Simulated, efficiency: f64) -> view::ClusterSimulation {
        view::ClusterSimulation {
            game: game.map(ToString::to_string),
            workers: self.cluster.workers,
            grain: self.grain.nodes,
            latency_seconds: self.cluster.latency,
            own_tables: self.own_tables,
            answered: found.answer.is_some(),
            nodes: found.nodes,
            wasted_nodes: found.wasted,
            jobs: found.jobs,
            seconds: found.seconds,
            busy: found.busy,
            coordinator: found.coordinator,
            efficiency,
        }
    }
}
