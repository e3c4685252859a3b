//! Proofs of what a run has found.

use crate::job::Job;
use crate::playable::Playable;
use crate::solution::WrittenProof;
use crate::solving::SolveError;
use crate::solving::disk::{check_writable, replace};
use crate::task::Task;
use std::io;
use std::path::{Path, PathBuf};
use yomikiri_search::{Demands, Knowledge, Lemma, Limits, Method, Options, ProofError, Statement};
use yomikiri_store::proof::{ProofFile, Subject};

/// The proof that a job asks for, if it asks for one.
pub(super) struct Proof {
    file: Option<(Option<PathBuf>, ProofFile)>,
    claims: usize,
    demands: Demands,
    options: Options,
    /// Why there will be none.
    missing: Option<String>,
}

impl Proof {
    /// A proof about a game from its start. Whether it can be written must be known now.
    pub(super) fn new<G: Playable>(job: &Job, start: &G, options: Options) -> Result<Self, SolveError> {
        let file = match &job.proof {
            None => None,
            Some(plan) => {
                if options.method != Method::Dfpn {
                    return Err(SolveError::OnlyDfpn("write a proof"));
                }
                let provable = start.provable().ok_or(SolveError::NoReferee)?;
                if let Some(path) = &plan.file {
                    check_writable(path).map_err(|error| SolveError::file(path, error))?;
                }
                let (game, definition) = ((provable.spelt_out)(start), (provable.definition)(start));
                let from = (provable.cells)(start);
                let subject = Subject { game: &game, definition: definition.as_deref(), from: &from };
                let file = ProofFile::new(&subject, plan.search);
                Some((plan.file.clone(), file.map_err(|error| unwritten(plan.file.as_deref(), error))?))
            }
        };
        let search = job.proof.as_ref().map_or(0, |plan| plan.search);
        // What was found within the limits is told without any.
        let options = Options { limits: Limits::default(), ..options };
        let demands = Demands { search, theorems: job.theorems };
        Ok(Self { file, claims: 0, demands, options, missing: None })
    }

    /// Whether there is a proof to write.
    pub(super) fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// Adds the proof of a statement from what is known.
    pub(super) fn write<G: Playable>(
        &mut self,
        (position, moves): (&G, &[String]),
        statement: Statement,
        knowledge: &Knowledge,
        title: &str,
        task: &Task,
    ) -> Result<(), SolveError> {
        let (Some((path, file)), Some(provable)) = (&mut self.file, position.provable()) else {
            return Ok(());
        };
        let title = format!("{title}: writing the proof about {}", statement.question.can_win);
        let proved = task.search(&title, |monitor| {
            let mut sink = |lemma: Lemma<'_>| file.lemma(lemma.statement.number(), lemma.cells, lemma.tree);
            let (prove, demands, options) = (provable.prove_with_lemmas, self.demands, &self.options);
            prove(position, statement, demands, knowledge, options, monitor, &mut |_| false, &mut sink)
        });
        match proved {
            Ok(()) => {
                file.claim(statement.number(), moves);
                self.claims += 1;
                Ok(())
            }
            Err(ProofError::Sink(error)) => Err(unwritten(path.as_deref(), error)),
            Err(error @ ProofError::Stopped(_)) => {
                self.missing = Some(error.to_string());
                self.file = None;
                Ok(())
            }
            Err(error @ ProofError::Contradiction) => Err(SolveError::Unproved(error.to_string())),
        }
    }

    /// Writes the file, if anything was proved: the proof, or why there is none.
    pub(super) fn finish(self) -> Result<Result<WrittenProof, Option<String>>, SolveError> {
        let Some((path, file)) = self.file else {
            return Ok(Err(self.missing));
        };
        if self.claims == 0 {
            return Ok(Err(Some("nothing was found out".to_owned())));
        }
        let mut content = Vec::new();
        let written = match &path {
            Some(path) => replace(path, |into| file.write(into)),
            None => file.write(&mut content),
        };
        let written = written.map_err(|error| unwritten(path.as_deref(), error))?;
        let content = path.is_none().then_some(content);
        Ok(Ok(WrittenProof { file: path, content, lemmas: written.lemmas.into(), bytes: written.bytes }))
    }
}

fn unwritten(path: Option<&Path>, error: io::Error) -> SolveError {
    SolveError::file(path.unwrap_or(Path::new("the proof in memory")), error)
}
