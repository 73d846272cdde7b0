//! Files that are not text.

use pencilmark_puzzles::{ParseError, Source};

/// This many bytes show whether a file may be text.
const FIRST: usize = 16;

/// If there is doubt, this many bytes decide.
const SAMPLE: usize = 2048;

/// Files that hold others: how they begin, what they are, and what unpacks them.
const PACKED: [(&[u8], &str, &str); 6] = [
    (b"\xfd7zXZ\0", "xz", "xz -dk"),
    (b"BZh", "bzip2", "bzip2 -dk"),
    (b"PK\x03\x04", "zip", "unzip"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "7z x"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -dk"),
    (b"Rar!\x1a\x07", "rar", "unrar x"),
];

/// What shows whether an input is text, if enough of it is there; of one that is read by line, its first line. So the same
/// bytes are looked at however they come in.
pub(super) fn start(bytes: &[u8], by_line: bool, ended: bool) -> Option<&[u8]> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let line = sample.iter().position(|&byte| byte == b'\n').filter(|_| by_line);
    match line {
        Some(end) => Some(&sample[..=end]),
        // It may be text all the same, in another encoding.
        None if !ended && sample.len() < if by_line || oddities(first(sample)) != (0, 0) { SAMPLE } else { FIRST } => {
            None
        }
        None => Some(bytes),
    }
}

/// The first bytes, up to the end of a character.
fn first(start: &[u8]) -> &[u8] {
    let is_inner = |byte: &&u8| **byte & 0xc0 == 0x80;
    let length = start.len().min(FIRST);
    &start[..length + start[length..].iter().take(3).take_while(is_inner).count()]
}

/// The error for a file that its start shows not to be text. A zero byte or two may be damage; text in UTF-16 is full of them.
pub(super) fn not_text(name: &str, start: &[u8]) -> Option<ParseError> {
    let error = |what: &str, remedy: String| Some(Source::new(name, "").error((1, 1), what, remedy));
    let is_packed =
        |magic: &[u8]| start.starts_with(magic) && (magic != b"BZh" || start[3..].get(1..4) == Some(b"1AY"));
    if let Some((_, what, command)) = PACKED.into_iter().find(|(magic, ..)| is_packed(magic)) {
        return error(&format!("this is a packed file ({what})"), format!("unpack it first: {command} FILE"));
    }
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return error("this is UTF-16 text", "save it as UTF-8".to_owned());
    }
    if oddities(first(start)) == (0, 0) {
        return None;
    }
    let sample = &start[..start.len().min(SAMPLE)];
    if sample.split(|&byte| byte == 0).skip(1).count() * 4 > sample.len() {
        let remedy = "save it as text in UTF-8; a binary file holds no puzzle";
        return error("this is not UTF-8 text: it is full of zero bytes", remedy.to_owned());
    }
    let (foreign, controls) = oddities(sample);
    // Text in another encoding may have hardly a byte of ASCII, but it has no control characters.
    let is_binary =
        controls * 4 > sample.len() || (foreign + controls) * 2 > sample.len() && controls * 32 > sample.len();
    if is_binary {
        error("this is not a text file", "a binary file holds no puzzle; give text".to_owned())
    } else {
        None
    }
}

/// How many bytes are not UTF-8, and how many are control characters that no text has.
fn oddities(bytes: &[u8]) -> (usize, usize) {
    let foreign = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    (foreign, bytes.iter().filter(|byte| is_control(byte)).count())
}
