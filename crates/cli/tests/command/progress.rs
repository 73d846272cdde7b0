//! "Am I right so far?": entries, pencil marks and solutions that come with a puzzle.

use serde_json::json;

use crate::common::{SEVERAL, UNIQUE, run, run_with};

/// The exit code of `check`, and what it says about what came with the puzzle.
fn checked(text: &str) -> (i32, String) {
    let ran = run_with(&["check", "--kind", "sudoku", "-"], text);
    assert_eq!(ran.err, "");
    let (_, came_with) = ran.out.split_once('\n').expect("a verdict");
    (ran.code, came_with.to_owned())
}

fn position(puzzle: &str, rows: [&str; 4]) -> String {
    format!("{puzzle}\n# position\n{}\n", rows.join("\n"))
}

#[test]
fn right_entries_and_marks() {
    let (code, words) = checked(&position(UNIQUE, ["2 1 4 .", ". . . 2", "3 . . .", ". . 3 ."]));
    assert_eq!((code, words.as_str()), (0, "  your 2 entries are right\n"));
    let (code, words) = checked(&position(UNIQUE, ["2 1 . .", ". . . .", ". . . .", ". . . ."]));
    assert_eq!((code, words.as_str()), (0, "  your entry is right\n"));
    let (code, words) = checked(&position(UNIQUE, ["2 1 {3,4} .", ". . . .", ". . . .", ". . . {1,4}"]));
    assert_eq!((code, words.as_str()), (0, "  your entry and pencil marks in 2 cells are right\n"));
    // Clues that are copied are no entries.
    assert_eq!(checked(&position(UNIQUE, [". 1 . .", ". . . 2", "3 . . .", ". . 3 ."])), (0, String::new()));
}

#[test]
fn wrong_entries_and_marks() {
    let (code, words) = checked(&position(UNIQUE, ["4 1 . .", ". . . .", ". . . .", ". . . {1,2}"]));
    let both = "  both your notes are wrong:\n  - r1c1 is not 4 in the solution (no rule is broken yet)\n  \
                - none of the pencil marks in r4c4 is right: 1, 2\n";
    assert_eq!((code, words.as_str()), (6, both));
    let (_, words) = checked(&position(UNIQUE, ["2 1 . 4", ". . . .", ". . . .", ". . . {1,2}"]));
    assert!(
        words
            .starts_with("  2 of your 3 notes are wrong:\n  - r1c4 is not 4 in the solution (no rule is broken yet)\n"),
        "{words}"
    );
    let (_, words) = checked(&position(UNIQUE, ["2 1 . 4", ". . . .", ". . . .", ". . . ."]));
    assert_eq!(words, "  1 of your 2 entries is wrong:\n  - r1c4 is not 4 in the solution (no rule is broken yet)\n");
    let (_, words) = checked(&position(UNIQUE, ["4 1 2 4", ". . . .", ". . . .", ". . . ."]));
    assert!(words.starts_with("  all your 3 entries are wrong:\n"), "{words}");
    let (code, words) = checked(&position(UNIQUE, [". 3 . .", ". . . .", ". . . .", ". . . ."]));
    assert_eq!((code, words.as_str()), (6, "  your entry is wrong:\n  - r1c2 is 3, but 1 is given there\n"));
}

#[test]
fn a_batch_counts_those_with_mistakes() {
    let wrong = position(UNIQUE, ["4 1 . .", ". . . .", ". . . .", ". . . ."]);
    let ran = run_with(&["check", "--kind", "sudoku", "-"], format!("{wrong}\n{UNIQUE}\n"));
    assert_eq!((ran.code, ran.err.as_str()), (6, "2 puzzles: 1 unique, 1 with mistakes\n"), "{}", ran.out);
}

#[test]
fn solutions_that_the_text_claims() {
    let solution = |rows: &str| checked(&format!("{UNIQUE}\n# solution\n{rows}\n"));
    assert_eq!(solution("2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 4"), (0, "  the solution in the text is right\n".to_owned()));
    let (code, words) = solution("2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 3");
    assert!(code == 6 && words.starts_with("  the solution in the text is wrong: "), "{words}");
}

#[test]
fn holes_may_be_copied() {
    let puzzle = "1 . .\n8 x .\n. . .\n";
    for (hole, row) in [("x", "1 2 3"), ("@", "1 2 3"), (".", "1 2 3"), ("x", "1 3 2")] {
        let text = format!("{puzzle}# position\n{row}\n8 {hole} .\n. . .\n");
        let ran = run_with(&["check", "--kind", "hidato", "--format", "json", "-"], text);
        let progress = &ran.objects()[0]["progress"];
        let right = row == "1 2 3";
        assert_eq!((&progress["entries"], &progress["right"]), (&json!(2), &json!(right)), "{ran:?}");
    }
}

#[test]
fn entries_of_a_puzzle_with_several_solutions() {
    let (code, words) = checked(&position(SEVERAL, ["2 1 . .", ". . . .", ". . . .", ". . . ."]));
    assert!(code == 5 && words.ends_with("  your entry is right\n"), "{words}");
    // Each of them is possible, but not both in one box.
    let (code, words) = checked(&position(SEVERAL, ["2 1 . .", ". . . .", ". . . 1", ". . 1 ."]));
    assert!(code == 6 && words.contains("your 3 entries cannot all be right:"), "{words}");
    assert!(words.contains("r3c4") && words.contains("r4c3") && words.contains("cannot all be right"), "{words}");
}

#[test]
fn forms_and_help_say_how() {
    for entry in pencilmark::registry::kinds() {
        let form = run(&["template", entry.info.id]).out;
        assert!(form.contains("\"# position\""), "{form}");
    }
    for help in [run(&["check", "--help"]).out, run(&["man"]).out] {
        assert!(help.contains("# position") && help.contains("# solution") && help.contains("Am I right so far?"));
    }
}
