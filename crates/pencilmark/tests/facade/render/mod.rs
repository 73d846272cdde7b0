//! Boards that the tests draw, from a compact picture.

mod junction;
mod marks;
mod svg;
mod text;

use pencilmark_puzzles::{Board, Cell, Face, Grid, Tone};

/// A board from rows of faces and rows of areas, both split at blanks. Face: `.` blank, `_` hole, `!` in front
/// highlights, `#` shades, `=` is an entry rather than a given. Area: one letter a cell; holes have none.
fn board<T: AsRef<str>>(faces: &[T], areas: &[T]) -> Board {
    let face = |word: &str| {
        let text = word.trim_start_matches(['!', '#', '=']);
        let signs = &word[..word.len() - text.len()];
        let tone = match (text, signs.contains('#')) {
            ("_", _) => Tone::Hole,
            (_, true) => Tone::Shaded,
            _ => Tone::Plain,
        };
        Face {
            text: if matches!(text, "." | "_") { String::new() } else { text.to_owned() },
            given: !signs.contains('='),
            tone,
            highlight: signs.contains('!'),
            ..Face::default()
        }
    };
    let rows = faces.iter().map(|row| row.as_ref().split_whitespace().map(face).collect()).collect();
    let faces = Grid::from_rows(rows).expect("rows of one length");
    let letters: Vec<Vec<char>> = areas.iter().map(|row| row.as_ref().chars().collect()).collect();
    let area = |cell: Cell| {
        let letter = letters.get(cell.row).and_then(|row| row.get(cell.col)).copied();
        (faces[cell].tone != Tone::Hole).then_some(letter)
    };
    let areas = Grid::new(faces.rows(), faces.cols(), faces.cells().map(area).collect()).expect("one for each");
    Board::with_areas(faces, &areas)
}

fn set(board: &mut Board, row: usize, col: usize, change: impl FnOnce(&mut Face)) {
    change(&mut board.faces[Cell { row, col }]);
}

/// Boxes of 2 x 2, with a highlight and an entry.
fn sudoku() -> Board {
    board(&["1 . 3 =4", ". =4 . .", "!2 1 . .", ". . 1 ."], &["aabb", "aabb", "ccdd", "ccdd"])
}

/// Cages with targets.
fn cages() -> Board {
    let mut board = board(&["=1 . .", ". . =2", ". . ."], &["aab", "acb", "dcc"]);
    for (row, col, corner) in [(0, 0, "6×"), (0, 2, "2÷"), (1, 1, "120+"), (2, 0, "3")] {
        set(&mut board, row, col, |face| corner.clone_into(&mut face.corner));
    }
    board
}

/// A path with holes.
fn holes() -> Board {
    board(&["_ 1 . _", ". _ =10 .", "_ . . _"], &[])
}

/// Shaded cells.
fn shaded() -> Board {
    board(&["#2 2 1", "3 !#1 2", "3 !3 #."], &[])
}

/// Stars in regions.
fn stars() -> Board {
    board(&[". =★ . .", ". . . ★", "★ . . .", ". . ★ ."], &["aabb", "acbb", "ccdb", "cddd"])
}

/// Pencil marks beside values.
fn marks() -> Board {
    let mut board = sudoku();
    board.mark_shape = (2, 2);
    for (row, col, marks) in [(0, 1, vec![2, 4]), (1, 0, vec![3]), (3, 3, vec![1, 2, 3, 4]), (0, 0, vec![2])] {
        set(&mut board, row, col, |face| face.marks = marks);
    }
    board
}
