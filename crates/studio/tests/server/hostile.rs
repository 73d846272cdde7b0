//! Requests that nobody should send.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use pencilmark_studio::{Limits, openapi};
use serde_json::json;

use crate::client::Served;

#[test]
fn every_route_is_described_and_nothing_else_exists() {
    let (studio, document) = (Served::new(), openapi());
    assert_eq!(studio.get("/api/openapi.json").json(), document);
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let is_post = operations.get("post").is_some();
        let reply = if is_post { studio.post(path, &json!([])) } else { studio.get(path) };
        let expected = if is_post { 422 } else { 200 };
        assert_eq!(reply.status, expected, "{path}: {}", reply.text());
        let other = if is_post { studio.get(path) } else { studio.post(path, &json!({})) };
        assert_eq!(other.status, 405, "{path}");
    }
    for path in ["/api", "/api/", "/api/nothing", "/nothing", "/api/read/more"] {
        assert_eq!(studio.get(path).status, 404, "{path}");
    }
    // Every schema that is referred to is there.
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

#[test]
fn requests_that_are_wrong_are_refused_and_the_server_goes_on() {
    let studio = Served::with(Limits { body: 100_000, ..Limits::default() });
    let post = |path: &str, kind: &str, body: &[u8]| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            studio.host,
            body.len()
        );
        studio.raw(&[head.as_bytes(), body].concat()).status
    };
    let json = "application/json";
    assert_eq!(post("/api/read", json, b"{"), 400);
    assert_eq!(post("/api/read", json, b"\xff\xfe"), 400);
    assert_eq!(post("/api/read", json, "[".repeat(5000).as_bytes()), 422);
    assert_eq!(post("/api/read", json, b"{\"text\": 5}"), 422);
    assert_eq!(post("/api/read", json, b"{\"text\": \"\", \"unknown\": 1}"), 422);
    assert_eq!(post("/api/read", "text/plain", b"{\"text\": \"\"}"), 415);
    assert_eq!(post("/api/read", json, &vec![b' '; 100_001]), 413);
    assert_eq!(post("/api/check", json, b"{\"puzzle\": {\"kind\": \"sudoku\"}}"), 422);
    assert_eq!(post("/api/make", json, b"{\"kind\": \"sudoku\", \"count\": 1000000000}"), 422);
    assert_eq!(post("/api/solve", json, b"{\"puzzle\": {}, \"seconds\": 1e308}"), 422);
    for path in
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "/api/../../etc/passwd", "/index.html/../x"]
    {
        assert!(matches!(studio.get(path).status, 400 | 404), "{path}");
    }
    for bytes in [
        &b"\0\0\0\0"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/read HTTP/1.1\r\ncontent-length: -5\r\n\r\n",
    ] {
        assert!(matches!(studio.raw(bytes).status, 0 | 400..=405 | 505), "{bytes:?}");
    }
    // A client that never ends its request does not keep others waiting.
    let mut slow = studio.connect();
    slow.write_all(b"POST /api/read HTTP/1.1\r\nhost: x\r\ncontent-le").expect("sent");
    assert_eq!(studio.get("/api/status").status, 200);
    assert_eq!(studio.get("/").status, 200);
}

