//! The player against a search that tries everything, and against itself.

use std::time::{Duration, Instant};
use yomikiri_game::{
    Game, Outcome, Played, Player as Side, SplitMix64, Status, Stop, legal_moves, play_line, playout,
    try_move,
};
use yomikiri_player::{Budget, Found, Player, Reader, Strength, Why, look_ahead};
use yomikiri_trax::Position;

fn position(rules: &str, moves: &str) -> Position {
    play_line(Position::new(rules.parse().expect(rules)), moves).expect(moves).position
}

/// Whether a player wins within so many plies, by trying everything.
fn wins_within(position: &mut Position, player: Side, plies: u32) -> bool {
    if plies == 0 {
        return false;
    }
    let attacks = position.to_move() == player;
    let moves = legal_moves(position);
    if moves.is_empty() {
        return position.outcome_when_stuck() == Outcome::Win(player);
    }
    let mut results = moves.into_iter().map(|turn| {
        let won = try_move(position, turn, |after, status| match status {
            Status::Over(outcome) => outcome == Outcome::Win(player),
            Status::Open => wins_within(after, player, plies - 1),
        });
        won == Some(true)
    });
    if attacks { results.any(|won| won) } else { results.all(|won| won) }
}

/// Random positions in the middle of games.
fn positions(rules: &str, count: u64) -> Vec<Position> {
    let start = Position::new(rules.parse().expect(rules));
    let mut found = Vec::new();
    for seed in 0..count {
        let mut position = start.clone();
        for turn in playout(&start, &mut SplitMix64::new(seed), 3 + seed as usize % 9).moves {
            match position.play(turn) {
                Played::Open(_) => {}
                Played::Over(_, token) => {
                    position.undo(token);
                    break;
                }
                Played::Illegal => unreachable!("a playout is legal"),
            }
        }
        if position.tile_count() > 0 && !legal_moves(&mut position.clone()).is_empty() {
            found.push(position);
        }
    }
    found
}

/// What is claimed of short wins and losses is so, and no win in one or three is overlooked.
#[test]
fn readings_are_right() {
    let (mut wins, mut losses) = (0, 0);
    for rules in ["trax:4x4", "trax:8x8", "trax"] {
        let reader = Reader::new(8 << 20).expect("memory");
        for mut position in positions(rules, 40) {
            let mover = position.to_move();
            let before = position.clone();
            let reading = reader.read(&mut position, &Budget::default(), &Stop::new());
            assert!(position == before, "the position was changed");
            let is_short = |plies: Option<u32>| plies.filter(|plies| *plies <= 3);
            match &reading.found {
                Found::Win(win) => {
                    if let Some(plies) = is_short(win.plies) {
                        wins += 1;
                        assert!(wins_within(&mut position, mover, plies), "{position:?} {reading:?}");
                    }
                }
                Found::Loss(loss) => {
                    if let Some(plies) = is_short(loss.plies) {
                        losses += 1;
                        assert!(wins_within(&mut position, !mover, plies), "{position:?} {reading:?}");
                    }
                }
                Found::Draw(_) | Found::Open => {
                    assert!(!wins_within(&mut position, mover, 1), "{position:?}");
                    if rules == "trax:4x4" {
                        assert!(!wins_within(&mut position, mover, 3), "{position:?}");
                    }
                }
            }
        }
    }
    assert!(wins > 20 && losses > 3, "{wins} wins, {losses} losses");
}

/// A decided look ahead is right: the win is there, by df-pn, which looks at all moves.
#[test]
fn a_decided_look_ahead_is_certain() {
    let reader = Reader::new(8 << 20).expect("memory");
    let mut decided = 0;
    for mut position in positions("trax:5x5", 150) {
        let moves = legal_moves(&mut position);
        let looked = look_ahead(&position, &moves, 3, &Stop::new()).expect("there are moves");
        assert_eq!(looked.ranked.len(), moves.len());
        let mover = position.to_move();
        if let Some(won) = looked.decided {
            let winner = if won { mover } else { !mover };
            let answer = reader.can_win(&position, winner, 200_000, &Stop::new(), &mut 0);
            assert_ne!(answer, Some(false), "{position:?} {looked:?}");
            decided += u32::from(answer == Some(true));
        }
    }
    assert!(decided > 20, "{decided}");
}

/// A mate that is there is played out to the end against every defence that a random opponent finds.
#[test]
fn a_mate_is_played_to_the_end() {
    let strength = Strength::level(9, Duration::from_secs(5));
    for seed in 0..10 {
        let mut player = Player::new(strength, 16 << 20).expect("memory");
        let mut position = position("trax", r"@0/ B1\ C1\ @1/ B2/");
        let (winner, mut random) = (position.to_move(), SplitMix64::new(seed));
        let mut won = false;
        for _ in 0..5 {
            let turn = if position.to_move() == winner {
                let choice = player.choose(&position, &Stop::new()).expect("a move");
                assert!(matches!(choice.why, Why::Wins { .. }), "{choice:?}");
                choice.turn
            } else {
                let moves = legal_moves(&mut position);
                moves[random.below(moves.len())]
            };
            if let Played::Over(outcome, _) = position.play(turn) {
                assert_eq!(outcome, Outcome::Win(winner));
                won = true;
                break;
            }
        }
        assert!(won, "seed {seed}");
    }
}

/// It never plays what is illegal, never lets the opponent win at once if that can be helped, and keeps to its time.
#[test]
fn moves_are_legal_sound_and_in_time() {
    for rules in ["trax:3x3", "trax:8x8", "trax", "trax-loop:6x6"] {
        let time = Duration::from_millis(60);
        let mut player =
            Player::new(Strength { seed: 7, ..Strength::level(9, time) }, 8 << 20).expect("memory");
        for mut position in positions(rules, 25) {
            let mover = position.to_move();
            let moves = legal_moves(&mut position);
            let started = Instant::now();
            let choice = player.choose(&position, &Stop::new()).expect("a move");
            assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
            assert!(moves.contains(&choice.turn), "{position:?} {choice:?}");
            let mut is_sound = |turn| {
                let sound = try_move(&mut position, turn, |after, status| match status {
                    Status::Over(outcome) => outcome != Outcome::Win(!mover),
                    Status::Open => !wins_within(after, !mover, 1),
                });
                sound == Some(true)
            };
            if moves.iter().any(|&turn| is_sound(turn)) {
                assert!(is_sound(choice.turn), "{choice:?}");
            }
        }
        let stopped = Stop::new();
        stopped.request();
        let start = position(rules, "@0/");
        assert!(player.choose(&start, &stopped).is_some(), "there is always a move");
    }
}
