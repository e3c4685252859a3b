//! Proofs of what a run has found.

use crate::arguments::{Display, Solve};
use crate::games::Playable;
use crate::painting::grouped;
use crate::running::{interrupted, with_progress};
use anyhow::{Context, bail, ensure};
use std::io::Write;
use std::path::PathBuf;
use yomikiri_game::Line;
use yomikiri_search::{Demands, Knowledge, Lemma, Limits, Method, Options, ProofError, Statement};
use yomikiri_store::proof::{ProofFile, Subject};
use yomikiri_store::replace::{check_writable, replace};

/// The proof that a run is to write, if it is to write one.
pub(crate) struct Proof {
    file: Option<(PathBuf, ProofFile)>,
    claims: usize,
    demands: Demands,
    options: Options,
    display: Display,
    game: String,
}

impl Proof {
    /// The proof that the arguments ask for, about a game from its start. Whether it can be written must be known now.
    pub(crate) fn new<G: Playable>(
        arguments: &Solve,
        display: Display,
        start: &G,
        options: Options,
    ) -> anyhow::Result<Self> {
        let search = arguments.proof_search;
        let file = match &arguments.proof {
            None => None,
            Some(path) => {
                ensure!(options.method == Method::Dfpn, "only --method dfpn can write a proof");
                let Some(provable) = start.provable() else {
                    bail!("there is no checker for proofs about {} yet", arguments.place.game);
                };
                check_writable(path).with_context(|| format!("{}: cannot be written", path.display()))?;
                let subject = Subject {
                    game: &provable.name,
                    definition: provable.definition.as_deref(),
                    from: &provable.cells,
                };
                Some((path.clone(), ProofFile::new(&subject, search)?))
            }
        };
        // What was found within the limits is told without any.
        let options = Options { limits: Limits::default(), ..options };
        let demands = Demands { search, theorems: !arguments.no_theorems };
        Ok(Self { file, claims: 0, demands, options, display, game: arguments.place.game.to_string() })
    }

    /// Adds the proof of an answer from what is known.
    pub(crate) fn write<G: Playable>(
        &mut self,
        line: &Line<G>,
        statement: Statement,
        knowledge: &Knowledge,
    ) -> anyhow::Result<()> {
        let (Some((path, file)), Some(provable)) = (&mut self.file, line.position.provable()) else {
            return Ok(());
        };
        let title = format!("{}: writing the proof about {}", self.game, statement.question.can_win);
        let proved = with_progress(self.display, &title, |monitor| {
            let mut sink = |lemma: Lemma<'_>| file.lemma(lemma.statement.number(), lemma.cells, lemma.tree);
            (provable.prove)(
                &line.position,
                statement,
                self.demands,
                knowledge,
                &self.options,
                monitor,
                &mut sink,
            )
        });
        match proved {
            Ok(()) => {
                file.claim(statement.number(), &line.moves);
                self.claims += 1;
                Ok(())
            }
            Err(ProofError::Sink(error)) => {
                Err(error).with_context(|| format!("{}: cannot be written", path.display()))
            }
            Err(error) if interrupted() => {
                let _unheard = writeln!(std::io::stderr(), "yomikiri: no proof was written: {error}");
                self.file = None;
                Ok(())
            }
            Err(error) => bail!("no proof was written: {error}"),
        }
    }

    /// Whether a proof is to be written.
    pub(crate) fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// Writes the file, if anything was proved.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Some((path, file)) = self.file else {
            return Ok(());
        };
        if self.claims == 0 {
            let _unheard =
                writeln!(std::io::stderr(), "yomikiri: nothing was found out, so no proof was written");
            return Ok(());
        }
        let written = replace(&path, |into| file.write(into))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
        if !self.display.quiet {
            let _unheard = writeln!(
                std::io::stderr(),
                "{}: {} lemmas, {} bytes",
                path.display(),
                grouped(written.lemmas.into()),
                grouped(written.bytes)
            );
        }
        Ok(())
    }
}
