//! What can be said about many workers.

use super::{Place, PlayerName, parse_threads};
use clap::{Args, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::PathBuf;
use yomikiri::quantity::{Bytes, Span};
use yomikiri_cluster::Belief;
use yomikiri_cluster::nats::NatsOptions;

#[derive(Debug, Args)]
pub(crate) struct Coordinate {
    #[command(flatten)]
    pub(crate) place: Place,

    /// Ask only whether this player can force a win
    #[arg(long, value_name = "PLAYER")]
    pub(crate) can_win: Option<PlayerName>,

    /// Search even where a theorem has the answer
    #[arg(long)]
    pub(crate) no_theorems: bool,

    /// File that keeps the run: whoever starts the same command again goes on from it [default: nothing is kept]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// Number of workers in this process [default: the number of cores, or none with --nats]
    #[arg(long, value_name = "N", conflicts_with = "nats", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) workers: Option<u32>,

    #[command(flatten)]
    pub(crate) server: Server,

    /// File to write the proof of the answers to, for `yomikiri check`
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    /// Moves that the checker may be asked to search by itself at the end of a branch
    #[arg(long, value_name = "PLAYS", default_value = "100", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) proof_search: u32,

    /// A piece that is decided twice keeps the smaller proof, if its check takes no longer than this
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub(crate) proof_time: Span,

    /// Which proofs of workers are checked as soon as they come; the proof of the whole is checked in any case
    #[arg(long, value_name = "WHICH", default_value = "sampled")]
    pub(crate) believe: Believe,

    /// Nodes that a job may cost [default: adapts to the time that messages take]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) grain: Option<u64>,

    /// Memory of the table that the workers of this process share, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Give up after this time
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,

    /// Time after which a job that nobody has said anything about is given out again
    #[arg(long, value_name = "TIME", default_value = "5m")]
    pub(crate) lost_after: Span,

    /// Address and port at which Prometheus finds /metrics [default: none]
    #[arg(long, value_name = "ADDR:PORT")]
    pub(crate) metrics_bind: Option<SocketAddr>,
}

/// How to reach NATS.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "NATS")]
pub(crate) struct Server {
    /// Addresses of a NATS server with JetStream, such as nats://host:4222 or tls://user:password@host:4222
    #[arg(long, value_name = "URL", env = "NATS_URL", hide_env_values = true)]
    pub(crate) nats: Option<String>,

    /// Credentials file
    #[arg(long, value_name = "FILE", env = "NATS_CREDS")]
    pub(crate) nats_creds: Option<PathBuf>,

    /// Certificates of authorities to trust, for TLS [default: those of the system]
    #[arg(long, value_name = "FILE", env = "NATS_CA")]
    pub(crate) nats_ca: Option<PathBuf>,

    /// Certificate to show to the server, for TLS
    #[arg(long, value_name = "FILE", env = "NATS_CERT", requires = "nats_key")]
    pub(crate) nats_cert: Option<PathBuf>,

    /// Key of the certificate
    #[arg(long, value_name = "FILE", env = "NATS_KEY", requires = "nats_cert")]
    pub(crate) nats_key: Option<PathBuf>,

    /// Name of the cluster: several can share a server
    #[arg(long, value_name = "NAME", default_value = "yomikiri", value_parser = parse_name)]
    pub(crate) cluster: String,
}

/// A name that can be part of a subject of NATS.
fn parse_name(text: &str) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    match (1..=32).contains(&text.len()) && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("expected 1 to 32 letters, digits, - and _".to_owned()),
    }
}

impl Server {
    /// How to reach the server, if one was named.
    pub(crate) fn options(&self) -> Option<NatsOptions> {
        Some(NatsOptions {
            url: self.nats.clone()?,
            credentials: self.nats_creds.clone(),
            authority: self.nats_ca.clone(),
            certificate: self.nats_cert.clone().zip(self.nats_key.clone()),
            cluster: self.cluster.clone(),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Believe {
    /// All
    Checked,
    /// The first of each worker; and, as long as checks take less than 2 % of the time, its next seven and one in sixteen after that, drawn at random
    Sampled,
    /// None
    Unchecked,
}

impl From<Believe> for Belief {
    fn from(believe: Believe) -> Self {
        match believe {
            Believe::Checked => Self::Checked,
            Believe::Sampled => Self::Sampled,
            Believe::Unchecked => Self::Unchecked,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Work {
    #[command(flatten)]
    pub(crate) server: Server,

    /// Number of threads that search a job together
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub(crate) threads: NonZeroU16,

    /// Memory of the table, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Name of the worker, different from those of all others [default: host, process and time]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// End when there was no job for this time [default: wait for ever]
    #[arg(long, value_name = "TIME")]
    pub(crate) idle_exit: Option<Span>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    /// Say how a run stands: of a coordinator behind NATS, or in a store that no coordinator has open
    Status(ClusterStatus),
    /// Print what a store knows as text: one line for each decided piece, with the digest of its proof
    Export(ClusterExport),
    /// Take the pieces and proofs of other stores of the same run into a store
    Merge(ClusterMerge),
    /// Measure the nodes and the time that a cluster of any size would need
    Simulate(ClusterSimulate),
}

#[derive(Debug, Args)]
pub(crate) struct ClusterStatus {
    #[command(flatten)]
    pub(crate) server: Server,

    /// Store to look into instead
    #[arg(long, value_name = "FILE", conflicts_with = "nats")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ClusterExport {
    /// The store
    pub(crate) store: PathBuf,

    /// File to write the text to [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Folder to write the proofs of the pieces into, each under its digest
    #[arg(long, value_name = "FOLDER")]
    pub(crate) proofs: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ClusterMerge {
    /// The store that takes them; it is made if it is not there
    pub(crate) store: PathBuf,

    /// Texts that `cluster export` has written
    #[arg(required = true)]
    pub(crate) texts: Vec<PathBuf>,

    /// Folder with the proofs of the pieces. A piece counts only if its proof is there and holds
    #[arg(long, value_name = "FOLDER")]
    pub(crate) proofs: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ClusterSimulate {
    /// The game to search for real; without one, a game that is drawn at random
    #[arg(value_parser = super::parse_game)]
    pub(crate) game: Option<yomikiri::GameName>,

    /// Numbers of workers
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8,16")]
    pub(crate) workers: Vec<u32>,

    /// Nodes that a job may cost; by default, what fits the number of workers
    #[arg(long, value_name = "NODES", value_delimiter = ',')]
    pub(crate) grain: Vec<u64>,

    /// Time from the coordinator to a worker, or back, in milliseconds
    #[arg(long, value_name = "MS", value_delimiter = ',', default_value = "0.1")]
    pub(crate) latency: Vec<f64>,

    /// Every worker has a table of its own, instead of one for all
    #[arg(long)]
    pub(crate) own_tables: bool,

    /// Nodes that a drawn game takes when every choice is the best
    #[arg(long, value_name = "NODES", default_value = "1e9")]
    pub(crate) size: f64,

    /// How much better another node must be before a job ends in its favour, as a share of its number
    #[arg(long, value_name = "SHARE", default_value = "0.25")]
    pub(crate) epsilon: f64,

    /// Seed of a drawn game
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
}
