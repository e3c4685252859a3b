//! The files of the page, embedded in the program, and the engine in WebAssembly, which is a file beside it.
//!
//! The engine is not embedded: building it needs the `wasm32` target and doubles the time of the first build. Without it
//! the page asks the server everything, and says that the server has checked a proof.

use crate::server::refusal;
use axum::body::Bytes;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::io;
use std::path::Path;
use yomikiri::analysis::QueryError;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// What the page may load and run: nothing but itself. `wasm-unsafe-eval` lets it compile WebAssembly, and nothing else.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The name of the engine among the files of the page.
const ENGINE: &str = "engine/yomikiri.wasm";
/// What tells the page which engines there are.
const ENGINES: &str = "engine/engines.json";

/// The page, with or without an engine of its own.
#[derive(Default)]
pub struct Page {
    engine: Option<Bytes>,
}

impl Page {
    /// A page that can do without a server: with the engine in WebAssembly.
    #[must_use]
    pub fn with_engine(engine: Vec<u8>) -> Self {
        Self { engine: Some(engine.into()) }
    }

    /// Whether it can do without a server.
    #[must_use]
    pub fn has_engine(&self) -> bool {
        self.engine.is_some()
    }

    /// A file of the page.
    pub(crate) fn answer(&self, uri: &Uri, watches_cluster: bool) -> Response {
        let path = match uri.path().trim_start_matches('/') {
            "" => "index.html",
            path => path,
        };
        let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
        match (path, &self.engine) {
            (ENGINES, engine) => (headers, engines(true, engine.is_some(), watches_cluster)).into_response(),
            (ENGINE, Some(engine)) => (headers, engine.clone()).into_response(),
            _ => match Files::get(path) {
                Some(file) => (headers, file.data).into_response(),
                None => refusal(
                    StatusCode::NOT_FOUND,
                    QueryError::new(None, Some("path"), "there is no such page"),
                ),
            },
        }
    }

    /// Writes the page into a folder, for a host of static files. Gives the number of files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn export(&self, folder: &Path) -> io::Result<usize> {
        let mut written = 0;
        let mut write = |name: &str, content: &[u8]| {
            let target = folder.join(name);
            if let Some(parent) = target.parent() {
                std::fs::create_dir_all(parent)?;
            }
            written += 1;
            std::fs::write(target, content)
        };
        for name in Files::iter() {
            if let Some(file) = Files::get(&name) {
                write(&name, &file.data)?;
            }
        }
        write(ENGINES, engines(false, self.engine.is_some(), false).as_bytes())?;
        if let Some(engine) = &self.engine {
            write(ENGINE, engine)?;
        }
        Ok(written)
    }
}

fn engines(server: bool, wasm: bool, cluster: bool) -> String {
    serde_json::json!({ "server": server, "wasm": wasm, "cluster": cluster }).to_string()
}

/// The type of a file by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        let mut bytes = 0;
        for name in Files::iter() {
            let file = Files::get(&name).expect("embedded");
            bytes += file.data.len();
            let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/", "");
            assert!(!text.contains("https://") && !text.contains("http://"), "{name} names another host");
            assert!(!name.ends_with(".js") || text.lines().count() <= 300, "{name} is long");
        }
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_states_the_policy_for_hosts_that_send_none() {
        let index = Files::get("index.html").expect("embedded");
        // A frame can only be forbidden by a header.
        let policy = POLICY.replace("; frame-ancestors 'none'", "");
        assert!(String::from_utf8_lossy(&index.data).contains(&policy));
    }

    #[test]
    fn an_export_is_the_same_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let written = Page::with_engine(vec![1, 2, 3]).export(folder.path()).expect("written");
        assert_eq!(written, Files::iter().count() + 2);
        let read = |name: &str| std::fs::read(folder.path().join(name)).expect("there");
        assert_eq!(read("index.html")[..], *Files::get("index.html").expect("embedded").data);
        assert_eq!(read(ENGINE), [1, 2, 3]);
        assert_eq!(read(ENGINES), br#"{"cluster":false,"server":false,"wasm":true}"#);
    }

    #[test]
    fn the_results_are_those_of_the_report() {
        let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/report.json");
        let report = std::fs::read(report).expect("the report");
        let page = Files::get("results.json").expect("embedded");
        let read = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("JSON");
        assert!(
            read(&report) == read(&page.data),
            "jq -c . docs/results/report.json > crates/yomikiri-web/page/results.json"
        );
    }
}
