//! `toss`: games described in text.

use crate::Ending;
use crate::arguments::{Display, Place, Search, Solve};
use crate::games::GameName;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use yomikiri_polyomino::{Goal, Rules, Surface, Winner};
use yomikiri_toss::make::{self, Parameters};

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
        game: GameName,

        /// The file to write; standard output if there is none
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Print a description in its usual layout
    Format {
        /// The file
        file: PathBuf,
    },
    /// Find the value of a described game; the same as `solve toss:FILE`
    Solve {
        /// The file
        file: String,

        /// End the game after so many turns
        #[arg(long, value_name = "D")]
        turns: Option<u32>,

        #[command(flatten)]
        search: Search,
    },
}

pub(crate) fn run(arguments: &Toss, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match &arguments.verb {
        Verb::Make { game, out: file } => {
            let GameName::Polyomino(rules) = game else {
                anyhow::bail!("only gttt, torus and gomoku can be described, not {game}");
            };
            let text = described(rules)?;
            match file {
                Some(file) => super::qbf::save(file, &text)?,
                None => out.write_all(text.as_bytes())?,
            }
            Ok(Ending::Done)
        }
        Verb::Format { file } => {
            let name = file.display();
            let text = std::fs::read_to_string(file).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            let text = yomikiri_toss::format(&text).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            out.write_all(text.as_bytes())?;
            Ok(Ending::Done)
        }
        Verb::Solve { file, turns, search } => {
            let turns = turns.map(|turns| format!(",turns={turns}")).unwrap_or_default();
            let game = format!("toss:{file}{turns}").parse()?;
            let place = Place { game, moves: String::new() };
            super::solve::run(&Solve::plain(place, *search), display, out)
        }
    }
}

/// The description of a game, in the language of Toss.
pub(crate) fn described(rules: &Rules) -> anyhow::Result<String> {
    let board = rules.board();
    let parameters = Parameters {
        title: rules.to_string(),
        columns: board.columns(),
        rows: board.rows(),
        torus: board.surface() == Surface::Torus,
        goal: match rules.goal() {
            Goal::Animal(animal) => make::Goal::Shapes(animal.orientations()),
            Goal::Row(length) => make::Goal::Row(*length),
        },
        stones: rules.stones(),
        first_stones: rules.first_stones(),
        only_first_wins: rules.winner() == Winner::First,
    };
    Ok(make::make(&parameters)?)
}
