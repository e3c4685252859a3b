//! The files of the page, embedded in the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::io;
use std::path::Path;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// What the page may load and run: nothing but itself. `wasm-unsafe-eval` lets it compile WebAssembly, and nothing else.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

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

/// A file of the page.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Files::get(path) {
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.data).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

/// Writes the page into a folder, for a host of static files.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn export(folder: &Path) -> io::Result<usize> {
    let mut written = 0;
    for name in Files::iter() {
        let target = folder.join(&*name);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)?;
        }
        if let Some(file) = Files::get(&name) {
            std::fs::write(target, file.data)?;
            written += 1;
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        let mut bytes = 0;
        for name in Files::iter().filter(|name| !name.ends_with(".wasm")) {
            let file = Files::get(&name).expect("embedded");
            bytes += file.data.len();
            let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/", "");
            assert!(!text.contains("https://") && !text.contains("http://"), "{name} names another host");
        }
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    #[test]
    fn an_export_is_the_same_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let written = export(folder.path()).expect("written");
        assert_eq!(written, Files::iter().count());
        let index = std::fs::read(folder.path().join("index.html")).expect("there");
        assert_eq!(index[..], *Files::get("index.html").expect("embedded").data);
    }
}
