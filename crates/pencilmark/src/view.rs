//! A puzzle for a page: how it is drawn, what can be entered and where.

use pencilmark_csp::Neighbourhood;
use pencilmark_puzzles::{Board, Cell, Face, Grid, Position, Reason, Tone};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::answer::values;
use crate::check::clues;
use crate::{Puzzle, registry};

/// A puzzle as a page shows it. What has been entered is not in its drawing: that changes with every key, and is drawn from `entries`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View {
    /// The puzzle as `convert --to json` writes it, with what has been entered.
    pub puzzle: Map<String, Json>,
    /// Its kind.
    pub kind: &'static str,
    /// Its kind, size and variant for people, without its id: `Star Battle 10×10 · 2 stars`.
    pub title: String,
    /// The drawing without entries.
    pub board: Board,
    /// The cells in which nothing can be entered: clues settle them, or they are holes.
    pub fixed: Vec<Cell>,
    /// What can be entered.
    pub entries: Vec<EntryView>,
    /// Whether consecutive values stand in neighbouring cells, so that they can be entered by drawing a line.
    pub path: bool,
    /// What is missing, if it is an unfinished drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<Reason>,
    /// The formats that it can be written in, some of them together with its solution.
    pub formats: Vec<&'static str>,
    /// Public links: addresses of sites that show the puzzle.
    pub links: Vec<String>,
    /// What a reader has to know before the names in reasons mean something: `Regions: A at r1c1, B at r1c4.`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// Likely slips in the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Reason>,
    /// The area names in the legend, each with the cell to write it in.
    pub names: Vec<AreaName>,
}

/// The name of an area, and the area's first cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AreaName {
    /// The cell.
    pub cell: Cell,
    /// The name.
    pub name: String,
}

/// Something that can be entered in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EntryView {
    /// Its value, as in a solution.
    pub value: i32,
    /// As it is written in a text: `7`, `B`, `*`.
    pub symbol: String,
    /// What it says about its cell: `is 7`, `is shaded`.
    pub words: String,
    /// What it makes of a cell: what is set here stands in for what the cell looked like.
    pub face: Face,
}

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
        let settings = self.like();
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

    /// The puzzle as a page shows it.
    ///
    /// ```
    /// let view = pencilmark::Puzzle::parse("hitori/4/4/1114142333214213")?.view();
    /// let words: Vec<&str> = view.entries.iter().map(|entry| entry.words.as_str()).collect();
    /// assert_eq!((view.title.as_str(), words), ("Hitori 4×4", vec!["is white", "is shaded"]));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn view(&self) -> View {
        let board = self.clues.board(None, None);
        let lowered = self.clues.lower(self.kind().models[0].id);
        let clues = clues(&lowered);
        let is_chain = |part: &Neighbourhood| matches!(part, Neighbourhood::Chain { .. });
        let path = lowered.csp.walks.iter().flat_map(|walk| &walk.parts).any(is_chain);
        let is_fixed = |&cell: &Cell| clues.certain(cell).is_some() || board.faces[cell].tone == Tone::Hole;
        let (fixed, open): (Vec<Cell>, Vec<Cell>) = board.faces.cells().partition(is_fixed);
        View {
            puzzle: self.to_json(),
            kind: self.kind().id,
            title: title(self.called(), self.shape(), self.variant().as_deref(), None),
            unfinished: self.clues.unfinished(),
            entries: self.entry_views(&board, &open),
            path,
            fixed,
            formats: self.formats(),
            links: self.links(),
            legend: self.legend(),
            warnings: self.warnings(),
            names: self.area_names().into_iter().map(|(cell, name)| AreaName { cell, name }).collect(),
            board,
        }
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

    /// What can be entered, each drawn in some open cell.
    fn entry_views(&self, plain: &Board, open: &[Cell]) -> Vec<EntryView> {
        let values: Vec<i32> = values(self).iter().map(|value| i32::from(value.0)).collect();
        let mut entries = Vec::new();
        for values in values.chunks(open.len().max(1)) {
            let mut position = Position::empty(self.shape());
            for (&cell, &value) in open.iter().zip(values) {
                position.entries[cell] = Some(value);
            }
            let drawn = self.clues.board(None, Some(&position));
            for (&cell, &value) in open.iter().zip(values) {
                let (before, after) = (&plain.faces[cell], &drawn.faces[cell]);
                let changed = |old: &str, new: &str| if old == new { String::new() } else { new.to_owned() };
                entries.push(EntryView {
                    value,
                    symbol: self.clues.write_entry(value),
                    words: self.tell_entry(value),
                    face: Face {
                        text: changed(&before.text, &after.text),
                        corner: changed(&before.corner, &after.corner),
                        tone: after.tone,
                        ..Face::default()
                    },
                });
            }
        }
        entries
    }
}

/// Returns the title of a puzzle from the name that it is [called](Puzzle::called) by, its size,
/// variant and name.
pub fn title(called: &str, (rows, cols): (usize, usize), variant: Option<&str>, name: Option<&str>) -> String {
    let size = format!("{called} {rows}×{cols}");
    [Some(size.as_str()), variant, name].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
