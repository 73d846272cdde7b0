//! Requests that nobody should send, slow clients, and more event streams than anybody needs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::{Client, connect, head, request};
use super::{Studio, Tally, bodies, count, in_words, locked, taken};

/// All of it, as a text for the record.
pub(super) fn run(studio: &Studio, streams: usize) -> Result<String, String> {
    Ok([requests(studio)?, slow(studio)?, many(studio, streams)?].join("\n\n"))
}

/// The status of whatever comes back; 0 for a connection that is closed without an answer.
fn status(host: &str, bytes: &[u8]) -> u16 {
    let Ok(mut stream) = connect(host) else { return 0 };
    let _ = stream.write_all(bytes);
    head(&mut BufReader::new(stream)).ok().flatten().map_or(0, |(status, _)| status)
}

fn requests(studio: &Studio) -> Result<String, String> {
    let host = &studio.host;
    let post = |kind: &str, body: &[u8]| {
        let length = body.len();
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n"
        );
        [head.as_bytes(), body].concat()
    };
    let get = |path: &str| request(host, path, None);
    let with = |line: &str| format!("GET /api/about HTTP/1.1\r\n{line}\r\n\r\n").into_bytes();
    let json = "application/json";
    let puzzle = bodies("sudoku/normal").remove(0).to_string();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("a body of 3 MB", post(json, &vec![b' '; 3 << 20])),
        (
            "a body said to have 1 TB",
            format!("POST /api/solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: {json}\r\ncontent-length: 1000000000000\r\n\r\n{{").into_bytes(),
        ),
        ("half of an object", post(json, b"{\"puzzle\": {")),
        ("100,000 brackets", post(json, "[".repeat(100_000).as_bytes())),
        ("bytes that are not UTF-8", post(json, b"\xff\xfe\xfd")),
        ("an unknown field", post(json, puzzle.replacen('{', "{\"unknown\": 1, ", 1).as_bytes())),
        ("an unknown kind", post(json, b"{\"puzzle\": {\"kind\": \"chess\"}}")),
        ("a board of 10,000 rows", post(json, format!("{{\"puzzle\": {{\"kind\": \"sudoku\", \"grid\": [{}[]]}}}}", "[],".repeat(10_000)).as_bytes())),
        ("no JSON at all", post("text/plain", puzzle.as_bytes())),
        ("a path out of the page", get("/../../etc/passwd")),
        ("the same, escaped", get("/%2e%2e/%2e%2e/etc/passwd")),
        ("an address that is not there", get("/api/nothing")),
        ("another host", with("host: evil.example")),
        ("no host", with("x: y")),
        ("a page of another site", with(&format!("host: {host}\r\norigin: http://evil.example"))),
        ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec()),
        ("a head of 1 MB", with(&format!("host: {host}\r\nx: {}", "y".repeat(1 << 20)))),
        ("10,000 headers", with(&format!("host: {host}\r\n{}x: y", "x: y\r\n".repeat(10_000)))),
    ];
    let mut text = "| request | answer |\n| --- | --- |".to_owned();
    for (name, bytes) in cases {
        let answer = status(host, &bytes);
        if !matches!(answer, 0 | 400..=499 | 503) {
            return Err(format!("{name} was answered with {answer}"));
        }
        let answer = if answer == 0 { "closed".to_owned() } else { answer.to_string() };
        let _ = write!(text, "\n| {name} | {answer} |");
    }
    Ok(text)
}

/// Asks for the page again and again until `done`: the answers, and the longest that one took.
fn visitor(studio: &Studio, done: &AtomicBool) -> (Tally, Duration) {
    let (mut tally, mut longest) = (Tally::new(), Duration::ZERO);
    while !done.load(Ordering::Relaxed) {
        let start = Instant::now();
        let answer = Client::new(&studio.host).ask("/", None);
        longest = longest.max(start.elapsed());
        count(&mut tally, answer.map_or_else(|error| format!("error: {error}"), |(status, _)| status.to_string()));
        std::thread::sleep(Duration::from_millis(20));
    }
    (tally, longest)
}

