//! A game and its referee, compared move by move. Tests of the game crates include this file.

use yomikiri_check::referee::{self, Referee};
use yomikiri_game::{
    Exact, Notation, Outcome, Played, Player, PositionText, SplitMix64, legal_moves, playout,
};

/// Plays random games on both and compares everything that a proof may speak of, at every position.
pub fn agree<G: Exact + Notation + PositionText, R: Referee>(start: &G, games: u64) {
    agree_with::<G, R>(start, games, Texts::AllRead);
}

/// What becomes of the texts of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// The referee reads them all.
    AllRead,
    /// It may refuse one that could mean several moves, but reads none as another move.
    #[allow(dead_code, reason = "most games have clear texts")]
    MayBeUnclear,
}

/// Like [`agree`].
pub fn agree_with<G: Exact + Notation + PositionText, R: Referee>(start: &G, games: u64, texts: Texts) {
    let mut random = SplitMix64::new(games);
    for seed in 0..games {
        let mut game = start.clone();
        let mut referee = referee_of::<G, R>(start);
        compare(&mut game, &mut referee, texts, &mut random);
        for m in playout(start, &mut SplitMix64::new(seed), 200).moves {
            let code = code_of(&mut game, m);
            let played = referee.play(code);
            match game.play(m) {
                Played::Open(_) => {
                    assert_eq!(played, referee::Played::Open);
                    compare(&mut game, &mut referee, texts, &mut random);
                }
                Played::Over(outcome, _) => assert_eq!(played, referee::Played::Over(translated(outcome))),
                Played::Illegal => panic!("a playout played an illegal move"),
            }
        }
    }
}

/// The referee of a game, at the same position.
pub fn referee_of<G: Exact, R: Referee>(game: &G) -> R {
    let (name, definition) = (game.spelt_out(), game.definition());
    let mut referee = R::start(&name, definition.as_deref()).unwrap_or_else(|why| panic!("{name}: {why}"));
    referee.set_position(&game.cells()).unwrap_or_else(|why| panic!("{name}: {why}"));
    referee
}

fn code_of<G: Exact>(game: &mut G, m: G::Move) -> u32 {
    let moves = legal_moves(game);
    let codes = game.codes(&moves);
    let found = moves.into_iter().zip(codes).find(|&(other, _)| other == m);
    found.expect("it is legal").1
}

fn player(player: Player) -> referee::Player {
    match player {
        Player::First => referee::Player::First,
        Player::Second => referee::Player::Second,
    }
}

fn translated(outcome: Outcome) -> referee::Outcome {
    match outcome {
        Outcome::Win(winner) => referee::Outcome::Win(player(winner)),
        Outcome::Draw => referee::Outcome::Draw,
    }
}

fn bytes(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes);
    bytes
}

fn compare<G: Exact + Notation + PositionText, R: Referee>(
    game: &mut G,
    referee: &mut R,
    texts: Texts,
    random: &mut SplitMix64,
) {
    let text = game.position_text();
    let cells = game.cells();
    assert_eq!(referee.position_text(), text);
    assert_eq!(bytes(|into| referee.position(into)), cells, "{text}");
    assert!(cells.len() <= referee.longest_position(), "{text}");
    assert_eq!(bytes(|into| referee.canonical(into)), game.canonical_image().cells(), "{text}");
    assert_eq!(referee.to_move(), player(game.to_move()), "{text}");
    for cannot_win in Player::BOTH {
        // What the one leans on the other must grant.
        assert!(!game.is_theorem(cannot_win) || referee.theorem(player(cannot_win)), "{text} {cannot_win}");
    }
    let fingerprint = referee.fingerprint();
    let moves = legal_moves(game);
    let mut ours: Vec<_> = game.codes(&moves).into_iter().zip(moves).collect();
    ours.sort_by_key(|&(code, _)| code);
    let mut theirs = Vec::new();
    referee.candidates(&mut theirs);
    assert!(theirs.is_sorted(), "{text}");
    theirs.retain(|&code| {
        let legal = referee.play(code) != referee::Played::Illegal;
        if legal {
            referee.undo();
        }
        legal
    });
    assert_eq!(ours.iter().map(|&(code, _)| code).collect::<Vec<_>>(), theirs, "{text}");
    if ours.is_empty() {
        assert_eq!(referee.stuck(), translated(game.outcome_when_stuck()), "{text}");
    }
    for (code, m) in ours {
        let move_text = game.move_text(m);
        match referee.parse_move(&move_text) {
            Err(_) if texts == Texts::MayBeUnclear => {}
            read => assert_eq!(read, Ok(code), "{text}: {move_text}"),
        }
        let theirs = referee.play(code);
        match game.play(m) {
            Played::Illegal => panic!("it was legal"),
            Played::Open(token) => {
                assert_eq!(theirs, referee::Played::Open, "{text}: {move_text}");
                assert_eq!(bytes(|into| referee.position(into)), game.cells(), "{text}: {move_text}");
                game.undo(token);
            }
            Played::Over(outcome, token) => {
                assert_eq!(theirs, referee::Played::Over(translated(outcome)), "{text}: {move_text}");
                game.undo(token);
            }
        }
        referee.undo();
    }
    assert_eq!(referee.fingerprint(), fingerprint, "{text}: after looking at the moves");
    assert_eq!(bytes(|into| referee.position(into)), cells, "{text}: after looking at the moves");
    for code in [random.below(1 << 20) as u32, random.below(2000) as u32, u32::MAX] {
        if referee.play(code) != referee::Played::Illegal {
            assert!(theirs.contains(&code), "{text}: {code}");
            referee.undo();
        }
    }
    compare_readers(game, referee, &cells, random);
}

/// Both take the same bytes for positions.
fn compare_readers<G: Exact, R: Referee>(game: &G, referee: &R, cells: &[u8], random: &mut SplitMix64) {
    let mut put_up = referee.clone();
    assert_eq!(put_up.set_position(cells), Ok(()));
    assert_eq!(put_up.fingerprint(), referee.fingerprint());
    for _ in 0..4 {
        let mut damaged = cells.to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(damaged.len());
            match random.below(8) {
                0 => damaged.insert(at, random.below(4) as u8),
                1 if damaged.len() > 1 => drop(damaged.remove(at)),
                2 => damaged.swap(at, 0),
                _ => damaged[at] = random.below(13) as u8,
            }
        }
        let (ours, theirs) = (game.read_cells(&damaged), put_up.set_position(&damaged));
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{damaged:?}: {:?} {theirs:?}", ours.err());
    }
}
