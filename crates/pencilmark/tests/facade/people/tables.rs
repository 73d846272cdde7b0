//! Tables of puzzles: which column is the puzzle, which its solution, and what becomes of damaged cells.

use super::*;

#[test]
fn tables_have_a_puzzle_and_its_solution_on_a_line() {
    let zeros = NINE.replace('.', "0");
    for (head, line) in [
        ("puzzle,solution\n", format!("{NINE},{SOLVED}")),
        ("quizzes,solutions\n", format!("{zeros},{SOLVED}")),
        ("\"id\",\"puzzle\",\"solution\",\"difficulty\"\n", format!("17,\"{NINE}\",\"{SOLVED}\",2.5")),
        ("id;sudoku;solution\n", format!("17;{NINE};{SOLVED}")),
        ("", format!("{NINE},{SOLVED}")),
        ("", format!("{SOLVED}\t{NINE}")),
    ] {
        for count in [1, 3, 1200] {
            let text = format!("{head}{}", format!("{line}\n").repeat(count));
            let found = read("t", &text, &ReadOptions::default());
            assert_eq!(found.len(), count, "{head}{line}");
            for puzzle in found {
                let puzzle = puzzle.expect("reads");
                assert_eq!(puzzle.write("line").as_deref(), Some(NINE));
                let solution = puzzle.solution().expect("a solution");
                assert_eq!(solution.things().iter().map(i32::to_string).collect::<String>(), SOLVED);
            }
        }
        puzzles(&format!("{head}{line}\n{line}\n"), &ReadOptions::default());
    }
    let remark = "found by a friend in an old newspaper; it took us the better part of a week to finish it";
    for column in ["3", "2.5", "", "20261116083137", remark] {
        assert!(one(&format!("puzzle,rating\n{NINE},{column}\n")).solution().is_none(), "{column}");
    }
    // Beside the solution, another board is just another column.
    assert!(one(&format!("{NINE},{NINE},{SOLVED}")).solution().is_some());
}

#[test]
fn a_broken_solution_in_a_table_is_an_error() {
    let slip = |at: usize, c: &str| format!("{}{c}{}", &SOLVED[..at], &SOLVED[at + 1..]);
    for (solution, column, what) in [
        (slip(80, "x"), 163, "a solution has no empty cells"),
        (slip(4, "."), 87, "a solution has no empty cells"),
        (slip(80, "y"), 163, "`y` cannot stand in the solution of a 9 x 9 Sudoku"),
        (slip(3, "é"), 86, "`é` cannot stand in the solution of a 9 x 9 Sudoku"),
        (SOLVED[..80].to_owned(), 83, "this column has 80 cells, the board beside it 81"),
        (format!("{SOLVED}1"), 83, "this column has 82 cells, the board beside it 81"),
    ] {
        let text = format!("puzzle,solution\n{NINE},{SOLVED}\n{NINE},{solution}\n");
        let found = read("t", &text, &ReadOptions::default());
        assert!(found[0].is_ok());
        let error = found[1].as_ref().expect_err("broken");
        assert_eq!((error.line, error.column, error.what.as_str()), (3, column, what));
        assert_eq!(error.remedy.text, "correct the column, or leave it out");
    }
    // The other way round, the puzzle is the column that is broken.
    let error = Puzzle::parse(&format!("{},{SOLVED}", &NINE[..80])).expect_err("broken");
    assert_eq!((error.line, error.column), (1, 1));
}

/// What a table holds: the puzzles, or the place of an error and what it says.
fn table(text: &str) -> Vec<Result<String, String>> {
    let found = read("t", text, &ReadOptions::default());
    let shown = |found: &Result<Puzzle, ParseError>| match found {
        Ok(puzzle) => Ok(puzzle.write("line").unwrap_or_default()),
        Err(error) => Err(format!("{}:{}: {}", error.line, error.column, error.what)),
    };
    found.iter().map(shown).collect()
}

