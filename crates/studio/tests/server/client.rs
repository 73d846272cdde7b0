//! A studio of its own for each test, and a client that writes requests as they are.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use pencilmark_studio::{Limits, Studio};
use serde_json::{Value, json};

/// A studio that serves until it is dropped.
pub(crate) struct Served {
    pub(crate) host: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The events of a stream: their names and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| event.starts_with("event: "));
        let parts = events.map(|event| event.split_once("\ndata: ").expect("data"));
        parts
            .map(|(name, data)| (name["event: ".len()..].to_owned(), serde_json::from_str(data).expect("JSON")))
            .collect()
    }
}

impl Served {
    pub(crate) fn new() -> Self {
        Self::with(Limits::default())
    }

    pub(crate) fn with(limits: Limits) -> Self {
        let studio = Studio::open(0, limits).expect("a free port");
        let host = studio.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stop = Arc::new(AtomicBool::new(false));
        let thread = std::thread::spawn({
            let stop = Arc::clone(&stop);
            move || studio.serve(|| stop.load(Ordering::Relaxed))
        });
        Self { host, stop, thread: Some(thread) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends bytes as they are, and reads to the end.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server may refuse before it has read all.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body =
            if head.contains("transfer-encoding: chunked") { unchunked(&bytes[end..]) } else { bytes[end..].to_vec() };
        Reply { status, head, body }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.raw(format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.host).as_bytes())
    }

    pub(crate) fn request(&self, path: &str, body: &Value) -> Vec<u8> {
        let body = body.to_string();
        let (host, length) = (&self.host, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.raw(&self.request(path, body))
    }

    /// What a request that must work answers.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    /// The first puzzle of a built-in set, with its view.
    pub(crate) fn sample(&self, kind: &str, set: &str) -> Value {
        self.ask("/api/corpus", &json!({ "kind": kind, "set": set }))["puzzles"][0].clone()
    }

    /// Whether all workers are free within a second.
    pub(crate) fn is_free_soon(&self) -> bool {
        (0..20).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            self.get("/api/status").json()["free"] == true
        })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A client that keeps its connection.
pub(crate) struct Kept<'a> {
    studio: &'a Served,
    reader: Option<BufReader<TcpStream>>,
}

impl<'a> Kept<'a> {
    pub(crate) fn new(studio: &'a Served) -> Self {
        Self { studio, reader: None }
    }

    /// The status, the head in small letters and the body of an answer.
    pub(crate) fn post(&mut self, path: &str, body: &[u8]) -> io::Result<(u16, String, Vec<u8>)> {
        let (host, length) = (&self.studio.host, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        let request = [head.as_bytes(), body].concat();
        if let Some(reader) = self.reader.take()
            && let Ok(answer) = self.exchange(reader, &request)
        {
            return Ok(answer);
        }
        self.exchange(BufReader::new(self.studio.connect()), &request)
    }

    fn exchange(&mut self, mut reader: BufReader<TcpStream>, request: &[u8]) -> io::Result<(u16, String, Vec<u8>)> {
        reader.get_mut().write_all(request)?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        let mut body = Vec::new();
        if let Some(length) = length {
            body.resize(length, 0);
            reader.read_exact(&mut body)?;
        } else {
            let mut chunks = Vec::new();
            while !(chunks.ends_with(b"\r\n0\r\n\r\n") || chunks == b"0\r\n\r\n") {
                if reader.read_until(b'\n', &mut chunks)? == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            body = unchunked(&chunks);
        }
        if !head.contains("connection: close") {
            self.reader = Some(reader);
        }
        Ok((status, head, body))
    }
}

/// A body in chunks, put together.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).unwrap_or(0);
        let chunk = &bytes[end + 2..];
        if size == 0 || chunk.len() < size + 2 {
            break;
        }
        body.extend_from_slice(&chunk[..size]);
        bytes = &chunk[size + 2..];
    }
    body
}

/// The names of all kinds.
pub(crate) fn kinds() -> Vec<&'static str> {
    pencilmark::registry::kinds().iter().map(|entry| entry.info.id).collect()
}
