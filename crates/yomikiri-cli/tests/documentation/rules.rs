//! Which commands are not run as they are shown, and what is done instead.

/// What is done with commands that begin so.
pub struct Rule {
    /// The beginning of the command.
    pub shown: &'static str,
    pub how: How,
}

/// What is done instead of running a command as it is.
pub enum How {
    /// Some of it is replaced and something added, to make it short; it then ends with this exit code.
    Shortened { replace: &'static [(&'static str, &'static str)], add: &'static str, exit: i32 },
    /// It cannot be made short, so it is started and ended after a moment.
    Started,
    /// It calls a program of others, and is an error without that.
    WithProgram(&'static str),
    /// Something else sees to it: the comment says what.
    Elsewhere,
}

const fn limited(shown: &'static str) -> Rule {
    Rule { shown, how: How::Shortened { replace: &[], add: "--nodes 1000", exit: 1 } }
}

const fn replaced(shown: &'static str, replace: &'static [(&'static str, &'static str)], exit: i32) -> Rule {
    Rule { shown, how: How::Shortened { replace, add: "", exit } }
}

/// The first that fits counts.
pub const RULES: &[Rule] = &[
    // 10 seconds for each question.
    replaced("yomikiri solve trax:5x5,line=8 --method id-table", &[("10s", "100ms")], 1),
    // Nine seconds with a processor for each thread.
    limited("yomikiri solve trax:6x6"),
    // Ten minutes, and more memory than a machine for tests may have. What is written at the limit is gone on from.
    Rule {
        shown: "yomikiri solve trax:7x7",
        how: How::Shortened { replace: &[("12G", "64M")], add: "--nodes 1000", exit: 1 },
    },
    // An hour, and more memory than a machine for tests may have.
    Rule {
        shown: "yomikiri solve trax:8x8 --moves '@0/' --can-win second --threads 2",
        how: How::Shortened { replace: &[("13G", "64M")], add: "--nodes 1000", exit: 1 },
    },
    // The same for the other player, and hours.
    Rule {
        shown: "yomikiri solve trax:8x8 --can-win first --threads 2",
        how: How::Shortened { replace: &[("17G", "64M")], add: "--nodes 1000", exit: 1 },
    },
    // A quarter of an hour.
    Rule { shown: "yomikiri check proofs/trax-8x8", how: How::Started },
    // Short mates are found soon, long ones after minutes.
    replaced("yomikiri puzzle make --plies 7 --count 10", &[("--plies 7", "--plies 3"), ("10", "2")], 0),
    replaced("yomikiri puzzle make --plies 7 --count 50", &[("--plies 7", "--plies 3"), ("50", "2")], 0),
    // Seconds to build and half a minute to verify.
    replaced("yomikiri db build amazons --box 4x4", &[("--box 4x4", "--box 4x3")], 0),
    // Nobody is there to answer.
    Rule { shown: "yomikiri play amazons:6x6", how: How::Shortened { replace: &[], add: "", exit: 1 } },
    Rule { shown: "yomikiri play trax:8x8", how: How::Shortened { replace: &[], add: "", exit: 1 } },
    // A server runs until it is stopped; the tests of its crate and of `tests/browser` ask it. The engine is built by CI.
    Rule { shown: "yomikiri serve --engine", how: How::Elsewhere },
    Rule { shown: "yomikiri serve --bind", how: How::Elsewhere },
    Rule { shown: "yomikiri serve", how: How::Elsewhere },
    Rule { shown: "cargo run --release -- serve", how: How::Elsewhere },
    Rule { shown: "cargo build --profile wasm", how: How::Elsewhere },
    Rule { shown: "tests/browser/run", how: How::Elsewhere },
    // Half a minute; a smaller board shows the same.
    replaced("yomikiri coordinate trax:6x6 --workers", &[("trax:6x6", "trax:4x4")], 0),
    // A server, and those who need one: `tests/cluster.rs` runs all of them together.
    Rule { shown: "nats-server", how: How::Elsewhere },
    Rule { shown: "yomikiri coordinate trax:6x6 --nats", how: How::Elsewhere },
    Rule { shown: "yomikiri work", how: How::Elsewhere },
    Rule { shown: "yomikiri cluster status --nats", how: How::Elsewhere },
    // Seconds to a minute; a few problems show the same.
    replaced("yomikiri puzzle make --from", &[("--count 12", "--count 2")], 0),
    // Ten minutes; tests of its own look at what it writes.
    replaced("yomikiri reproduce all", &[("10m", "0s")], 0),
    replaced("cargo run --release -- reproduce all", &[("10m", "0s")], 0),
    replaced("yomikiri reproduce 001", &[("--max-size 4", "--max-size 2")], 0),
    replaced("yomikiri qbf compare gttt:4x4,animal=tippy", &[("3..9", "3..5")], 0),
    Rule { shown: "yomikiri qbf solve tippy.qdimacs --solver depqbf", how: How::WithProgram("depqbf") },
    // A test of its own does the same with DepQBF, where that is installed.
    Rule { shown: "depqbf --trace", how: How::Elsewhere },
    Rule { shown: "yomikiri qbf check two.qdimacs two.qrp", how: How::Elsewhere },
    Rule {
        shown: "yomikiri qbf strategy gttt:4x4,animal=tippy,p=2,q=1 --turns 4 --player second --from two.qrp",
        how: How::Elsewhere,
    },
    // Minutes, and there is nothing to leave out: its signature is the sum of all.
    Rule { shown: "yomikiri bench", how: How::Started },
    // This is one of its tests.
    Rule { shown: "cargo test --workspace", how: How::Elsewhere },
    // Cargo's business.
    Rule { shown: "cargo install --path crates/yomikiri", how: How::Elsewhere },
    // crates/yomikiri-python/ci builds and installs the wheel.
    Rule { shown: "pip install ./crates/yomikiri-python", how: How::Elsewhere },
    // An experiment; compiled with the tests of its crate, and its figures are random.
    Rule { shown: "cargo run --release -p yomikiri-trax --example method_2_samples", how: How::Elsewhere },
    // The example's own tests compare what it prints with the page.
    Rule { shown: "cargo run --release -p yomikiri --example domineering", how: How::Elsewhere },
    // Its short run is a test of its own, and CI runs Miri.
    Rule { shown: "cargo run --release -p yomikiri-hostile", how: How::Elsewhere },
    Rule { shown: ".ci/sanitizers", how: How::Elsewhere },
    Rule { shown: "fuzz/run", how: How::Elsewhere },
    // A crate of its own, which CI builds and runs.
    Rule { shown: "cd examples/coins", how: How::Elsewhere },
    Rule { shown: "cargo run --release -- solve coins:", how: How::Elsewhere },
    Rule { shown: "cargo run --release -- check coins.proof", how: How::Elsewhere },
];
