//! The calculator of `value`: statements from the command line, from standard input, or at a prompt with history and
//! completion.

use crate::Ending;
use crate::arguments::Display;
use crate::json;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Write};
use yomikiri::values::Session;
use yomikiri::view;

/// Whether a text is more than one game: it has names, comparisons or several statements.
pub(super) fn has_statements(text: &str) -> bool {
    text.contains([';', '=', '<', '>', '\n'])
        || ["incentives(", "outcome("].iter().any(|word| text.contains(word))
}

/// The statements of a text.
pub(super) fn run_text(
    text: &str,
    session: &mut Session,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let refuted = print(session, text, display, out)?;
    Ok(if refuted { Ending::Faulty } else { Ending::Done })
}

/// Prints what statements say; whether a claim about an outcome is false.
fn print(session: &mut Session, text: &str, display: Display, out: &mut impl Write) -> anyhow::Result<bool> {
    let calculations = session.run(text)?;
    for calculation in &calculations {
        if display.json {
            json::line(out, view::Calculation::from(calculation))?;
        } else {
            writeln!(out, "{calculation}")?;
        }
    }
    Ok(calculations.iter().any(yomikiri::values::Calculation::is_refuted))
}

/// Statements from standard input, a line at a time: at a prompt on a terminal. A line that is wrong does not end it.
pub(super) fn run(session: &mut Session, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if io::stdin().is_terminal() && !display.json {
        return at_prompt(session, display, out);
    }
    let mut ending = Ending::Done;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        match print(session, &line?, display, out) {
            Ok(false) => {}
            Ok(true) => {
                let _unheard = writeln!(io::stderr(), "line {}: the outcome is not as claimed", number + 1);
                ending = Ending::Faulty;
            }
            Err(error) => {
                let _unheard = writeln!(io::stderr(), "error: line {}: {error}", number + 1);
                ending = Ending::Faulty;
            }
        }
    }
    Ok(ending)
}

fn at_prompt(session: &mut Session, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor: Editor<Words, MemHistory> = Editor::with_history(config, MemHistory::new())?;
    writeln!(out, "A game such as {{1|*}} + ^, or a = …, a >= b, a == b. Tab completes, Ctrl-D ends.")?;
    out.flush()?;
    loop {
        editor.set_helper(Some(Words(session.words())));
        match editor.readline("> ") {
            Ok(line) => {
                if let Err(error) = print(session, &line, display, out) {
                    let _unheard = writeln!(io::stderr(), "error: {error}");
                }
                out.flush()?;
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(Ending::Done),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Completes the word before the cursor.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = line[..at]
            .rfind(|c: char| !is_word(c))
            .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
        let begun = &line[start..at];
        let fits = |word: &&String| !begun.is_empty() && word.starts_with(begun);
        Ok((start, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