/// Clients that say nothing, half a head, or half a body, one byte at a time, while somebody visits the page.
fn slow(studio: &Studio) -> Result<String, String> {
    const CLIENTS: usize = 400;
    let done = AtomicBool::new(false);
    let lived = Mutex::new(Vec::new());
    let (tally, longest) = std::thread::scope(|scope| {
        let visits = scope.spawn(|| visitor(studio, &done));
        let slow: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let lived = &lived;
                scope.spawn(move || {
                    let time = drip(&studio.host, number);
                    locked(lived).push(time);
                })
            })
            .collect();
        for client in slow {
            let _ = client.join();
        }
        done.store(true, Ordering::Relaxed);
        visits.join().unwrap_or_default()
    });
    if tally.keys().any(|name| !matches!(name.as_str(), "200" | "503")) {
        return Err(format!("while clients are slow, the page is answered with {tally:?}"));
    }
    let lived = taken(lived);
    let most = lived.iter().max().copied().unwrap_or_default();
    Ok(format!(
        "{CLIENTS} clients that say nothing, or a byte every 100 ms: the last lost its place after {:.1} s. Somebody who asked for the page meanwhile was answered with {}, within {} ms.",
        most.as_secs_f64(),
        in_words(&tally),
        longest.as_millis()
    ))
}

/// Sends a request slowly until the server has had enough; how long that took.
fn drip(host: &str, number: usize) -> Duration {
    let body = "{\"text\": \"".to_owned() + &" ".repeat(1000);
    let bytes = request(host, "/api/read", Some(&body));
    let head_end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| at + 4);
    let start = Instant::now();
    let Ok(mut stream) = connect(host) else { return Duration::ZERO };
    let _ = stream.set_read_timeout(Some(Duration::from_millis(100)));
    let at_once = if number % 3 == 2 { head_end } else { 0 };
    let _ = stream.write_all(&bytes[..at_once]);
    let mut rest = bytes[at_once..].iter();
    while start.elapsed() < Duration::from_secs(60) {
        if !number.is_multiple_of(3)
            && let Some(byte) = rest.next()
            && stream.write_all(&[*byte]).is_err()
        {
            break;
        }
        match stream.read(&mut [0; 1000]) {
            Ok(0) => break,
            Err(error) if !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                break;
            }
            _ => {}
        }
    }
    start.elapsed()
}

/// More event streams than there are workers and places, all held open, while somebody visits the page.
fn many(studio: &Studio, streams: usize) -> Result<String, String> {
    const THREADS: usize = 50;
    let mut asked = bodies("sudoku/hard").remove(0);
    asked["method"] = "annealing:temperature=1000".into();
    asked["seconds"] = 60.into();
    let bytes = request(&studio.host, "/api/watch", Some(&asked.to_string()));
    let (done, all) = (AtomicBool::new(false), Mutex::new((Tally::new(), Vec::<TcpStream>::new())));
    let start = Instant::now();
    let (visits, longest) = std::thread::scope(|scope| {
        let visits = scope.spawn(|| visitor(studio, &done));
        let openers: Vec<_> = (0..THREADS)
            .map(|_| {
                let (all, bytes) = (&all, &bytes);
                scope.spawn(move || {
                    let (mut tally, mut open) = (Tally::new(), Vec::new());
                    for _ in 0..streams / THREADS {
                        let (name, stream) = open_stream(&studio.host, bytes);
                        count(&mut tally, name);
                        open.extend(stream);
                    }
                    let mut all = locked(all);
                    for (name, times) in tally {
                        *all.0.entry(name).or_default() += times;
                    }
                    all.1.append(&mut open);
                })
            })
            .collect();
        for opener in openers {
            let _ = opener.join();
        }
        done.store(true, Ordering::Relaxed);
        visits.join().unwrap_or_default()
    });
    let took = start.elapsed();
    let (tally, open) = taken(all);
    let wrong = |tally: &BTreeMap<String, u64>| {
        tally.keys().any(|name| !matches!(name.as_str(), "200" | "429" | "503" | "closed"))
    };
    if wrong(&tally) || wrong(&visits) {
        return Err(format!("event streams: {tally:?}; the page meanwhile: {visits:?}"));
    }
    let held = open.len();
    let (resident, _) = studio.memory();
    drop(open);
    let free = studio.free_after().ok_or("workers are not free")?;
    Ok(format!(
        "{} event streams asked for in {:.1} s, {held} connections held open to the end: {}. Somebody who asked for the page meanwhile was answered with {}, within {} ms. {resident} MiB were resident; all workers were free {} ms after the streams were dropped.",
        pencilmark::front::display::grouped(streams as u64),
        took.as_secs_f64(),
        in_words(&tally),
        in_words(&visits),
        longest.as_millis(),
        free.as_millis()
    ))
}

/// Asks for a stream; what came back, and the connection, which stays open on this side.
fn open_stream(host: &str, bytes: &[u8]) -> (String, Option<TcpStream>) {
    let Ok(mut stream) = connect(host) else { return ("closed".to_owned(), None) };
    let _ = stream.write_all(bytes);
    let mut reader = BufReader::new(stream);
    let name = head(&mut reader).ok().flatten().map_or_else(|| "closed".to_owned(), |(status, _)| status.to_string());
    (name, Some(reader.into_inner()))
}
