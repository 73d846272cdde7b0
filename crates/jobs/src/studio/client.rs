//! A client over one connection that is kept, and made anew when the server closes it.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(40);

/// A client.
pub(super) struct Client {
    host: String,
    kept: Option<BufReader<TcpStream>>,
}

/// A connection to the studio.
pub(super) fn connect(host: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A request with a body in JSON, or one for a page if there is none.
pub(super) fn request(host: &str, path: &str, body: Option<&str>) -> Vec<u8> {
    let text = match body {
        None => format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n"),
        Some(body) => format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ),
    };
    text.into_bytes()
}

/// The status of an answer, and its headers in small letters; `None` if there is none.
pub(super) fn head(reader: &mut impl io::BufRead) -> io::Result<Option<(u16, Vec<String>)>> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            break;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let status = lines.first().and_then(|line| line.split(' ').nth(1)).and_then(|word| word.parse().ok());
    Ok(status.map(|status| (status, lines.split_off(1))))
}

impl Client {
    pub(super) fn new(host: &str) -> Self {
        Self { host: host.to_owned(), kept: None }
    }

    /// The status and the body of an answer.
    pub(super) fn ask(&mut self, path: &str, body: Option<&str>) -> io::Result<(u16, Vec<u8>)> {
        let request = request(&self.host, path, body);
        // A kept connection may have been closed meanwhile: then the request was not heard.
        if let Some(kept) = self.kept.take()
            && let Ok(answer) = self.exchange(kept, &request)
        {
            return Ok(answer);
        }
        let fresh = BufReader::new(connect(&self.host)?);
        self.exchange(fresh, &request)
    }

    fn exchange(&mut self, mut reader: BufReader<TcpStream>, request: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        reader.get_mut().write_all(request)?;
        let Some((status, headers)) = head(&mut reader)? else {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "no answer"));
        };
        let value = |name: &str| headers.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let mut body = Vec::new();
        match value("content-length:").and_then(|length| length.parse().ok()) {
            Some(length) => {
                body.resize(length, 0);
                reader.read_exact(&mut body)?;
            }
            None => read_chunks(&mut reader, &mut body)?,
        }
        if value("connection:") != Some("close") {
            self.kept = Some(reader);
        }
        Ok((status, body))
    }
}

fn read_chunks(reader: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let length = usize::from_str_radix(line.trim_end(), 16).map_err(io::Error::other)?;
        let start = body.len();
        body.resize(start + length + 2, 0);
        reader.read_exact(&mut body[start..])?;
        body.truncate(start + length);
        if length == 0 {
            return Ok(());
        }
    }
}
