//! A hostile tester: it tries to make Yomikiri say something wrong, lose something, or never come back.
//!
//! ```text
//! cargo run --release -p yomikiri-hostile                       a short run, as in CI
//! cargo run --release -p yomikiri-hostile -- --minutes 60       a long one, with new random cases
//! cargo run --release -p yomikiri-hostile -- --only verdicts --seed 7 --case 123     one case again
//! ```
//!
//! At the end it prints what was tried and how often. The exit code is 2 if anything was found, else 0.
//! `docs/reliability.md` says which promise each campaign is about.
//!
//! | module | campaign |
//! |---|---|
//! | `verdicts` | every method, with all its options, against brute force over the referees' rules |
//! | `forgery` | proofs changed in meaning and sealed again: none may prove what is false |
//! | `killing` | kill -9 at random moments of everything that writes a file |
//! | `disk` | disks that are full, read-only or slow, and limits on the size of files |
//! | `limits` | commands with a limit on time come back in time |
//! | `damage` | arguments and files changed at random: an error, but no panic and no hang |
//!
//! `case` is a random case and what is counted, `subject` a random position, `truth` the brute force, `program` the program
//! as a user starts it.
//!
//! # Why a crate of its own, outside `crates/`
//! It needs the library, the command line and the checker at once, prints, starts processes and is never published: none of
//! what holds for the crates under `crates/` holds for it. As integration tests of the command line it could not be run for
//! an hour with a table at the end, or repeat a single case by its number.
//!
//! # Why it starts itself
//! The program that is killed and starved must be the one of the same build. The harness contains the command line as a
//! library, so it starts its own executable, and a variable of the environment says which of the two to be (`program`).
//! Looking for an executable called `yomikiri` was rejected: it might be an old one, or not built at all.
//!
//! # Randomness
//! A case is determined by its campaign, a seed and its number; a finding prints all three. What depends on time (kills,
//! threads) is not repeated exactly, but the commands are.

mod case;
mod damage;
mod disk;
mod forgery;
mod killing;
mod limits;
mod program;
mod subject;
mod truth;
mod verdicts;

use case::{Campaign, Case, Finding, Tally};
use clap::Parser;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const CAMPAIGNS: [Campaign; 6] = [
    Campaign { name: "verdicts", run: verdicts::run, short: 100, share: 6 },
    Campaign { name: "forgery", run: forgery::run, short: 20, share: 2 },
    Campaign { name: "killing", run: killing::run, short: 5, share: 2 },
    Campaign { name: "disk", run: disk::run, short: 6, share: 1 },
    Campaign { name: "limits", run: limits::run, short: 6, share: 1 },
    Campaign { name: "damage", run: damage::run, short: 60, share: 3 },
];

/// So many findings are enough to look at.
const MOST_FINDINGS: usize = 10;

/// Tries to make Yomikiri say something wrong, lose something, or never come back
#[derive(Debug, Parser)]
struct Arguments {
    /// Minutes to run; without this, a short run with a fixed number of cases
    #[arg(long, conflicts_with = "case")]
    minutes: Option<f64>,

    /// Seed of the random cases
    #[arg(long, default_value = "1")]
    seed: u64,

    /// Number of the one case to run
    #[arg(long, requires = "only")]
    case: Option<u64>,

    /// Campaigns to run, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_parser = CAMPAIGNS.map(|campaign| campaign.name))]
    only: Vec<String>,
}

/// What is being tried, for the message of a panic.
static CURRENT: Mutex<String> = Mutex::new(String::new());

fn main() -> ExitCode {
    if program::is_wanted() {
        return yomikiri_cli::run(yomikiri::Registry::standard());
    }
    let arguments = Arguments::parse();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        let current = CURRENT.lock().map_or_else(|_| String::new(), |current| current.clone());
        eprintln!("FINDING: a panic\nrepeat with: {current}");
        std::process::exit(2);
    }));
    let mut tally = Tally::default();
    let findings = run(&arguments, &mut tally);
    let mut report = tally.to_string();
    report.extend(findings.iter().map(|finding| format!("{finding}\n")));
    // A reader who leaves early knows what he wanted to know.
    let _unread = writeln!(std::io::stdout(), "{report}{} findings", findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

fn run(arguments: &Arguments, tally: &mut Tally) -> Vec<String> {
    let mut findings = Vec::new();
    let is_chosen = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    let mut under_way: Vec<_> = CAMPAIGNS
        .iter()
        .filter(|campaign| is_chosen(campaign.name))
        .map(|campaign| (campaign, 0_u64, Duration::ZERO))
        .collect();
    let started = Instant::now();
    let allowed = arguments.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0));
    loop {
        // Whoever has had least of its share comes next.
        let next = under_way
            .iter_mut()
            .filter(|(campaign, cases, _)| match (arguments.case, allowed) {
                (Some(_), _) => *cases == 0,
                (None, Some(allowed)) => started.elapsed() < allowed,
                (None, None) => *cases < campaign.short,
            })
            .min_by_key(|(campaign, _, spent)| *spent / campaign.share);
        let Some((campaign, cases, spent)) = next else {
            return findings;
        };
        let number = arguments.case.unwrap_or(*cases);
        *cases += 1;
        let before = Instant::now();
        let repeat = format!(
            "cargo run --release -p yomikiri-hostile -- --only {} --seed {} --case {number}",
            campaign.name, arguments.seed
        );
        if let Ok(mut current) = CURRENT.lock() {
            current.clone_from(&repeat);
        }
        let mut case = Case::new(campaign, arguments.seed, number, tally);
        if let Err(Finding(what)) = (campaign.run)(&mut case) {
            let finding = format!("FINDING in {}: {what}\nrepeat with: {repeat}\n", campaign.name);
            eprintln!("{finding}");
            findings.push(finding);
        }
        *spent += before.elapsed();
        tally.spend(campaign.name, before.elapsed());
        if findings.len() >= MOST_FINDINGS {
            return findings;
        }
    }
}
