//! Boards as the command draws them, copied back.

use super::*;

/// All sizes and styles in which puzzles of every kind are drawn.
#[test]
fn drawings_read_back() {
    for entry in kinds() {
        for (index, size) in ["6x6", "8x8", "9x9", "18x18"].into_iter().enumerate() {
            let large = index == 3;
            // Others take long to make; their compact form is drawn below, too.
            if large && !matches!(entry.info.id, "hitori" | "hidato") {
                continue;
            }
            let stars = if entry.info.id == "star-battle" { "1" } else { "" };
            let settings = Settings::default().with("size", size);
            let settings = if stars.is_empty() { settings } else { settings.with("stars", stars) };
            let spec = Spec { settings, ..Spec::default() };
            let Ok(puzzle) = registry::generate(entry, &spec, 5, index as u64) else {
                panic!("{} {size}", entry.info.id)
            };
            for (ascii, lines) in [false, true]
                .into_iter()
                .flat_map(|ascii| [Lines::Auto, Lines::All, Lines::Thick].map(|lines| (ascii, lines)))
            {
                // With the targets of cages, all lines are needed.
                if entry.info.id == "kenken" && lines == Lines::Thick {
                    continue;
                }
                let drawn = text(&puzzle.board(None), &TextStyle { ascii, lines, ..TextStyle::default() });
                let mut options = ReadOptions::default();
                if !stars.is_empty() {
                    options.settings.set("stars", stars);
                }
                let found = puzzles(&drawn, &options);
                assert_eq!(found.len(), 1, "{drawn}");
                let is_read =
                    |found: &Result<Puzzle, ParseError>| found.as_ref().is_ok_and(|it| it.has_same_clues(&puzzle));
                assert!(is_read(&found[0]), "{} {lines:?}:\n{drawn}\n{}", entry.info.id, shown(&found[0]));
                let titled = format!("{} {size} · one\n{drawn}", entry.info.title);
                assert!(is_read(&puzzles(&titled, &options)[0]), "{titled}");
            }
        }
    }
}

/// A solved path is drawn from cell to cell, around holes and across diagonals, and reads back as the numbers it joins.
#[test]
fn a_drawn_path_reads_back() {
    let puzzle: Puzzle = "0 0 0 *\n* 0 0 0\n1 * 0 9\n".parse().expect("a puzzle");
    let report = puzzle.solver().run().expect("solves");
    let drawn = text(&puzzle.board(report.solution()), &TextStyle::default());
    assert!(drawn.contains('╱') && drawn.contains('│') && drawn.contains(" ─ "), "{drawn}");
    let solved = puzzle.write_answer(report.solution().expect("a solution"));
    assert!(one(&drawn).write("grid").expect("writes").trim_end().ends_with(solved.trim_end()), "{drawn}");
}

/// What the empty forms say: to have entries checked, the board is copied below `# position`, with all that is drawn around it.
#[test]
fn the_board_of_a_form_can_be_copied_as_a_position() {
    for entry in kinds() {
        let puzzle = corpus::samples().into_iter().find(|sample| sample.kind().id == entry.info.id).expect("a sample");
        let solution = puzzle.solver().run().expect("solves").solution().expect("a solution").clone();
        let style = TextStyle::default();
        let solved = [puzzle.write_answer(&solution), text(&puzzle.board(Some(&solution)), &style)];
        for written in ["grid", "letters", "janko"].iter().filter_map(|format| puzzle.write(format)) {
            for (marker, answers) in [("# position", &solved[..1]), ("# solution", &solved[..])] {
                for answer in answers {
                    let both = one(&format!("{written}\n{marker}\n{answer}\n"));
                    let found = both.check(&Options::default()).expect("no wrong answer");
                    let right = found
                        .found
                        .claim
                        .map(|claim| claim.right)
                        .or(found.found.progress.and_then(|found| found.right));
                    assert_eq!(right, Some(true), "{written}\n{marker}\n{answer}");
                }
            }
        }
        // The puzzle as it is written is a position without entries; so are the numbers of Hitori, which has no empty cells.
        let grid = puzzle.write("grid").filter(|_| !matches!(entry.info.id, "star-battle" | "kenken"));
        if let Some(grid) = grid {
            let both = one(&format!("{grid}\n# position\n{grid}\n"));
            assert!(both.position().is_some(), "{grid}");
        }
    }
}