#[test]
fn a_solution_is_not_taken_for_its_damaged_puzzle() {
    let zeros = NINE.replace('.', "0");
    let cut = &NINE[..70];
    for (puzzle, what) in [
        (cut, "this cell has 70 of 81 characters"),
        (&cut[..12], "this cell has 12 of 81 characters"),
        ("", "there is no puzzle in this row"),
        ("3.48000060700000E+80", "`3.48000060700000E+80` is a rounded number: the puzzle is lost"),
        ("3,48E+80", "`3,48E+80` is a rounded number: the puzzle is lost"),
        (&zeros[2..], "this cell has 79 of 81 characters; perhaps zeros at its start were dropped"),
    ] {
        let separator = if puzzle.contains(',') { ';' } else { ',' };
        for head in ["puzzle,solution\n", "quizzes,solutions\n", "aufgabe,loesung\n", "raetsel,answer\n", ""] {
            let good = format!("{NINE}{separator}{SOLVED}\n");
            let text =
                format!("{}{good}{puzzle}{separator}{SOLVED}\n{good}", head.replace(',', &separator.to_string()));
            let line = 2 + head.lines().count();
            let expected = [Ok(NINE.to_owned()), Err(format!("{line}:1: {what}")), Ok(NINE.to_owned())];
            assert_eq!(table(&text), expected, "{text}");
        }
    }
    // All of them, and not in the first column.
    let row = format!("7,{cut},{SOLVED}\n");
    let what = |line: usize| Err(format!("{line}:3: this cell has 70 of 81 characters"));
    assert_eq!(table(&format!("id,puzzle,solution\n{}", row.repeat(3))), [what(2), what(3), what(4)]);
    assert_eq!(table(&row.repeat(2)), [what(1), what(2)]);
    // The cell has gone with its comma.
    let gone = "3:1: no column holds a puzzle".to_owned();
    assert_eq!(table(&format!("id,puzzle,solution\n1,{NINE},{SOLVED}\n2,{SOLVED}\n"))[1], Err(gone));
    // Without a name, and without what may be left of a puzzle, a full board is one.
    assert_eq!(table(&format!("17,{SOLVED}\n")), [Ok(SOLVED.to_owned())]);
}

#[test]
fn a_damaged_solution_is_not_dropped() {
    for (solution, what) in [
        (&SOLVED[..40], "this column has 40 cells, the board beside it 81"),
        ("1.27453896569287E+80", "`1.27453896569287E+80` is a rounded number, not a solution"),
    ] {
        for head in ["puzzle,solution\n", "aufgabe,loesung\n", ""] {
            let good = format!("{NINE},{SOLVED}\n");
            let line = 2 + head.lines().count();
            let found = table(&format!("{head}{good}{NINE},{solution}\n"));
            assert_eq!(found[1], Err(format!("{line}:83: {what}")), "{head}{solution}");
        }
    }
    let found = table(&format!("puzzle,solution\n{NINE},unknown\n{NINE},\n"));
    assert_eq!(found[0], Err("2:83: this column has 7 cells, the board beside it 81".to_owned()));
    assert_eq!(found[1], Ok(NINE.to_owned()), "an empty cell claims nothing");
}

#[test]
fn the_names_of_columns_say_which_to_read() {
    let progress = format!("{}{}", &SOLVED[..40], &NINE[40..]);
    let check = |text: &str, solved: bool| {
        let found = one(text);
        assert_eq!(found.write("line").as_deref(), Some(NINE), "{text}");
        assert_eq!(found.solution().is_some(), solved, "{text}");
    };
    check(&format!("progress,puzzle,solution\n{progress},{NINE},{SOLVED}\n"), true);
    check(&format!("progress,puzzle\n{progress},{NINE}\n"), false);
    check(&format!("grid,clues,quiz,answers\n{progress},30,{NINE},{SOLVED}\n"), true);
    check(&format!("clues,text\n30,{NINE}\n"), false);
    check(&format!("quizzes\n{NINE}\n"), false);
    check(&format!("id;name;puzzle\n1;\"one; two\";\"{NINE}\"\n"), false);
    check(&format!("name\tpuzzle\nNr, 1\t'{NINE}\n"), false);
    // They count below a blank line, too, up to the next line of names.
    let text = format!("progress,puzzle\n{progress},{NINE}\n\n{progress},{NINE}\npuzzle,progress\n{NINE},{progress}\n");
    assert_eq!(table(&text), vec![Ok(NINE.to_owned()); 3]);
}

#[test]
fn a_first_line_without_a_board_names_the_columns() {
    for head in ["aufgabe,loesung", "\"Aufgabe\",\"Lösung\"", "raetsel nr. 1,x", ",0"] {
        let text = format!("{head}\n{}", format!("{NINE},{SOLVED}\n").repeat(3));
        let expected = if head == ",0" { 4 } else { 3 };
        assert_eq!(read("t", &text, &ReadOptions::default()).len(), expected, "{text}");
    }
    // In the middle, or with another number of cells, it is a line like any other.
    assert!(table(&format!("{NINE},{SOLVED}\naufgabe,loesung\n"))[1].is_err());
    assert!(table(&format!("a,b,c\n{NINE},{SOLVED}\n"))[0].is_err());
}
