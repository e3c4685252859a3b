//! Databases of all rulesets: against plain recursion, by counts, and against files that are none of them.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use yomikiri::Task;
use yomikiri::databases::{
    self, AnyDatabase, BoxScope, BuildError, BuildPlan, Built, Database, DatabaseError, Request, Scope,
    build, build_any,
};
use yomikiri::endgames::{analyse, analyse_named, parse_boards};
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::{Catalogue, Partizan, Player, SplitMix64};
use yomikiri_rulesets::Rules;
use yomikiri_rulesets::clobber::Clobber;
use yomikiri_rulesets::domineering::Domineering;
use yomikiri_rulesets::hackenbush::Hackenbush;
use yomikiri_rulesets::nogo::NoGo;
use yomikiri_rulesets::toads::Toads;
use yomikiri_store::container::Container;
use yomikiri_store::graph;

fn plan(out: &Path, threads: usize) -> BuildPlan {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    BuildPlan { out: out.to_owned(), threads, memory: 1 << 30 }
}

fn request(game: &str, width: usize, height: usize) -> Request {
    Request { game: game.to_owned(), width, height, left: None, right: None, most_empty: None }
}

/// The value by nothing but options: no parts, no symmetry, no numbers, no database.
fn plainly<B: Partizan>(board: &B, forms: &mut Forms, known: &mut HashMap<B, Form>) -> Form {
    if let Some(&form) = known.get(board) {
        return form;
    }
    let options = Player::BOTH.map(|player| board.options(player));
    let [left, right] =
        options.map(|options| options.iter().map(|option| plainly(option, forms, known)).collect::<Vec<_>>());
    let form = forms.game(&left, &right).expect("small");
    known.insert(board.clone(), form);
    form
}

/// Builds a database, and asks it about random boards.
fn answers<R: Rules>(width: usize, height: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("boards.ydb");
    let built = build_any(&request(R::WORD, width, height), &plan(&out, 2), &Task::default());
    let Ok(Built::Whole { classes, .. }) = built else {
        panic!("{} {built:?}", R::WORD);
    };
    let database = databases::open(&out).expect("just built");
    assert_eq!((database.game(), database.holds()), (R::WORD, format!("{width}x{height}")));
    let (mut forms, mut known) = (Forms::new(), HashMap::new());
    let mut random = SplitMix64::new(18);
    for _ in 0..200 {
        let (columns, rows) = (1 + random.below(width), 1 + random.below(height));
        let mut row = || (0..columns).map(|_| R::CELLS[random.below(R::CELLS.len())].1).collect::<String>();
        let text = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
        let Ok(board) = text.parse::<yomikiri_rulesets::Board<R>>() else {
            continue;
        };
        let value = plainly(&board, &mut forms, &mut known);
        let found = database.query(&text).unwrap_or_else(|error| panic!("{} {text}: {error}", R::WORD));
        assert_eq!(found.value.canonical, Some(forms.text(value)), "{} {text}", R::WORD);
        assert_eq!(*found.value.thermograph, *forms.thermograph(value).expect("small"), "{} {text}", R::WORD);
        let looked_up = database.analyse(&text, &Task::default()).expect("small");
        let computed = analyse_named(R::WORD, &text, None, &Task::default()).expect("small");
        assert_eq!(looked_up.evaluated, 0, "{} {text}: everything is there", R::WORD);
        assert_eq!(looked_up.value.canonical, computed.value.canonical);
        for (one, other) in looked_up.moves.iter().flatten().zip(computed.moves.iter().flatten()) {
            assert_eq!((&one.text, &one.value, one.wins), (&other.text, &other.value, other.wins), "{text}");
        }
        // Moves have the texts of the whole board, and each of them is judged.
        for (player, judged) in Player::BOTH.into_iter().zip(&looked_up.moves) {
            let mut texts: Vec<_> = judged.iter().map(|judged| judged.text.clone()).collect();
            let mut expected: Vec<_> = board.moves(player).into_iter().map(|(text, _)| text).collect();
            texts.sort();
            expected.sort();
            assert_eq!(texts, expected, "{} {text}", R::WORD);
        }
    }
    let verified = database.verify(60, 1, &Task::default()).expect("small");
    assert!(verified.complete && verified.wrong.is_empty() && verified.played > 0, "{}", R::WORD);
    let statistics = database.statistics(&Task::default()).expect("small").expect("not stopped");
    assert_eq!(statistics.classes, classes, "{}", R::WORD);
    assert_eq!(statistics.layers_by, R::HEIGHT);
    assert!(database.query(&wide::<R>(width.max(height) + 1)).is_err(), "larger than the box");
}

/// A row in which somebody can move from one end to the other.
fn wide<R: Rules>(length: usize) -> String {
    let text = match R::WORD {
        "clobber" => "xo".repeat(length),
        "toads" => "T_".repeat(length),
        "hackenbush" => "L".repeat(length),
        _ => ".".repeat(length),
    };
    text[..length].to_owned()
}

#[test]
fn domineering_is_answered() {
    answers::<Domineering>(4, 3);
}

#[test]
fn clobber_is_answered() {
    answers::<Clobber>(4, 2);
}

#[test]
fn nogo_is_answered() {
    answers::<NoGo>(3, 3);
}

#[test]
fn toads_and_frogs_are_answered() {
    answers::<Toads>(8, 1);
}

#[test]
fn hackenbush_is_answered() {
    answers::<Hackenbush>(6, 1);
}

