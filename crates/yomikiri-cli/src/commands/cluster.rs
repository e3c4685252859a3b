//! `cluster`: how a run stands, stores as text, simulated clusters.

use crate::Ending;
use crate::arguments::{ClusterCommand, ClusterSimulate, ClusterStatus, Display, registry};
use crate::json;
use anyhow::Context;
use std::io::Write;
use yomikiri::text::counted;
use yomikiri::{Disk, view};
use yomikiri_cluster::campaign::Grain;
use yomikiri_cluster::exported;
use yomikiri_cluster::nats::ask_status;
use yomikiri_cluster::simulation::{Cluster, Simulated, Sizes, Trial};
use yomikiri_cluster::status::Status;
use yomikiri_cluster::store::Store;

pub(crate) fn run(
    command: &ClusterCommand,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    match command {
        ClusterCommand::Status(arguments) => status(arguments, display, out),
        ClusterCommand::Simulate(arguments) => simulate(arguments, display, out),
        ClusterCommand::Export(arguments) => {
            let store =
                Store::existing(&arguments.store).with_context(|| arguments.store.display().to_string())?;
            let text = exported::Exported::of(&store)?.to_string();
            if let Some(folder) = &arguments.proofs {
                let written = exported::export_proofs(&store, folder)?;
                let _unheard =
                    writeln!(std::io::stderr(), "{}: {}", folder.display(), counted(written as u64, "proof"));
            }
            match &arguments.out {
                Some(file) => super::save(file, text)?,
                None => write!(out, "{text}")?,
            }
            Ok(Ending::Done)
        }
        ClusterCommand::Merge(arguments) => {
            for text in &arguments.texts {
                let name = text.display().to_string();
                let content =
                    String::from_utf8(super::read(text).with_context(|| format!("cannot read {name}"))?)
                        .with_context(|| format!("{name} is not text"))?;
                let merged = exported::merge(&arguments.store, &content, &arguments.proofs, registry());
                let merged = merged.with_context(|| name.clone())?;
                if display.json {
                    let exported::Merged { taken, known, refused } = merged;
                    json::line(out, view::ClusterMerge { file: name, taken, known, refused })?;
                } else {
                    writeln!(
                        out,
                        "{name}: {} taken, {} known already, {} without a proof that holds",
                        counted(merged.taken, "piece"),
                        merged.known,
                        merged.refused
                    )?;
                }
            }
            Ok(Ending::Done)
        }
    }
}

fn status(arguments: &ClusterStatus, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let status = match (&arguments.store, arguments.server.options()) {
        (Some(file), _) => {
            let store = Store::existing(file).with_context(|| file.display().to_string())?;
            Status::of_store(&store)?
        }
        (None, Some(server)) => ask_status(&server).context("no coordinator answers")?,
        (None, None) => anyhow::bail!("say where to look: --nats URL or --store FILE"),
    };
    if display.json {
        json::line(out, status.view())?;
        return Ok(Ending::Done);
    }
    write!(out, "{status}")?;
    Ok(Ending::Done)
}

fn simulate(arguments: &ClusterSimulate, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let game = arguments.game.as_ref().map(|name| name.load(&Disk)).transpose()?;
    if !display.json {
        writeln!(out, "{}", Simulated::HEADINGS)?;
    }
    let grains: Vec<Option<u64>> = match arguments.grain.as_slice() {
        [] => vec![None],
        given => given.iter().copied().map(Some).collect(),
    };
    for nodes in grains {
        for &latency in &arguments.latency {
            let mut alone = None;
            for &workers in &arguments.workers {
                let trial = Trial {
                    cluster: Cluster { workers, latency: latency / 1e3, ..Cluster::default() },
                    grain: nodes.map_or_else(|| Grain::for_workers(workers), Grain::of),
                    epsilon: arguments.epsilon,
                    own_tables: arguments.own_tables,
                    sizes: Sizes { size: arguments.size, seed: arguments.seed },
                };
                let found = match &game {
                    Some(game) => trial.real(game)?,
                    None => trial.drawn(),
                };
                let seconds_alone = *alone.get_or_insert(found.seconds * f64::from(workers));
                let efficiency = seconds_alone / (found.seconds * f64::from(workers));
                if display.json {
                    json::line(out, trial.view(game.as_ref(), &found, efficiency))?;
                } else {
                    writeln!(out, "{}", trial.row(&found, efficiency))?;
                }
                out.flush()?;
            }
        }
    }
    Ok(Ending::Done)
}
