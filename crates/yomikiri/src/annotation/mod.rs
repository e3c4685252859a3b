//! Whole games of Trax with their mistakes: who had a forced win, and whether the move that was played kept it.
//!
//! Every position is read ([`yomikiri_player::Reader`]): mate search for both sides, df-pn near the end. What that finds
//! is certain; where it finds nothing, an estimate by a short look ahead takes its place, and is marked as one.
//!
//! Games are read from the end: whoever knows that a position is lost knows that the move before it won.
//!
//! | module | what it holds |
//! |---|---|
//! | `judging` | one game, position by position |
//! | `running` | many games, on several threads, in the order of the file |
//! | `confirming` | claims asked again of a search without threats |
//! | `text`, `trx`, `html` | an annotated game as text, as a record, as a page |

mod confirming;
mod html;
mod judging;
mod running;
mod text;
mod trx;

pub use confirming::{Confirmed, Confirming};
pub use html::page;
pub use running::annotate;
pub use text::{summary_text, text};
pub use trx::record;

use yomikiri_game::{Duration, Outcome, Player, Status};
use yomikiri_player::Budget;
use yomikiri_trax::Rules;
use yomikiri_trax::record::{Agreement, Record};

/// How games are annotated.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The rules of games that do not name theirs.
    pub default_rules: Rules,
    /// What may be spent on a position.
    pub budget: Budget,
    /// The most time for a position.
    pub time: Duration,
    /// How many moves the estimate looks ahead where nothing is certain; 0 for no estimate.
    pub depth: u32,
    /// The number of threads.
    pub jobs: usize,
    /// Memory for the table of each thread.
    pub memory: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            default_rules: Rules::unlimited(),
            budget: Budget::default(),
            time: Duration::from_secs(1),
            depth: 2,
            jobs: 1,
            memory: 64 << 20,
        }
    }
}

/// A game with what was found out about it.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The record that it was read from.
    pub record: Record,
    /// The rules.
    pub rules: Rules,
    /// The moves that could be played.
    pub moves: Vec<AnnotatedMove>,
    /// The positions, as text: before the first move, and after each.
    pub positions: Vec<String>,
    /// How the game stands after the last move.
    pub status: Status,
    /// One word for what ended it.
    pub ending: Option<&'static str>,
    /// Who could force a win after the last move, if the game goes on there.
    pub last: Verdict,
    /// What is wrong with the record: line and mistake.
    pub errors: Vec<(usize, String)>,
    /// Positions visited by all searches.
    pub nodes: u64,
}

/// A move with what was found out about it.
#[derive(Clone, Debug)]
pub struct AnnotatedMove {
    /// Who made it.
    pub player: Player,
    /// The move.
    pub text: String,
    /// Who could force a win before it.
    pub before: Verdict,
    /// What it did.
    pub judgement: Judgement,
    /// Whether that is certain. A win that was there is; that it is gone may be an estimate.
    pub is_certain: bool,
    /// The best moves in its place, itself perhaps included: winning ones, those that hold out longest, or the one that
    /// looks best.
    pub best: Vec<String>,
    /// Best play from the position before it, beginning with the first of the best moves; empty if nothing is certain.
    pub line: Vec<String>,
    /// Whether exactly one move wins, or all but one are known to lose.
    pub is_only: bool,
    /// How the position before it looks for its player, where nothing is certain.
    pub estimate: Option<i32>,
}

/// Who can force a win at a position: certain, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player.
    Wins {
        /// Who.
        player: Player,
        /// In so many plies; `None` if nobody has counted.
        plies: Option<u32>,
    },
    /// Nobody.
    Draw,
    /// It was not found out.
    Open,
}

impl Verdict {
    /// Who wins.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Wins { player, .. } => Some(player),
            Self::Draw | Self::Open => None,
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing that is known: neither side had or has a forced win.
    Quiet,
    /// It kept a forced win, or won at once.
    Kept,
    /// It threw away a forced win: the opponent, or nobody, has one now.
    ThrewAway,
    /// A forced win was there, and after it none was found any more.
    Missed,
    /// It allowed the opponent a forced win.
    Allowed,
    /// It was lost whatever was played.
    Lost,
}

