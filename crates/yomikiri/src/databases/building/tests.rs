//! Builds that are stopped, resumed, refused.

use super::*;
use crate::databases::{BoxScope, Scope};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tempfile::TempDir;
use yomikiri_amazons::Board;
use yomikiri_game::SplitMix64;
use yomikiri_rulesets::domineering::Domineering;
use yomikiri_rulesets::nogo::NoGo;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn scope() -> Scope {
    Scope { width: 3, height: 4, left: 1, right: 1, most_empty: None }
}

fn plan(out: &Path, threads: usize) -> BuildPlan {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    BuildPlan { out: out.to_owned(), threads, memory: 1 << 30 }
}

fn built(out: &Path, threads: usize, task: &Task) -> Built {
    built_of::<Board>(&scope(), out, threads, task)
}

fn built_of<B: Endgame>(scope: &B::Scope, out: &Path, threads: usize, task: &Task) -> Built {
    build::<B>(scope, &plan(out, threads), task).expect("it can be built")
}

/// Builds until so many boards are done.
fn built_until<B: Endgame>(boards: &B::Scope, out: &Path, enough: u64) -> Built {
    let task = Task::default();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                let done = task.report().map(|report| match report.figures {
                    crate::Figures::Steps { steps, .. } => steps.done,
                    _ => 0,
                });
                if done >= Some(enough) {
                    task.stop().request();
                }
                std::thread::yield_now();
            }
        });
        let result = built_of::<B>(boards, out, 1, &task);
        over.store(true, Relaxed);
        result
    })
}

