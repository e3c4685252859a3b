//! What a coordinator of many workers says of its run: its `/status`, which is JSON.
//!
//! The page may load nothing from other hosts, so the server asks. Rejected: an HTTP client, for one short answer of a known
//! program.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long a coordinator may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest answer.
const LONGEST: u64 = 4 << 20;

/// The status of the run, as JSON.
pub(crate) async fn status(coordinator: SocketAddr) -> io::Result<String> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    let answer = tokio::time::timeout(PATIENCE, ask(coordinator)).await.map_err(late)??;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let is_status = head.starts_with("HTTP/1.1 200 ")
        && serde_json::from_str::<serde_json::Value>(body)
            .is_ok_and(|status| status["type"] == "cluster_status");
    if is_status { Ok(body.to_owned()) } else { Err(io::Error::other("this is not the status of a run")) }
}

async fn ask(coordinator: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(coordinator).await?;
    stream.write_all(b"GET /status HTTP/1.1\r\nHost: coordinator\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer).await?;
    Ok(answer)
}