#[test]
fn pages_of_other_sites_cannot_drive_it() {
    let studio = Served::new();
    let get =
        |headers: &str| studio.raw(format!("GET /api/about HTTP/1.1\r\n{headers}connection: close\r\n\r\n").as_bytes());
    let host = &studio.host;
    assert_eq!(get(&format!("host: {host}\r\n")).status, 200);
    assert_eq!(get(&format!("host: {host}\r\norigin: http://{host}\r\n")).status, 200);
    assert_eq!(get("host: evil.example\r\n").status, 403);
    assert_eq!(get(&format!("host: {host}\r\norigin: http://evil.example\r\n")).status, 403);
    assert_eq!(get(&format!("host: {host}\r\nsec-fetch-site: cross-site\r\n")).status, 403);
    let policy = get(&format!("host: {host}\r\n")).head;
    assert!(policy.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

/// Reads until the other side closes.
fn answer(mut stream: std::net::TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn get(host: &str) -> Vec<u8> {
    format!("GET /api/status HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").into_bytes()
}

#[test]
fn connections_beyond_the_limit_are_told_to_come_back() {
    let limits = Limits { connections: 4, head_time: Duration::from_secs(60), ..Limits::default() };
    let studio = Served::with(limits);
    let idle: Vec<_> = (0..4).map(|_| studio.connect()).collect();
    std::thread::sleep(Duration::from_millis(200));
    let refused: Vec<String> = (0..3)
        .map(|_| {
            let mut stream = studio.connect();
            stream.write_all(&get(&studio.host)).expect("sent");
            answer(stream)
        })
        .collect();
    for text in refused {
        assert!(text.starts_with("HTTP/1.1 503") && text.contains("retry-after: 1"), "{text}");
        assert!(text.ends_with('}') && text.contains("\"what\""), "{text}");
    }
    // One that says nothing is closed soon, and without an answer to nothing.
    assert_eq!(answer(studio.connect()), "");
    drop(idle);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(studio.get("/api/status").status, 200);
}

#[test]
fn slow_clients_lose_their_place() {
    let time = Duration::from_millis(300);
    let studio = Served::with(Limits { connections: 16, head_time: time, body_time: time, ..Limits::default() });
    let host = &studio.host;
    let silent: Vec<_> = (0..5).map(|_| studio.connect()).collect();
    let mut idle = studio.connect();
    idle.write_all(format!("GET /api/status HTTP/1.1\r\nhost: {host}\r\n\r\n").as_bytes()).expect("sent");
    let mut half_a_head = studio.connect();
    half_a_head.write_all(b"GET /api/about HTTP/1.1\r\nhost: 127").expect("sent");
    let mut half_a_body = studio.connect();
    let head = format!(
        "POST /api/read HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{{\"text\""
    );
    half_a_body.write_all(head.as_bytes()).expect("sent");
    let start = Instant::now();
    assert!(silent.into_iter().all(|stream| answer(stream).is_empty()));
    assert!(answer(idle).starts_with("HTTP/1.1 200"), "it is answered, and closed when nothing follows");
    assert!(!answer(half_a_head).starts_with("HTTP/1.1 200"));
    let late = answer(half_a_body);
    assert!(late.starts_with("HTTP/1.1 408") && late.contains("took too long"), "{late}");
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(studio.get("/api/status").status, 200);
}

#[test]
fn a_connection_is_kept_for_further_requests_and_given_up_when_places_are_scarce() {
    let studio = Served::with(Limits { connections: 8, ..Limits::default() });
    let two = |studio: &Served| {
        let mut stream = studio.connect();
        let request = format!("GET /api/status HTTP/1.1\r\nhost: {}\r\n\r\n", studio.host);
        stream.write_all(request.as_bytes()).expect("sent");
        stream.read_exact(&mut [0; 100]).expect("an answer");
        let _ = stream.write_all(&get(&studio.host));
        answer(stream).contains("HTTP/1.1 200")
    };
    assert!(two(&studio));
    let _idle: Vec<_> = (0..5).map(|_| studio.connect()).collect();
    std::thread::sleep(Duration::from_millis(100));
    assert!(!two(&studio), "the first answer is the last");
}

#[test]
fn who_is_served_when_it_ends_gets_an_answer() {
    let studio = Served::new();
    let mut puzzle = studio.sample("sudoku", "hard")["puzzle"].clone();
    puzzle.as_object_mut().expect("an object").remove("solution");
    let mut stream = studio.connect();
    let _idle = studio.connect();
    let asked = json!({ "puzzle": puzzle, "method": "annealing:temperature=1000", "seconds": 0.4 });
    stream.write_all(&studio.request("/api/solve", &asked)).expect("sent");
    std::thread::sleep(Duration::from_millis(150));
    let start = Instant::now();
    drop(studio);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(answer(stream).starts_with("HTTP/1.1 200"));
}
