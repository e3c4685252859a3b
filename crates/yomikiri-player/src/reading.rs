//! Who has a forced win at a position: what is certain.
//!
//! First the mate search for the player to move, then the same for his opponent after every move he has. If every move
//! runs into a mate, he is lost; a move after which none was found may hold. On a board with few spaces left, df-pn
//! decides, draws included.
//!
//! That a win was not found within the limits says nothing: then the position counts as open.

use yomikiri_game::{Game, Outcome, Player, Status, Stop, Tactics, legal_moves, try_move};
use yomikiri_search::{
    Answer, Effort, Endings, FoundMate, Limits, MateAnswer, MateOptions, MateTable, Monitor, Options,
    Question, Scope, SetupError, ask, find_mate,
};
use yomikiri_trax::{Position, Turn};

/// How much may be spent on a position. All but the switch count nodes, so that the answer is the same every time.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The longest win that is looked for, in plies.
    pub max_plies: u32,
    /// Nodes of a search for a mate by threats of the player to move.
    pub threats: u64,
    /// Nodes of the search of all moves for a mate.
    pub full: u64,
    /// Nodes of a search for a mate of the opponent after one move.
    pub reply: u64,
    /// Nodes of df-pn for each of the two questions; it is asked on boards with few spaces left.
    pub solve: u64,
    /// How many spaces may be left for that.
    pub spaces: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { max_plies: 25, threats: 20_000, full: 4_000, reply: 4_000, solve: 60_000, spaces: 16 }
    }
}

/// A forced win of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Its length in plies: 1 wins at once; `None` if df-pn found it.
    pub plies: Option<u32>,
    /// Whether it is known that there is no shorter one.
    pub is_shortest: bool,
    /// Moves that win in that length; all of them if the win is by threats and the search was finished.
    pub moves: Vec<Turn>,
    /// Best play of both to the end; empty if df-pn found the win.
    pub line: Vec<Turn>,
}

/// A forced win of the opponent of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How many plies it takes if the player holds out as long as he can, as far as is known; `None` if df-pn found it.
    pub plies: Option<u32>,
    /// Moves that hold out longest.
    pub moves: Vec<Turn>,
    /// The line that follows the first of them, itself included.
    pub line: Vec<Turn>,
}

/// What is certain about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The player to move wins.
    Win(Win),
    /// His opponent does.
    Loss(Loss),
    /// Neither can force a win; these moves hold the draw.
    Draw(Vec<Turn>),
    /// Nothing was found.
    Open,
}

/// What is certain about a position, and what it cost.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was found.
    pub found: Found,
    /// Moves that are known to lose, with the length of the opponent's win after them. All moves were looked at only if
    /// the opponent threatens something.
    pub losing: Vec<(Turn, u32)>,
    /// Positions visited.
    pub nodes: u64,
}

impl Reading {
    /// Who wins, if that is certain; the player to move is given.
    #[must_use]
    pub fn winner(&self, to_move: Player) -> Option<Player> {
        match self.found {
            Found::Win(_) => Some(to_move),
            Found::Loss(_) => Some(!to_move),
            Found::Draw(_) | Found::Open => None,
        }
    }
}

/// Reads positions of one set of rules. It remembers what it has seen.
pub struct Reader {
    table: MateTable,
    memory: u64,
}

/// What is known about one question of df-pn is not kept: the boards are small.
const SOLVING_MEMORY: u64 = 16 << 20;

