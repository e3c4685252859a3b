//! What can be said about the workbench.

use super::Shelf;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use yomikiri::quantity::{Bytes, Span};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address and port to listen at. Beyond loopback a token is required
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) bind: SocketAddr,

    /// Token that a visitor must know, at least 16 characters: http://HOST:PORT/?token=TOKEN
    #[arg(long, env = "YOMIKIRI_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,

    /// Number of searches at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) searches: Option<u16>,

    /// Memory of each search, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) memory: Bytes,

    /// Limit on the time of a search
    #[arg(long, value_name = "TIME", default_value = "1h")]
    pub(crate) max_time: Span,

    /// Coordinator whose run a panel shows: the address of its --metrics-bind
    #[arg(long, value_name = "ADDR:PORT")]
    pub(crate) coordinator: Option<SocketAddr>,

    #[command(flatten)]
    pub(crate) shelf: Shelf,

    /// Engine in WebAssembly, with which the page checks proofs and can do without a server [default: the file
    /// yomikiri.wasm beside the program, if there is one]
    #[arg(long, env = "YOMIKIRI_ENGINE", value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,

    /// Write the page with its engine into a folder for a host of static files, and serve nothing
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<PathBuf>,
}
