//! Proofs written by the solver hold before the independent checker, which shares no code with it.

use std::num::{NonZeroU16, NonZeroUsize};
use yomikiri_amazons::Start;
use yomikiri_check::proof::{self, check};
use yomikiri_game::samples::Mnk;
use yomikiri_game::{Exact, Game, Notation, Played, Player, PositionText, SplitMix64, playout};
use yomikiri_polyomino::{Arena, Position as Stones, pg};
use yomikiri_search::{
    Answer, Demands, Knowledge, MINIMUM_MEMORY, Monitor, Options, Question, Solvable, Statement, Statistics,
    ask_knowing, prove,
};
use yomikiri_store::proof::{ProofFile, Subject};
use yomikiri_trax::Position;

/// An empty proof about a game from its start.
fn proof_file<G: Exact>(start: &G, search: u32) -> ProofFile {
    let (game, definition, from) = (start.spelt_out(), start.definition(), start.cells());
    let subject = Subject { game: &game, definition: definition.as_deref(), from: &from };
    ProofFile::new(&subject, search).expect("memory")
}

/// The file with proofs of both answers about a position, as far as they are not implied.
fn proof_of<G: Solvable + Exact>(
    start: &G,
    game: &G,
    moves: &[String],
    search: u32,
    options: &Options,
) -> Vec<u8> {
    let demands = Demands { search, theorems: true };
    proof_with(start, game, moves, demands, options)
}

fn proof_with<G: Solvable + Exact>(
    start: &G,
    game: &G,
    moves: &[String],
    demands: Demands,
    options: &Options,
) -> Vec<u8> {
    let mut file = proof_file(start, demands.search);
    let monitor = Monitor::default();
    for can_win in Player::BOTH {
        let question = Question { can_win };
        let knowledge = Knowledge::new(options.memory).expect("memory");
        let report = ask_knowing(game, question, &knowledge, Statistics::default(), options, &monitor);
        let statement = Statement { question, answer: report.answer.known().expect("no limits") };
        let sink =
            |lemma: yomikiri_search::Lemma<'_>| file.lemma(lemma.statement.number(), lemma.cells, lemma.tree);
        prove(game, statement, demands, &knowledge, options, &monitor, sink).expect("a proof");
        file.claim(statement.number(), moves);
        if report.answer == Answer::Yes {
            break;
        }
    }
    let mut bytes = Vec::new();
    file.write(&mut bytes).expect("memory");
    bytes
}

fn assert_holds(proof: &[u8], what: &str) {
    let checked = check(proof, NonZeroUsize::MIN.saturating_add(1), &proof::Monitor::default());
    assert!(checked.is_ok(), "{what}: {}", checked.err().map_or_else(String::new, |error| error.to_string()));
}

fn trax(name: &str) -> Position {
    Position::new(name.parse().expect(name))
}

#[test]
fn values_of_small_boards_are_proved() {
    for name in ["trax:2x2", "trax:3x3", "trax:4x4", "trax:5x5", "trax-loop:4x4", "trax:4x4,stuck=draw"] {
        let options = Options::default();
        for search in [0, 100] {
            let proof = proof_of(&trax(name), &trax(name), &[], search, &options);
            assert_holds(&proof, name);
        }
    }
    for (columns, rows, in_a_row) in [(3, 3, 3), (4, 3, 3), (4, 4, 4), (3, 4, 3)] {
        let game = Mnk::new(columns, rows, in_a_row);
        for search in [0, 30, 3000] {
            assert_holds(&proof_of(&game, &game, &[], search, &Options::default()), &game.spelt_out());
        }
    }
}

fn stones(name: &str) -> Stones<1> {
    Stones::new(Arena::of_rules(&name.parse().expect(name)))
}

/// A search leaves out turns that cannot matter; a proof must answer them all.
#[test]
fn values_of_positional_games_are_proved() {
    for name in [
        "gttt:3x3,animal=el",
        "gttt:4x4,animal=knobby",
        "gttt:4x3,animal=tippy,p=2,q=1",
        "gttt:3x3,animal=tic,win=first",
        "gttt:2x2,animal=el,q=5",
        "torus:3x3,animal=tippy",
        "torus:4x3,animal=skinny,p=2",
        "gomoku:4x4,k=3",
        "gomoku:4x3,k=3,turns=7",
    ] {
        for search in [0, 100] {
            let game = stones(name);
            assert_holds(&proof_of(&game, &game, &[], search, &Options::default()), name);
        }
    }
    // Without theorems the same is proved, at more length.
    for name in ["gttt:3x3,animal=tic", "gttt:4x3,animal=skinny", "gomoku:3x3,k=3"] {
        let game = stones(name);
        let counts = [true, false].map(|theorems| {
            let demands = Demands { search: 50, theorems };
            let proof = proof_with(&game, &game, &[], demands, &Options::default());
            let checked = check(&proof[..], NonZeroUsize::MIN, &proof::Monitor::default());
            checked.unwrap_or_else(|failure| panic!("{name}: {failure}")).counts
        });
        assert!(counts[0].theorems > 0 && counts[1].theorems == 0, "{name}: {counts:?}");
        assert!(counts[0].nodes < counts[1].nodes, "{name}: {counts:?}");
    }
    let text = "#blackinitials\nb\n#whiteinitials\n#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t4 t5\n#positions\na b c d e f g\n\
                #blackwins\na b c\nc d e\n#whitewins\nd e f\na g\n";
    let sets = pg::read(text).expect("a game");
    let game = Stones::<1>::new(Arena::of_sets(&sets)).owning(&sets.owned);
    assert_holds(&proof_of(&game, &game, &[], 10, &Options::default()), "winning sets");
}

