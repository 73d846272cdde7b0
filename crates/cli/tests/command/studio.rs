//! `studio`: an address on standard output, a page behind it, and a clean end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::common::{command, run};

/// A studio that serves, and its host and port.
fn open(args: &[&str]) -> (Child, String) {
    let mut child = command().arg("studio").args(args).spawn().expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let host = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let host = host.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
    (child, host)
}

fn fetch(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").as_bytes())
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Sends the signal, and waits for the end: the exit code, and what was said on standard error.
fn end(mut child: Child, signal: &str) -> (Option<i32>, String) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the command is there") {
            Some(status) => break status,
            None if start.elapsed() > Duration::from_secs(10) => {
                child.kill().expect("the command is there");
                panic!("still open");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("messages");
    (status.code(), said)
}

#[test]
fn the_page_is_served_until_a_signal_closes_the_studio() {
    for signal in ["-TERM", "-INT"] {
        let (child, host) = open(&["--port", "0"]);
        let page = fetch(&host, "/");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/html"), "{page}");
        assert!(fetch(&host, "/api/about").contains("star-battle"));
        // A client that stays does not keep it open.
        let _idle = TcpStream::connect(&host).expect("somebody listens");
        let (code, said) = end(child, signal);
        assert_eq!(code, Some(0), "{signal}: {said}");
        assert!(said.contains("Ctrl-C closes it") && !said.contains("error"), "{said}");
        assert!(TcpStream::connect(&host).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_that_says_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ran = run(&["studio", "--port", &port]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("port {port}")) && ran.err.contains("--port 0"), "{}", ran.err);
}

#[test]
fn without_a_port_two_studios_are_open_side_by_side() {
    let (first, one) = open(&[]);
    let (second, two) = open(&[]);
    assert_ne!(one, two);
    assert!(fetch(&one, "/").starts_with("HTTP/1.1 200") && fetch(&two, "/").starts_with("HTTP/1.1 200"));
    let (code, said) = end(second, "-TERM");
    assert!(code == Some(0) && said.contains("port 7117"), "{said}");
    assert_eq!(end(first, "-TERM").0, Some(0));
}