/// Numbers of boards that are known from elsewhere: legal positions of Go (J. Tromp, G. Farnebäck, Combinatorics of Go, 2007) on
/// boards of 1×1, 2×1, 2×2, 3×1, 3×2 and 3×3.
#[test]
fn nogo_has_as_many_boards_as_go() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("nogo.ydb");
    build_any(&request("nogo", 3, 3), &plan(&out, 1), &Task::default()).expect("small");
    let database = databases::open(&out).expect("just built");
    let statistics = database.statistics(&Task::default()).expect("small").expect("not stopped");
    assert_eq!(statistics.boards, 1 + 5 + 57 + 15 + 489 + 12_675);
}

/// To evaluate one board takes no more positions than to build the database of all, with a database or without.
#[test]
fn one_board_is_never_more_work_than_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let small = folder.path().join("3x3.ydb");
    let scope = Scope { width: 3, height: 3, left: 1, right: 1, most_empty: None };
    build::<Board>(&scope, &plan(&small, 1), &Task::default()).expect("small");
    let small: Database = Database::open(&small).expect("just built");
    let classes = |width, height| {
        let catalogue = Endgames::new(width, height, [1, 1], None).expect("a small box");
        (0..catalogue.layers()).map(|layer| catalogue.representatives(layer).len() as u64).sum::<u64>()
    };
    for (text, all) in [
        ("x..|...|...|..o", classes(3, 4)),
        (".x..|....|..o.", classes(4, 3)),
        ("x...|....|....|...o", classes(4, 4)),
        // A region that the database holds beside one that it does not hold.
        ("x...|....|..o. + x..|...|..o", classes(4, 3)),
    ] {
        let boards = parse_boards::<Board>(text).expect("boards");
        // A database that lacks the board must not make it more work than no database.
        let evaluated = analyse(&boards, Some(&small), &Task::default()).expect("small").evaluated;
        assert!(evaluated > 0 && evaluated <= all, "{text}: {evaluated} of {all}");
    }
    let boards = parse_boards::<Board>("x..|...|..o").expect("a board");
    assert_eq!(analyse(&boards, Some(&small), &Task::default()).expect("small").evaluated, 0);
    let plain = analyse(&boards, None, &Task::default()).expect("small").evaluated;
    assert!(plain > 0 && plain <= classes(3, 3), "{plain}");
}

/// A file whose description was changed, with right checksums.
fn described(honest: &Path, change: impl Fn(&str) -> String) -> Result<Box<dyn AnyDatabase>, DatabaseError> {
    let graph = graph::Database::new(Container::open(honest).expect("whole")).expect("in order");
    let mut contents = graph.contents().expect("text");
    contents.description = change(&contents.description);
    let forged = honest.with_extension("forged");
    std::fs::write(&forged, contents.to_bytes()).expect("room");
    databases::open(&forged)
}

#[test]
fn foreign_and_forged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("clobber.ydb");
    build_any(&request("clobber", 3, 2), &plan(&out, 1), &Task::default()).expect("small");
    let other = Database::<Board>::open(&out).err().expect("of another game").to_string();
    assert_eq!(other, "this is a database of clobber, not of amazons");
    assert!(described(&out, str::to_owned).is_ok());
    let wrong = |from: &'static str, to: &'static str| {
        described(&out, move |text| text.replace(from, to)).err().expect("refused")
    };
    assert!(matches!(wrong("3x2", "3x3"), DatabaseError::Tables));
    assert!(matches!(wrong("3x2", "64x1"), DatabaseError::Boards(_)));
    assert!(matches!(wrong("3x2", "4x9999999999999"), DatabaseError::Boards(_)));
    assert!(matches!(wrong("box=3x2\n", ""), DatabaseError::NoField("box")));
    assert!(matches!(wrong("clobber", "nogo"), DatabaseError::Tables));
    assert!(matches!(wrong("clobber", "amazons"), DatabaseError::NoField("left")));
    assert!(matches!(wrong("clobber", "chess"), DatabaseError::NoGame(_)));
    assert!(matches!(wrong("3x2\n", "3x2\ndone=1\n"), DatabaseError::Unfinished));
    let bytes = std::fs::read(&out).expect("built");
    let mut random = SplitMix64::new(2);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        damaged[random.below(bytes.len())] ^= 1 << random.below(8);
        std::fs::write(&out, &damaged).expect("room");
        assert!(databases::open(&out).is_err(), "a bit was changed");
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("none.ydb");
    let refused = |request: &Request, memory: u64| {
        let plan = BuildPlan { memory, ..plan(&out, 1) };
        build_any(request, &plan, &Task::default()).expect_err("no such database").to_string()
    };
    let gigabyte = 1 << 30;
    assert!(refused(&request("chess", 3, 3), gigabyte).contains("no ruleset is called `chess`"));
    assert!(refused(&request("toads", 3, 3), gigabyte).contains("one row"));
    assert!(refused(&request("domineering", 6, 6), gigabyte).contains("too many boards"));
    assert!(refused(&request("clobber", 0, 6), gigabyte).contains("cells"));
    assert!(refused(&request("domineering", 5, 5), 64 << 20).contains("needs at least"));
    let amazons = Request { left: Some(2), ..request("clobber", 2, 2) };
    assert!(refused(&amazons, gigabyte).contains("amazons"));
    assert!(!out.exists());
    // A build of one game does not go on with that of another.
    let stopped = Task::default();
    stopped.stop().request();
    let scope = BoxScope { width: 3, height: 2 };
    let result = build::<yomikiri_rulesets::Board<Clobber>>(&scope, &plan(&out, 1), &stopped);
    assert!(matches!(result, Ok(Built::Stopped { .. })), "{result:?}");
    let result = build::<yomikiri_rulesets::Board<NoGo>>(&scope, &plan(&out, 1), &Task::default());
    assert!(matches!(result, Err(BuildError::Partial { .. })), "{result:?}");
}
