//! `man`: the manual, page by page, made from the definitions that parse the command line.
//!
//! On a terminal a page is printed as text; elsewhere, and in files, in the language of troff for `man -l`.

use crate::Ending;
use crate::arguments::{Arguments, EXIT_CODES, Man};
use anyhow::Context;
use clap::{Command, CommandFactory};
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(arguments: &Man, out: &mut impl Write) -> anyhow::Result<Ending> {
    let program = program();
    match &arguments.out {
        Some(folder) => write_all(&program, folder)?,
        None => {
            let command = find(&program, &arguments.verb)?;
            if console::Term::stdout().is_term() {
                write!(out, "{}", command.clone().render_long_help())?;
            } else {
                out.write_all(&page(command)?)?;
            }
        }
    }
    Ok(Ending::Done)
}

/// The program with the options that hold for every verb spread over all of them, as a page shows them.
fn program() -> Command {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    with_exit_codes(program)
}

/// The command with its exit codes at the end of its page and of those of its verbs.
fn with_exit_codes(command: Command) -> Command {
    let command =
        if command.get_after_long_help().is_some() { command } else { command.after_long_help(EXIT_CODES) };
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_exit_codes))
}

/// The command that a list of verbs leads to: none is the program, `puzzle solve` a verb of a verb.
fn find<'a>(program: &'a Command, verbs: &[String]) -> anyhow::Result<&'a Command> {
    verbs.iter().try_fold(program, |command, verb| {
        command.find_subcommand(verb).with_context(|| {
            let known: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!("{} has no command `{verb}`; its commands: {known}", command.get_name())
        })
    })
}

/// One page, in the language of troff.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    // Of a verb, too, the version is that of the program.
    let source = concat!("yomikiri ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command.clone()).source(source).render(&mut page)?;
    Ok(page)
}

/// Writes the pages of a command and all its verbs into a folder, under the names that `man` looks for.
fn write_all(command: &Command, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let name = command.get_display_name().unwrap_or(command.get_name());
    let file = folder.join(format!("{name}.1"));
    super::save(&file, page(command)?)?;
    command.get_subcommands().try_for_each(|verb| write_all(verb, folder))
}
