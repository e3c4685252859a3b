//! The workbench in the browser: a page, and the server behind it.
//!
//! The page is plain ES modules and SVG, embedded in the program. It asks its questions through one WebSocket, as JSON
//! (`docs/analysis-protocol.md`); [`yomikiri::analysis`] answers them. This crate adds what a network needs: who may ask,
//! how much, and what happens when somebody goes away.
//!
//! | module | what it holds |
//! |---|---|
//! | [`options`] | where to listen, and what requests may use |
//! | `page` | the files of the page |
//! | `guard` | hosts, origins, the token |
//! | `session` | one WebSocket: its questions, its limits, its end |
//! | `rate` | how many questions may come in a time |
//! | `searches` | long work off the async threads, a bounded number at a time |
//! | `cluster` | what a coordinator of many workers says of its run |
//! | `metrics` | counts for Prometheus |
//! | `server` | the routes, and an orderly end |
//!
//! Rejected: a framework for the page with a build step, which nobody could read in the browser; server-sent events, which
//! need a second channel for stopping a search.

mod cluster;
mod guard;
mod metrics;
pub mod options;
mod page;
mod rate;
mod searches;
mod server;
mod session;

pub use options::{Options, OptionsError};
pub use page::Page;
pub use server::{ServeError, Server};