impl Reader {
    /// A reader with a table of so many bytes. It must be asked about one set of rules only.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(memory: u64) -> Result<Self, SetupError> {
        Ok(Self { table: MateTable::new(memory)?, memory })
    }

    /// The mate of the player to move, if one is found.
    pub fn mate(
        &self,
        position: &mut Position,
        max_plies: u32,
        effort: Effort,
        nodes: u64,
        stop: &Stop,
    ) -> (Option<FoundMate<Turn>>, u64) {
        let limits = Limits { nodes: Some(nodes), time: None };
        let options = MateOptions { max_plies, effort, limits, ..MateOptions::default() };
        let report = find_mate(position, &options, &self.table, &Monitor::new(stop.clone()));
        let nodes = report.statistics.nodes;
        match report.answer {
            MateAnswer::Mate(mate) => (Some(mate), nodes),
            MateAnswer::NoMate | MateAnswer::Unknown(_) => (None, nodes),
        }
    }

    /// Reads a position at which the game goes on. The position is left as it was.
    pub fn read(&self, position: &mut Position, budget: &Budget, stop: &Stop) -> Reading {
        let mut reading = Reading { found: Found::Open, losing: Vec::new(), nodes: 0 };
        if let Some(win) = self.win(position, budget, stop, &mut reading.nodes) {
            reading.found = Found::Win(win);
            return reading;
        }
        if let Some(found) = self.loss(position, budget, stop, &mut reading) {
            reading.found = Found::Loss(found);
        } else if let Some(found) = self.solve(position, budget, stop, &mut reading.nodes) {
            reading.found = found;
        }
        reading
    }

    /// A forced win of the player to move.
    pub fn win(&self, position: &mut Position, budget: &Budget, stop: &Stop, nodes: &mut u64) -> Option<Win> {
        let (by_threats, cost) = self.mate(position, budget.max_plies, Effort::Threats, budget.threats, stop);
        *nodes += cost;
        let (mate, cost) = match by_threats {
            // Whether a quiet move wins sooner matters to whoever is told the number of moves.
            Some(mate) => {
                let effort = Effort::Both { shorter_nodes: Some(budget.full), full_nodes: Some(0) };
                let (both, cost) =
                    self.mate(position, mate.plies, effort, budget.threats + budget.full, stop);
                (both.or(Some(mate)), cost)
            }
            None => {
                let effort = Effort::Both { shorter_nodes: Some(0), full_nodes: Some(budget.full) };
                self.mate(position, budget.max_plies.min(7), effort, budget.threats + budget.full, stop)
            }
        };
        *nodes += cost;
        mate.map(|mate| Win {
            plies: Some(mate.plies),
            is_shortest: mate.is_shortest && mate.by == Scope::Full || mate.plies == 1,
            moves: mate.first_moves,
            line: mate.line,
        })
    }

    /// A forced win of the opponent: after every move he has a mate. The player to move is known to have none.
    fn loss(
        &self,
        position: &mut Position,
        budget: &Budget,
        stop: &Stop,
        reading: &mut Reading,
    ) -> Option<Loss> {
        // Who could not even win with a move in hand will not win without one. (In theory there is zugzwang.)
        let mut passed = position.with_to_move(!position.to_move());
        let (threat, cost) = self.mate(&mut passed, budget.max_plies, Effort::Threats, budget.reply, stop);
        reading.nodes += cost;
        threat?;
        let mover = position.to_move();
        let mut best: Option<Loss> = None;
        let mut is_lost = true;
        for turn in legal_moves(position) {
            if stop.is_requested() {
                return None;
            }
            let answer = try_move(position, turn, |after, status| match status {
                Status::Over(outcome) => (outcome == Outcome::Win(!mover)).then(|| (0, Vec::new())),
                Status::Open => {
                    let (mate, cost) =
                        self.mate(after, budget.max_plies, Effort::Threats, budget.reply, stop);
                    reading.nodes += cost;
                    mate.map(|mate| (mate.plies, mate.line))
                }
            });
            match answer {
                None => {}
                Some(None) => is_lost = false,
                Some(Some((plies, line))) => {
                    reading.losing.push((turn, plies + 1));
                    let line = [turn].into_iter().chain(line).collect();
                    match &mut best {
                        Some(loss) if loss.plies == Some(plies + 1) => loss.moves.push(turn),
                        Some(loss) if loss.plies > Some(plies + 1) => {}
                        best => *best = Some(Loss { plies: Some(plies + 1), moves: vec![turn], line }),
                    }
                }
            }
        }
        best.filter(|_| is_lost)
    }

    /// What df-pn says, if few spaces are left.
    fn solve(&self, position: &mut Position, budget: &Budget, stop: &Stop, nodes: &mut u64) -> Option<Found> {
        if position.left().is_none_or(|left| left > budget.spaces) || budget.solve == 0 {
            return None;
        }
        let mover = position.to_move();
        let can_mover_win = self.can_win(position, mover, budget.solve, stop, nodes)?;
        if can_mover_win {
            let moves = self.keeping(position, mover, true, budget.solve, stop, nodes);
            return Some(Found::Win(Win { plies: None, is_shortest: false, moves, line: Vec::new() }));
        }
        let can_opponent_win = self.can_win(position, !mover, budget.solve, stop, nodes)?;
        if can_opponent_win {
            return Some(Found::Loss(Loss { plies: None, moves: Vec::new(), line: Vec::new() }));
        }
        Some(Found::Draw(self.keeping(position, !mover, false, budget.solve, stop, nodes)))
    }

    /// The moves after which the question whether a player can win has this answer, as far as the budget for all of
    /// them together allows.
    fn keeping(
        &self,
        position: &mut Position,
        player: Player,
        answer: bool,
        budget: u64,
        stop: &Stop,
        nodes: &mut u64,
    ) -> Vec<Turn> {
        let mut moves = legal_moves(position);
        let most = nodes.saturating_add(budget);
        moves.retain(|&turn| {
            let kept = try_move(position, turn, |after, status| match status {
                Status::Over(outcome) => Some((outcome == Outcome::Win(player)) == answer),
                Status::Open => {
                    let left = most.saturating_sub(*nodes);
                    self.can_win(after, player, left, stop, nodes).map(|can| can == answer)
                }
            });
            kept == Some(Some(true))
        });
        moves
    }

    /// Whether a player can force a win, by df-pn, which looks at all moves; `None` if it is not known within so many
    /// nodes.
    pub fn can_win(
        &self,
        position: &Position,
        player: Player,
        budget: u64,
        stop: &Stop,
        nodes: &mut u64,
    ) -> Option<bool> {
        if budget == 0 {
            return None;
        }
        let options = Options {
            memory: self.memory.min(SOLVING_MEMORY),
            limits: Limits { nodes: Some(budget), time: None },
            endings: Endings { left: 12, plays: 4000 },
            ..Options::default()
        };
        let question = Question { can_win: player };
        let report = ask(position, question, &options, &Monitor::new(stop.clone())).ok()?;
        *nodes += report.statistics.nodes;
        match report.answer {
            Answer::Yes => Some(true),
            Answer::No => Some(false),
            Answer::Unknown(_) => None,
        }
    }
}
