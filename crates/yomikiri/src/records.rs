//! Files of Trax games, played through: every move and every result that the file states is checked.

use crate::registry::GameName;
use crate::task::Task;
use std::ops::ControlFlow;
use yomikiri_game::{Game as _, Notation, Outcome, Player, Status, play_line};
use yomikiri_trax::record::{self, Agreement, Claim, Record, Records, read_records};
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
    /// The line of its first mistake; that of the game if there is none.
    pub error_line: usize,
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
    /// The player who gave up is said to have won, or the game to be drawn.
    #[error("the file says {claim}, and that the {loser} player gave up")]
    Resignation {
        /// What the file says about the result.
        claim: Claim,
        /// Who gave up.
        loser: Player,
    },
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
    /// Everything that is wrong, by line.
    pub errors: Vec<(usize, String)>,
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
    take: impl FnMut(&ReplayedGame) -> ControlFlow<()>,
) -> ReplaySummary {
    replay_file(title, records, &[], default_rules, task, take)
}

/// The same for all that was read from a file. What is wrong with its lines is added to what is wrong with its games.
pub fn replay_file(
    title: &str,
    records: &[Record],
    faults: &[record::Fault],
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
    summary.errors.extend(faults.iter().map(|fault| (fault.line, fault.kind.to_string())));
    summary.errors.sort();
    summary.first_error = summary.errors.first().cloned();
    summary
}

/// Why a file gives no moves.
#[derive(Debug, thiserror::Error)]
pub enum MovesError {
    /// There is no such game in it.
    #[error("there is no game {number}: the file has {games}")]
    NoGame {
        /// The number that was asked for, from 1.
        number: usize,
        /// How many games there are.
        games: usize,
    },
    /// The file is no text.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// The line, counted from 1.
        line: usize,
    },
}

/// The moves that a file holds for a game: those of its first record if the game is Trax, else all words outside
/// comments (`#` at the start of a line).
///
/// # Errors
/// If it is no text, or has no record of a game.
pub fn moves_in(game: &GameName, bytes: &[u8]) -> Result<String, MovesError> {
    if game.word().starts_with("trax") {
        return Ok(nth(&read_records(bytes), 1)?.moves.join(" "));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        MovesError::NotText { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1 }
    })?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    Ok(lines.join(" "))
}

/// The game of this number, from 1.
///
/// # Errors
/// If there are fewer.
pub fn nth(records: &Records, number: usize) -> Result<&Record, MovesError> {
    let record = number.checked_sub(1).and_then(|at| records.records.get(at));
    record.ok_or(MovesError::NoGame { number, games: records.records.len() })
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
            error_line: record.line,
            faults: Vec::new(),
        };
        match play_line(Position::new(rules), &record.moves.join(" ")) {
            Err(error) => {
                game.plies = error.number - 1;
                let lines = &record.move_lines;
                game.error_line = lines.get(error.number - 1).copied().unwrap_or(record.line);
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
                let is_resigned =
                    record.agreement == Some(Agreement::Resigned) && line.status == Status::Open;
                let loser = record.resigned.unwrap_or(line.position.to_move());
                if let Some(claim @ Claim::Result(outcome)) = record.claim
                    && is_resigned
                    && outcome != Outcome::Win(!loser)
                {
                    game.faults.push(Fault::Resignation { claim, loser });
                }
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
                Fault::Contradiction { .. } | Fault::Resignation { .. } => self.contradicted += 1,
            }
        }
        self.errors.extend(game.error().map(|error| (game.error_line, error)));
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
        // A game may be scored before the rules end it.
        Claim::Result(outcome) => matches!(status, Status::Open) || status == Status::Over(outcome),
    }
}
