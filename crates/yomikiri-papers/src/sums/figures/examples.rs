//! Sums in which a strategy errs.

use crate::Error;
use crate::sums::pool::{Boards, Subgame};
use yomikiri::Task;
use yomikiri_cgt::strategies::{Choice, Part, hotstrat, thermostrat};
use yomikiri_cgt::{Dyadic, Form};
use yomikiri_game::{Catalogue, Player, SplitMix64};

/// What is to be wrong with the strategies' moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Thermostrat is right and Hotstrat wrong, the two hottest subgames being equally hot.
    HotstratErrsByTie,
    /// Thermostrat and Hotstrat are wrong.
    BothErr,
}

/// A sum in which somebody errs, and the moves.
pub(super) struct Example {
    pub(super) subgames: Vec<Subgame>,
    pub(super) hot: Choice,
    pub(super) thermo: Choice,
    /// A move that wins.
    pub(super) winning: Choice,
}

/// Boards with these values, those with the fewest empty squares, and what the strategies do on them; nothing, if there are no
/// such boards or the strategies do not err as wanted.
pub(super) fn by_values(
    boards: &mut Boards,
    values: &[&str],
    wanted: Wanted,
) -> Result<Option<Example>, Error> {
    let mut subgames = Vec::new();
    for text in values {
        let value = boards.forms.parse(text)?;
        let Some(number) = numbered(boards, value) else {
            return Ok(None);
        };
        subgames.push(boards.subgame(boards.catalogue.board(number)));
    }
    errs(boards, subgames, wanted)
}

/// The number of the first board with a value, by empty squares.
fn numbered(boards: &Boards, value: Form) -> Option<usize> {
    let negative = boards.forms.negative(value);
    (0..boards.catalogue.layers()).find_map(|layer| {
        boards.catalogue.representatives(layer).into_iter().find_map(|representative| {
            let here = boards.values.get(representative);
            if here != value && here != negative {
                return None;
            }
            let mut found = None;
            boards.catalogue.images(representative, &mut |image, _| {
                if boards.values.get(image) == value {
                    found.get_or_insert(image);
                }
            });
            found
        })
    })
}

/// Looks for the simplest example among random sums of so many subgames: the one whose values are the shortest texts.
pub(super) fn find(
    boards: &mut Boards,
    count: usize,
    wanted: Wanted,
    task: &Task,
) -> Result<Option<Example>, Error> {
    const TRIED: u64 = 100_000;
    const BATCH: u64 = 100;
    let mut random = SplitMix64::new(3);
    let mut best: Option<(usize, Example)> = None;
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
            if let Some(example) = errs(boards, subgames, wanted)? {
                best = Some((total, example));
            }
        }
        Ok(best.map(|(_, example)| example))
    })
}

/// The sum as an example, if Left wins it and the two strategies err as wanted.
fn errs(boards: &mut Boards, subgames: Vec<Subgame>, wanted: Wanted) -> Result<Option<Example>, Error> {
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
    let mut temperatures = Vec::new();
    for &value in &values {
        temperatures.push(forms.thermograph(value)?.temperature());
    }
    temperatures.sort_unstable();
    let mut keeps = |choice: Choice| {
        let mut after = values.clone();
        after[choice.part] = parts[choice.part].options[0][choice.option];
        solver.wins(forms, &after, Player::Second).map(|lost| !lost)
    };
    let (hot_right, thermo_right) = (keeps(hot)?, keeps(thermo)?);
    // Something is at stake in every subgame.
    let hot_enough = temperatures[0] >= Dyadic::ONE;
    let as_wanted = match wanted {
        Wanted::BothErr => !thermo_right && !hot_right,
        Wanted::HotstratErrsByTie => {
            let tied = temperatures[values.len() - 1] == temperatures[values.len() - 2];
            thermo_right && !hot_right && tied && hot.part != thermo.part
        }
    };
    if !as_wanted || !hot_enough {
        return Ok(None);
    }
    for (part, Part { options: [options, _], .. }) in parts.iter().enumerate() {
        for option in 0..options.len() {
            let winning = Choice { part, option };
            if keeps(winning)? {
                return Ok(Some(Example { subgames, hot, thermo, winning }));
            }
        }
    }
    unreachable!("Left wins with some move")
}
