//! Proofs: checked, and read as a book.

use super::{Player, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_check::proof::{self, Book, Entry, Failure, Proven, Reason};
use yomikiri_check::referee::{self, Outcome};

impl From<referee::Player> for Player {
    fn from(player: referee::Player) -> Self {
        match player {
            referee::Player::First => Self::First,
            referee::Player::Second => Self::Second,
        }
    }
}

/// What became of the check of a proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// The file, if several are checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Whether it holds.
    pub proof: CheckOutcome,
    /// The game, if the proof holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The text that describes the game, if its name does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The position that the moves of claims begin at, if it is not the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What is proved.
    pub claims: Vec<CheckClaim>,
    /// Lemmas that hold.
    pub lemmas: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Moves played in looking at them.
    pub plays: u64,
    /// The time it took.
    pub seconds: f64,
    /// Why the proof fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The first lemma that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lemma: Option<u32>,
    /// The moves, from its position, to the node that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
}

/// Whether a proof holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// The check was stopped.
    Stopped,
}

/// What a proof establishes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckClaim {
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// About whom.
    pub player: Player,
    /// Whether that player can force a win there.
    pub can_win: bool,
}

impl Check {
    /// What came of a check that took so long.
    #[must_use]
    pub fn of(checked: &Result<Proven, Failure>, seconds: f64) -> Self {
        let mut check = Self {
            file: None,
            proof: CheckOutcome::Holds,
            game: None,
            definition: None,
            from: None,
            claims: Vec::new(),
            lemmas: 0,
            nodes: 0,
            plays: 0,
            seconds,
            error: None,
            lemma: None,
            path: None,
        };
        match checked {
            Ok(proven) => {
                let Proven { claims, counts, .. } = proven;
                check.game = Some(proven.game.clone());
                check.definition = proven.definition.clone();
                check.from = proven.from.clone();
                check.claims = claims
                    .iter()
                    .map(|claim| CheckClaim {
                        moves: claim.moves.clone(),
                        player: claim.statement.player.into(),
                        can_win: claim.statement.can_win,
                    })
                    .collect();
                (check.lemmas, check.nodes, check.plays) = (counts.lemmas, counts.nodes, counts.plays);
            }
            Err(failure) => {
                let stopped = matches!(failure, Failure::Stopped | Failure::Memory);
                check.proof = if stopped { CheckOutcome::Stopped } else { CheckOutcome::Fails };
                check.error = Some(failure.to_string());
                if let Failure::Lemma { number, path, .. } = failure {
                    (check.lemma, check.path) = (Some(*number), Some(path.clone()));
                }
            }
        }
        check
    }
}

/// What several proofs say together of the position at which their moves begin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Conclusion {
    /// The game.
    pub game: String,
    /// The text that describes the game, if its name does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The position, if it is not the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// About whom.
    pub player: Player,
    /// Whether the statement is that this player can force a win, or that the player cannot.
    pub can_win: bool,
    /// Whether the statement follows from the proofs.
    pub follows: bool,
    /// The pieces that are missing, as moves to positions; null if the claims are too many moves away to be put together.
    pub missing: Option<Vec<Vec<String>>>,
}

impl From<&proof::Conclusion> for Conclusion {
    fn from(found: &proof::Conclusion) -> Self {
        Self {
            game: found.game.clone(),
            definition: found.definition.clone(),
            from: found.from.clone(),
            player: found.statement.player.into(),
            can_win: found.statement.can_win,
            follows: found.holds(),
            missing: found.missing.clone(),
        }
    }
}

/// What a proof says of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofEntry {
    /// The game.
    pub game: String,
    /// The position that the moves begin at, if it is not the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The number of the claim, from 1.
    pub claim: usize,
    /// The moves to the position: those of the claim, and those that were asked for.
    pub moves: Vec<String>,
    /// About whom something is proved here.
    pub player: Player,
    /// Whether that player can force a win.
    pub can_win: bool,
    /// Whose move it is.
    pub to_move: Player,
    /// The number of the lemma whose tree the position is in, from 0.
    pub lemma: u32,
    /// Whether it is the very position of that lemma, as it lies or turned.
    pub is_lemma: bool,
    /// How the proof goes on here.
    pub reason: ProofReason,
    /// The moves with which it goes on: that of the prover, or every reply.
    pub branches: Vec<ProofBranch>,
}

/// How a proof goes on at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofReason {
    /// The prover makes a move.
    Move,
    /// Every reply of the opponent is answered.
    Replies,
    /// Nobody can move.
    Stuck,
    /// The checker searches the rest by itself.
    Search,
    /// A theorem settles it.
    Theorem,
}

/// A move with which a proof goes on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofBranch {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The result, if it ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Verdict>,
}

impl ProofEntry {
    /// What a book says after moves from the position of a claim, counted from 0.
    #[must_use]
    pub fn of(book: &Book, claim: usize, moves: &[impl AsRef<str>], entry: &Entry) -> Self {
        let to_claim = book.claims()[claim].moves.iter().map(String::as_str);
        let branch = |branch: &proof::Branch| ProofBranch {
            text: branch.text.clone(),
            ends: branch.ends.map(verdict),
        };
        Self {
            game: book.game().to_owned(),
            from: book.from().map(str::to_owned),
            claim: claim + 1,
            moves: to_claim.chain(moves.iter().map(AsRef::as_ref)).map(str::to_owned).collect(),
            player: entry.statement.player.into(),
            can_win: entry.statement.can_win,
            to_move: entry.to_move.into(),
            lemma: entry.lemma,
            is_lemma: entry.is_lemma,
            reason: match entry.reason {
                Reason::Move => ProofReason::Move,
                Reason::Replies => ProofReason::Replies,
                Reason::Stuck(_) => ProofReason::Stuck,
                Reason::Search => ProofReason::Search,
                Reason::Theorem => ProofReason::Theorem,
            },
            branches: entry.branches.iter().map(branch).collect(),
        }
    }
}

fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Win(referee::Player::First) => Verdict::First,
        Outcome::Win(referee::Player::Second) => Verdict::Second,
        Outcome::Draw => Verdict::Draw,
    }
}
