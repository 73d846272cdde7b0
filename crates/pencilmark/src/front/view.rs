//! A puzzle for a page: how it is drawn, what can be entered and where.

use pencilmark_csp::Neighbourhood;
use pencilmark_puzzles::{Board, Cell, Face, Position, Reason, Tone};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::Puzzle;
use crate::about::title;
use crate::answer::values;
use crate::check::clues;

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

impl View {
    /// Describes a puzzle for a page.
    ///
    /// ```
    /// # use pencilmark::{Puzzle, front::view::View};
    /// let view = View::of(&Puzzle::parse("hitori/4/4/1114142333214213")?);
    /// let words: Vec<&str> = view.entries.iter().map(|entry| entry.words.as_str()).collect();
    /// assert_eq!((view.title.as_str(), words), ("Hitori 4×4", vec!["is white", "is shaded"]));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        let board = puzzle.clues.board(None, None);
        let lowered = puzzle.clues.lower(puzzle.kind().models[0].id);
        let clues = clues(&lowered);
        let is_chain = |part: &Neighbourhood| matches!(part, Neighbourhood::Chain { .. });
        let path = lowered.csp.walks.iter().flat_map(|walk| &walk.parts).any(is_chain);
        let is_fixed = |&cell: &Cell| clues.certain(cell).is_some() || board.faces[cell].tone == Tone::Hole;
        let (fixed, open): (Vec<Cell>, Vec<Cell>) = board.faces.cells().partition(is_fixed);
        Self {
            puzzle: puzzle.to_json(),
            kind: puzzle.kind().id,
            title: title(puzzle.called(), puzzle.shape(), puzzle.variant().as_deref(), None),
            unfinished: puzzle.clues.unfinished(),
            entries: entry_views(puzzle, &board, &open),
            path,
            fixed,
            formats: puzzle.formats(),
            links: puzzle.links(),
            legend: puzzle.legend(),
            warnings: puzzle.warnings(),
            names: puzzle.area_names().into_iter().map(|(cell, name)| AreaName { cell, name }).collect(),
            board,
        }
    }
}

/// What can be entered, each drawn in some open cell.
fn entry_views(puzzle: &Puzzle, plain: &Board, open: &[Cell]) -> Vec<EntryView> {
    let values: Vec<i32> = values(puzzle).iter().map(|value| i32::from(value.0)).collect();
    let mut entries = Vec::new();
    for values in values.chunks(open.len().max(1)) {
        let mut position = Position::empty(puzzle.shape());
        for (&cell, &value) in open.iter().zip(values) {
            position.entries[cell] = Some(value);
        }
        let drawn = puzzle.clues.board(None, Some(&position));
        for (&cell, &value) in open.iter().zip(values) {
            let (before, after) = (&plain.faces[cell], &drawn.faces[cell]);
            let changed = |old: &str, new: &str| if old == new { String::new() } else { new.to_owned() };
            entries.push(EntryView {
                value,
                symbol: puzzle.clues.write_entry(value),
                words: puzzle.clues.tell_entry(value),
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
