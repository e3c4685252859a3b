//! `serve`: the workbench in the browser.

use crate::Ending;
use crate::arguments::Serve;
use crate::running::interrupts;
use anyhow::Context;
use std::io::Write;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::text::counted;
use yomikiri_web::{Options, Server};

pub(crate) fn run(arguments: Serve, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = arguments.export {
        let files = Server::export(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
        writeln!(out, "{}: {}", folder.display(), counted(files as u64, "file"))?;
        return Ok(Ending::Done);
    }
    let Serve { bind, token, searches, memory: Bytes(memory), max_time: Span(time), .. } = arguments;
    let usual = Options::default();
    let searches = searches.map_or(usual.searches, Into::into);
    let server = Server::bind(Options { bind, token, searches, memory, time })?;
    let query = if server.needs_token() { "?token=…" } else { "" };
    writeln!(out, "http://{}/{query}", server.address()?)?;
    out.flush()?;
    server.run(interrupts())?;
    Ok(Ending::Done)
}
