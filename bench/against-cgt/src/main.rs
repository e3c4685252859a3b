//! The same boards evaluated by Yomikiri and by the `cgt` crate, one thread each, in one run.
//!
//! The work: every 4×4 board with one amazon each and at most K empty squares (K is the argument, 5 if none), those that
//! symmetry and exchange of colours make equal once. Both sides may remember whatever they have met. The values are compared:
//! mean and temperature of every tenth board.

use cgt::short::partizan::games::amazons::Amazons;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use std::num::NonZeroUsize;
use std::time::Instant;
use yomikiri_amazons::Endgames;
use yomikiri_cgt::Forms;
use yomikiri_cgt::tabulate::{Progress, Values};
use yomikiri_game::Catalogue;

fn main() {
    let most_empty = std::env::args().nth(1).map_or(5, |text| text.parse().expect("a number of empty squares"));
    let catalogue = Endgames::new(4, 4, [1, 1], Some(most_empty)).expect("a small box");
    let mut forms = Forms::new();
    let mut values = Values::new(&catalogue);
    let mut boards = Vec::new();
    let started = Instant::now();
    for layer in 0..catalogue.layers() {
        let filled = values.fill_layer(&mut forms, &catalogue, layer, NonZeroUsize::MIN, &Progress::default());
        boards.extend(filled.expect("small"));
    }
    let ours = started.elapsed().as_secs_f64();

    let texts: Vec<String> = boards.iter().map(|&(number, _)| catalogue.board(number).to_string()).collect();
    let games: Vec<Amazons> = texts.iter().map(|text| text.parse().expect("a board")).collect();
    let table = ParallelTranspositionTable::new();
    let started = Instant::now();
    let theirs_values: Vec<_> = games.iter().map(|game| game.canonical_form(&table)).collect();
    let theirs = started.elapsed().as_secs_f64();

    let mut compared = 0;
    for ((&(_, form), value), text) in boards.iter().zip(&theirs_values).zip(&texts).step_by(10) {
        let thermograph = forms.thermograph(form).expect("small");
        assert_eq!(thermograph.temperature().to_string(), value.temperature().to_string(), "{text}");
        assert_eq!(thermograph.mean().to_string(), value.mean().to_string(), "{text}");
        compared += 1;
    }
    let count = boards.len() as f64;
    println!("{} boards with at most {most_empty} empty squares; {compared} compared", boards.len());
    println!("yomikiri  {ours:8.3} s  {:10.0} boards/s", count / ours);
    println!("cgt 0.11  {theirs:8.3} s  {:10.0} boards/s", count / theirs);
    println!("ratio     {:8.1}", theirs / ours);
}
