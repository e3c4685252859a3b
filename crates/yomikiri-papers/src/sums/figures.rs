//! The paper's figures, drawn again.

use super::pool::{Boards, Subgame};
use crate::Error;
use yomikiri::Task;
use yomikiri::endgames::rows;
use yomikiri::values;
use yomikiri_cgt::strategies::{Choice, Part, hotstrat, thermostrat};
use yomikiri_cgt::{Dyadic, Form};
use yomikiri_draw::piece::Piece;
use yomikiri_draw::squares;
use yomikiri_draw::thermograph::Plot;
use yomikiri_game::{Player, SplitMix64};

/// Figures 4, 5 and 6: file, number, game.
const THERMOGRAPHS: [(&str, u32, &str); 3] =
    [("figure-04.svg", 4, "{3|0}"), ("figure-05.svg", 5, "{{3|0}|-3}"), ("figure-06.svg", 6, "{{3|0},1|-3}")];

/// A figure of the paper.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The name of its file.
    pub file: &'static str,
    /// What it shows.
    pub caption: String,
    /// The figure.
    pub svg: String,
}

/// All of them. Examples in which somebody errs are looked for among random sums.
pub(super) fn all(boards: &mut Boards, task: &Task) -> Result<Vec<Drawing>, Error> {
    let mut drawings = Vec::new();
    for (file, number, text) in THERMOGRAPHS {
        let form = boards.forms.parse(text)?;
        let series = values::series(&*boards.forms.thermograph(form)?, text.to_owned());
        let svg = Plot::new(vec![series]).svg().document();
        drawings.push(Drawing { file, caption: format!("Figure {number}: the thermograph of {text}"), svg });
    }
    for (file, numbers, wanted, title) in [
        (
            "figure-07-09.svg",
            "Figures 7 to 9",
            Wanted::HotstratErrsByTie,
            "Thermostrat is right, Hotstrat wrong: two subgames tie for the highest temperature",
        ),
        ("figure-10-12.svg", "Figures 10 to 12", Wanted::ThermostratErrs, "Thermostrat is wrong"),
    ] {
        if let Some(example) = find(boards, wanted, task)? {
            let svg = drawing(boards, &example, title)?.document();
            let caption = format!("{numbers}, with an example of our own: {title}");
            drawings.push(Drawing { file, caption, svg });
        }
    }
    Ok(drawings)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Thermostrat is right and Hotstrat wrong, the two hottest subgames being equally hot.
    HotstratErrsByTie,
    /// Thermostrat is wrong.
    ThermostratErrs,
}

/// A sum in which somebody errs, and the moves.
struct Example {
    subgames: Vec<Subgame>,
    hot: Choice,
    thermo: Choice,
}

/// Looks for the simplest example among random sums: the one whose values are the shortest texts.
fn find(boards: &mut Boards, wanted: Wanted, task: &Task) -> Result<Option<Example>, Error> {
    const TRIED: u64 = 100_000;
    const BATCH: u64 = 100;
    let mut random = SplitMix64::new(3);
    let mut best: Option<(usize, Example)> = None;
    let count = if wanted == Wanted::HotstratErrsByTie { 3 } else { 2 };
    task.steps("examples for the figures", "sums", |progress| {
        progress.expect(TRIED);
        for number in 1..=TRIED {
            if number % BATCH == 0 {
                progress.advance(BATCH)?;
            }
            let subgames: Vec<Subgame> = (0..count).map(|_| boards.random(0.35, &mut random)).collect();
            let length = |form: Form| boards.forms.text_within(form, 40).map_or(1000, |text| text.len());
            let total: usize = subgames.iter().map(|subgame| length(subgame.part.value)).sum();
            if best.as_ref().is_some_and(|(shortest, _)| total >= *shortest) || total >= 1000 {
                continue;
            }
            if let Some((hot, thermo)) = errs(boards, &subgames, wanted)? {
                best = Some((total, Example { subgames, hot, thermo }));
            }
        }
        Ok(best.map(|(_, example)| example))
    })
}

/// The two strategies' moves, if they err as wanted.
fn errs(
    boards: &mut Boards,
    subgames: &[Subgame],
    wanted: Wanted,
) -> Result<Option<(Choice, Choice)>, Error> {
    let Boards { forms, solver, .. } = boards;
    let values: Vec<Form> = subgames.iter().map(|subgame| subgame.part.value).collect();
    if !solver.wins(forms, &values, Player::First)? {
        return Ok(None);
    }
    let parts: Vec<Part> = subgames.iter().map(|subgame| subgame.part.clone()).collect();
    let (Some(hot), Some(thermo)) =
        (hotstrat(forms, &parts, Player::First)?, thermostrat(forms, &parts, Player::First)?)
    else {
        return Ok(None);
    };
    let mut keeps = |choice: Choice| {
        let mut after = values.clone();
        after[choice.part] = parts[choice.part].options[0][choice.option];
        solver.wins(forms, &after, Player::Second).map(|lost| !lost)
    };
    let (hot_right, thermo_right) = (keeps(hot)?, keeps(thermo)?);
    let mut temperatures = Vec::new();
    for &value in &values {
        temperatures.push(forms.thermograph(value)?.temperature());
    }
    temperatures.sort_unstable();
    // Something is at stake in every subgame.
    let hot_enough = temperatures[0] >= Dyadic::ONE;
    let as_wanted = match wanted {
        Wanted::ThermostratErrs => !thermo_right,
        Wanted::HotstratErrsByTie => {
            let tied = temperatures[values.len() - 1] == temperatures[values.len() - 2];
            thermo_right && !hot_right && tied && hot.part != thermo.part
        }
    };
    let as_wanted = as_wanted && hot_enough;
    Ok(as_wanted.then_some((hot, thermo)))
}

/// The boards side by side, what each strategy does, and the thermographs in one frame.
fn drawing(boards: &mut Boards, example: &Example, title: &str) -> Result<Piece, Error> {
    let mut thermographs = Vec::new();
    let mut pictures = Vec::new();
    for (number, subgame) in example.subgames.iter().enumerate() {
        let letter = char::from(b'A' + number as u8);
        let text = boards.forms.text(subgame.part.value);
        pictures.push(Piece::column(&[
            squares::board(&rows(&subgame.board)),
            Piece::caption(&format!("{letter} = {text}")),
        ]));
        thermographs
            .push(values::series(&*boards.forms.thermograph(subgame.part.value)?, letter.to_string()));
    }
    let choice = |name: &str, choice: Choice| {
        let subgame = &example.subgames[choice.part];
        let moved = subgame.board.continuations(Player::First).nth(choice.option);
        let text = moved.map_or(String::new(), |(m, _)| subgame.board.move_text(m));
        let value = boards.forms.text(subgame.part.options[0][choice.option]);
        Piece::caption(&format!("{name}: {text} in {}, to {value}", char::from(b'A' + choice.part as u8)))
    };
    Ok(Piece::column(&[
        Piece::caption(title),
        Piece::row(&pictures),
        choice("Hotstrat", example.hot),
        choice("Thermostrat", example.thermo),
        Plot::new(thermographs).svg(),
    ]))
}
