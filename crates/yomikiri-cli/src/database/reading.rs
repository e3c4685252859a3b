//! Asking a database.

use super::Scope;
use super::building::{Places, form_of};
use anyhow::{Context, bail};
use rustc_hash::FxHashMap;
use std::path::Path;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::{Dyadic, Form, Forms};
use yomikiri_game::{Partizan, Player};
use yomikiri_store::container::Container;
use yomikiri_store::graph::{Database, Record};

/// A database of endgames, opened.
pub(crate) struct EndgameDatabase {
    pub(crate) scope: Scope,
    pub(crate) catalogues: Vec<Endgames>,
    places: Vec<Places>,
    pub(crate) database: Database,
    /// Forms that have been asked for, by pair.
    known: FxHashMap<u32, Form>,
}

impl EndgameDatabase {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let open = || {
            let database = Database::new(Container::open(path)?)?;
            let description = database.description()?;
            if description.contains("done=") {
                bail!("it is not finished; `db build` goes on with it");
            }
            let scope = Scope::parse(description)?;
            let catalogues = scope.catalogues()?;
            let places: Vec<_> = catalogues.iter().map(Places::new).collect();
            let lengths = (0..database.tables()).map(|table| database.table_length(table));
            if !lengths.eq(places.iter().map(Places::len)) {
                bail!("its tables are not of the size that its description says");
            }
            Ok(Self { scope, catalogues, places, database, known: FxHashMap::default() })
        };
        open().with_context(|| format!("cannot use {}", path.display()))
    }

    /// The code of a region with both colours (perhaps the odd one of a game that is its own negative); `None` if the database does not hold it.
    pub(crate) fn code(&self, region: &Board) -> Option<u32> {
        for (table, catalogue) in self.catalogues.iter().enumerate() {
            for exchanged in [false, true] {
                let board = if exchanged { region.swapped() } else { *region };
                if let Some(number) = catalogue.number_of(&board) {
                    let (representative, turned) = catalogue.representative(number);
                    let code = self.code_at(table, representative);
                    return Some(if exchanged == turned { code } else { code ^ 1 });
                }
            }
        }
        None
    }

    /// The code of a class.
    pub(crate) fn code_at(&self, table: usize, representative: usize) -> u32 {
        self.database.code(table, self.places[table].of(representative))
    }

    /// The value of a region of any kind; `None` if the database does not hold it.
    pub(crate) fn value(&mut self, forms: &mut Forms, region: &Board) -> anyhow::Result<Option<Form>> {
        if let Some(integer) = region.integer() {
            return Ok(Some(forms.number(Dyadic::integer(integer))?));
        }
        match self.code(region) {
            None => Ok(None),
            Some(code) => self.form(forms, code).map(Some),
        }
    }

    /// The form with a code.
    pub(crate) fn form(&mut self, forms: &mut Forms, code: u32) -> anyhow::Result<Form> {
        let pair = code / 2;
        let form = match self.known.get(&pair) {
            Some(&form) => form,
            None => {
                let form = match self.database.game(pair as usize) {
                    Record::Number(numerator, halvings) => {
                        forms.number(Dyadic::new(numerator.into(), halvings.into())?)?
                    }
                    Record::Game(left, right) => {
                        let left = left
                            .into_iter()
                            .map(|code| self.form(forms, code))
                            .collect::<Result<Vec<_>, _>>()?;
                        let right = right
                            .into_iter()
                            .map(|code| self.form(forms, code))
                            .collect::<Result<Vec<_>, _>>()?;
                        forms.restore(&left, &right)?
                    }
                };
                self.known.insert(pair, form);
                form
            }
        };
        Ok(form_of(forms, &[form], code % 2))
    }

    /// What the database holds, in a few words.
    pub(crate) fn title(&self) -> String {
        let Scope { width, height, left, right, most_empty } = &self.scope;
        let limit = most_empty.map_or(String::new(), |most| format!(", at most {most} empty squares"));
        format!("{width}x{height}, up to {left} + {right} amazons{limit}")
    }

    /// Why a region is not held.
    pub(crate) fn why_not(&self, region: &Board) -> String {
        let counts = Player::BOTH.map(|player| region.amazon_count(player));
        format!(
            "the region {} ({} x {} squares, {} + {} amazons, {} empty) is not in the database ({})",
            region,
            region.width(),
            region.height(),
            counts[0],
            counts[1],
            region.empty_squares(),
            self.title(),
        )
    }
}
