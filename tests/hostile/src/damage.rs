//! Arguments and files changed at random: an error that says so, but no panic, no hang, and no wrong verdict.
//!
//! A file that was damaged without anybody mending its checksum must be refused, or make no difference. Half of the binary
//! files get a right checksum again; then only panics and hangs count.

use crate::case::{Case, Finding};
use crate::demand;
use crate::program::{self, Bounds};
use std::path::PathBuf;
use std::time::Duration;

/// Commands without a limit on time may take as long as they like; they are killed after this.
const ENOUGH: Duration = Duration::from_millis(1500);

/// Command lines that are in order. `SUITES` stands for the folder of suites.
const COMMANDS: [&str; 36] = [
    "solve trax:4x4 --moves @0/ --json --method dfpn --threads 2 --memory 16M",
    "solve trax:3x3,line=2,stuck=draw,full=last-mover-loses --can-win second --nodes 1000 --all-moves",
    "solve trax-loop:3x3 --method id-table --memory 1M --shallow 1 --shallow-at new --epsilon 0.5",
    "solve gttt:3x3,animal=tippy,p=2,q=1,turns=4,win=first --no-theorems --endings 3",
    "solve torus:4x3,animal=##./.## --method pns --memory 2M",
    "solve gomoku:4x4,k=3 --position ....|.x..|....|..o. --quiet",
    "solve amazons:4x4 --position .oo.|####|##..|.xx.",
    "solve pg:SUITES/polyomino/first-move.pg",
    "solve toss:SUITES/toss/tic-tac-toe.toss,turns=5 --can-win first",
    "toss solve SUITES/toss/connect-3-4x3.toss --turns 6",
    "toss format SUITES/toss/elly-4x4.toss",
    "toss make gttt:4x4,animal=elly",
    "qbf encode gttt:3x3,animal=el --turns 3 --player first --encoding corrective --format qdimacs",
    "qbf encode gomoku:3x3,k=3 --turns 3 --encoding direct --format qcir",
    "qbf decide gttt:3x3,animal=el --turns 3 --json",
    "qbf compare gttt:3x3,animal=el --turns 1..3",
    "qbf solve SUITES/qbf/adder2.qdimacs",
    "value {1|-1} --outcome",
    "value amazons ..x|.o.",
    "value ^*2+1/2 --json",
    "show trax --moves @0/B1\\A2\\ --threats",
    "show trax:8x8 --svg",
    "show amazons:6x6 --moves a2-a3-a4",
    "show gttt:5x5,animal=w --json",
    "perft trax:4x4 --depth 3",
    "perft amazons:4x4 --depth 1 --json",
    "count trax:3x3 --method exact",
    "count trax:4x4 --method sample --samples 100 --seed 3",
    "count trax:3x3 --method reachable --plies 3",
    "puzzle solve trax --moves @0/B1\\A2\\ --max-plies 3 --side red",
    "puzzle make --plies 3 --count 1 --games 3 --seed 2 --nodes 500",
    "replay SUITES/trax/games-unlimited.trx",
    "db stats SUITES/trax/perft.tsv",
    "man solve",
    "schema",
    "completions bash",
];

/// Verbs that take a limit on time, which they keep.
const LIMITED: [&str; 6] = ["solve", "toss solve", "qbf decide", "qbf solve", "qbf compare", "puzzle solve"];

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    if case.one_in(2) { arguments(case) } else { file(case) }
}

fn suites() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites"))
}

fn arguments(case: &mut Case<'_>) -> Result<(), Finding> {
    let line = case.pick(&COMMANDS).replace("SUITES", &suites().to_string_lossy());
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for _ in 0..=case.below(3) {
        change_words(case, &mut words);
    }
    execute(case, &words)?;
    case.count("command lines changed");
    Ok(())
}

