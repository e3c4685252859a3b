//! `toss`: games described in text.

use crate::Ending;
use crate::arguments::{Display, Place, Search, Solve, Spot};
use anyhow::Context;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use yomikiri::{Disk, Files, GameName};

#[derive(Debug, Args)]
pub(crate) struct Toss {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Describe a game of generalised tic-tac-toe in text
    Make {
        /// The game: gttt:…, torus:… or gomoku:…
        #[arg(value_parser = crate::arguments::parse_game)]
        game: GameName,

        /// File to write; if not given, the description goes to standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Print a description in its usual layout
    Format {
        /// The file
        file: String,
    },
    /// Find the value of a described game; the same as `solve toss:FILE`
    Solve {
        /// The file
        file: String,

        /// Limit on the turns of the game; if not given, it ends as the description says
        #[arg(long, value_name = "D")]
        turns: Option<u32>,

        #[command(flatten)]
        search: Search,
    },
}

pub(crate) fn run(arguments: &Toss, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match &arguments.verb {
        Verb::Make { game, out: file } => {
            let text = game.load(&Disk)?.description()?;
            let text = text.ok_or_else(|| {
                anyhow::anyhow!("only gttt, torus and gomoku games can be described, and {game} is not one")
            })?;
            match file {
                Some(file) => super::save(file, &text)?,
                None => out.write_all(text.as_bytes())?,
            }
            Ok(Ending::Done)
        }
        Verb::Format { file } => {
            let bytes = Disk.read(file).with_context(|| file.clone())?;
            let text =
                yomikiri_toss::format(&String::from_utf8_lossy(&bytes)).with_context(|| file.clone())?;
            out.write_all(text.as_bytes())?;
            Ok(Ending::Done)
        }
        Verb::Solve { file, turns, search } => {
            let turns = turns.map(|turns| format!(",turns={turns}")).unwrap_or_default();
            let game = crate::arguments::parse_game(&format!("toss:{file}{turns}"))?;
            let place = Place { game, spot: Spot::default() };
            super::solve::run(&Solve::plain(place, *search), display, out)
        }
    }
}
