//! Bytes as text. Bytes that are not UTF-8, and zeros, do not stop a reader: each becomes a character that stands for it, so that lines stay lines,
//! comments may be in any encoding, and only the puzzle that has such a byte in it is refused.

use std::borrow::Cow;

use super::{ParseError, Source, Token};

/// The first of 256 characters that stand for bytes. They are for private use, and the last that there are.
const FIRST: u32 = 0x10_ff00;

/// The text of bytes. A character of the text itself that would stand for a byte is replaced.
///
/// ```
/// # use pencilmark_puzzles::text::bytes::{bad_byte, decode};
/// let text = decode(b"# caf\xe9\n12\n");
/// assert_eq!((text.lines().count(), bad_byte(&text)), (2, Some((5, 0xe9))));
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let is_plain = |text: &str| !text.as_bytes().contains(&0) && bad_byte(text).is_none();
    if let Ok(text) = std::str::from_utf8(bytes)
        && is_plain(text)
    {
        return Cow::Borrowed(text);
    }
    let stand_in = |byte: u8| char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
    let plain = |c: char| match byte_of(c) {
        Some(_) => char::REPLACEMENT_CHARACTER,
        None if c == '\0' => stand_in(0),
        None => c,
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        if is_plain(chunk.valid()) {
            text.push_str(chunk.valid());
        } else {
            text.extend(chunk.valid().chars().map(plain));
        }
        text.extend(chunk.invalid().iter().copied().map(stand_in));
    }
    Cow::Owned(text)
}

/// Makes every line end that is a carriage return alone a line feed, as old programs write them, from a place on. Where more may follow, those at
/// the end stay, which a line feed may follow. Line ends of two and more characters stay, too.
pub fn unify_line_ends(bytes: &mut [u8], from: usize, ends: bool) {
    let mut at = from;
    while let Some(next) = bytes[at..].iter().position(|&byte| byte == b'\r') {
        let start = at + next;
        at = bytes[start..].iter().position(|&byte| byte != b'\r').map_or(bytes.len(), |length| start + length);
        let is_alone = bytes.get(at).map_or(ends, |&byte| byte != b'\n');
        if is_alone {
            bytes[start..at].fill(b'\n');
        }
    }
}

/// The first character of a text that stands for a byte: where it is, and the byte.
pub fn bad_byte(text: &str) -> Option<(usize, u8)> {
    // The first byte of these characters; hardly any other character begins like that.
    if !text.as_bytes().contains(&0xf4) {
        return None;
    }
    text.char_indices().find_map(|(at, c)| Some((at, byte_of(c)?)))
}

/// The byte that a character stands for, if it is one of those.
pub fn byte_of(c: char) -> Option<u8> {
    u8::try_from(u32::from(c).checked_sub(FIRST)?).ok()
}

/// The error for the first such byte in the content of a text; comments may have them, and columns of a table that are not read.
pub fn refused(source: &Source<'_>) -> Option<ParseError> {
    bad_byte(source.text)?;
    source.content().find_map(|line| {
        let whole = Token { text: line.before_comment(), line: line.number, column: 1 };
        let pieces = source.columns.and_then(|columns| columns.read_of(&whole)).unwrap_or_else(|| vec![whole]);
        pieces.iter().find_map(|piece| {
            let (at, byte) = bad_byte(piece.text)?;
            Some(error(source, (piece.line, piece.column + piece.text[..at].chars().count()), byte))
        })
    })
}

/// The error for such a byte at a place.
pub fn error(source: &Source<'_>, place: (usize, usize), byte: u8) -> ParseError {
    source.error(place, format!("byte 0x{byte:02x} is not UTF-8 text"), "save the file as UTF-8")
}
