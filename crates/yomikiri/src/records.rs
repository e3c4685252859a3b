//! Files of Trax games, played through: every move and every result that the file states is checked.

use crate::task::Task;
use std::ops::ControlFlow;
use yomikiri_game::{Notation, Outcome, Player, Status, play_line};
use yomikiri_trax::record::{Agreement, Claim, Record};
use yomikiri_trax::{Position, Rules};

/// A game of a file, played through.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// The line of the file that its moves begin on, counted from 1.
    pub line: usize,
    /// The rules.
    pub rules: Rules,
    /// How many of its moves could be played.
    pub plies: usize,
    /// Whether the game is over by the rules. A game with an illegal move counts as open.
    pub status: Status,
    /// One word for what ended it; `None` while it goes on.
    pub ending: Option<&'static str>,
    /// How the players agreed to end it, if they did.
    pub agreement: Option<Agreement>,
    /// What the file says about its result.
    pub claim: Option<Claim>,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// What may be wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move cannot be played.
    #[error("{0}")]
    Move(yomikiri_game::LineError),
    /// More is written after the players have agreed on the result.
    #[error("there are moves after the game was ended by agreement")]
    AfterAgreement,
    /// The file states another result.
    #[error("the file says {claim}, the rules say {}", described(*.status, .ending))]
    Contradiction {
        /// What the file says.
        claim: Claim,
        /// What the rules say.
        status: Status,
        /// One word for what ended the game.
        ending: &'static str,
    },
}

fn described(status: Status, ending: &str) -> String {
    match status {
        Status::Open => "the game is not over".to_owned(),
        Status::Over(outcome) => format!("{outcome} ({ending})"),
    }
}

/// How the games of a file ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplaySummary {
    /// All games.
    pub games: u64,
    /// Games that the first player has won.
    pub first: u64,
    /// Games that the second player has won.
    pub second: u64,
    /// Games drawn by the rules.
    pub draw: u64,
    /// Games that are not over by the rules.
    pub open: u64,
    /// Games ended by a loop.
    pub by_loop: u64,
    /// Games ended by a line.
    pub by_line: u64,
    /// Games ended by a full board.
    pub by_full: u64,
    /// Games ended by a player without a move.
    pub by_stuck: u64,
    /// Games that a player gave up.
    pub resigned: u64,
    /// Games drawn by agreement.
    pub agreed_draws: u64,
    /// Games with a move that cannot be played.
    pub illegal: u64,
    /// Games of which the file states a wrong winner.
    pub contradicted: u64,
    /// The line of the first game that is wrong, and what is wrong with it.
    pub first_error: Option<(usize, String)>,
    /// Whether all games were looked at.
    pub is_complete: bool,
}

/// Plays games through, under these rules where a game does not name its own, and gives each to `take`, until that
/// breaks off.
pub fn replay(
    title: &str,
    records: &[Record],
    default_rules: Rules,
    task: &Task,
    mut take: impl FnMut(&ReplayedGame) -> ControlFlow<()>,
) -> ReplaySummary {
    let mut summary = ReplaySummary::default();
    task.steps(title, "games", |progress| {
        progress.expect(records.len() as u64);
        for record in records {
            let game = ReplayedGame::new(record, default_rules);
            summary.count(&game);
            if take(&game).is_break() || progress.advance(1).is_err() {
                break;
            }
        }
    });
    summary.is_complete = summary.games == records.len() as u64;
    summary
}

impl ReplayedGame {
    /// Plays a game through.
    #[must_use]
    pub fn new(record: &Record, default_rules: Rules) -> Self {
        let rules = record.rules.unwrap_or(default_rules);
        let mut game = Self {
            line: record.line,
            rules,
            plies: record.moves.len(),
            status: Status::Open,
            ending: None,
            agreement: record.agreement,
            claim: record.claim,
            faults: Vec::new(),
        };
        match play_line(Position::new(rules), &record.moves.join(" ")) {
            Err(error) => {
                game.plies = error.number - 1;
                game.faults.push(Fault::Move(error));
            }
            Ok(mut line) => {
                let ending = line.position.ending();
                game.status = line.status;
                game.ending = (line.status != Status::Open).then_some(ending);
                let wrong = record.claim.filter(|&claim| !is_true(claim, line.status, ending));
                game.faults.extend(wrong.map(|claim| Fault::Contradiction {
                    claim,
                    status: line.status,
                    ending,
                }));
                game.faults.extend(record.goes_on_after_agreement.then_some(Fault::AfterAgreement));
            }
        }
        game
    }

    /// What is wrong with it, in words; `None` if nothing is.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        let faults: Vec<String> = self.faults.iter().map(ToString::to_string).collect();
        (!faults.is_empty()).then(|| faults.join("; "))
    }
}

impl ReplaySummary {
    fn count(&mut self, game: &ReplayedGame) {
        self.games += 1;
        match game.agreement {
            Some(Agreement::Resigned) => self.resigned += 1,
            Some(Agreement::Drawn) => self.agreed_draws += 1,
            None => {}
        }
        for fault in &game.faults {
            match fault {
                Fault::Move(_) | Fault::AfterAgreement => self.illegal += 1,
                Fault::Contradiction { .. } => self.contradicted += 1,
            }
        }
        if self.first_error.is_none() {
            self.first_error = game.error().map(|error| (game.line, error));
        }
        if let [Fault::Move(_)] = game.faults[..] {
            return;
        }
        match game.status {
            Status::Open => self.open += 1,
            Status::Over(Outcome::Draw) => self.draw += 1,
            Status::Over(Outcome::Win(Player::First)) => self.first += 1,
            Status::Over(Outcome::Win(Player::Second)) => self.second += 1,
        }
        match game.ending {
            None => {}
            Some("loop") => self.by_loop += 1,
            Some("line") => self.by_line += 1,
            Some("full") => self.by_full += 1,
            Some(_) => self.by_stuck += 1,
        }
    }
}

/// Whether a claim about a game's end is true. Whoever writes down that nobody has won means loops and
/// lines: what having no move is worth is a matter of the rule set.
fn is_true(claim: Claim, status: Status, ending: &str) -> bool {
    match claim {
        Claim::Won(player) => status == Status::Over(Outcome::Win(player)),
        Claim::NotWon => !matches!((status, ending), (Status::Over(Outcome::Win(_)), "loop" | "line")),
    }
}
