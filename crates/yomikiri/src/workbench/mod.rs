//! The engine of the workbench: one request as JSON in, answers as JSON out.
//!
//! The server (`yomikiri-web`) and the page without a server (`yomikiri-wasm`) both call [`answer`], so a page that speaks this
//! protocol needs to know no rule of any game. `docs/workbench.md` describes every request with an example.
//!
//! | module | what it holds |
//! |---|---|
//! | `request` | a request, read: what is asked, or what is wrong with it |
//! | `answers` | the answer to each kind of request |
//! | `shelf` | the games that the page offers first |
//!
//! Nothing here starts a thread. Whoever has threads watches the [`Task`](crate::Task) from another one and sends
//! [`progress`] now and then.
//!
//! Rejected: one URL for each question. A search has many answers and ends early when the page goes away; a stream of
//! messages with ids does both, and a web worker has no URLs.

mod answers;
mod request;
mod shelf;

pub use answers::{Bounds, answer, progress};
pub use request::{Action, Id, Place, Request, RequestError, read};