/// Runs a command and demands order. Whoever knows a limit gets one.
fn execute(case: &mut Case<'_>, words: &[String]) -> Result<Option<program::Ended>, Finding> {
    let mut words = words.to_vec();
    // An argument cannot have a NUL in it, or a file be written where the test does not look.
    words.retain(|word| !word.contains('\0') && word != "--out" && word != "serve");
    let line = words.join(" ");
    let is_limited = LIMITED.iter().any(|verb| line.starts_with(verb));
    if is_limited {
        words.extend(["--time".to_owned(), "300ms".to_owned()]);
    }
    let mut command = program::command(&words, Bounds::default());
    command.current_dir(case.folder());
    let ended = program::watch(&mut command, (!is_limited).then_some(ENOUGH));
    demand!(!ended.stderr.contains("panicked at"), "a panic: {words:?}\n{}", ended.stderr);
    if ended.signal == Some(9) && !is_limited {
        case.count("commands without a limit, killed");
        return Ok(None);
    }
    ended.demand_order(&format!("{words:?}"))?;
    Ok(Some(ended))
}

fn change_words(case: &mut Case<'_>, words: &mut Vec<String>) {
    const STRANGE: [&str; 16] = [
        "",
        "-",
        "--",
        "-1",
        "0",
        "1e99",
        "18446744073709551616",
        "99999999999G",
        "NaN",
        "\u{1b}[2J",
        "日本語",
        "../../../etc/passwd",
        "/dev/null",
        "/dev/zero",
        ":",
        ",,,,",
    ];
    let at = case.below(words.len());
    match case.below(8) {
        0 => words[at] = case.pick(&STRANGE).to_owned(),
        1 => drop(words.remove(at)),
        2 => {
            let copy = words[at].clone();
            words.insert(at, copy);
        }
        3 => {
            let other = case.below(words.len());
            words.swap(at, other);
        }
        // The system takes no argument of more than 128 KiB.
        4 if words[at].len() < 300 => words[at] = words[at].repeat(1 + case.below(300)),
        _ => {
            let mut letters: Vec<char> = words[at].chars().collect();
            let place = case.below(letters.len() + 1);
            let letter =
                case.pick(&['0', '9', 'x', ':', ',', '=', '-', '@', '/', '\\', '|', '#', '.', '*', 'é', ' ']);
            match case.below(3) {
                0 => letters.insert(place, letter),
                1 if place < letters.len() => drop(letters.remove(place)),
                _ if place < letters.len() => letters[place] = letter,
                _ => letters.push(letter),
            }
            words[at] = letters.into_iter().collect();
        }
    }
    if words.is_empty() {
        words.push(String::new());
    }
}

/// A file of some format, and the commands that read it.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    /// `FILE` stands for the file.
    readers: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// Whatever is changed in it, it is refused.
    Sealed,
    /// A search goes on from it, and finds the same.
    Checkpoint,
}

fn file(case: &mut Case<'_>) -> Result<(), Finding> {
    let sample = sample(case)?;
    let mut bytes = sample.bytes.clone();
    for _ in 0..=case.below(4) {
        change_bytes(case, &mut bytes, sample.kind);
    }
    let is_resealed = sample.kind != Kind::Text && case.one_in(2) && reseal(&sample.bytes, &mut bytes);
    let file = case.file(sample.name);
    std::fs::write(&file, &bytes).expect("a temporary file");
    let line = case.pick(sample.readers);
    let words: Vec<String> = line.split(' ').map(|word| word.replace("FILE", &file)).collect();
    let ended = execute(case, &words)?;
    case.count("files changed");
    let Some(ended) = ended.filter(|_| bytes != sample.bytes && !is_resealed) else {
        return Ok(());
    };
    match sample.kind {
        Kind::Text => {}
        Kind::Sealed => {
            demand!(ended.code == Some(2), "a damaged file passes: {line}, {} bytes", bytes.len());
            case.count("damaged files refused");
        }
        Kind::Checkpoint => {
            let verdict = ended.verdict();
            let is_right = verdict.is_none() || verdict.as_deref() == Some("draw");
            demand!(is_right && ended.code != Some(1), "from a damaged checkpoint: {verdict:?}");
            case.count("damaged checkpoints refused or harmless");
        }
    }
    Ok(())
}