/// A build that was stopped after some layers.
fn stopped(out: &Path) -> PathBuf {
    for enough in [4000, 2000, 1000, 500, 200, 50] {
        if let Built::Stopped { partial, by } = built_until::<Board>(&scope(), out, enough) {
            assert_eq!(by, StoppedBy::Request);
            return partial;
        }
        std::fs::remove_file(out).expect("it was built");
    }
    panic!("the build was never stopped");
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn the_same_bytes<B: Endgame>(scope: &B::Scope) {
    let folder = folder();
    let once = folder.path().join("once");
    assert!(matches!(built_of::<B>(scope, &once, 1, &Task::default()), Built::Whole { .. }));
    let threaded = folder.path().join("threaded");
    assert!(matches!(built_of::<B>(scope, &threaded, 3, &Task::default()), Built::Whole { .. }));
    // Stopped again and again, a few layers further each time.
    let resumed = folder.path().join("resumed");
    let mut stops = 0;
    for enough in [50, 2000, 9000, u64::MAX] {
        if let Built::Stopped { partial, .. } = built_until::<B>(scope, &resumed, enough) {
            stops += 1;
            assert!(partial.exists() && !resumed.exists());
        }
    }
    assert!(stops >= 1, "the build was never stopped");
    let bytes = std::fs::read(&once).expect("built");
    assert_eq!(std::fs::read(&threaded).expect("built"), bytes);
    assert_eq!(std::fs::read(&resumed).expect("built"), bytes);
    assert_eq!(names(&folder), ["once", "resumed", "threaded"], "nothing else is left");
}

#[test]
fn the_same_bytes_however_they_were_made() {
    the_same_bytes::<Board>(&scope());
    the_same_bytes::<yomikiri_rulesets::Board<Domineering>>(&BoxScope { width: 4, height: 4 });
    the_same_bytes::<yomikiri_rulesets::Board<NoGo>>(&BoxScope { width: 4, height: 3 });
}

#[test]
fn a_partial_file_about_something_else_is_refused_and_stays() {
    let folder = folder();
    let out = folder.path().join("out");
    let partial = partial_name(&out);
    let mut finished = Vec::new();
    for other in [b"something else altogether, and long enough".to_vec(), b"".to_vec()] {
        std::fs::write(&partial, &other).expect("room");
        let result = build::<Board>(&scope(), &plan(&out, 1), &Task::default());
        assert!(result.is_err_and(|error| error.to_string().contains("cannot continue")));
        assert_eq!(std::fs::read(&partial).expect("still there"), other);
        std::fs::remove_file(&partial).expect("there");
        if finished.is_empty() {
            built(&out, 1, &Task::default());
            finished = std::fs::read(&out).expect("built");
        }
    }
    // A finished database under that name, and one of other boards.
    std::fs::write(&partial, &finished).expect("room");
    let result = build::<Board>(&scope(), &plan(&out, 1), &Task::default());
    assert!(matches!(result, Err(BuildError::Partial { why: PartialError::Tables, .. })), "{result:?}");
    let partial = stopped(&folder.path().join("other"));
    let other = Scope { most_empty: Some(3), ..scope() };
    let result = build::<Board>(&other, &plan(&folder.path().join("other"), 1), &Task::default());
    assert!(matches!(result, Err(BuildError::Partial { why: PartialError::OtherBoards, .. })));
    assert!(partial.exists());
}

/// A partial file with right checksums and wrong values is not believed.
#[test]
fn a_forged_partial_file_is_found_out() {
    let folder = folder();
    let out = folder.path().join("out");
    let partial = stopped(&out);
    let honest = graph::Database::new(Container::open(&partial).expect("whole")).expect("in order");
    let honest = honest.contents().expect("text");
    let mut random = SplitMix64::new(3);
    for _ in 0..5 {
        let mut forged = honest.clone();
        // Half of all values are those of other boards.
        for table in &mut forged.tables {
            for place in 0..table.len() {
                let other = random.below(table.len());
                if random.below(2) == 0 {
                    table.swap(place, other);
                }
            }
        }
        std::fs::write(&partial, forged.to_bytes()).expect("room");
        let result = build::<Board>(&scope(), &plan(&out, 1), &Task::default());
        assert!(matches!(result, Err(BuildError::Partial { why: PartialError::Wrong(_), .. })), "{result:?}");
        assert!(partial.exists() && !out.exists());
    }
}

#[test]
fn a_build_that_fails_leaves_nothing_behind() {
    let folder = folder();
    let missing = folder.path().join("missing/out");
    let result = build::<Board>(&scope(), &plan(&missing, 1), &Task::default());
    assert!(matches!(result, Err(BuildError::Write { .. })), "{result:?}");
    let result = build::<Board>(&scope(), &plan(folder.path(), 1), &Task::default());
    assert!(matches!(result, Err(BuildError::Write { .. })), "{result:?}");
    let out = folder.path().join("out");
    let little = BuildPlan { memory: 4 << 20, ..plan(&out, 1) };
    let result = build::<Board>(&scope(), &little, &Task::default());
    assert!(matches!(result, Err(BuildError::Memory { .. })), "{result:?}");
    assert!(names(&folder).is_empty());
}

/// The least memory that is not refused is enough for an unfinished database at least, and more goes on from it.
#[test]
fn a_build_goes_on_with_more_memory() {
    let folder = folder();
    let (out, once) = (folder.path().join("out"), folder.path().join("once"));
    let result = build::<Board>(&scope(), &BuildPlan { memory: 0, ..plan(&out, 1) }, &Task::default());
    let Err(BuildError::Memory { mut needed, .. }) = result else {
        panic!("{result:?}");
    };
    // What is needed at least is known in steps.
    let least = loop {
        match build::<Board>(&scope(), &BuildPlan { memory: needed, ..plan(&out, 1) }, &Task::default()) {
            Err(BuildError::Memory { needed: more, .. }) => {
                assert!(more > needed);
                needed = more;
            }
            result => break result.expect("it can be built"),
        }
    };
    if let Built::Stopped { partial, by } = least {
        assert_eq!(by, StoppedBy::Memory);
        assert!(partial.exists() && !out.exists());
        built(&out, 1, &Task::default());
    }
    built(&once, 1, &Task::default());
    assert_eq!(std::fs::read(&out).expect("built"), std::fs::read(&once).expect("built"));
    assert_eq!(names(&folder), ["once", "out"]);
}
