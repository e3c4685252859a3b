//! `serve`: the workbench in the browser.

use crate::Ending;
use crate::arguments::{Serve, registry};
use crate::running::interrupts;
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::text::counted;
use yomikiri_web::{Options, Page, Server};

pub(crate) fn run(arguments: Serve, out: &mut impl Write) -> anyhow::Result<Ending> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return_memory();
    let page = page(arguments.engine.as_deref())?;
    if let Some(folder) = arguments.export {
        anyhow::ensure!(page.has_engine(), "{NO_ENGINE}");
        let files = page.export(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
        writeln!(out, "{}: {}", folder.display(), counted(files as u64, "file"))?;
        return Ok(Ending::Done);
    }
    let books = arguments.shelf.open(interrupts())?;
    let Serve { bind, token, searches, memory: Bytes(memory), max_time: Span(time), coordinator, .. } =
        arguments;
    let usual = Options::default();
    let searches = searches.map_or(usual.searches, Into::into);
    let server =
        Server::bind(Options { bind, token, searches, memory, time, coordinator, books }, page, registry())?;
    let query = if server.needs_token() { "?token=…" } else { "" };
    writeln!(out, "http://{}/{query}", server.address()?)?;
    out.flush()?;
    server.run(interrupts())?;
    Ok(Ending::Done)
}

/// Starts the program again in its place, with an allocator that gives memory back to the system.
///
/// By default glibc keeps what each of many threads has freed: hundreds of megabytes after a busy hour. Its settings are
/// read from the environment when a program starts. If that fails, the server works as well, only larger.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_memory() {
    use std::os::unix::process::CommandExt;
    // More than one, so that threads seldom wait for each other.
    const SETTING: (&str, &str) = ("MALLOC_ARENA_MAX", "2");
    if std::env::var_os(SETTING.0).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut arguments = std::env::args_os();
        let name = arguments.next().unwrap_or_default();
        let _failed =
            std::process::Command::new(program).arg0(name).args(arguments).env(SETTING.0, SETTING.1).exec();
    }
}

/// Why a page without a server cannot be written.
const NO_ENGINE: &str = "a page without a server needs the engine in WebAssembly:\n  \
    cargo build --profile wasm -p yomikiri-wasm --target wasm32-unknown-unknown\n  \
    yomikiri serve --engine target/wasm32-unknown-unknown/wasm/yomikiri_wasm.wasm --export DIR";

/// The page, with the engine that was named or that lies beside the program.
fn page(engine: Option<&Path>) -> anyhow::Result<Page> {
    let beside =
        || Some(std::env::current_exe().ok()?.with_file_name("yomikiri.wasm")).filter(|file| file.exists());
    let Some(file) = engine.map(Path::to_owned).or_else(beside) else {
        return Ok(Page::default());
    };
    let content = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    anyhow::ensure!(content.starts_with(b"\0asm"), "{} is not WebAssembly", file.display());
    Ok(Page::with_engine(content))
}