#[test]
fn values_of_described_games_are_proved() {
    for (text, limit) in [
        (include_str!("../../../suites/toss/tic-tac-toe.toss"), None),
        (include_str!("../../../suites/toss/connect-3-4x3.toss"), None),
        (include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(20)),
    ] {
        let game = yomikiri_toss::Position::new(text, limit).expect("a game");
        for search in [0, 50] {
            assert_holds(&proof_of(&game, &game, &[], search, &Options::default()), text);
        }
    }
}

/// A proof may begin anywhere: the position is in it.
#[test]
fn values_of_given_positions_are_proved() {
    let amazons = "amazons:4x4".parse::<Start>().expect("a start").position();
    for text in ["x..o|.##.|o..x|.... x", "x..o|.##.|o..x|.... o", "o#.x|####|x..#|#..o o"] {
        let position = amazons.parse_position(text).expect(text);
        for search in [0, 20] {
            let proof = proof_of(&position, &position, &[], search, &Options::default());
            let checked = check(&proof[..], NonZeroUsize::MIN, &proof::Monitor::default()).expect(text);
            assert_eq!(checked.from.as_deref(), Some(text));
        }
    }
    let position = trax("trax:4x4").parse_position("r7|v. red").expect("a position");
    let proof = proof_of(&position, &position, &[], 50, &Options::default());
    let checked = check(&proof[..], NonZeroUsize::MIN, &proof::Monitor::default()).expect("it holds");
    assert_eq!(checked.from.as_deref(), Some("r7|v. red"));
}

/// Helping threads change nothing but the time, however many there are.
#[test]
fn helping_threads_write_the_same_proof() {
    let game = trax("trax:5x5");
    let question = Question { can_win: Player::Second };
    let alone = Options::default();
    let knowledge = Knowledge::new(alone.memory).expect("memory");
    let report = ask_knowing(&game, question, &knowledge, Statistics::default(), &alone, &Monitor::default());
    assert_eq!(report.answer, Answer::No);
    let statement = Statement { question, answer: false };
    let proofs = [1, 2, 8].map(|threads| {
        let options = Options { threads: NonZeroU16::new(threads).expect("more than 0"), ..alone };
        let mut file = proof_file(&game, 1000);
        let sink =
            |lemma: yomikiri_search::Lemma<'_>| file.lemma(lemma.statement.number(), lemma.cells, lemma.tree);
        let demands = Demands { search: 1000, theorems: true };
        prove(&game, statement, demands, &knowledge, &options, &Monitor::default(), sink).expect("a proof");
        file.claim(statement.number(), &[]);
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory");
        bytes
    });
    assert_holds(&proofs[0], "one thread");
    assert!(proofs[1] == proofs[0] && proofs[2] == proofs[0]);
}

/// What a table has lost is found again while the proof is written.
#[test]
fn a_table_that_forgets_does_not_spoil_a_proof() {
    let options = Options { memory: MINIMUM_MEMORY, ..Options::default() };
    assert_holds(&proof_of(&trax("trax:4x4"), &trax("trax:4x4"), &[], 10, &options), "a small table");
    // And one that never knew anything.
    let statement = Statement { question: Question { can_win: Player::First }, answer: false };
    let game = trax("trax:4x4");
    let mut file = proof_file(&game, 0);
    let sink =
        |lemma: yomikiri_search::Lemma<'_>| file.lemma(lemma.statement.number(), lemma.cells, lemma.tree);
    let knowledge = Knowledge::new(options.memory).expect("memory");
    prove(
        &game,
        statement,
        Demands { search: 0, theorems: true },
        &knowledge,
        &options,
        &Monitor::default(),
        sink,
    )
    .expect("a proof");
    file.claim(statement.number(), &[]);
    let mut bytes = Vec::new();
    file.write(&mut bytes).expect("memory");
    assert_holds(&bytes, "an empty table");
}

/// Positions in the middle of games, in whatever orientation they came about.
#[test]
fn values_of_positions_are_proved() {
    for (name, plies) in [("trax:4x4", 4), ("trax:5x5", 8), ("trax:6x6", 18), ("trax:6x6,line=4", 10)] {
        for seed in 0..6 {
            let mut game = trax(name);
            let mut moves = Vec::new();
            for m in playout(&trax(name), &mut SplitMix64::new(seed), plies).moves {
                let text = game.move_text(m);
                let token = match game.play(m) {
                    Played::Open(_) if !yomikiri_game::legal_moves(&mut game).is_empty() => {
                        moves.push(text);
                        continue;
                    }
                    Played::Open(token) | Played::Over(_, token) => token,
                    Played::Illegal => unreachable!("the playout made it"),
                };
                game.undo(token);
                break;
            }
            let search = [0, 50, 500][seed as usize % 3];
            let proof = proof_of(&trax(name), &game, &moves, search, &Options::default());
            assert_holds(&proof, &format!("{name} after {moves:?}"));
        }
    }
}

/// A false statement cannot be proved: the writer notices.
#[test]
fn nothing_false_is_proved() {
    let game = trax("trax:3x3");
    let options = Options::default();
    for can_win in Player::BOTH {
        let statement = Statement { question: Question { can_win }, answer: true };
        let knowledge = Knowledge::new(options.memory).expect("memory");
        let sink = |_: yomikiri_search::Lemma<'_>| Ok::<_, std::convert::Infallible>(());
        assert!(
            prove(
                &game,
                statement,
                Demands { search: 0, theorems: true },
                &knowledge,
                &options,
                &Monitor::default(),
                sink
            )
            .is_err()
        );
    }
}
