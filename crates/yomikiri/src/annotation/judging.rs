//! One game, position by position.

use super::{AnnotatedGame, AnnotatedMove, Judgement, Plan, Verdict};
use crate::puzzles::line_text;
use crate::records::ReplayedGame;
use yomikiri_game::{Game, Notation, Outcome, Played, Player, Status, Stop, legal_moves, play_line};
use yomikiri_player::{Estimate, Found, Loss, Reader, Reading, Win, look_ahead};
use yomikiri_trax::record::Record;
use yomikiri_trax::{Position, Turn};

/// What df-pn may spend on the question whether a win is still there after another move than the known ones.
const STILL_WON: u64 = 20_000;

/// A position of a game, the move that was played there, and what is known.
struct Station {
    position: Position,
    turn: Option<Turn>,
    reading: Reading,
    /// What a look ahead says, where nothing is certain.
    estimate: Option<Estimate>,
    /// The number of legal moves.
    moves: usize,
}

/// Annotates a game. If it is asked to stop, positions that were not reached are left open.
pub(super) fn annotate_game(
    number: usize,
    record: &Record,
    plan: &Plan,
    reader: &Reader,
    stop: &Stop,
) -> AnnotatedGame {
    let rules = record.rules.unwrap_or(plan.default_rules);
    let replayed = ReplayedGame::new(record, plan.default_rules);
    let playable = &record.moves[..replayed.plies];
    let mut stations = positions(Position::new(rules), playable);
    read_backwards(&mut stations, replayed.status, plan, reader, stop);
    let mut nodes = stations.iter().map(|station| station.reading.nodes).sum();
    let mut moves = Vec::with_capacity(playable.len());
    for ply in 0..playable.len() {
        let after = stations.get(ply + 1).map(|station| &station.reading);
        let status = if ply + 1 == playable.len() { replayed.status } else { Status::Open };
        moves.push(judge(&stations[ply], after, status, plan, reader, stop, &mut nodes));
    }
    let last = match (replayed.status, stations.last()) {
        (Status::Open, Some(end)) => verdict(&end.reading, end.position.to_move()),
        _ => Verdict::Open,
    };
    let start = Position::new(rules);
    let positions = texts(start, playable);
    AnnotatedGame {
        number,
        record: record.clone(),
        rules,
        moves,
        positions,
        status: replayed.status,
        ending: replayed.ending,
        last,
        errors: replayed.error().map(|error| (replayed.error_line, error)).into_iter().collect(),
        nodes,
    }
}

/// The position before each move, and after the last one if the game goes on there.
fn positions(start: Position, moves: &[String]) -> Vec<Station> {
    let open = || Reading { found: Found::Open, losing: Vec::new(), nodes: 0 };
    let mut position = start;
    let mut stations = Vec::with_capacity(moves.len() + 1);
    for text in moves {
        let Ok(turn) = position.parse_move(text) else {
            break;
        };
        let moves = legal_moves(&mut position).len();
        stations.push(Station {
            position: position.clone(),
            turn: Some(turn),
            reading: open(),
            estimate: None,
            moves,
        });
        match position.play(turn) {
            Played::Open(_) => {}
            Played::Illegal | Played::Over(..) => return stations,
        }
    }
    let moves = legal_moves(&mut position).len();
    stations.push(Station { position, turn: None, reading: open(), estimate: None, moves });
    stations
}

/// The positions as text.
fn texts(start: Position, moves: &[String]) -> Vec<String> {
    use yomikiri_game::PositionText;
    let mut texts = vec![start.position_text()];
    for number in 1..=moves.len() {
        if let Ok(line) = play_line(start.clone(), &moves[..number].join(" ")) {
            texts.push(line.position.position_text());
        }
    }
    texts
}

/// Reads all positions, the last one first. What is known of a position tells something about the one before.
fn read_backwards(stations: &mut [Station], status: Status, plan: &Plan, reader: &Reader, stop: &Stop) {
    for ply in (0..stations.len()).rev() {
        if stop.is_requested() {
            return;
        }
        let is_end = ply + 1 == stations.len();
        if is_end && stations[ply].turn.is_none() && status != Status::Open {
            continue;
        }
        let limit = stop.within(plan.time);
        let mut position = stations[ply].position.clone();
        if position.tile_count() == 0 {
            // Nobody knows who wins from the empty board.
            continue;
        }
        let mut reading = reader.read(&mut position, &plan.budget, &limit);
        let mut estimate = None;
        if reading.found == Found::Open && plan.depth > 0 {
            estimate = estimated(&position, &mut reading, plan, &limit);
        }
        let (here, beyond) = stations.split_at_mut(ply + 1);
        let here = &mut here[ply];
        if let (Some(turn), Some(next)) = (here.turn, beyond.first_mut()) {
            match (&reading.found, &next.reading.found) {
                // The move that was played wins, though the search before it did not see that.
                (Found::Open, Found::Loss(loss)) => {
                    let plies = loss.plies.map(|plies| plies + 1);
                    let line = [turn].into_iter().chain(loss.line.iter().copied()).collect();
                    reading.found = Found::Win(Win { plies, is_shortest: false, moves: vec![turn], line });
                }
                // It loses, as every move does, though the search after it did not see that.
                (Found::Loss(_), Found::Open) => {
                    let plies = reading.losing.iter().find(|(losing, _)| *losing == turn);
                    let plies = plies.map(|(_, plies)| plies - 1);
                    let win = Win { plies, is_shortest: false, moves: Vec::new(), line: Vec::new() };
                    next.reading.found = Found::Win(win);
                }
                _ => {}
            }
        }
        here.reading = reading;
        here.estimate = estimate;
    }
}

