//! Writing: any format that can carry the puzzle, and Pencilmark JSON.

use std::cell::LazyCell;
use std::sync::Arc;

use pencilmark_puzzles::text::json::{Object, Spanned, Value};
use pencilmark_puzzles::{Answer, Carried, Grid, Marks, ParseError, Position, Remedy, Tone};
use serde_json::{Map, Value as Json, json};

use crate::Puzzle;
use crate::answer::{expected, is_among, leave_holes, values, write_position};
use crate::read::ReadOptions;
use crate::registry::{CANDIDATES, JSON, KindEntry, choices};
use crate::teach::Grade;

/// Boards are at most this long and wide, whatever their kind.
const LARGEST: usize = 50;

impl Puzzle {
    /// The puzzle in one of its kind's formats, or in JSON; `None` if the format does not exist or cannot carry it.
    ///
    /// Formats of several lines also carry the solution and the position, after `# solution` and `# position`.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// assert_eq!(puzzle.write("line").as_deref(), Some(".1.....23.....3."));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn write(&self, format: &str) -> Option<String> {
        if format == JSON.0 {
            return Some(Json::Object(self.to_json()).to_string());
        }
        let info = self.entry.formats.iter().find(|info| info.id == format)?;
        let mut text = self.clues.write(format, &self.carried)?;
        if !info.one_line {
            let solution = self.solution().filter(|_| !info.carries_solution);
            for (marker, part) in [
                ("# solution", solution.map(|solution| self.write_answer(solution))),
                ("# position", self.position().map(|position| write_position(self, position))),
            ] {
                if let Some(part) = part {
                    text = format!("{}\n\n{marker}\n{}", text.trim_end(), part);
                }
            }
        }
        Some(text.trim_end().to_owned())
    }

    /// The puzzle with all that is possible in its cells. A kind that has a format for candidates uses it; the others write
    /// the puzzle with a position that marks them, and JSON if no format of several lines can carry the puzzle.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let candidates = puzzle.write_candidates();
    /// assert_eq!(candidates.lines().next(), Some(" 24   1 |   4  34"), "{candidates}");
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn write_candidates(&self) -> String {
        let formats = &self.entry.formats;
        if formats.iter().any(|format| format.id == CANDIDATES.0)
            && let Some(text) = self.marked_as_clues().and_then(|marked| marked.write(CANDIDATES.0))
        {
            return text;
        }
        let (marked, mut formats) = (self.with_candidates(), formats.iter().filter(|format| !format.one_line));
        let text = formats.find_map(|format| marked.write(format.id));
        text.unwrap_or_else(|| Json::Object(marked.to_json()).to_string())
    }

    /// Returns the puzzle as a JSON object with the `level`, `score` and `hardest` technique of its
    /// grade, each null if the grade lacks it.
    pub fn to_graded_json(&self, grade: &Grade) -> Map<String, Json> {
        let mut object = self.to_json();
        object.insert("level".to_owned(), grade.level.into());
        object.insert("score".to_owned(), grade.score.into());
        object.insert("hardest".to_owned(), grade.hardest.map(|technique| technique.id).into());
        object
    }

    /// The puzzle as a JSON object.
    pub fn to_json(&self) -> Map<String, Json> {
        let mut object = Map::new();
        object.insert("kind".to_owned(), self.kind().id.into());
        if let Some(id) = self.id() {
            object.insert("id".to_owned(), id.into());
        }
        object.extend(self.clues.to_json());
        if let Some(solution) = self.solution() {
            object.insert("solution".to_owned(), rows_of(solution, |&cell| cell.into()));
        }
        if let Some(position) = self.position() {
            object.insert("entries".to_owned(), rows_of(&position.entries, |&entry| entry.into()));
            if !position.marks.is_empty() {
                object.insert("marks".to_owned(), json!(position.marks));
            }
        }
        object
    }
}

/// A grid as an array of rows.
pub(crate) fn rows_of<T>(grid: &Grid<T>, cell: impl Fn(&T) -> Json) -> Json {
    grid.iter_rows().map(|row| row.iter().map(&cell).collect::<Json>()).collect()
}

/// A puzzle from a JSON object.
pub(crate) fn from_json(object: &Object<'_>, options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let (entry, name) = kind_of(object, options)?;
    let puzzle = Puzzle::new(entry, entry.read_json(object, &options.registry.settings_of(name, &options.settings))?);
    let solution = match object.get("solution") {
        None => None,
        Some(solution) => Some(read_solution(object, solution, &puzzle)?),
    };
    let (id, position) = (read_id(object)?, read_position(object, &puzzle)?);
    let carried = Carried { id: id.map(Arc::from), solution: solution.map(Arc::new), position: position.map(Arc::new) };
    Ok(Puzzle { carried, ..puzzle })
}

