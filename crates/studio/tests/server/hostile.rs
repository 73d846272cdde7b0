//! Requests that nobody should send.

use std::io::{Read as _, Write as _};

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

#[test]
fn connections_beyond_the_limit_wait_and_are_served_later() {
    let studio = Served::with(Limits { connections: 4, ..Limits::default() });
    let idle: Vec<_> = (0..4).map(|_| studio.connect()).collect();
    std::thread::sleep(std::time::Duration::from_millis(200));
    let mut waiting = studio.connect();
    waiting
        .write_all(format!("GET /api/status HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host).as_bytes())
        .expect("sent");
    waiting.set_read_timeout(Some(std::time::Duration::from_millis(300))).expect("a timeout");
    assert!(waiting.read(&mut [0; 10]).is_err(), "it is not its turn");
    drop(idle);
    waiting.set_read_timeout(Some(std::time::Duration::from_secs(10))).expect("a timeout");
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
