//! A rectangle of characters with ink, written out as lines.

use pencilmark_puzzles::Accent;

/// What a character is for: decides how it is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// No colour of its own.
    #[default]
    Plain,
    /// In the background: thin lines, pencil marks, dots of blank cells.
    Faint,
    /// Came with the puzzle.
    Given,
    /// Found by a solver.
    Entry,
}

/// How a character is drawn under colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) role: Role,
    pub(super) shaded: bool,
    pub(super) highlight: bool,
    pub(super) accent: Option<Accent>,
}

impl Ink {
    /// The parameters of the ANSI escape "select graphic rendition"; empty for plain.
    fn escape(self) -> &'static str {
        match (self.accent, self.shaded) {
            // The sixteen colours have no gold, only a yellow that is brown on many screens.
            (Some(Accent::Focus), false) => return "1;30;48;5;220",
            (Some(Accent::Focus), true) => return "1;97;48;5;136",
            (Some(Accent::Right), false) if self.role != Role::Faint => return "32",
            (Some(Accent::Right), true) => return "7;32",
            (Some(Accent::Wrong), false) if self.role != Role::Faint => return "1;31",
            (Some(Accent::Wrong), true) => return "1;7;31",
            _ => {}
        }
        match (self.highlight, self.shaded, self.role) {
            (true, true, _) => "1;7;33",
            (true, false, _) => "1;33",
            (false, true, _) => "7",
            (false, false, Role::Plain) => "",
            (false, false, Role::Faint) => "2",
            (false, false, Role::Given) => "1",
            (false, false, Role::Entry) => "36",
        }
    }
}

/// A rectangle of characters. Every character is one column wide.
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { rows: vec![vec![(' ', Ink::default()); width]; height] }
    }

    /// Puts a character; outside the canvas nothing happens.
    pub(super) fn put(&mut self, x: usize, y: usize, glyph: char, ink: Ink) {
        if let Some(spot) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *spot = (glyph, ink);
        }
    }

    /// Puts a text from left to right.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        for (offset, glyph) in text.chars().enumerate() {
            self.put(x + offset, y, glyph, ink);
        }
    }

    /// The lines, without blanks at their ends, each closed by a newline.
    pub(super) fn lines(&self, colour: bool) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let filled = |ink: Ink| ink.shaded || ink.accent == Some(Accent::Focus);
            let blank = |&(glyph, ink): &(char, Ink)| glyph == ' ' && !(colour && filled(ink));
            let end = row.iter().rposition(|spot| !blank(spot)).map_or(0, |last| last + 1);
            let mut current = "";
            for spot in &row[..end] {
                let wanted = if colour && !blank(spot) { spot.1.escape() } else { "" };
                // Comparing two empty texts costs more than the rest of the loop on some machines.
                if (wanted.len(), current.len()) != (0, 0) && wanted != current {
                    if !current.is_empty() {
                        out.push_str("\x1b[0m");
                    }
                    if !wanted.is_empty() {
                        out.extend(["\x1b[", wanted, "m"]);
                    }
                    current = wanted;
                }
                out.push(spot.0);
            }
            out.push_str(if current.is_empty() { "\n" } else { "\x1b[0m\n" });
        }
        out
    }
}
