//! `db verify`: a random sample, derived again by other means.
//!
//! Each board of the sample is evaluated from its own moves, region by region, by code that shares neither the
//! numbering of boards nor their moves with the build; and if it is small, played out by plain search as well.

use crate::Ending;
use crate::arguments::{Display, Verify};
use crate::database::reading::EndgameDatabase;
use crate::endgame;
use crate::json::{self, VerifyLine};
use crate::running::{interrupted, stepping};
use rustc_hash::FxHashMap;
use std::io::Write;
use std::time::Instant;
use yomikiri::text::{grouped, seconds};
use yomikiri_amazons::Board;
use yomikiri_game::{Catalogue, Partizan, Player, Progress, SplitMix64};

/// Boards with so many empty squares are played out.
const PLAYED_OUT: u32 = 6;

pub(crate) fn run(arguments: &Verify, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut database = EndgameDatabase::open(&arguments.file)?;
    let started = Instant::now();
    let sample = arguments.sample;
    let (checked, played, wrong) = stepping(display, "verify", "boards", |progress| {
        progress.expect(sample.into());
        check(&mut database, sample, arguments.seed, progress)
    })?;
    let time = started.elapsed().as_secs_f64();
    let file = arguments.file.display().to_string();
    if display.json {
        json::print(out, &VerifyLine { file, checked, played, wrong: wrong.clone(), seconds: time })?;
    } else {
        writeln!(
            out,
            "{file}: {} boards derived again, {} of them also played out, {} wrong, {} s",
            grouped(checked),
            grouped(played),
            wrong.len(),
            seconds(time),
        )?;
        for board in wrong.iter().take(10) {
            writeln!(out, "wrong: {board}")?;
        }
    }
    Ok(if !wrong.is_empty() {
        Ending::Faulty
    } else if interrupted() {
        Ending::Undecided
    } else {
        Ending::Done
    })
}

/// How many boards were checked and how many also played out, and those that are wrong.
fn check(
    database: &mut EndgameDatabase,
    sample: u32,
    seed: u64,
    progress: &Progress,
) -> anyhow::Result<(u64, u64, Vec<String>)> {
    let mut random = SplitMix64::new(seed);
    let mut evaluator = endgame::evaluator();
    let (mut checked, mut played, mut wrong) = (0, 0, Vec::new());
    for _ in 0..sample {
        if progress.is_stopped() {
            break;
        }
        let table = random.below(database.catalogues.len());
        let catalogue = &database.catalogues[table];
        let representatives = catalogue.representatives(random.below(catalogue.layers()));
        if representatives.is_empty() {
            continue;
        }
        let representative = representatives[random.below(representatives.len())];
        let board = catalogue.board(representative);
        let code = database.code_at(table, representative);
        let kept = database.form(&mut evaluator.forms, code)?;
        let mut right = evaluator.value(&board)? == kept;
        if board.empty_squares() <= PLAYED_OUT {
            let mut known = FxHashMap::default();
            let wins = Player::BOTH.map(|player| plainly_wins(&board, player, &mut known));
            right &= evaluator.forms.outcome(kept).beginner_wins() == (wins[0], wins[1]);
            played += 1;
        }
        if !right {
            wrong.push(board.to_string());
        }
        checked += 1;
        let _noticed_above = progress.advance(1);
    }
    Ok((checked, played, wrong))
}

/// Whether a player, to move, wins a board, by trying everything.
fn plainly_wins(board: &Board, player: Player, known: &mut FxHashMap<(Board, Player), bool>) -> bool {
    if let Some(&known) = known.get(&(*board, player)) {
        return known;
    }
    let wins = board.options(player).iter().any(|after| !plainly_wins(after, !player, known));
    known.insert((*board, player), wins);
    wins
}