/// The kind of an object, and the name that it is called by.
fn kind_of<'a>(object: &Object<'a>, options: &'a ReadOptions) -> Result<(&'static KindEntry, &'a str), ParseError> {
    let known = || options.registry.kind_names().collect::<Vec<_>>().join(", ");
    let (stated, wanted) = (object.text("kind")?, options.kind.as_deref());
    let Some(id) = stated.or(wanted) else {
        let what = "no field `kind`";
        return Err(
            object.error_here(what, Remedy::new(format!("add \"kind\": one of {}", known())).or_set(Remedy::KIND))
        );
    };
    let fail = |what: String, remedy: Remedy| match object.get("kind") {
        Some(at) => object.error(at, what, remedy),
        None => object.error_here(what, remedy),
    };
    let Some(entry) = options.registry.kind(id) else {
        let what = format!("there is no kind {}", pencilmark_puzzles::text::rows::shown(id));
        return Err(fail(what, choices(id, options.registry.kind_names()).into()));
    };
    match wanted {
        Some(wanted) if options.registry.kind(wanted).is_none_or(|wanted| wanted.info.id != entry.info.id) => {
            let what = format!("this is a {id}, but a {wanted} was asked for");
            Err(fail(what, Remedy::new("correct \"kind\", or ask for the kind that it is").or_set_to(Remedy::KIND, id)))
        }
        _ => Ok((entry, id)),
    }
}

fn read_id(object: &Object<'_>) -> Result<Option<String>, ParseError> {
    match object.get("id").map(|id| &id.value) {
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        _ => Ok(object.text("id")?.map(str::to_owned)),
    }
}

fn read_solution(object: &Object<'_>, value: &Spanned, puzzle: &Puzzle) -> Result<Answer, ParseError> {
    let what = "`solution`";
    let rows = object.grid(value, what, LARGEST, |cell| object.integer(cell, "a cell", -1, 9999))?;
    same_shape(object, value, what, &rows, puzzle)?;
    let mut solution = rows.map(|&cell| cell as i32);
    let board = puzzle.board(None);
    for cell in rows.cells() {
        // A 0 in a hole says no more than the hole itself.
        if solution[cell] == 0 && board.faces[cell].tone == Tone::Hole {
            solution[cell] = -1;
        }
    }
    Ok(solution)
}

fn read_position(object: &Object<'_>, puzzle: &Puzzle) -> Result<Option<Position>, ParseError> {
    let (entries, marks) = (object.get("entries"), object.get("marks"));
    if entries.is_none() && marks.is_none() {
        return Ok(None);
    }
    let mut position = Position::empty(puzzle.shape());
    // Entries and marks may be written as symbols, as in text: "B", "*".
    let symbol = |at: &Spanned| {
        let entry = if let Value::Text(text) = &at.value { puzzle.clues.read_entry(text) } else { None };
        entry.ok_or_else(|| object.error(at, "this cannot be an entry", "write what a solution has there, as a number"))
    };
    let values = LazyCell::new(|| values(puzzle));
    let on_board = |at: &Spanned, entry: i32| {
        let error = || object.error(at, format!("{entry} cannot be an entry here"), expected(puzzle, &values));
        if is_among(&values, entry) { Ok(entry) } else { Err(error()) }
    };
    if let Some(value) = entries {
        let grid = object.grid(value, "`entries`", LARGEST, |cell| match cell.value {
            Value::Null => Ok(None),
            Value::Text(_) => symbol(cell).and_then(|entry| on_board(cell, entry)).map(Some),
            _ => match object.integer(cell, "an entry", -1, 9999)? as i32 {
                // As in the puzzle itself, 0 is an empty cell, unless the kind has such an entry.
                -1 => Ok(None),
                0 if puzzle.clues.read_entry("0").is_none() => Ok(None),
                entry => on_board(cell, entry).map(Some),
            },
        })?;
        same_shape(object, value, "`entries`", &grid, puzzle)?;
        position.entries = grid;
    }
    if let Some(value) = marks {
        let grid = object.grid(value, "`marks`", LARGEST, |cell| {
            let marks = object.array(cell, "a cell of `marks`")?;
            let mark = |mark: &Spanned| match mark.value {
                Value::Text(_) => symbol(mark).and_then(|value| on_board(mark, value)).map(|mark| mark as u16),
                _ => on_board(mark, object.integer(mark, "a mark", 0, 9999)? as i32).map(|mark| mark as u16),
            };
            marks.iter().map(mark).collect()
        })?;
        same_shape(object, value, "`marks`", &grid, puzzle)?;
        position.marks = Marks::from_values(&grid);
    }
    leave_holes(puzzle, &mut position);
    Ok(Some(position))
}

fn same_shape<T>(
    object: &Object<'_>,
    value: &Spanned,
    what: &str,
    grid: &Grid<T>,
    puzzle: &Puzzle,
) -> Result<(), ParseError> {
    let (rows, cols) = puzzle.shape();
    if (grid.rows(), grid.cols()) == (rows, cols) {
        return Ok(());
    }
    let what = format!("{what} has {} x {} cells, the board {rows} x {cols}", grid.rows(), grid.cols());
    Err(object.error(value, what, "give it in the shape of the board"))
}
