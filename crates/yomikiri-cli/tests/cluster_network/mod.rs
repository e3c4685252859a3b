//! What happens to messages on their way: connections that are cut or slow, garbage, messages that come again.

mod namespace;

pub use namespace::Namespace;

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};
use yomikiri_game::SplitMix64;

/// The way from a worker to the server, which can be cut and slowed down: a proxy, and perhaps a network namespace of the
/// worker's own.
pub struct Way {
    port: u16,
    state: State,
    namespace: Option<Namespace>,
}

#[derive(Clone, Default)]
struct State {
    cut: Arc<AtomicBool>,
    delay_ms: Arc<AtomicU64>,
}

impl Way {
    /// A command that runs where the way begins.
    pub fn command(&self, program: &str) -> Command {
        self.namespace.as_ref().map_or_else(|| Command::new(program), |namespace| namespace.command(program))
    }

    /// Where the server seems to be, from there.
    pub fn url(&self) -> String {
        let address = self.namespace.as_ref().map_or("127.0.0.1", |namespace| &namespace.address);
        format!("nats://{address}:{}", self.port)
    }

    /// Cuts the way, or mends it: the namespace is cut off if there is one, otherwise the proxy stops.
    pub fn set_cut(&self, cut: bool) {
        self.state.cut.store(cut, Relaxed);
        if let Some(namespace) = &self.namespace {
            namespace.set_cut(cut);
        }
    }

    pub fn is_cut(&self) -> bool {
        self.state.cut.load(Relaxed)
    }

    pub fn set_delay_ms(&self, delay: u64) {
        self.state.delay_ms.store(delay, Relaxed);
    }

    pub fn new(to: u16, namespace: Option<Namespace>) -> Self {
        let address = namespace.as_ref().map_or("127.0.0.1", |namespace| &namespace.address);
        let listener = TcpListener::bind((address, 0)).expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let state = State::default();
        // In a namespace it is the link that is cut.
        let own = if namespace.is_none() {
            state.clone()
        } else {
            State { delay_ms: state.delay_ms.clone(), ..State::default() }
        };
        let way = Self { port, state, namespace };
        std::thread::spawn(move || {
            for from in listener.incoming().flatten() {
                if own.cut.load(Relaxed) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else {
                    continue;
                };
                // Small messages must not wait for one another.
                for socket in [&from, &server] {
                    socket.set_nodelay(true).expect("a socket");
                }
                for (mut from, mut to) in [
                    (from.try_clone().expect("a socket"), server.try_clone().expect("a socket")),
                    (server, from),
                ] {
                    let own = own.clone();
                    std::thread::spawn(move || {
                        let mut buffer = vec![0; 1 << 16];
                        while let Ok(read @ 1..) = from.read(&mut buffer) {
                            sleep(Duration::from_millis(own.delay_ms.load(Relaxed)));
                            // What is on its way when the way is cut is lost, and the connection hangs.
                            while own.cut.load(Relaxed) {
                                sleep(Duration::from_millis(10));
                            }
                            if to.write_all(&buffer[..read]).is_err() {
                                break;
                            }
                        }
                        let _gone = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
                    });
                }
            }
        });
        way
    }
}

/// Publishes garbage where messages are expected, by the plain protocol of NATS.
pub fn publish_garbage(port: u16, random: &mut SplitMix64) {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return;
    };
    let subjects =
        ["yomikiri.answers.0", "yomikiri.jobs.0", "yomikiri.progress", "yomikiri.cancel", "yomikiri.facts"];
    let mut text = b"CONNECT {\"verbose\":false}\r\n".to_vec();
    for subject in subjects {
        let payload: Vec<u8> = (0..random.next_u64() % 64).map(|_| random.next_u64() as u8).collect();
        text.extend(format!("PUB {subject} {}\r\n", payload.len()).bytes());
        text.extend(payload);
        text.extend(b"\r\n");
    }
    let _gone = stream.write_all(&text);
    sleep(Duration::from_millis(20));
}