impl Judgement {
    /// Whether it is a mistake.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        matches!(self, Self::ThrewAway | Self::Missed | Self::Allowed)
    }

    /// One word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::Kept => "kept",
            Self::ThrewAway => "threw_away",
            Self::Missed => "missed",
            Self::Allowed => "allowed",
            Self::Lost => "lost",
        }
    }
}

impl AnnotatedGame {
    /// The player that won: by the rules, by resignation, or as the record scores it.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        use yomikiri_trax::record::Claim;
        let scored = match self.record.claim {
            Some(Claim::Won(player) | Claim::Result(Outcome::Win(player))) => Some(player),
            _ => None,
        };
        match self.status {
            Status::Over(outcome) => outcome.winner(),
            Status::Open if self.record.agreement == Some(Agreement::Resigned) => {
                let to_move = if self.moves.len().is_multiple_of(2) { Player::First } else { Player::Second };
                Some(!self.record.resigned.unwrap_or(to_move))
            }
            Status::Open => scored,
        }
    }

    /// The move that decided the game: the last mistake of the player who lost it, by its number from 0.
    #[must_use]
    pub fn turning_point(&self) -> Option<usize> {
        let loser = !self.winner()?;
        self.moves.iter().rposition(|made| made.player == loser && made.judgement.is_mistake())
    }

    /// What a player has done.
    #[must_use]
    pub fn tally(&self, player: Player) -> Tally {
        let mut tally = Tally::default();
        for made in self.moves.iter().filter(|made| made.player == player) {
            tally.count(made);
        }
        tally
    }

    /// What a player is called, if the record says so.
    #[must_use]
    pub fn name(&self, player: Player) -> Option<&str> {
        let (white, red) = self.record.players.as_ref()?;
        Some(match player {
            Player::First => white,
            Player::Second => red,
        })
    }
}

/// The moves of a player, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All moves.
    pub moves: u64,
    /// Moves that were lost whatever was played: nothing could be done wrong.
    pub lost: u64,
    /// Forced wins thrown away.
    pub threw_away: u64,
    /// Forced wins after which none was found any more.
    pub missed: u64,
    /// Forced wins allowed.
    pub allowed: u64,
    /// Moves of which there was only one good one, and it was played.
    pub only: u64,
}

impl Tally {
    fn count(&mut self, made: &AnnotatedMove) {
        self.moves += 1;
        match made.judgement {
            Judgement::Lost => self.lost += 1,
            Judgement::ThrewAway => self.threw_away += 1,
            Judgement::Missed => self.missed += 1,
            Judgement::Allowed => self.allowed += 1,
            Judgement::Kept | Judgement::Quiet => {
                self.only += u64::from(made.is_only && made.best.first() == Some(&made.text));
            }
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.threw_away += other.threw_away;
        self.missed += other.missed;
        self.allowed += other.allowed;
        self.only += other.only;
    }

    /// All mistakes.
    #[must_use]
    pub fn mistakes(&self) -> u64 {
        self.threw_away + self.missed + self.allowed
    }

    /// The share of moves without a mistake, of those at which one could be made; `None` if there is none.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        let counted = self.moves - self.lost;
        (counted > 0).then(|| 1.0 - self.mistakes() as f64 / counted as f64)
    }
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The games that were annotated.
    pub games: u64,
    /// All moves.
    pub moves: u64,
    /// Moves that threw a forced win away, missed it, or allowed one.
    pub mistakes: u64,
    /// By the name of a player (`white` and `red` where the file names none): how many games, and the moves.
    pub players: Vec<(String, u64, Tally)>,
    /// What is wrong with the file, by line.
    pub errors: Vec<(usize, String)>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether all games were annotated.
    pub is_complete: bool,
}

impl Summary {
    fn count(&mut self, game: &AnnotatedGame) {
        self.games += 1;
        self.nodes += game.nodes;
        self.errors.extend(game.errors.iter().cloned());
        for player in Player::BOTH {
            let tally = game.tally(player);
            self.moves += tally.moves;
            self.mistakes += tally.mistakes();
            let colour = yomikiri_trax::tile::Colour::of(player).to_string();
            let name = game.name(player).filter(|name| !name.is_empty()).unwrap_or(&colour);
            match self.players.iter_mut().find(|(known, ..)| known == name) {
                Some((_, games, sum)) => {
                    *games += 1;
                    sum.add(&tally);
                }
                None => self.players.push((name.to_owned(), 1, tally)),
            }
        }
    }
}
