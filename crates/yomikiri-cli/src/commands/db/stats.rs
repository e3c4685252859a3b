//! `db stats`: how many boards, games and thermographs there are, and what the paper thought.

use crate::Ending;
use crate::arguments::{Display, Stats};
use crate::database::building::restored;
use crate::database::reading::EndgameDatabase;
use crate::json::{self, LayerLine, StatsLine};
use rustc_hash::FxHashSet;
use std::io::Write;
use yomikiri::text::{Table, grouped};
use yomikiri_cgt::{Dyadic, Form, Forms};
use yomikiri_game::Catalogue;
use yomikiri_papers::sums;

pub(crate) fn run(arguments: &Stats, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut database = EndgameDatabase::open(&arguments.file)?;
    let mut forms = Forms::new();
    restored(&database.database, &mut forms)?;
    let mut layers = Vec::new();
    let mut seen: FxHashSet<Form> = FxHashSet::default();
    for table in 0..database.catalogues.len() {
        for layer in 0..database.catalogues[table].layers() {
            layers.push(count_layer(&mut database, &mut forms, table, layer, &mut seen)?);
        }
    }
    let stats = StatsLine {
        file: arguments.file.display().to_string(),
        holds: database.title(),
        bytes: database.database.size(),
        boards: layers.iter().map(|layer| layer.boards).sum(),
        up_to_symmetry: layers.iter().map(|layer| layer.up_to_symmetry).sum(),
        classes: layers.iter().map(|layer| layer.classes).sum(),
        forms: seen.len(),
        edges: seen.iter().map(|&form| forms.edges(form)).sum(),
        thermographs: database.database.thermographs(),
        layers,
    };
    if display.json {
        json::print(out, &stats)?;
    } else {
        print(&stats, out)?;
    }
    Ok(Ending::Done)
}

fn count_layer(
    database: &mut EndgameDatabase,
    forms: &mut Forms,
    table: usize,
    layer: usize,
    seen: &mut FxHashSet<Form>,
) -> anyhow::Result<LayerLine> {
    let representatives = database.catalogues[table].representatives(layer);
    let mut here: FxHashSet<Form> = FxHashSet::default();
    for &representative in &representatives {
        let code = database.code_at(table, representative);
        let form = database.form(forms, code)?;
        // With the colours exchanged it is there too.
        here.extend([form, forms.negative(form)]);
    }
    let mut hottest = Dyadic::MINUS_ONE;
    for &form in &here {
        hottest = hottest.max(forms.thermograph(form)?.temperature());
    }
    seen.extend(&here);
    let catalogue = &database.catalogues[table];
    Ok(LayerLine {
        amazons: catalogue.amazons(),
        empty: layer,
        boards: catalogue.boards(layer as u32),
        up_to_symmetry: catalogue.boards_up_to_symmetry(layer as u32),
        classes: representatives.len() as u64,
        forms: here.len(),
        forms_so_far: seen.len(),
        hottest: hottest.to_string(),
    })
}

fn print(stats: &StatsLine, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}, {} bytes\n", stats.file, stats.holds, grouped(stats.bytes as u64))?;
    let mut table = Table::new([
        "amazons",
        "empty",
        "boards",
        "up to symmetry",
        "and colours",
        "games",
        "games so far",
        "hottest",
    ]);
    for layer in &stats.layers {
        table.row([
            format!("{} + {}", layer.amazons[0], layer.amazons[1]),
            layer.empty.to_string(),
            grouped(layer.boards),
            grouped(layer.up_to_symmetry),
            grouped(layer.classes),
            grouped(layer.forms as u64),
            grouped(layer.forms_so_far as u64),
            layer.hottest.clone(),
        ]);
    }
    table.row([
        "all".to_owned(),
        String::new(),
        grouped(stats.boards),
        grouped(stats.up_to_symmetry),
        grouped(stats.classes),
        grouped(stats.forms as u64),
        grouped(stats.forms as u64),
        String::new(),
    ]);
    write!(out, "{}", table)?;
    writeln!(
        out,
        "\n{} games with {} options in all, {} different thermographs (a game's and its negative's counted once).",
        grouped(stats.forms as u64),
        grouped(stats.edges as u64),
        grouped(stats.thermographs as u64),
    )?;
    print_papers_arithmetic(stats, out)
}

/// The paper's estimate for sums of three and four subgames of 4 empty squares, and what it comes to here.
fn print_papers_arithmetic(stats: &StatsLine, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(four) = stats.layers.iter().find(|layer| layer.empty == 4 && layer.amazons == [1, 1]) else {
        return Ok(());
    };
    let table = sums::arithmetic(four.up_to_symmetry, four.forms as u64);
    writeln!(out, "\n{}\n\n{table}\n{}", sums::ARITHMETIC_TITLE, sums::ARITHMETIC_REMARK)?;
    Ok(())
}