/// What `solve` prints, with the title above the board and how it went below it.
#[test]
fn printed_boards_read_back_with_title_and_verdict() {
    for puzzle in corpus::samples() {
        let report = puzzle.solver().run().expect("solves");
        let drawn = text(&puzzle.board(report.solution()), &TextStyle::default());
        let (rows, cols) = puzzle.shape();
        let variant = puzzle.variant().map_or(String::new(), |variant| format!(" · {variant}"));
        let printed =
            format!("{} {rows}×{cols}{variant} · a\n{drawn}the only solution · exact · 20 µs\n", puzzle.kind().title);
        let back = one(&printed);
        assert_eq!((back.kind().id, back.shape(), back.variant()), (puzzle.kind().id, (rows, cols), puzzle.variant()));
        let progress = back.check(&Options::default()).expect("no wrong answer").found.progress;
        assert!(progress.is_none_or(|progress| progress.right == Some(true)), "{printed}");
    }
    // Neither a board with pencil marks nor two side by side are taken for something else.
    let marked = one("1.............4.").with_candidates();
    let refused = text(&marked.board(None), &TextStyle::default());
    let error = puzzles(&refused, &ReadOptions::default()).remove(0).expect_err("marks");
    assert_eq!(error.what, "this drawing cannot be read", "{refused}");
}

/// Cells between bars or tabs, with nothing in the empty ones.
#[test]
fn cells_between_bars_and_tabs() {
    let expected = one("1.......4......2").write("json");
    let bars = "|1| | | |\n| | | | |\n|4| | | |\n| | | |2|\n";
    let ruled = "+-+-+-+-+\n|1| | | |\n+-+-+-+-+\n| | | | |\n+-+-+-+-+\n|4| | | |\n+-+-+-+-+\n| | | |2|\n+-+-+-+-+\n";
    let tabs = "1\t\t\t\n\t\t\t.\n4\t\t\t\n\t\t\t2\n";
    for text in [bars, ruled, tabs] {
        let options = ReadOptions { kind: Some("sudoku".to_owned()), ..ReadOptions::default() };
        let found = puzzles(text, &options);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].as_ref().ok().and_then(|puzzle| puzzle.write("json")), expected, "{text}");
    }
}

/// Found by `cargo xtask fuzz`: what a text may hold, JSON may, too.
#[test]
fn numbers_that_no_board_has_are_refused_in_drawings_and_solutions() {
    let puzzle = corpus::samples().into_iter().find(|sample| sample.kind().id == "kenken").expect("a sample");
    let solution = puzzle.solver().run().expect("solves").solution().expect("a solution").clone();
    let drawn = text(&puzzle.board(Some(&solution)), &TextStyle::default());
    let (line, rest) = drawn.split_once('\n').expect("lines");
    let wrong = format!("{line}\n{}", rest.replace(" 1 ", " 99 ").replace(" 99 ", "99 "));
    let errors = puzzles(&wrong, &ReadOptions::default());
    assert!(errors[0].as_ref().is_err_and(|error| error.what.contains("cannot stand there")), "{errors:?}\n{wrong}");
    let errors =
        puzzles("4 . . 11\n. . . .\n. 6 # 1\n# solution\n4 3 2 11\n5 7 6023578 9\n8 6 # 1\n", &ReadOptions::default());
    assert!(
        errors[0].as_ref().is_err_and(|error| error.what == "6023578 in the solution is out of range"),
        "{errors:?}"
    );
}
