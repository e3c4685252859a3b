//! A server for a test, and a client that speaks HTTP and WebSocket over plain sockets: it can say what no library would.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use yomikiri::Registry;
use yomikiri_game::Stop;
use yomikiri_web::{Options, Page, Server};

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Running {
    visitor: Visitor,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

#[derive(Clone)]
pub struct Visitor {
    pub port: u16,
}

impl Deref for Running {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

pub fn options() -> Options {
    Options { bind: ([127, 0, 0, 1], 0).into(), searches: 2, memory: 16 << 20, ..Options::default() }
}

pub fn serve() -> Running {
    serve_with(options())
}

pub fn serve_with(options: Options) -> Running {
    let server = Server::bind(options, Page::default(), Registry::shared()).expect("a free port");
    let port = server.address().expect("bound").port();
    let stop = Stop::new();
    let switch = stop.clone();
    let thread = std::thread::spawn(move || server.run(&switch).expect("served"));
    Running { visitor: Visitor { port }, stop, thread: Some(thread) }
}

impl Running {
    pub fn visitor(&self) -> Visitor {
        self.visitor.clone()
    }

    pub fn stop(&self) {
        self.stop.request();
    }

    pub fn join(mut self) {
        self.thread.take().expect("running").join().expect("no panic");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}

pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Visitor {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a server");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[("Host", "localhost")], "")
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.request("POST", path, &[("Host", "localhost")], body)
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = self.connect();
        let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\n{head}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).expect("sent");
        // A server that refuses a large body need not read it.
        let _refused = stream.write_all(body.as_bytes());
        let mut reader = BufReader::new(stream);
        let (status, headers) = head_of(&mut reader).expect("a head");
        let mut body = Vec::new();
        let _reset = reader.read_to_end(&mut body);
        Answer { status, headers, body: String::from_utf8(body).expect("text") }
    }

    /// Waits until a line is among the metrics.
    pub fn wait_for(&self, line: &str) {
        let started = Instant::now();
        loop {
            let metrics = self.get("/metrics").body;
            if metrics.lines().any(|known| known == line) {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{line} never came:\n{metrics}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn head_of(reader: &mut impl BufRead) -> io::Result<(u16, Vec<(String, String)>)> {
    let mut lines = reader.lines();
    let mut next = || lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()));
    let status = next()?.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut headers = Vec::new();
    loop {
        let line = next()?;
        match line.split_once(':') {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
            None => return Ok((status, headers)),
        }
    }
}

/// A WebSocket of messages of text.
pub struct Socket {
    reader: BufReader<TcpStream>,
}

impl Socket {
    pub fn open(visitor: &Visitor) -> Self {
        Self::open_with(visitor, "/socket", &[("Host", "localhost")]).expect("a socket")
    }

    pub fn open_with(visitor: &Visitor, path: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let mut stream = visitor.connect();
        let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let text = format!(
            "GET {path} HTTP/1.1\r\n{head}Connection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).expect("sent");
        let mut reader = BufReader::new(stream);
        match head_of(&mut reader).expect("a head").0 {
            101 => Ok(Self { reader }),
            status => Err(status),
        }
    }

    pub fn send(&mut self, question: &Value) {
        self.send_text(&question.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        let mut frame = vec![0x81];
        match u16::try_from(text.len()) {
            Ok(length @ 0..126) => frame.push(0x80 | length as u8),
            Ok(length) => {
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => {
                frame.push(0x80 | 127);
                frame.extend((text.len() as u64).to_be_bytes());
            }
        }
        // A mask of zeros leaves the text as it is.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.reader.get_mut().write_all(&frame).expect("sent");
    }

    fn frame(&mut self) -> (u8, Vec<u8>) {
        let mut head = [0; 2];
        self.reader.read_exact(&mut head).expect("a frame");
        let mut bytes = |count: usize| {
            let mut bytes = vec![0; count];
            self.reader.read_exact(&mut bytes).expect("a whole frame");
            bytes
        };
        let length = match head[1] {
            126 => usize::from(u16::from_be_bytes(bytes(2).try_into().expect("two"))),
            127 => u64::from_be_bytes(bytes(8).try_into().expect("eight")) as usize,
            length => usize::from(length),
        };
        (head[0] & 15, bytes(length))
    }

    /// The next answer.
    pub fn receive(&mut self) -> Value {
        let (kind, bytes) = self.frame();
        assert_eq!(kind, 1, "a message of text");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// The last answer to a question.
    pub fn last(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        std::iter::repeat_with(|| self.receive())
            .find(|answer| answer["id"] == id && answer["final"] == true)
            .expect("without end")
    }

    /// The code of the frame that closes the connection; `None` if something else comes.
    pub fn close_code(&mut self) -> Option<u16> {
        let (kind, bytes) = self.frame();
        (kind == 8).then(|| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// Whether an answer has come.
    pub fn is_readable(&mut self) -> bool {
        let wait = Some(Duration::from_millis(100));
        self.reader.get_ref().set_read_timeout(wait).expect("a limit");
        let is_readable = self.reader.fill_buf().is_ok_and(|bytes| !bytes.is_empty());
        self.reader.get_ref().set_read_timeout(Some(PATIENCE)).expect("a limit");
        is_readable
    }
}
