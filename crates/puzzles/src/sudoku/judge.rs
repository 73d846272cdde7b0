//! The rule book: whether a filled board solves the puzzle; and contradictions that a glance shows.

use crate::{Answer, Broken, Cell};

use super::{Candidates, Sudoku};

/// Checks the shape, the digits, the clues, and that no row, column or box repeats a digit.
pub(super) fn judge(puzzle: &Sudoku, answer: &Answer) -> Result<(), Broken> {
    let side = puzzle.side();
    if (answer.rows(), answer.cols()) != (side, side) {
        let (rows, cols) = (answer.rows(), answer.cols());
        return Err(Broken(format!(
            "the board has {side} rows and columns, the answer has {rows} rows and {cols} columns"
        )));
    }
    for cell in answer.cells() {
        let clue = puzzle.cells[cell];
        match usize::try_from(answer[cell]) {
            Ok(digit) if (1..=side).contains(&digit) => {
                if !clue.contains(digit) {
                    let clue = match clue.single() {
                        Some(given) => format!("{given} is given there"),
                        None if clue.is_empty() => "its clue leaves no digit".to_owned(),
                        None => format!("its pencil marks are {clue}"),
                    };
                    return Err(Broken(format!("{cell} holds {digit}, but {clue}")));
                }
            }
            _ => return Err(Broken(format!("{cell} holds {}, which is not a digit from 1 to {side}", answer[cell]))),
        }
    }
    let boxes_across = side / puzzle.box_cols;
    let kinds: [(&str, &dyn Fn(Cell) -> usize); 3] = [
        ("row", &|cell| cell.row),
        ("column", &|cell| cell.col),
        ("box", &|cell| cell.row / puzzle.box_rows * boxes_across + cell.col / puzzle.box_cols),
    ];
    for (kind, number) in kinds {
        let mut holder: Vec<Option<Cell>> = vec![None; side * (side + 1)]; // unit and digit -> the cell that holds it
        for cell in answer.cells() {
            let (unit, digit) = (number(cell), answer[cell] as usize);
            if let Some(first) = holder[unit * (side + 1) + digit].replace(cell) {
                return Err(Broken(format!("{kind} {} has {digit} twice: {first} and {cell}", unit + 1)));
            }
        }
    }
    Ok(())
}

/// Two equal givens in a unit, a cell without a candidate, a digit without a place: after crossing out what the givens
/// see, once.
pub(super) fn contradiction(puzzle: &Sudoku) -> Option<String> {
    let units = puzzle.units();
    let mut open = puzzle.cells.clone();
    for unit in &units {
        let mut givens = Candidates::NONE;
        for (index, &cell) in unit.cells.iter().enumerate() {
            let Some(digit) = puzzle.cells[cell].single() else { continue };
            if givens.contains(digit) {
                let first = unit.cells[..index].iter().find(|&&other| puzzle.cells[other].single() == Some(digit));
                let first = first.map_or_else(String::new, |first| format!("{first} and "));
                return Some(format!("{} has {digit} given twice: {first}{cell}", unit.name));
            }
            givens = givens.union(Candidates::only(digit));
        }
        for &cell in &unit.cells {
            if puzzle.cells[cell].single().is_none() {
                open[cell] = open[cell].without(givens);
            }
        }
    }
    for cell in open.cells() {
        if open[cell].is_empty() {
            return Some(if puzzle.cells[cell].is_empty() {
                format!("{cell} has no candidate")
            } else {
                format!(
                    "{cell} cannot hold any digit: the givens in its row, column and box exclude all its candidates"
                )
            });
        }
    }
    for unit in &units {
        let reach = unit.cells.iter().fold(Candidates::NONE, |reach, &cell| reach.union(open[cell]));
        if let Some(digit) = Candidates::all(puzzle.side()).without(reach).digits().next() {
            return Some(format!("{} has no place left for {digit}", unit.name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use pencilmark_csp::{Silent, Verdict};
    use pencilmark_search::Run;

    use super::super::tests::{answer_of, from_line, json};
    use crate::{Broken, Grid, Kind as _};

    #[test]
    fn the_judge_names_the_rule_and_the_cells() {
        let puzzle = from_line("1.........2.....");
        let check = |rows: &[&[i32]], expected: &str| {
            let answer = Grid::from_rows(rows.iter().map(|row| row.to_vec()).collect()).expect("a rectangle");
            let said = puzzle.judge(&answer).err().map_or_else(String::new, |broken| broken.to_string());
            assert_eq!(said, expected);
        };
        check(&[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 4, 3]], "");
        check(&[&[3, 2, 1, 4], &[1, 4, 3, 2], &[4, 1, 2, 3], &[2, 3, 4, 1]], "r1c1 holds 3, but 1 is given there");
        check(&[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 3, 3]], "row 4 has 3 twice: r4c3 and r4c4");
        check(&[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 3, 4]], "column 3 has 3 twice: r1c3 and r4c3");
        check(&[&[1, 2, 3, 4], &[2, 1, 4, 3], &[4, 3, 2, 1], &[3, 4, 1, 2]], "box 1 has 2 twice: r1c2 and r2c1");
        check(
            &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 0], &[2, 1, 4, 3]],
            "r3c4 holds 0, which is not a digit from 1 to 4",
        );
        check(
            &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 5], &[2, 1, 4, 3]],
            "r3c4 holds 5, which is not a digit from 1 to 4",
        );
        check(
            &[&[1, -7, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 4, 3]],
            "r1c2 holds -7, which is not a digit from 1 to 4",
        );
        check(&[&[1, 2, 3, 4]], "the board has 4 rows and columns, the answer has 1 rows and 4 columns");
        let marked = json(
            r#"{"grid": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]], "candidates":
            [[[2,3],null,null,null],[null,null,null,null],[null,null,null,null],[null,null,null,[]]]}"#,
        );
        let marked = marked.expect("reads");
        let answer = answer_of(&puzzle);
        assert_eq!(marked.judge(&answer), Err(Broken("r1c1 holds 1, but its pencil marks are 2, 3".to_owned())));
        assert_eq!(marked.contradiction().as_deref(), Some("r4c4 has no candidate"));
    }

    #[test]
    fn contradictions_are_seen_at_a_glance() {
        let cases = [
            ("1..1............", Some("row 1 has 1 given twice: r1c1 and r1c4")),
            ("1...........1...", Some("column 1 has 1 given twice: r1c1 and r4c1")),
            ("1....1..........", Some("box 1 has 1 given twice: r1c1 and r2c2")),
            ("12......4..3....", None),
            (
                "123.....4......4",
                Some("r1c4 cannot hold any digit: the givens in its row, column and box exclude all its candidates"),
            ),
            ("1.....23........", Some("row 2 has no place left for 1")),
            ("1...............", None),
        ];
        for (text, expected) in cases {
            let puzzle = from_line(text);
            assert_eq!(puzzle.contradiction().as_deref(), expected, "{text}");
            if expected.is_some() {
                assert_eq!(puzzle.exact(&Run::up_to(1), &mut Silent).verdict(), Verdict::Refuted, "{text}");
            }
        }
    }

    #[test]
    fn the_blank_board_of_four_has_288_solutions() {
        let outcome = from_line(&".".repeat(16)).exact(&Run::up_to(1000), &mut Silent);
        assert_eq!((outcome.solutions.len(), outcome.exhausted()), (288, true));
    }
}
