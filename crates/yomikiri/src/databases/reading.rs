//! A database that has been opened.

use super::DatabaseError;
use super::description::{Description, shown};
use crate::endgames::{Endgame, Numbered, Subject};
use rustc_hash::FxHashMap;
use yomikiri_amazons::Board;
use yomikiri_cgt::{Dyadic, Form, Forms, Intractable};
use yomikiri_store::container::Container;
use yomikiri_store::graph::{self, Record};

/// A database of the values of all boards of some kind, opened.
pub struct Database<B: Endgame = Board> {
    pub(super) scope: B::Scope,
    pub(super) catalogues: Vec<B::Catalogue>,
    pub(super) graph: graph::Database,
}

impl<B: Endgame> Database<B> {
    /// Opens a file. (Not on wasm, which has no files.)
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or no finished database of this game.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(path: &std::path::Path) -> Result<Self, DatabaseError> {
        Self::new(graph::Database::new(Container::open(path)?)?)
    }

    /// Opens what a file holds.
    ///
    /// # Errors
    /// As with [`Database::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, DatabaseError> {
        Self::new(graph::Database::new(Container::from_bytes(bytes)?)?)
    }

    pub(super) fn new(graph: graph::Database) -> Result<Self, DatabaseError> {
        let description = Description::new(graph.description()?);
        if description.field("done").is_some() {
            return Err(DatabaseError::Unfinished);
        }
        let game = description.needed("game")?;
        if game != B::GAME {
            return Err(DatabaseError::OtherGame { is: shown(game), wanted: B::GAME });
        }
        let scope = B::Scope::parse(&description)?;
        let catalogues = scope.catalogues()?;
        let lengths = (0..graph.tables()).map(|table| graph.table_length(table));
        if !lengths.eq(catalogues.iter().map(Numbered::places)) {
            return Err(DatabaseError::Tables);
        }
        Ok(Self { scope, catalogues, graph })
    }

    /// Which boards it holds.
    #[must_use]
    pub fn scope(&self) -> &B::Scope {
        &self.scope
    }

    /// The code of a region (perhaps the odd one of a game that is its own negative); `None` if the database does not hold
    /// it.
    pub(super) fn code(&self, region: &B) -> Option<u32> {
        let mut tables = self.catalogues.iter().enumerate();
        let (table, (representative, exchanged)) =
            tables.find_map(|(table, catalogue)| Some((table, catalogue.class_of(region)?)))?;
        let code = self.code_at(table, representative);
        Some(if exchanged { code ^ 1 } else { code })
    }

    /// The code of a class.
    pub(super) fn code_at(&self, table: usize, representative: usize) -> u32 {
        self.graph.code(table, self.catalogues[table].place(representative))
    }

    /// The value of a region of any kind; `None` if the database does not hold it.
    ///
    /// # Errors
    /// If a number does not fit, or there are too many forms.
    pub fn value(
        &self,
        decoder: &mut Decoder,
        forms: &mut Forms,
        region: &B,
    ) -> Result<Option<Form>, Intractable> {
        if let Some(integer) = region.integer() {
            return forms.number(Dyadic::integer(integer)).map(Some);
        }
        self.code(region).map(|code| decoder.form(&self.graph, forms, code)).transpose()
    }

    /// Why a region is not held.
    pub(super) fn not_held(&self, region: &B) -> DatabaseError {
        let (measure, scope) = (region.measure(), &self.scope);
        DatabaseError::NotHeld(format!("the region {region} ({measure}) is not in the database ({scope})"))
    }
}

/// The games of one database as forms of one arena, as far as they have been asked for.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// One game of each pair.
    known: FxHashMap<u32, Form>,
}

impl Decoder {
    /// The form with a code. Options come before the games that have them, so all codes in order give the forms in
    /// the order in which they were written.
    pub(super) fn form(
        &mut self,
        graph: &graph::Database,
        forms: &mut Forms,
        code: u32,
    ) -> Result<Form, Intractable> {
        // Not by recursion: nobody knows how deep the games of a file are.
        let mut wanted = vec![code];
        while let Some(&code) = wanted.last() {
            if self.find(forms, code).is_none() {
                let form = match graph.game(code as usize / 2) {
                    Record::Number(numerator, halvings) => {
                        forms.number(Dyadic::new(numerator.into(), halvings.into())?)?
                    }
                    Record::Game(left, right) => {
                        let before = wanted.len();
                        let unknown = |code: &&u32| self.find(forms, **code).is_none();
                        wanted.extend(left.iter().chain(&right).filter(unknown));
                        if wanted.len() > before {
                            continue;
                        }
                        let found = |codes: &[u32]| -> Vec<Form> {
                            codes.iter().filter_map(|&code| self.find(forms, code)).collect()
                        };
                        let (left, right) = (found(&left), found(&right));
                        forms.restore(&left, &right)?
                    }
                };
                self.known.insert(code / 2, form);
            }
            wanted.pop();
        }
        // It has just been found.
        Ok(self.find(forms, code).unwrap_or(Form::ZERO))
    }

    fn find(&self, forms: &Forms, code: u32) -> Option<Form> {
        let &form = self.known.get(&(code / 2))?;
        Some(if code % 2 == 1 { forms.negative(form) } else { form })
    }
}
