//! The experiments of the five papers that Yomikiri grew out of, our figures beside theirs.
//!
//! Each paper can be repeated by itself, and all of them together within a budget of time, with a report. Nothing here
//! prints; results are data, tables and pictures.
//!
//! ```
//! use std::time::Duration;
//! use yomikiri::Task;
//! use yomikiri_papers::{Paper, Report, Run, Settings, plan};
//!
//! let settings = Settings::default();
//! let plan = plan(Some(Paper::SixBySix), &settings);
//! // No experiment fits in no time: the report has the paper's figures only.
//! let run = Run::within(Some(Duration::ZERO), plan, settings.memory, &Task::default())?;
//! assert!(Report::new(&run, Some(Paper::SixBySix)).html().contains("Tables 1 to 8"));
//! # Ok::<(), yomikiri_papers::Error>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `paper` | the papers ([`Paper`]) |
//! | `rules` | figures that explain the rules of Trax |
//! | `trax_figures` | the figures of papers 000 and 001 |
//! | [`searches`] | their searches again |
//! | `counts` | section 3 of paper 000: how many configurations there are |
//! | `openings` | figure 7 of paper 000: the positions after one and two moves |
//! | [`stored`] | figures that were measured once and take too long to be measured again |
//! | [`mates`] | paper 002: mate problems |
//! | [`sums`] | paper 003: sums of Amazons subgames |
//! | [`formulas`] | paper 004: generalised tic-tac-toe by search and by formulas |
//! | `solvers` | QBF solvers of others on the same games, measured once |
//! | `plan` | the experiments: what each does and costs, and the command that runs it alone |
//! | `budget` | which of them are run |
//! | `run`, `findings` | a run, and what it found |
//! | `report` | the same as tables, plots and a page, whatever of it there is |
//! | `machine` | what it was measured on, and when |
//! | `data`, `command` | data files are read, command lines are written |

mod budget;
mod command;
mod counts;
mod data;
mod error;
mod findings;
pub mod formulas;
mod machine;
pub mod mates;
mod openings;
mod paper;
mod plan;
mod report;
mod rules;
mod run;
pub mod searches;
mod solvers;
pub mod stored;
pub mod sums;
mod trax_figures;

pub use budget::Status;
pub use counts::Counted;
pub use error::Error;
pub use findings::Findings;
pub use paper::Paper;
pub use plan::{Experiment, Kind, Settings, plan};
pub use report::{Block, Report, Section, make_folder, write};
pub use run::Run;
pub use trax_figures::{Figure, LIMITED_TRAX, SIX_BY_SIX, TraxPaper};

/// What stands where there is no figure.
const MISSING: &str = "–";
