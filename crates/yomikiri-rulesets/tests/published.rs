//! Values and outcomes against those of other programs and papers (`suites/rulesets`), and values against plain play.

use std::collections::HashMap;
use std::path::Path;
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::{Class, Dyadic, Forms};
use yomikiri_game::{Game, Outcome, Played, Player, SplitMix64};
use yomikiri_rulesets::clobber::Clobber;
use yomikiri_rulesets::domineering::Domineering;
use yomikiri_rulesets::hackenbush::Hackenbush;
use yomikiri_rulesets::nogo::NoGo;
use yomikiri_rulesets::toads::Toads;
use yomikiri_rulesets::{Board, Play, Rules};

/// The value of a board as text, and its outcome.
fn valued<R: Rules>(board: &str) -> (Forms, yomikiri_cgt::Form) {
    let board: Board<R> = board.parse().unwrap_or_else(|error| panic!("{board}: {error}"));
    let mut evaluator = Evaluator::new(Forms::new(), 2_000_000);
    let value = evaluator.value(&board).expect("a small board");
    (evaluator.forms, value)
}

fn by_word(word: &str, board: &str) -> (Forms, yomikiri_cgt::Form) {
    match word {
        "domineering" => valued::<Domineering>(board),
        "clobber" => valued::<Clobber>(board),
        "toads" => valued::<Toads>(board),
        "hackenbush" => valued::<Hackenbush>(board),
        "nogo" => valued::<NoGo>(board),
        _ => panic!("no ruleset is called {word}"),
    }
}

fn lines(name: &str) -> Vec<[String; 3]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/rulesets").join(name);
    let text = std::fs::read_to_string(path).expect("a suite");
    let fields =
        |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().expect("3 fields");
    text.lines().filter(|line| !line.starts_with('#')).map(fields).collect()
}

#[test]
fn published_values() {
    for [word, board, expected] in lines("values.tsv") {
        let (mut forms, value) = by_word(&word, &board);
        let same = forms.parse(&expected).expect("a value");
        assert_eq!(value, same, "{word} {board} is {}, not {expected}", forms.text(value));
    }
}

#[test]
fn published_outcomes() {
    for [word, board, expected] in lines("outcomes.tsv") {
        let (mut forms, value) = by_word(&word, &board);
        assert_eq!(forms.outcome(value).to_string(), expected, "{word} {board}");
    }
}

/// Erickson, *New Toads and Frogs results*, 1996: if all toads and frogs stand side by side, the value is an integer.
#[test]
fn contiguous_toads_and_frogs_are_integers() {
    let mut random = SplitMix64::new(1996);
    for _ in 0..200 {
        let pieces: String = (0..1 + random.below(7)).map(|_| ['T', 'F'][random.below(2)]).collect();
        let board = format!("{}{pieces}{}", "_".repeat(random.below(4)), "_".repeat(random.below(4)));
        let (forms, value) = valued::<Toads>(&board);
        assert!(forms.as_number(value).is_some_and(Dyadic::is_integer), "{board}");
    }
}

/// Berlekamp's rule: edges up to the first change of colour are whole, then each is worth half of the one before.
#[test]
fn strings_of_two_colours_are_numbers() {
    let mut random = SplitMix64::new(1974);
    for _ in 0..300 {
        let string: String = (0..1 + random.below(12)).map(|_| ['L', 'R'][random.below(2)]).collect();
        let mut expected = Dyadic::ZERO;
        let (mut unit, mut changed) = (0, false);
        for (at, edge) in string.chars().enumerate() {
            changed |= !string.starts_with(edge) && at > 0;
            unit += u32::from(changed);
            let worth = Dyadic::new(if edge == 'L' { 1 } else { -1 }, unit).expect("small");
            expected = expected.plus(worth).expect("small");
        }
        let (forms, value) = valued::<Hackenbush>(&string);
        assert_eq!(forms.as_number(value), Some(expected), "{string}");
    }
}

/// Whether the player to move wins, by playing everything.
fn wins<R: Rules>(game: &mut Play<R>, known: &mut HashMap<(String, Player), bool>) -> bool {
    let key = (game.board().to_string(), game.to_move());
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let wins = moves.into_iter().any(|number| match game.play(number) {
        Played::Over(outcome, before) => {
            game.undo(before);
            outcome == Outcome::Win(game.to_move())
        }
        Played::Open(before) => {
            let loses = !wins(game, known);
            game.undo(before);
            loses
        }
        Played::Illegal => false,
    });
    known.insert(key, wins);
    wins
}

fn agrees_with_play<R: Rules>(boards: &[&str]) {
    for text in boards {
        let (mut forms, value) = valued::<R>(text);
        let class: Class = forms.outcome(value);
        let (left, right) = class.beginner_wins();
        for (player, expected) in Player::BOTH.into_iter().zip([left, right]) {
            let board: Board<R> = text.parse().expect("a board");
            let mut start = Play::new(board).with_mover(player);
            let found = wins(&mut start, &mut HashMap::new());
            assert_eq!(found, expected, "{} {text}, {player} begins", R::WORD);
        }
    }
}

#[test]
fn values_agree_with_play() {
    agrees_with_play::<Domineering>(&["4x3", "3x4", "..#/.../#..", "5x2"]);
    agrees_with_play::<Clobber>(&["3x3", "4x2", "xxo/oox/x.o", "xoxxoo"]);
    agrees_with_play::<Toads>(&["TT_FF", "TTT__FF", "T_T_F_F", "TF_TF_"]);
    agrees_with_play::<Hackenbush>(&["LRG.GR", "GLR.L.RR", "G.G", "GGL.GGR"]);
    agrees_with_play::<NoGo>(&["3x3", "4x2", "6x1", "x../.o./..."]);
}

#[test]
fn boards_that_are_none_are_refused() {
    for text in ["", "xo/x", "xz", "9x9", "0x3", "x"] {
        assert!(text.parse::<Board<Domineering>>().is_err(), "{text}");
    }
    assert!("xo".parse::<Board<NoGo>>().is_err(), "no liberties");
    assert!("TxF".parse::<Board<Toads>>().is_err());
    assert!("".parse::<Board<Hackenbush>>().is_err());
    for board in ["xo/.x", "x/o"] {
        assert_eq!(board.parse::<Board<Clobber>>().expect("a board").to_string(), board);
    }
}

yomikiri_game::conformance! {
    dominoes: Play<Domineering> = Play::new("4x3".parse().expect("a board")), games 50;
    clobbering: Play<Clobber> = Play::new("3x3".parse().expect("a board")), games 50;
    hopping: Play<Toads> = Play::new("TT__FF".parse().expect("a board")), games 50;
    hacking: Play<Hackenbush> = Play::new("LRG.RLL.GG".parse().expect("a board")), games 50;
    placing: Play<NoGo> = Play::new("3x3".parse().expect("a board")), games 50;
}
