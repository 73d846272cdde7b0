//! What a puzzle is called, and where it can be shown.

use pencilmark_puzzles::Grid;

use crate::answer::values;
use crate::{Puzzle, registry};

impl Puzzle {
    /// Returns the name by which such puzzles are known: the title of the kind, or an alias that is
    /// better known.
    ///
    /// ```
    /// let board = |stars| format!("4 {stars}\nAABB\nAABB\nCCDD\nCCDD\n");
    /// let titles = [1, 2].map(|stars| pencilmark::Puzzle::parse(&board(stars)).map(|puzzle| puzzle.title()));
    /// assert_eq!(titles, [Ok("Queens 4×4 · 1 star".to_owned()), Ok("Star Battle 4×4 · 2 stars".to_owned())]);
    /// ```
    pub fn called(&self) -> &'static str {
        let kind = self.kind();
        let mut names = kind.aliases.iter().filter(|alias| alias.titles).peekable();
        if names.peek().is_none() {
            return kind.title;
        }
        let settings = self.generator_settings();
        names.find(|alias| alias.fits(&settings)).map_or(kind.title, |alias| alias.title)
    }

    /// Returns the rules, short or in full, in the words of the name that the puzzle is
    /// [called](Self::called) by.
    pub fn rules(&self, short: bool) -> &'static str {
        let (kind, called) = (self.kind(), self.called());
        let rules = registry::rules(kind, kind.aliases.iter().find(|alias| alias.title == called));
        if short { rules.short } else { rules.full }
    }

    /// Returns the title for the line above the board: `Star Battle 10×10 · 2 stars · forum-12`.
    pub fn title(&self) -> String {
        title(self.called(), self.shape(), self.variant().as_deref(), self.id())
    }

    /// The formats that it can be written in. One that has to have the solution counts if it could hold one.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// assert!(puzzle.formats().contains(&"csv") && puzzle.write("csv").is_none());
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn formats(&self) -> Vec<&'static str> {
        let entry = self.entry;
        let any = values(self).iter().next().map_or(0, |value| i32::from(value.0));
        let (rows, cols) = self.shape();
        let solved = self.with_solution(Grid::filled(rows, cols, any));
        let is_shared = |format: &str| format == registry::CANDIDATES.0 || format == registry::JSON.0;
        let holds = |format: &&str| is_shared(format) || self.write(format).or_else(|| solved.write(format)).is_some();
        entry.written_formats().filter(holds).collect()
    }

    /// Returns public links to sites that show the puzzle, without entries.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("hitori/4/4/1114142333214213")?;
    /// assert_eq!(puzzle.links(), ["https://puzz.link/p?hitori/4/4/1114142333214213"]);
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn links(&self) -> Vec<String> {
        let formats = self.entry.formats.as_slice();
        let written = formats.iter().filter(|format| format.one_line).filter_map(|format| self.write(format.id));
        written.filter(|text| text.starts_with("https://")).chain(self.clues.links()).collect()
    }
}

/// Returns the title of a puzzle from the name that it is [called](Puzzle::called) by, its size,
/// variant and name.
pub fn title(called: &str, (rows, cols): (usize, usize), variant: Option<&str>, name: Option<&str>) -> String {
    let size = format!("{called} {rows}×{cols}");
    [Some(size.as_str()), variant, name].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