/// Looks ahead from a position of which nothing is certain; a win that is seen so is certain.
fn estimated(position: &Position, reading: &mut Reading, plan: &Plan, stop: &Stop) -> Option<Estimate> {
    let mut moves = legal_moves(&mut position.clone());
    moves.retain(|turn| reading.losing.iter().all(|(losing, _)| losing != turn));
    let looked = look_ahead(position, &moves, plan.depth, stop)?;
    reading.nodes += looked.nodes;
    if looked.decided == Some(true) {
        let moves = looked.ranked[..1].to_vec();
        reading.found = Found::Win(Win { plies: None, is_shortest: false, line: moves.clone(), moves });
    }
    Some(looked)
}

fn verdict(reading: &Reading, to_move: Player) -> Verdict {
    match &reading.found {
        Found::Win(Win { plies, .. }) => Verdict::Wins { player: to_move, plies: *plies },
        Found::Loss(Loss { plies, .. }) => Verdict::Wins { player: !to_move, plies: *plies },
        Found::Draw(_) => Verdict::Draw,
        Found::Open => Verdict::Open,
    }
}

fn judge(
    here: &Station,
    after: Option<&Reading>,
    status: Status,
    plan: &Plan,
    reader: &Reader,
    stop: &Stop,
    nodes: &mut u64,
) -> AnnotatedMove {
    let player = here.position.to_move();
    let before = verdict(&here.reading, player);
    // Who wins after the move, if that is certain; the outer `None` says that it is not.
    let winner_after: Option<Option<Player>> = match (status, after.map(|after| &after.found)) {
        (Status::Over(outcome), _) => Some(outcome.winner()),
        (Status::Open, Some(Found::Win(_))) => Some(Some(!player)),
        (Status::Open, Some(Found::Loss(_))) => Some(Some(player)),
        (Status::Open, Some(Found::Draw(_))) => Some(None),
        (Status::Open, Some(Found::Open) | None) => None,
    };
    let (judgement, is_certain) = match (&here.reading.found, winner_after) {
        (Found::Loss(_), _) => (Judgement::Lost, true),
        (Found::Win(_), Some(Some(winner))) if winner == player => (Judgement::Kept, true),
        (Found::Win(_), Some(_)) => (Judgement::ThrewAway, true),
        (Found::Win(win), None) => {
            let is_among = here.turn.is_some_and(|turn| win.moves.contains(&turn));
            match is_among.then_some(true).or_else(|| still_won(here, player, plan, reader, stop, nodes)) {
                Some(true) => (Judgement::Kept, true),
                Some(false) => (Judgement::ThrewAway, true),
                None => (Judgement::Missed, false),
            }
        }
        (Found::Open | Found::Draw(_), Some(Some(winner))) if winner != player => (Judgement::Allowed, true),
        (Found::Open | Found::Draw(_), Some(Some(_))) => (Judgement::Kept, true),
        (Found::Open | Found::Draw(_), _) => (Judgement::Quiet, winner_after.is_some()),
    };
    let text = |turn: Turn| here.position.move_text(turn);
    let texts = |turns: &[Turn]| turns.iter().map(|&turn| text(turn)).collect::<Vec<_>>();
    let mut estimate = None;
    let (best, line) = match &here.reading.found {
        Found::Win(win) => (texts(&win.moves), line_text(&here.position, &win.line)),
        Found::Loss(loss) => (texts(&loss.moves), line_text(&here.position, &loss.line)),
        Found::Draw(moves) => (texts(moves), Vec::new()),
        Found::Open => {
            let looked = here.estimate.as_ref();
            estimate = looked.map(|looked| looked.score);
            (looked.map_or(Vec::new(), |looked| texts(&looked.ranked[..1])), Vec::new())
        }
    };
    let is_only = match &here.reading.found {
        Found::Win(win) => {
            win.moves.len() == 1 && win.is_shortest || win.plies == Some(1) && win.moves.len() == 1
        }
        Found::Open | Found::Draw(_) => here.moves > 1 && here.reading.losing.len() + 1 == here.moves,
        Found::Loss(_) => false,
    };
    AnnotatedMove {
        player,
        text: here.turn.map_or(String::new(), text),
        before,
        judgement,
        is_certain,
        best,
        line,
        is_only,
        estimate,
    }
}

/// Whether the player who moved still has a forced win after the move: by a search of all moves, which is slow but
/// finds wins that take longer.
fn still_won(
    here: &Station,
    player: Player,
    plan: &Plan,
    reader: &Reader,
    stop: &Stop,
    nodes: &mut u64,
) -> Option<bool> {
    let mut after = here.position.clone();
    match after.play(here.turn?) {
        Played::Illegal => None,
        Played::Over(outcome, _) => Some(outcome == Outcome::Win(player)),
        Played::Open(_) => reader.can_win(&after, player, STILL_WON, &stop.within(plan.time), nodes),
    }
}
