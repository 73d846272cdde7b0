//! Boards as the terminal shows them: beside each other where there is room, with fewer lines where there is little.

use pencilmark::render::{Board, Edge, Face, Lines, TextStyle, Tone};
use pencilmark::{Cell, Grid};

use crate::ascii::is_ascii;
use crate::screen::{self, styled};

/// Drawings of boards beside each other, as many as the terminal has room for, and the others below them.
pub(crate) fn draw_beside(boards: &[Board]) -> String {
    let colour = screen::has_colour();
    let mut faces = boards.iter().flat_map(|board| board.faces.things());
    let wide = !colour && faces.any(|face| face.highlight && face.tone == Tone::Shaded);
    let style = TextStyle { colour, wide, ascii: is_ascii(), ..TextStyle::default() };
    arrange(&boards.iter().map(|board| draw_in(board, &style, screen::width())).collect::<Vec<_>>())
}

/// Arranges drawings in rows as wide as the terminal.
pub(crate) fn arrange(drawn: &[String]) -> String {
    const GAP: usize = 3;
    let widest = drawn.iter().map(|text| columns(text)).max().unwrap_or(0);
    let per_row = ((screen::width().unwrap_or(80) + GAP) / (widest + GAP)).max(1);
    let mut text = String::new();
    for together in drawn.chunks(per_row) {
        let mut drawings: Vec<std::str::Lines<'_>> = together.iter().map(|drawing| drawing.lines()).collect();
        for _ in 0..together.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0) {
            let mut line = String::new();
            for drawing in &mut drawings {
                let part = drawing.next().unwrap_or("");
                line.push_str(part);
                line.push_str(&" ".repeat(widest - columns(part) + GAP));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// How wide a text is on the screen: escapes take no room.
pub(crate) fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The drawing of a board for the terminal at standard output.
pub(crate) fn draw(board: &Board) -> String {
    let style = TextStyle { colour: screen::has_colour(), ascii: is_ascii(), ..TextStyle::default() };
    draw_in(board, &style, screen::width())
}

/// The same with the numbers of rows and columns at its edges, for texts that name cells.
pub(crate) fn draw_numbered(board: &Board) -> String {
    let colour = screen::has_colour();
    let style = TextStyle { colour, ascii: is_ascii(), numbered: true, ..TextStyle::default() };
    draw_in(board, &style, screen::width())
}

/// Draws a board in a style. If it is too wide, leaves out the thin lines, then the frame or the
/// blanks in cells, but nothing that a reader needs: such a board stays too wide.
pub(crate) fn draw_in(board: &Board, style: &TextStyle, width: Option<usize>) -> String {
    let text = pencilmark::render::text(board, style);
    if width.is_none_or(|width| columns(&text) <= width) {
        return text;
    }
    let compact = pencilmark::render::text(board, &TextStyle { lines: Lines::Thick, ..style.clone() });
    let fits = |text: &str| width.is_none_or(|width| columns(text) <= width);
    if fits(&compact) {
        return compact;
    }
    if !has_borders(board) && !has_more_than_text(board) {
        return rows(board, style);
    }
    let tight = TextStyle { lines: Lines::Thick, tight: true, ..style.clone() };
    Some(pencilmark::render::text(board, &tight)).filter(|text| fits(text)).unwrap_or(compact)
}

/// Whether a cell shows something that its text does not say.
fn has_more_than_text(board: &Board) -> bool {
    board.faces.things().iter().any(|face| {
        let Face { text, given: _, corner, marks, picked: _, gone: _, tone, highlight, entered, accent } = face;
        *tone == Tone::Shaded
            || *highlight
            || *entered
            || accent.is_some()
            || !corner.is_empty()
            || text.is_empty() && !marks.is_empty()
    })
}

/// Whether there are borders within the board, without which it would not be the same.
fn has_borders(board: &Board) -> bool {
    let faces = &board.faces;
    let is_cell = |row: usize, col: usize| faces.get(row, col).is_some_and(|face| face.tone != Tone::Hole);
    faces.cells().filter(|cell| is_cell(cell.row, cell.col)).any(|Cell { row, col }| {
        let thick = |edges: &Grid<Edge>| edges.get(row, col) == Some(&Edge::Thick);
        col > 0 && is_cell(row, col - 1) && thick(&board.vertical)
            || row > 0 && is_cell(row - 1, col) && thick(&board.horizontal)
    })
}

/// The text of the cells, without lines.
fn rows(board: &Board, style: &TextStyle) -> String {
    let blank = if style.ascii { "." } else { "·" };
    let width = board.faces.things().iter().map(|face| face.text.chars().count()).max().unwrap_or(1).max(1);
    let cell = |face: &Face| match (face.tone, face.text.as_str()) {
        (Tone::Hole, _) => " ".repeat(width),
        (_, "") => format!("{blank:>width$}"),
        (_, text) if face.given && style.colour => styled(screen::BOLD, format_args!("{text:>width$}")),
        (_, text) => format!("{text:>width$}"),
    };
    let row = |faces: &[Face]| format!("{}\n", faces.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end());
    board.faces.iter_rows().map(row).collect()
}

#[cfg(test)]
mod tests {
    use pencilmark::front::likeness;

    use super::*;
    use pencilmark::Puzzle;

    #[test]
    fn a_board_that_is_too_wide_is_drawn_with_fewer_lines() {
        let drawn = |size: usize, width| {
            let row = format!("{}\n", ". ".repeat(size));
            let text = format!("1 {}{}", row[2..].to_owned(), row.repeat(size - 1));
            let options = pencilmark::read::ReadOptions { kind: Some("hidato".to_owned()), ..Default::default() };
            let puzzle = Puzzle::parse_with("board", &text, &options).expect("a Hidato");
            draw_in(&puzzle.board(None), &TextStyle::default(), width)
        };
        assert!(drawn(12, None).contains('│') && drawn(12, Some(60)).contains('│'));
        for (width, has_frame) in [(40, true), (26, false)] {
            let narrow = drawn(12, Some(width));
            assert!(columns(&narrow) <= width && !narrow.contains('│'), "{narrow}");
            assert_eq!(narrow.contains('┃'), has_frame, "{narrow}");
        }
        let sudoku = Puzzle::parse(&".".repeat(81)).expect("a Sudoku");
        // Without its boxes it would be another puzzle.
        assert!(draw_in(&sudoku.board(None), &TextStyle::default(), Some(10)).contains('┃'));
        // Without blanks in cells, the regions stay and the drawing can be read back.
        let row = |labels: &str| labels.chars().flat_map(|label| [label; 2]).collect::<String>() + "\n";
        let regions = ["AABBC", "AABBC", "DDBEE", "DDBEE", "DDBEE"].map(|labels| row(labels).repeat(2)).concat();
        let stars = Puzzle::parse(&format!("10 2\n{regions}")).expect("a Star Battle");
        for ascii in [false, true] {
            let narrow = draw_in(&stars.board(None), &TextStyle { ascii, ..TextStyle::default() }, Some(40));
            assert!(columns(&narrow) <= 40, "{narrow}");
            let read = Puzzle::parse(&format!("Star Battle 10×10 · 2 stars\n{narrow}"));
            let read = read.unwrap_or_else(|error| panic!("{error}\n{narrow}"));
            assert_eq!(likeness(&read), likeness(&stars), "{narrow}");
        }
    }

    #[test]
    fn nothing_is_lost_on_a_narrow_terminal() {
        let row = "1 2 3 4 5 6 7 8 9 10 11 12\n";
        let options = pencilmark::read::ReadOptions { kind: Some("hitori".to_owned()), ..Default::default() };
        let board = Puzzle::parse_with("board", &row.repeat(12), &options).expect("a Hitori").board(None);
        let drawn = |change: fn(&mut Face), ascii| {
            let mut board = board.clone();
            change(&mut board.faces[Cell { row: 3, col: 4 }]);
            draw_in(&board, &TextStyle { ascii, ..TextStyle::default() }, Some(30))
        };
        assert!(!drawn(|_| (), false).contains('┃'));
        assert!(drawn(|face| face.tone = Tone::Shaded, false).contains("▓5▓"));
        assert!(drawn(|face| face.highlight = true, false).contains("‹ 5›"));
        let blank = |face: &mut Face| face.text.clear();
        assert!(drawn(blank, false).contains('·') && drawn(blank, true).is_ascii());
        let mut marked = board;
        let face = &mut marked.faces[Cell { row: 3, col: 4 }];
        (face.text, face.marks, marked.mark_shape) = (String::new(), vec![17, 18], (1, 2));
        assert!(draw_in(&marked, &TextStyle::default(), Some(30)).contains("17 18"));
    }
}
