//! The program `yomikiri`, with the games of this project.

use std::process::ExitCode;
use yomikiri::Registry;

fn main() -> ExitCode {
    yomikiri_cli::run(Registry::standard())
}
