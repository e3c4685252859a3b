//! The native part of the Python package `yomikiri`: the library as Python sees it.
//!
//! Python gets three kinds of things from here:
//!
//! | module | what it holds |
//! |---|---|
//! | `tree`, `position`, `game` | positions as values that never change |
//! | `callback` | games that are written in Python |
//! | `work` | long work on a thread of its own: wait, stop, see how far it is |
//! | `solving`, `puzzles`, `counting`, `annotation`, `formulas`, `endgames`, `proofs` | what can be asked, each as [`work::Work`] |
//! | `value`, `database` | values of games; databases of them |
//! | `errors` | exceptions with the text of the command line |
//!
//! Answers cross the border as the JSON of `yomikiri::view`, the same that the command line prints, and the package makes
//! objects of it. So an answer has one vocabulary everywhere, it can be pickled, and this crate derives no shapes of its own.
//! (Rejected: a class here for every kind of answer, which would repeat `view` field by field.)
//!
//! Whatever takes time runs without the interpreter lock. A thread that waits comes back to the interpreter twenty times
//! a second, so that Ctrl-C is heard.

mod annotation;
mod callback;
mod counting;
mod database;
mod endgames;
mod errors;
mod formulas;
mod game;
mod position;
mod proofs;
mod puzzles;
mod solving;
mod tree;
mod value;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<database::Database>()?;
    module.add_class::<game::Handle>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<value::Value>()?;
    module.add_class::<work::Work>()?;
    module.add_function(wrap_pyfunction!(annotation::annotate, module)?)?;
    module.add_function(wrap_pyfunction!(counting::count, module)?)?;
    module.add_function(wrap_pyfunction!(counting::perft, module)?)?;
    module.add_function(wrap_pyfunction!(counting::reachable, module)?)?;
    module.add_function(wrap_pyfunction!(database::build, module)?)?;
    module.add_function(wrap_pyfunction!(endgames::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(endgames::normal_boards, module)?)?;
    module.add_function(wrap_pyfunction!(endgames::svg, module)?)?;
    module.add_function(wrap_pyfunction!(endgames::winner, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::decide, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::encode, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::solve_formula, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::strategy, module)?)?;
    module.add_function(wrap_pyfunction!(game::families, module)?)?;
    module.add_function(wrap_pyfunction!(proofs::check_proof, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles::check_puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles::make_puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles::read_puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles::solve_mate, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(value::game_of, module)?)?;
    module.add_function(wrap_pyfunction!(value::value, module)?)?;
    module.add_function(wrap_pyfunction!(work::stop_all, module)?)?;
    Ok(())
}
