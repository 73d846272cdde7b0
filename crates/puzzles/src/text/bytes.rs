//! Bytes as text. Bytes that are not UTF-8 do not stop a reader: each becomes a character that stands for it, so that lines stay lines, comments may be
//! in any encoding, and only the puzzle that has such a byte in it is refused.

use std::borrow::Cow;

use super::{ParseError, Source};

/// The first of 256 characters that stand for bytes. They are for private use, and the last that there are.
const FIRST: u32 = 0x10_ff00;

/// The text of bytes.
///
/// ```
/// # use pencilmark_puzzles::text::bytes::{bad_byte, decode};
/// let text = decode(b"# caf\xe9\n12\n");
/// assert_eq!((text.lines().count(), bad_byte(&text)), (2, Some((5, 0xe9))));
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(FIRST + u32::from(byte))));
    }
    Cow::Owned(text)
}

/// The first character of a text that stands for a byte: where it is, and the byte.
pub fn bad_byte(text: &str) -> Option<(usize, u8)> {
    // The first byte of these characters; hardly any other character begins like that.
    if !text.as_bytes().contains(&0xf4) {
        return None;
    }
    text.char_indices().find_map(|(at, c)| Some((at, u8::try_from(u32::from(c).checked_sub(FIRST)?).ok()?)))
}

/// The error for the first such byte in the content of a text; comments may have them.
pub fn refused(source: &Source<'_>) -> Option<ParseError> {
    bad_byte(source.text)?;
    source.content().find_map(|line| {
        let (at, byte) = bad_byte(line.text)?;
        Some(error(source, (line.number, line.text[..at].chars().count() + 1), byte))
    })
}

/// The error for such a byte at a place.
pub fn error(source: &Source<'_>, place: (usize, usize), byte: u8) -> ParseError {
    source.error(place, format!("byte 0x{byte:02x} is not UTF-8 text"), "save the file as UTF-8")
}
