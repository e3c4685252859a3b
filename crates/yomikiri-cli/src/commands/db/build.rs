//! `db build`

use super::threads;
use crate::Ending;
use crate::arguments::{Build, Display};
use crate::database::building::{Built, build};
use crate::database::{Scope, parse_box};
use crate::json::{self, BuildLine};
use crate::running::stepping;
use std::io::Write;
use std::time::Instant;
use yomikiri::text::{grouped, seconds};

pub(crate) fn run(arguments: &Build, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (width, height) = parse_box(&arguments.size)?;
    let scope = Scope {
        width,
        height,
        left: arguments.left,
        right: arguments.right,
        most_empty: arguments.max_empty,
    };
    let started = Instant::now();
    let title = format!("{width}x{height}");
    let built = stepping(display, &title, "boards", |progress| {
        build(&scope, &arguments.out, threads(arguments.threads), arguments.memory.0, progress)
    })?;
    let time = started.elapsed().as_secs_f64();
    let file = arguments.out.display().to_string();
    match built {
        Built::Whole { bytes, classes, forms } => {
            if display.json {
                json::print(out, &BuildLine { file, bytes, classes, forms, seconds: time })?;
            } else {
                writeln!(
                    out,
                    "{file}: {} classes of boards, {} games, {} bytes, {} s",
                    grouped(classes),
                    grouped(forms as u64),
                    grouped(bytes as u64),
                    seconds(time),
                )?;
            }
            Ok(Ending::Done)
        }
        Built::Stopped(partial) => {
            let _unheard = writeln!(
                std::io::stderr(),
                "yomikiri: stopped; the same command goes on from {}",
                partial.display()
            );
            Ok(Ending::Undecided)
        }
    }
}
