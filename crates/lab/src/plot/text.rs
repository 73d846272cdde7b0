//! How wide a text is, and how it is shortened or wrapped if there is less room.
//!
//! The reader's font is unknown. Widths are those of a wide font (`DejaVu Sans`), so that a text that is estimated to
//! fit does fit.

/// The size of most texts.
pub(super) const SIZE: f64 = 13.0;
/// From one baseline to the next, at [`SIZE`].
pub(super) const LEADING: f64 = 16.0;
/// How far below the middle of a text its baseline is, at [`SIZE`].
pub(super) const BASELINE: f64 = 4.6;

/// A text in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrapped {
    pub(super) lines: Vec<String>,
    /// Whether the end is missing.
    pub(super) cut: bool,
}

/// The width of a text at [`SIZE`].
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(advance).sum::<f64>() * SIZE
}

/// A text on one line no wider than this; if need be it ends in an ellipsis.
pub(super) fn shortened(text: &str, room: f64) -> String {
    wrapped(text, room, 1).lines.pop().unwrap_or_default()
}

/// A text in lines no wider than this and no more than so many; if need be the last one ends in an ellipsis. Lines
/// break at spaces, else after punctuation, else anywhere.
pub(super) fn wrapped(text: &str, room: f64, most: usize) -> Wrapped {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    let mut rest = text.as_str();
    while width(rest) > room && lines.len() + 1 < most {
        let (line, after) = rest.split_at(break_at(rest, room));
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    let cut = width(rest) > room;
    if cut {
        let fits = fitting(rest, room - width("…"));
        lines.push(format!("{}…", rest[..fits].trim_end()));
    } else if !rest.is_empty() || lines.is_empty() {
        lines.push(rest.to_owned());
    }
    Wrapped { lines, cut }
}

/// How many bytes of a text fit.
fn fitting(text: &str, room: f64) -> usize {
    let mut used = 0.0;
    for (index, glyph) in text.char_indices() {
        used += advance(glyph) * SIZE;
        if used > room {
            return index;
        }
    }
    text.len()
}

/// Where to break a text that is too wide: at least one character stays before the break.
fn break_at(text: &str, room: f64) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let fits = fitting(text, room).max(first);
    if text[fits..].starts_with(' ') {
        return fits;
    }
    let after = |stops: &[char]| text[..fits].rfind(stops).map(|at| at + 1).filter(|&at| at * 3 >= fits);
    after(&[' ']).or_else(|| after(&[',', '+', '/', '_', '-', '=', ':', ';', '.', ')'])).unwrap_or(fits)
}

/// The width of a character, in parts of the font size.
fn advance(glyph: char) -> f64 {
    match glyph {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '\u{a0}' => 0.34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '\\' | '-' | '"' | '·' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' | '∞' => 1.0,
        'A'..='Z' | '+' | '=' | '<' | '>' | '−' | '&' => 0.76,
        ' '..='~' => 0.64,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        '\u{1100}'.. => 1.1,
        _ => 0.76,
    }
}