fn sample(case: &mut Case<'_>) -> Result<Sample, Finding> {
    let read = |name: &str| std::fs::read(suites().join(name)).expect("a file of the suites");
    let beginning = |name: &str, bytes: usize| {
        let mut content = read(name);
        content.truncate(bytes);
        content
    };
    let text = |name, bytes, readers| Sample { name, bytes, readers, kind: Kind::Text };
    Ok(match case.below(9) {
        0 => text("games.trx", beginning("trax/games-unlimited.trx", 4000), &["replay FILE"]),
        1 => text(
            "problems.tsv",
            beginning("trax/puzzles.tsv", 3000),
            &["puzzle check FILE --memory 16M", "puzzle export --html FILE --memory 16M"],
        ),
        2 => text("game.pg", read("polyomino/first-move.pg"), &["solve pg:FILE", "qbf decide pg:FILE"]),
        3 => text(
            "game.toss",
            read(case.pick(&["toss/tic-tac-toe.toss", "toss/breakthrough-3x4.toss"])),
            &[
                "solve toss:FILE,turns=4",
                "toss format FILE",
                "qbf decide toss:FILE --turns 2",
                "show toss:FILE",
            ],
        ),
        4 => {
            let formulas =
                ["qbf/adder2.qdimacs", "qbf/bug10rr.qdimacs", "qbf/fuzz7300.qdimacs", "qbf/true.qdimacs"];
            text("formula.qdimacs", read(case.pick(&formulas)), &["qbf solve FILE"])
        }
        5 => text(
            "formula.qcir",
            made(case, "qbf encode gomoku:3x3,k=3 --turns 3 --encoding direct --format qcir --out FILE")?,
            &["qbf solve FILE"],
        ),
        6 => Sample {
            name: "proof",
            bytes: made(case, "solve trax:3x3 --proof FILE -q")?,
            readers: &["check FILE", "check FILE --json --threads 2"],
            kind: Kind::Sealed,
        },
        7 => Sample {
            name: "checkpoint",
            bytes: made(case, "solve trax:4x4 --endings 0 --nodes 300 --memory 16M --checkpoint FILE -q")?,
            readers: &["solve trax:4x4 --endings 0 --memory 16M --resume FILE --json"],
            kind: Kind::Checkpoint,
        },
        _ => Sample {
            name: "database",
            bytes: made(case, "db build amazons --box 3x2 --out FILE -q")?,
            readers: &["db verify FILE", "db query FILE x.o|...", "db stats FILE", "db exceptions FILE"],
            kind: Kind::Text,
        },
    })
}

/// The file that a command makes.
fn made(case: &Case<'_>, line: &str) -> Result<Vec<u8>, Finding> {
    let file = case.file("made");
    let words: Vec<String> = line.split(' ').map(|word| word.replace("FILE", &file)).collect();
    let ended = program::run(&words);
    ended.demand_order(line)?;
    std::fs::read(&file).map_err(|error| Finding(format!("{line}: {error}\n{}", ended.stderr)))
}

fn change_bytes(case: &mut Case<'_>, bytes: &mut Vec<u8>, kind: Kind) {
    if bytes.is_empty() {
        return;
    }
    let place = case.below(bytes.len());
    let length = 1 + case.below((bytes.len() - place).min(200));
    match case.below(8) {
        0 => bytes[place] ^= 1 << case.below(8),
        1 => bytes[place] = case.below(256) as u8,
        2 => bytes.truncate(place),
        3 => drop(bytes.drain(place..place + length)),
        4 => {
            let copy = bytes[place..place + length].to_vec();
            let at = case.below(bytes.len());
            bytes.splice(at..at, copy);
        }
        5 if kind == Kind::Text => {
            let number =
                case.pick(&["0", "-1", "99999999999999999999", "4294967296", "1000000", "(", "\"", "#"]);
            bytes.splice(place..place, number.bytes());
        }
        6 => {
            let copy = bytes[place..place + length].repeat(1 + case.below(200));
            bytes.splice(place..place, copy);
        }
        _ => bytes[place..place + length].reverse(),
    }
}

/// Gives a file that ends with its checksum a right one again.
fn reseal(original: &[u8], bytes: &mut [u8]) -> bool {
    let sum = |bytes: &[u8]| {
        let (content, sum) = bytes.split_last_chunk::<4>()?;
        Some((crc32fast::hash(content).to_le_bytes(), *sum))
    };
    match (sum(original), sum(bytes)) {
        (Some((right, written)), Some((mended, _))) if right == written => {
            let end = bytes.len() - 4;
            bytes[end..].copy_from_slice(&mended);
            true
        }
        _ => false,
    }
}
