//! How a run stands, over HTTP: `/metrics` for Prometheus, `/status` as JSON for the workbench.
//!
//! A thread answers one visitor at a time. Rejected: a web framework, for two pages of text that a machine reads every few
//! seconds.

use crate::status::Shown;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;
use yomikiri::view;

/// Serves both from now on, as long as the program runs; gives the address.
///
/// # Errors
/// If the address cannot be listened at.
pub fn serve(address: SocketAddr, shown: Shown) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let bound = listener.local_addr()?;
    std::thread::Builder::new().name("metrics".to_owned()).spawn(move || {
        for visitor in listener.incoming().flatten() {
            // A visitor that is gone is none of our business.
            let _gone = answer(visitor, &shown);
        }
    })?;
    Ok(bound)
}

fn answer(mut visitor: TcpStream, shown: &Shown) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(2);
    const LONGEST_REQUEST: usize = 8 << 10;
    visitor.set_read_timeout(Some(PATIENCE))?;
    visitor.set_write_timeout(Some(PATIENCE))?;
    let mut request = Vec::new();
    let mut buffer = [0; 1024];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") && request.len() < LONGEST_REQUEST {
        let read = visitor.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        request.extend(&buffer[..read]);
    }
    let path = request.strip_prefix(b"GET ").unwrap_or_default();
    let path = path.split(|&byte| byte == b' ' || byte == b'?').next().unwrap_or_default();
    let (status, kind, body) = match path {
        b"/metrics" => ("200 OK", "text/plain; version=0.0.4", shown.get().metrics()),
        b"/status" => ("200 OK", "application/json", view::line(shown.get().view())),
        _ => ("404 Not Found", "text/plain", "see /metrics and /status\n".to_owned()),
    };
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::Status;

    #[test]
    fn prometheus_gets_what_it_asks_for() {
        let shown = Shown::default();
        shown.set(Status { nodes: 12345, ..Status::default() });
        let address = serve("127.0.0.1:0".parse().expect("an address"), shown).expect("a port");
        let get = |path: &str| {
            let mut stream = TcpStream::connect(address).expect("connects");
            write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("an answer");
            answer
        };
        assert!(get("/metrics").contains("\nyomikiri_nodes_total 12345\n"));
        assert!(get("/status").contains("\"nodes\":12345,"));
        assert!(get("/").starts_with("HTTP/1.1 404"));
    }
}
