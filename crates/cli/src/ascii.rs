//! Plain ASCII output for locales without UTF-8: `LC_ALL=C`, `LANG=de_DE.ISO-8859-1`.
//!
//! Output for people (boards, sentences, tables) then uses the nearest ASCII characters. Output for
//! programs (JSON, puzzle formats, SVG) is always UTF-8.

use std::io::{self, Write};
use std::sync::LazyLock;

use crate::screen::fitted;

/// Whether the locale limits the terminal to ASCII. Without any locale, assumes UTF-8, which all
/// terminals support today.
pub(crate) fn is_ascii() -> bool {
    static ANSWER: LazyLock<bool> = LazyLock::new(|| is_plain(|name| std::env::var(name).ok()));
    *ANSWER
}

fn is_plain(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let Some(locale) = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set) else { return false };
    let locale = locale.split('@').next().unwrap_or_default();
    match locale.split_once('.') {
        Some((_, charset)) => !matches!(charset.to_ascii_lowercase().as_str(), "utf-8" | "utf8"),
        None => matches!(locale, "C" | "POSIX"),
    }
}

/// Converts text for people to what the locale can show.
pub(crate) fn shown(text: &str) -> String {
    if is_ascii() { plain(text) } else { text.to_owned() }
}

/// Replaces characters by the nearest ASCII ones. Others stay as they are: they come from the user.
fn plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        let nearest = match letter {
            '×' => "x",
            '÷' | '╱' => "/",
            '−' | '–' | '—' | '·' | '─' | '━' | '═' | '╴' | '╸' | '╶' | '╺' | '╼' | '╾' => "-",
            '│' | '┃' | '║' | '┆' | '┊' | '╵' | '╹' | '╷' | '╻' | '╽' | '╿' => "|",
            '\u{2500}'..='\u{2570}' => "+",
            '╲' => "\\",
            '╳' => "X",
            '…' => "...",
            '“' | '”' => "\"",
            '‘' | '’' => "'",
            '‹' | '←' => "<",
            '›' | '→' | '▶' => ">",
            '»' => ">>",
            '‖' => "=",
            '✓' | '★' | '•' => "*",
            '∞' => "inf",
            '≤' => "<=",
            '≥' => ">=",
            '±' => "+/-",
            '▓' | '█' | '■' | '▇' | '▆' | '▅' => "#",
            '░' | '▁' | '▂' => ".",
            '▃' | '▄' => ":",
            'ä' | 'á' | 'à' => "a",
            'é' | 'è' => "e",
            'ö' | 'ó' | '○' => "o",
            'ü' | 'µ' => "u",
            other => {
                written.push(other);
                continue;
            }
        };
        written.push_str(nearest);
    }
    written
}

/// A stream of text for people. Wraps lines to the width of the terminal, if there is one.
pub(crate) struct Words<W> {
    out: W,
    width: Option<usize>,
}

impl<W> Words<W> {
    pub(crate) fn new(out: W, width: Option<usize>) -> Self {
        Self { out, width }
    }
}

impl<W: Write> Write for Words<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() && (!is_ascii() || bytes.is_ascii()) {
            return self.out.write(bytes);
        }
        // Text arrives in whole characters; anything else is not text.
        match (std::str::from_utf8(bytes), self.width) {
            (Ok(text), Some(width)) => self.out.write_all(shown(&fitted(text, width)).as_bytes())?,
            (Ok(text), None) => self.out.write_all(plain(text).as_bytes())?,
            (Err(_), _) => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_what_can_be_shown() {
        let of = |set: &[(&str, &str)]| {
            is_plain(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        for plain in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE.iso88591@euro"] {
            assert!(of(&[("LC_ALL", plain)]) && of(&[("LANG", plain)]), "{plain}");
        }
        for rich in ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro", "en_US"] {
            assert!(!of(&[("LC_ALL", rich)]), "{rich}");
        }
        assert!(!of(&[]) && !of(&[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")]));
    }

    #[test]
    fn text_keeps_what_has_no_like_in_ascii() {
        assert_eq!(plain("Sudoku 4×4 · “x” ┏━┯━┓ 12 µs … 数独"), "Sudoku 4x4 - \"x\" +-+-+ 12 us ... 数独");
    }
}
