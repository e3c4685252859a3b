//! The engine in WebAssembly: the analysis protocol (`docs/analysis-protocol.md`) for a web worker.
//!
//! The interface is four functions, so the compiler alone makes the file and no other tool is needed:
//!
//! | function | direction | what it does |
//! |---|---|---|
//! | `reserve(length) → address` | exported | makes room for a query as UTF-8 |
//! | `ask()` | exported | answers the query in that room |
//! | `look()` | exported | tells how far the search is; may be called while `ask` runs, from inside `now` |
//! | `now() → milliseconds` | imported | the time |
//! | `tell(address, length)` | imported | takes an answer as UTF-8 |
//!
//! A worker has one thread, and `ask` returns when the answer is complete. While it runs, it asks for the time often, and
//! that is when the page looks at the search. A search is stopped by ending the worker.
//!
//! | module | what it holds |
//! |---|---|
//! | [`engine`] | a query, answered |
//! | `interface` | the functions above |
//!
//! Rejected: `wasm-bindgen`, whose output needs a second program of exactly the right version.

pub mod engine;
#[cfg(target_family = "wasm")]
mod interface;
