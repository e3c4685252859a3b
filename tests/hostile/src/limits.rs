//! Long commands with a short limit on time, and Ctrl-C: they come back in time, with an exit code that tells the truth.

use crate::case::{Case, Finding};
use crate::demand;
use crate::program::{self, Bounds, Ended};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How late a command may be.
const GRACE: Duration = Duration::from_secs(1);

/// Games that nobody solves in a second.
const HARD: [&str; 9] = [
    "trax",
    "trax:6x6",
    "trax:8x8,stuck=draw",
    "trax-loop:7x7",
    "amazons:6x6",
    "amazons:10x10",
    "gttt:6x6,animal=snaky",
    "torus:6x6,animal=tippy,p=2",
    "gomoku:9x9,k=5",
];

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    // A machine under load starts processes slowly; that is not the program's fault.
    let started = Instant::now();
    program::run(&["show", "trax:2x2"]).demand_order("show")?;
    let slowness = started.elapsed() * 4;
    let milliseconds = case.pick(&[1, 20, 100, 300, 700]) + case.below(100) as u64;
    let time = format!("{milliseconds}ms");
    let (mut arguments, questions) = command_line(case);
    let described = format!("{} --time {time}", arguments.join(" "));
    let grace = GRACE.mul_f64(program::slowness()) + slowness;
    let allowed = Duration::from_millis(milliseconds) * questions + grace;
    if arguments[0] == "solve" && case.one_in(3) {
        return interrupted(case, &arguments, Duration::from_millis(milliseconds), grace);
    }
    arguments.extend(["--time".to_owned(), time]);
    let ended = program::run(&arguments);
    ended.demand_order(&described)?;
    demand!(ended.elapsed < allowed, "{:?} instead of {allowed:?}: {described}", ended.elapsed);
    demand!(ended.code != Some(2), "exit code 2: {described}\n{}", ended.stderr);
    tells_the_truth(&ended, &described)?;
    case.count("limits on time");
    Ok(())
}

/// Exit code 1 goes with a verdict that is unknown, 0 with one that is known.
fn tells_the_truth(ended: &Ended, described: &str) -> Result<(), Finding> {
    if let Some(verdict) = ended.verdict() {
        let is_known = verdict != "unknown";
        demand!(
            ended.code == Some(i32::from(!is_known)),
            "exit code {:?} with the verdict {verdict}: {described}",
            ended.code
        );
    }
    Ok(())
}

/// A command, and how often it may take the limit.
fn command_line(case: &mut Case<'_>) -> (Vec<String>, u32) {
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    match case.below(8) {
        0 => {
            let formulas = ["b17-4.qdimacs", "stmt21r4.qdimacs", "ev-pr-4x4-7-3-0-0-1-s.qdimacs"];
            let file = format!("{suites}/qbf/{}", case.pick(&formulas));
            // Its exit codes are those of solvers.
            (own(&["qbf", "solve", &file]), 1)
        }
        1 => {
            let game = case.pick(&["gttt:4x4,animal=tippy", "gttt:5x5,animal=elly", "gomoku:5x5,k=4"]);
            (own(&["qbf", "decide", game, "--turns", case.pick(&["7", "9", "15"]), "--json"]), 2)
        }
        2 => (own(&["puzzle", "solve", "trax", "--moves", "@0/", "--full", "--max-plies", "15"]), 1),
        3 => {
            let file =
                format!("{suites}/toss/{}", case.pick(&["breakthrough-3x4.toss", "elly-torus-4x4.toss"]));
            (own(&["toss", "solve", &file, "--turns", "30"]), 2)
        }
        _ => {
            let game = case.pick(&HARD);
            let method = case.pick(&["dfpn", "dfpn", "dfpn", "pns", "dfs", "id", "id-table"]);
            let mut words = own(&["solve", game, "--json", "--method", method]);
            if method == "dfpn" {
                words.extend(own(&["--threads", case.pick(&["1", "2", "8"])]));
                words.extend(own(&["--memory", case.pick(&["16M", "100M", "2G"])]));
                if case.one_in(2) {
                    words.extend(own(&[
                        "--checkpoint",
                        &case.file("checkpoint"),
                        "--checkpoint-every",
                        "10ms",
                    ]));
                }
                // No proof: what was found within the limit is written down without one.
            }
            if case.one_in(4) {
                words.push("--all-moves".to_owned());
            }
            (words, 2)
        }
    }
}

/// The same without a limit, stopped by Ctrl-C.
fn interrupted(
    case: &mut Case<'_>,
    arguments: &[String],
    after: Duration,
    allowed: Duration,
) -> Result<(), Finding> {
    let described = format!("{}, interrupted", arguments.join(" "));
    let mut command = program::command(arguments, Bounds::default());
    // The handler must be there before the signal; a process has it when it has been running for a moment.
    let after = after + Duration::from_millis(300);
    let signal = case.pick(&["-INT", "-TERM"]);
    let (ended, took) = program::signalled(&mut command, after, |pid| {
        // Who has ended already is not there any more.
        let sent = Command::new("kill").args([signal, &pid.to_string()]).stderr(Stdio::null()).status();
        sent.is_ok_and(|status| status.success())
    });
    ended.demand_order(&described)?;
    if ended.code == Some(0) {
        // It knew the answer before it was asked to stop.
        return tells_the_truth(&ended, &described);
    }
    demand!(took < allowed, "it took {took:?} to stop: {described}");
    demand!(ended.code == Some(1), "exit code {:?}: {described}\n{}", ended.code, ended.stderr);
    demand!(ended.verdict().as_deref() == Some("unknown"), "no verdict: {described}\n{}", ended.stderr);
    case.count("runs stopped by a signal");
    Ok(())
}
