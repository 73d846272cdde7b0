//! Pencil marks: drawn, written, read back, traced, and left by arc consistency.

use pencilmark::read::{ReadOptions, read};
use pencilmark::record::{Goal, Origin, Record};
use pencilmark::registry::kinds;
use pencilmark::render::{TextStyle, text};
use pencilmark::watch::{Trace, TraceOptions, Value};
use pencilmark::{Cell, Marks, Options, Puzzle, corpus};

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Reads what was written for a kind: some texts could be of several.
fn reread(kind: &str, text: &str) -> Puzzle {
    let options = ReadOptions { kind: Some(kind.to_owned()), ..ReadOptions::default() };
    let mut items = read("a test", text, &options);
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn built_in() -> impl Iterator<Item = (&'static str, Puzzle)> {
    kinds().iter().flat_map(|kind| {
        let puzzles = corpus::set(&format!("{}/small", kind.info.id)).expect("a built-in set");
        puzzles.into_iter().take(5).map(|puzzle| (kind.info.id, puzzle))
    })
}

#[test]
fn candidates_are_read_back_as_they_were_written() {
    for (kind, puzzle) in built_in() {
        let written = puzzle.write_candidates();
        let again = reread(kind, &written);
        if kind == "sudoku" {
            assert_eq!(again.write("candidates"), Some(written));
        } else {
            assert_eq!(again.marks(), puzzle.marks(), "{written}");
            assert!(again.has_same_clues(&puzzle) && again.position().is_some(), "{written}");
        }
        let marked = puzzle.with_candidates();
        for format in ["json", "grid"] {
            let Some(written) = marked.write(format) else { continue };
            let again = reread(kind, &written);
            assert_eq!(again.position(), marked.position(), "{written}");
            assert_eq!(again.marks(), puzzle.marks(), "{written}");
        }
    }
}

#[test]
fn candidates_contain_the_solution() {
    for (kind, puzzle) in built_in() {
        let solution = puzzle.solver().run().expect("a report").solution().cloned().expect("a solution");
        let marks = puzzle.marks();
        let missing = solution.cells().find(|&cell| solution[cell] >= 0 && !holds(&marks, cell, solution[cell]));
        assert_eq!(missing, None, "{kind}");
    }
}

fn holds(marks: &Marks, cell: Cell, value: i32) -> bool {
    marks.values(cell).iter().any(|&mark| i32::from(mark) == value)
}

#[test]
fn marks_may_be_written_in_the_symbols_of_the_kind() {
    let hitori = "1 1 3\n1 2 3\n2 3 1\n\n# position\n{B,W} {1} {w}\n{0,1} B .\n. . .";
    let read = reread("hitori", hitori);
    let marks = |puzzle: &Puzzle, row, col| puzzle.position().expect("a position").marks.values(Cell { row, col });
    assert_eq!([marks(&read, 0, 0), marks(&read, 0, 1), marks(&read, 0, 2)], [vec![0, 1], vec![1], vec![0]]);
    assert_eq!(marks(&read, 1, 0), vec![0, 1]);
    let written = read.write("grid").expect("a grid");
    assert!(written.ends_with("# position\n{W,B}   {B}   {W}\n{W,B}     B     .\n    .     .     ."), "{written}");

    let stars = puzzle("4 1\nAABB\nACCB\nCCDD\nCCDD\n# position\n{x,*} {*} {x} {0,1}\n. . . .\n. . . .\n. . . .");
    assert_eq!([marks(&stars, 0, 0), marks(&stars, 0, 1), marks(&stars, 0, 2)], [vec![0, 1], vec![1], vec![0]]);
    assert!(stars.write("regions").is_some_and(|text| text.contains("{x,*}   {*}   {x} {x,*}")));

    let json =
        r#"{"kind":"hitori","grid":[[1,1],[2,1]],"entries":[["B",0],[null,-1]],"marks":[[[],[]],[["W","B"],[0]]]}"#;
    let json = puzzle(json);
    let entries = json.position().expect("a position").entries.things().to_vec();
    assert_eq!(entries, [Some(1), Some(0), None, None]);
    assert_eq!([marks(&json, 1, 0), marks(&json, 1, 1)], [vec![0, 1], vec![0]]);
}

#[test]
fn a_position_may_be_a_copy_of_the_puzzle() {
    // kind, puzzle, position, what is entered (row by row, without what is empty)
    let cases = [
        ("hidato", "1 . #\n. . 5", "1 2 #\n{3,4} . 5", "1 2 5"),
        ("hidato", "1 . x\n. . 5", "1 0 x\n0 4 5", "1 4 5"),
        ("hidato", "1 . -1\n. . 5", "1 2 -1\n. . 5", "1 2 5"),
        ("star-battle", "4 1\nAABB\nA@@B\nCCDD\nCCDD", "x*..\n.@@.\n....\n..x.", "0 1 0"),
        ("star-battle", "4 1\nAABB\nA##B\nCCDD\nCCDD", "x*..\n.##.\n....\n....", "0 1"),
        ("hitori", "1 1 3\n1 2 3\n2 3 1", "B 1 3\n1 W 3\n2 3 1", "1 0"),
        ("hitori", "1 1 3\n1 2 3\n2 3 1", "W # .\n1 0 .\n. . .", "0 1 1 0"),
        ("sudoku", "1...\n..2.\n.3..\n...4", "1000\n0020\n0310\n0004", "1 2 3 1 4"),
    ];
    for (kind, clues, position, expected) in cases {
        let read = reread(kind, &format!("{clues}\n# position\n{position}"));
        let entries = &read.position().expect("a position").entries;
        let entries: Vec<String> = entries.things().iter().flatten().map(ToString::to_string).collect();
        assert_eq!(entries.join(" "), expected, "{position}");
        let holes = |cell: &Cell| read.board(None).faces[*cell].tone == pencilmark::render::Tone::Hole;
        assert!(read.marks().cells().filter(holes).all(|cell| read.marks().values(cell).is_empty()));
    }
}

#[test]
fn arc_consistency_leaves_its_marks() {
    let (mut undecided, plan_for) = (0, |puzzle: &Puzzle| {
        let options = Options::default().method("ac-3".parse().expect("a method"));
        puzzle.plan(&options).expect("a plan")
    });
    let mut seen = std::collections::BTreeSet::new();
    for kind in kinds() {
        let sets = corpus::sets().filter(|set| set.kind == kind.info.id);
        let puzzles = sets.flat_map(|set| set.puzzles().into_iter().take(5)).take(15);
        for puzzle in puzzles {
            let plan = plan_for(&puzzle);
            let report = puzzle.solver().plan(&plan).run().expect("a report");
            let best = Record::of(Origin::default(), &puzzle, &report, Goal::Solution, &plan).best;
            if report.solution().is_some() || report.outcome.exhausted() {
                assert_eq!(best, None);
                continue;
            }
            undecided += 1;
            seen.insert(kind.info.id);
            let marks = best.and_then(|best| best.marks).expect("the marks that are left");
            let solution = puzzle.solver().run().expect("a report").solution().cloned();
            let solution = solution.expect("a solution");
            let lost = solution.cells().find(|&cell| solution[cell] >= 0 && !holds(&marks, cell, solution[cell]));
            assert_eq!(lost, None, "{}", kind.info.id);
            // Drawn, it shows more than the puzzle alone.
            if report.counters.prunings > 0 {
                assert_ne!(puzzle.marked_board(&marks), puzzle.board(None), "{}", kind.info.id);
            }
        }
    }
    assert!(undecided > 5);
    assert_eq!(seen.len(), kinds().len(), "every kind has a puzzle that arc consistency leaves undecided: {seen:?}");
}

#[test]
fn a_trace_tells_marks_as_they_change() {
    for (kind, puzzle) in built_in() {
        for method in ["ac-3", "backtracking"] {
            let options = Options::default().method(method.parse().expect("a method"));
            let plan = puzzle.plan(&options).expect("a plan");
            let mut file = Vec::new();
            let mut trace = Trace::new(&puzzle, &plan, TraceOptions::default(), &mut file);
            let report = puzzle.solver().plan(&plan).watch(&mut trace).run().expect("a report");
            trace.end(&report).expect("memory takes everything");
            let (rows, cols) = puzzle.shape();
            let mut told = Marks::none(rows, cols);
            let mut events = 0;
            for line in String::from_utf8(file).expect("text").lines() {
                let event: serde_json::Value = serde_json::from_str(line).expect("JSON");
                if event["e"] != "marks" {
                    continue;
                }
                events += 1;
                for change in event["cells"].as_array().expect("cells") {
                    let name = change[0].as_str().expect("a name");
                    let cell = told.cells().find(|cell| cell.to_string() == name).expect("a cell");
                    let values = change[1].as_array().expect("values").iter();
                    let values = values.map(|value| Value(value.as_u64().expect("a value") as u16));
                    let values = values.collect();
                    assert!(told[cell] != values, "{kind}: a cell that did not change");
                    told[cell] = values;
                }
            }
            if let Some(marks) = &report.marks {
                assert_eq!(&told, marks, "{kind} {method}");
                assert!(events > 1 || report.counters.prunings == 0, "{kind} {method}");
            }
        }
    }
}

fn check_drawing(board: &pencilmark::render::Board, expected: &str) {
    let drawn = text(board, &TextStyle::default());
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn numbers_are_marked_at_their_places_or_in_a_list() {
    let first = |set: &str| corpus::set(set).expect("a built-in set").swap_remove(0).with_candidates().board(None);
    let sudoku = "\
┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
┃ 1   │  2  ┃     │     ┃
┃ 3   │     ┃ 3   │   4 ┃
┠─────┼─────╂─────┼─────┨
┃  4  │     ┃  1  │   2 ┃
┃     │ 3   ┃     │     ┃
┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
┃ 1   │ 1   ┃  2  │ 1   ┃
┃ 3   │ 3 4 ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃  2  │ 1   ┃  4  │  3  ┃
┃     │     ┃     │     ┃
┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
";
    check_drawing(&first("sudoku/small"), sudoku);
    let kenken = "\
┏━━━━━┳━━━━━┯━━━━━┯━━━━━┓
┃3÷   ┃7+   │     │     ┃
┃ 1   ┃ 1 2 │     │ 1 2 ┃
┃ 3   ┃ 3 4 │ 3 4 │ 3 4 ┃
┠─────╊━━━━━┿━━━━━┿━━━━━┫
┃     ┃9+   │     │     ┃
┃ 1   ┃ 1 2 │     │ 1 2 ┃
┃ 3   ┃ 3 4 │ 3 4 │ 3 4 ┃
┣━━━━━╋━━━━━╈━━━━━╈━━━━━┫
┃8×   ┃7+   ┃1    ┃4+   ┃
┃   2 ┃     ┃  1  ┃   2 ┃
┃   4 ┃ 3 4 ┃     ┃ 3   ┃
┠─────╂─────╊━━━━━╉─────┨
┃     ┃     ┃2    ┃     ┃
┃     ┃     ┃  2  ┃ 1   ┃
┃   4 ┃ 3 4 ┃     ┃ 3   ┃
┗━━━━━┻━━━━━┻━━━━━┻━━━━━┛
";
    check_drawing(&first("kenken/small"), kenken);
    let hidato = "\
┏━━━━━━━━━━┯━━━━━━━━━━┯━━━━━━━━━━┯━━━━━━━━━━┯━━━━━━━━━━┓
┃ 22       │ 21 22    │          │ 19 21    │          ┃
┃          │          │    20    │          │     1    ┃
┃          │          │          │          │          ┃
┠──────────┼──────────┼──────────┼──────────┼──────────┨
┃  6 22 24 │          │  3  5  6 │          │ 15 16 18 ┃
┃          │    23    │ 15 19 21 │     2    │          ┃
┃          │          │ 22       │          │          ┃
┠──────────┼──────────┼──────────┼──────────┼──────────┨
┃          │  5  6  7 │          │  3  5 14 │          ┃
┃    25    │ 22 24    │     4    │ 15 16 18 │    17    ┃
┃          │          │          │          │          ┃
┠──────────┼──────────┼──────────┼──────────┼──────────┨
┃          │  5  6  7 │          │  5 11 14 │          ┃
┃     8    │          │    10    │ 15 16    │    13    ┃
┃          │          │          │          │          ┃
┠──────────┼──────────┼──────────┼──────────┼──────────┨
┃  6  7    │          │  6 11 15 │          │ 14 15    ┃
┃          │     9    │          │    12    │          ┃
┃          │          │          │          │          ┃
┗━━━━━━━━━━┷━━━━━━━━━━┷━━━━━━━━━━┷━━━━━━━━━━┷━━━━━━━━━━┛
";
    check_drawing(&first("hidato/small"), hidato);
}

#[test]
fn lists_of_many_marks_are_cut_short() {
    let hidato = puzzle("1 . . .\n. . . .\n. . . 12\n# position\n. {2,3,4,5,6,7,8,9,10,11} . .\n. . . .\n. . . .");
    let drawn = text(&hidato.board(None), &TextStyle::default());
    let middle: Vec<&str> = drawn.lines().skip(1).take(3).map(|line| line.split('│').nth(1).unwrap_or("")).collect();
    assert_eq!(middle, ["  2  3  4 ", "  5  6  7 ", "  8  9 +2 "], "{drawn}");
}

#[test]
fn what_is_certain_is_shaded_ringed_starred_or_dotted() {
    let hitori = reread("hitori", "1 1 3\n1 2 3\n2 3 1\n\n# position\n{B} {W} {B,W}\n. . .\n. . .").board(None);
    let expected = "\
┏━━━┯━━━┯━━━┓
┃▓▓▓│○  │   ┃
┃▓1▓│ 1 │ 3 ┃
┠───┼───┼───┨
┃   │   │   ┃
┃ 1 │ 2 │ 3 ┃
┠───┼───┼───┨
┃   │   │   ┃
┃ 2 │ 3 │ 1 ┃
┗━━━┷━━━┷━━━┛
";
    check_drawing(&hitori, expected);
    let stars = puzzle("4 1\nAABB\nACCB\nCCDD\nCCDD\n# position\n{x,*} {*} {x} .\n. . . .\n. . . .\n. . . .");
    let expected = "\
┏━━━┯━━━┳━━━┯━━━┓
┃   │ ★ ┃ · │   ┃
┠───╆━━━╇━━━╅───┨
┃   ┃   │   ┃   ┃
┣━━━╃───╆━━━╇━━━┫
┃   │   ┃   │   ┃
┠───┼───╂───┼───┨
┃   │   ┃   │   ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    check_drawing(&stars.board(None), expected);
}
