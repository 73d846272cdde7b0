//! The two fonts that travel with the crate: widths, outlines, and breaking text into lines.
//!
//! Open Sans has digits of one width, and the letters of Latin, Greek and Cyrillic. Without kerning and ligatures, a text is as wide as its
//! characters; headings of a sheet need no more.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

/// One of the fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

static REGULAR: &[u8] = include_bytes!("../fonts/OpenSans-Regular.ttf");
static BOLD: &[u8] = include_bytes!("../fonts/OpenSans-Bold.ttf");

static FACES: LazyLock<[Face<'static>; 2]> =
    LazyLock::new(|| [REGULAR, BOLD].map(|bytes| Face::parse(bytes, 0).expect("the fonts in this crate can be read")));

impl Weight {
    pub(crate) const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    /// The file.
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Self::Regular => REGULAR,
            Self::Bold => BOLD,
        }
    }

    pub(crate) fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }

    /// The glyph of a character, or of a question mark if the font has none.
    pub(crate) fn glyph(self, character: char) -> GlyphId {
        let face = self.face();
        face.glyph_index(character).or_else(|| face.glyph_index('?')).unwrap_or_default()
    }

    /// How far a glyph advances, in thousandths of the font size.
    pub(crate) fn advance(self, glyph: GlyphId) -> f64 {
        let face = self.face();
        f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * 1000.0 / f64::from(face.units_per_em())
    }

    /// How wide a text is.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|character| self.advance(self.glyph(character))).sum::<f64>() * size / 1000.0
    }

    /// The text in lines of at most this width, broken between words. A word that is wider alone is cut.
    pub(crate) fn wrapped(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.width(&longer, size) <= width || line.is_empty() {
                    line = longer;
                } else {
                    lines.push(self.cut(&std::mem::replace(&mut line, word.to_owned()), size, width));
                }
            }
            lines.push(self.cut(&line, size, width));
        }
        lines
    }

    /// The text, or as much of it as fits, with an ellipsis.
    pub(crate) fn cut(self, text: &str, size: f64, width: f64) -> String {
        if self.width(text, size) <= width {
            return text.to_owned();
        }
        let mut shorter: String = text.to_owned();
        while !shorter.is_empty() && self.width(&format!("{shorter}…"), size) > width {
            shorter.pop();
        }
        format!("{}…", shorter.trim_end())
    }
}

/// Characters of a text that the fonts do not have.
pub(crate) fn missing(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&character| !character.is_control() && Weight::Regular.face().glyph_index(character).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_never_too_wide() {
        let text = "Fill every empty cell with a digit.\nIncomprehensibilities";
        for width in [40.0, 75.0, 200.0] {
            for weight in Weight::ALL {
                let lines = weight.wrapped(text, 10.0, width);
                assert!(lines.iter().all(|line| weight.width(line, 10.0) <= width), "{lines:?}");
                assert!(lines[0].starts_with("Fill"), "{lines:?}");
            }
        }
        assert_eq!(Weight::Regular.wrapped(text, 10.0, 500.0).len(), 2);
        assert!(Weight::Regular.wrapped(text, 10.0, 40.0).iter().any(|line| line.ends_with('…')));
    }

    #[test]
    fn both_fonts_have_what_boards_and_european_titles_need() {
        for character in "0123456789+−×÷=·–…“”’ÄßçŁőŽΑωЯђ€№".chars() {
            for weight in Weight::ALL {
                assert!(weight.face().glyph_index(character).is_some(), "{character} {weight:?}");
            }
        }
        assert_eq!(missing("Rätsel 数独\n").collect::<String>(), "数独");
    }

    #[test]
    fn digits_have_one_width() {
        for weight in Weight::ALL {
            assert!(
                ('0'..='9').all(|digit| (weight.width(&digit.to_string(), 1.0) - weight.width("0", 1.0)).abs() < 0.002)
            );
        }
    }
}