/// Somebody who listens to jobs and answers, and says some of them again after a while, as if they were new: without the name by
/// which the server would recognise them. A job comes to two workers, an answer comes twice, the second time late.
pub struct Repeater {
    rests: Arc<AtomicBool>,
    repeated: Arc<AtomicU64>,
}

impl Drop for Repeater {
    fn drop(&mut self) {
        self.rest();
    }
}

impl Repeater {
    /// Begins to listen at a server, and connects again when that has been killed.
    pub fn start(port: u16, seed: u64) -> Self {
        let repeater = Self { rests: Arc::default(), repeated: Arc::default() };
        let (rests, repeated) = (repeater.rests.clone(), repeater.repeated.clone());
        std::thread::spawn(move || {
            let mut random = SplitMix64::new(seed ^ 0x5EED);
            while !rests.load(Relaxed) {
                let _server_is_gone = listen(port, &rests, &repeated, &mut random);
                sleep(Duration::from_millis(50));
            }
        });
        repeater
    }

    /// No message is repeated any more.
    pub fn rest(&self) {
        self.rests.store(true, Relaxed);
    }

    /// The messages that were repeated so far.
    pub fn repeated(&self) -> u64 {
        self.repeated.load(Relaxed)
    }
}

/// Repeats one message in four, by the plain protocol of NATS.
fn listen(port: u16, rests: &AtomicBool, repeated: &AtomicU64, random: &mut SplitMix64) -> io::Result<()> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_millis(50)))?;
    let mut writer = stream.try_clone()?;
    // What it says itself must not come back to it.
    writer.write_all(b"CONNECT {\"verbose\":false,\"headers\":true,\"echo\":false}\r\n")?;
    writer.write_all(b"SUB yomikiri.jobs.> 1\r\nSUB yomikiri.answers.> 2\r\n")?;
    let mut reader = BufReader::new(stream);
    let mut later: Vec<(Instant, String, Vec<u8>)> = Vec::new();
    let mut line = Vec::new();
    while !rests.load(Relaxed) {
        later.sort_by_key(|&(when, ..)| std::cmp::Reverse(when));
        while let Some((_, subject, payload)) = later.pop_if(|(when, ..)| *when <= Instant::now()) {
            let mut text = format!("PUB {subject} {}\r\n", payload.len()).into_bytes();
            text.extend(payload);
            text.extend(b"\r\n");
            writer.write_all(&text)?;
            repeated.fetch_add(1, Relaxed);
        }
        match reader.read_until(b'\n', &mut line) {
            // The rest of the line comes later.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => continue,
            Err(error) => return Err(error),
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(_) => {}
        }
        let said = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
        let words: Vec<&str> = said.split_whitespace().collect();
        if words.first() == Some(&"PING") {
            writer.write_all(b"PONG\r\n")?;
        }
        if !matches!(words.first(), Some(&"MSG" | &"HMSG")) || words.len() < 4 {
            continue;
        }
        let size = |word: &str| word.parse::<usize>().map_err(io::Error::other);
        let all = size(words[words.len() - 1])?;
        let head = if words[0] == "HMSG" { size(words[words.len() - 2])? } else { 0 };
        let mut bytes = Vec::new();
        while bytes.len() < all + 2 {
            let mut rest = vec![0; all + 2 - bytes.len()];
            match reader.read(&mut rest) {
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => bytes.extend(&rest[..read]),
            }
        }
        let is_part = String::from_utf8_lossy(&bytes[..head]).contains("Yomikiri-Part");
        if random.next_u64().is_multiple_of(4) && !is_part {
            let when = Instant::now() + Duration::from_millis(random.next_u64() % 3000);
            later.push((when, words[1].to_owned(), bytes[head..all].to_vec()));
        }
    }
    Ok(())
}
