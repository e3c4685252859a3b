//! How many boards, games and thermographs a database holds.

use super::{Database, DatabaseError, Decoder};
use crate::endgames::{Endgame, Numbered, Table};
use crate::task::Task;
use rustc_hash::FxHashSet;
use yomikiri_cgt::{Dyadic, Form, Forms};
use yomikiri_game::Catalogue;

/// What a database holds.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The size of the file.
    pub bytes: usize,
    /// How many boards.
    pub boards: u64,
    /// Those that turning and mirroring makes equal counted once.
    pub up_to_symmetry: u64,
    /// Those that exchanging the colours makes equal counted once, too.
    pub classes: u64,
    /// How many different games.
    pub forms: usize,
    /// How many options their canonical forms have.
    pub edges: usize,
    /// How many different thermographs, a game's and its negative's counted once.
    pub thermographs: usize,
    /// What the layers of a table count.
    pub layers_by: &'static str,
    /// The boards by table and layer; of Amazons, by the numbers of amazons and of empty squares.
    pub layers: Vec<Layer>,
}

/// The boards of a layer of a table.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The table.
    pub table: Table,
    /// The number of the layer; of Amazons, how many squares are empty.
    pub layer: usize,
    /// How many boards.
    pub boards: u64,
    /// Those that turning and mirroring makes equal counted once.
    pub up_to_symmetry: u64,
    /// Those that exchanging the colours makes equal counted once, too.
    pub classes: u64,
    /// How many different games.
    pub forms: usize,
    /// The same with those of all layers before.
    pub forms_so_far: usize,
    /// The highest temperature.
    pub hottest: Dyadic,
}

impl<B: Endgame> Database<B> {
    /// Counts everything; `None` if the task was stopped.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn statistics(&self, task: &Task) -> Result<Option<Statistics>, DatabaseError> {
        let total: usize = self.catalogues.iter().map(Catalogue::layers).sum();
        task.steps("statistics", "layers", |progress| {
            progress.expect(total as u64);
            let (mut decoder, mut forms) = (Decoder::default(), Forms::new());
            let mut layers = Vec::new();
            let mut seen: FxHashSet<Form> = FxHashSet::default();
            for table in 0..self.catalogues.len() {
                for layer in 0..self.catalogues[table].layers() {
                    layers.push(self.count_layer(&mut decoder, &mut forms, [table, layer], &mut seen)?);
                    if progress.advance(1).is_err() {
                        return Ok(None);
                    }
                }
            }
            Ok(Some(Statistics {
                bytes: self.graph.size(),
                boards: layers.iter().map(|layer| layer.boards).sum(),
                up_to_symmetry: layers.iter().map(|layer| layer.up_to_symmetry).sum(),
                classes: layers.iter().map(|layer| layer.classes).sum(),
                forms: seen.len(),
                edges: seen.iter().map(|&form| forms.edges(form)).sum(),
                thermographs: self.graph.thermographs(),
                layers_by: B::LAYERS,
                layers,
            }))
        })
    }

    fn count_layer(
        &self,
        decoder: &mut Decoder,
        forms: &mut Forms,
        [table, layer]: [usize; 2],
        seen: &mut FxHashSet<Form>,
    ) -> Result<Layer, DatabaseError> {
        let representatives = self.catalogues[table].representatives(layer);
        let catalogue = &self.catalogues[table];
        let mut here: FxHashSet<Form> = FxHashSet::default();
        let (mut boards, mut up_to_symmetry) = (0, 0);
        let mut images = Vec::new();
        for &representative in &representatives {
            images.clear();
            catalogue.images(representative, &mut |image, exchanged| images.push((image, exchanged)));
            let (all, turned) = counted(&mut images);
            boards += all;
            // Unless turning leads to all of them, the others are the same board with the players exchanged.
            up_to_symmetry += if all == turned { 1 } else { 2 };
            let form = decoder.form(&self.graph, forms, self.code_at(table, representative))?;
            // With the colours exchanged it is there too.
            here.extend([form, forms.negative(form)]);
        }
        let mut hottest = Dyadic::MINUS_ONE;
        for &form in &here {
            hottest = hottest.max(forms.thermograph(form)?.temperature());
        }
        seen.extend(&here);
        Ok(Layer {
            table: catalogue.table(),
            layer,
            boards,
            up_to_symmetry,
            classes: representatives.len() as u64,
            forms: here.len(),
            forms_so_far: seen.len(),
            hottest,
        })
    }
}

/// How many different numbers there are, and how many of them without the players exchanged.
fn counted(images: &mut Vec<(usize, bool)>) -> (u64, u64) {
    images.sort_unstable();
    images.dedup();
    let turned = images.iter().filter(|(_, exchanged)| !exchanged).count();
    images.dedup_by_key(|(image, _)| *image);
    (images.len() as u64, turned as u64)
}
