//! The command line of Yomikiri: parses, calls the library, shows.
//!
//! It is a library so that a crate with games of its own can have the whole program: [`run`] takes a registry.
//!
//! | module | what it holds |
//! |---|---|
//! | `arguments` | the command line: what can be said, and nothing done about it |
//! | `commands` | one module per verb |
//! | `running` | a search with progress, limits and Ctrl-C around it |
//! | `metrics` | `--metrics`: figures of a run for other programs |
//! | `output` | standard output that may be closed by its reader |
//! | `json` | the shapes of `--json` |
//! | `warnings` | warnings of the libraries, on standard error |
//! | `painting` | pictures and tables on a terminal |
//!
//! Exit codes: 0 decided or done, 1 not decided within the limits, 2 bad input or failure; `qbf solve`: 10 true,
//! 20 false, as is usual with solvers.

mod arguments;
mod commands;
mod json;
mod metrics;
mod output;
mod painting;
mod running;
mod warnings;

use clap::Parser;
use output::Output;
use std::io::{self, Write};
use std::process::ExitCode;
use yomikiri::text::harmless;
use yomikiri::{LoadError, Registry, view};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It did what it was asked.
    Done,
    /// The answer is not known within the limits.
    Undecided,
    /// What it looked at is not in order.
    Faulty,
    /// `qbf solve` found the formula true or false, and says so as solvers do.
    Formula(bool),
}

/// The program, with these games. It reads the arguments of the process, prints, and gives the exit code.
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    arguments::register(registry);
    running::survive_limits();
    let mut out = Output::new(io::stdout().lock());
    let arguments = match arguments::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, &mut out),
    };
    let wants_json = arguments.display.json;
    let ending = commands::run(arguments, &mut out).and_then(|ending| {
        out.flush()?;
        Ok(ending)
    });
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Undecided) => ExitCode::from(1),
        Ok(Ending::Faulty) => ExitCode::from(2),
        Ok(Ending::Formula(true)) => ExitCode::from(10),
        Ok(Ending::Formula(false)) => ExitCode::from(20),
        Err(error) => {
            let message = harmless(&format!("{error:#}"));
            // If even that cannot be said, the exit code still does.
            let _unheard = writeln!(io::stderr(), "error: {message}");
            if wants_json {
                let _unheard = json::line(&mut out, view::Error { message }).and_then(|()| out.flush());
            }
            ExitCode::from(if is_limit(&error) { 1 } else { 2 })
        }
    }
}

/// Says why the command line is not understood, or prints the help that was asked for.
fn refuse(error: &clap::Error, out: &mut Output<impl Write>) -> ExitCode {
    let _unheard = error.print();
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default();
        let message = harmless(first.strip_prefix("error: ").unwrap_or(first));
        let _unheard = json::line(out, view::Error { message }).and_then(|()| out.flush());
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Whether a limit was reached, or Ctrl-C pressed, before the game was even read.
fn is_limit(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(LoadError::Stopped(_))))
}
