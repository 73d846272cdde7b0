//! `vary`, `canonical` and `dedupe`.

use std::collections::BTreeSet;

use crate::common::{SEVERAL, UNIQUE, run, run_with};

const GRID: &str = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";

#[test]
fn puzzles_that_were_varied_are_solved_and_found_again() {
    for entry in pencilmark::registry::kinds() {
        let set = format!("{}/small", entry.info.id);
        let puzzles = pencilmark::corpus::set(&set).expect("a built-in set");
        let varied = run(&["vary", "--corpus", &set, "-n", "3", "--format", "json"]);
        assert_eq!((varied.code, varied.out.lines().count()), (0, 3 * puzzles.len()), "{}", varied.err);
        let checked = run_with(&["check", "-"], &varied.out);
        assert_eq!(checked.code, 0, "{set}: {}", checked.out);
        let original = run(&["canonical", "--hash", "--corpus", &set]).out;
        let again = run_with(&["canonical", "--hash", "-"], &varied.out).out;
        let hashes = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
        assert_eq!(hashes(&original), hashes(&again), "{set}");
        let different = run_with(&["dedupe", "-"], &varied.out);
        assert_eq!(different.out.lines().count(), hashes(&original).len(), "{set}");
        assert!(different.err.contains("equivalent to one before"), "{}", different.err);
    }
}

#[test]
fn a_seed_replays_and_goes_on_where_it_stopped() {
    let all = run(&["vary", "--text", UNIQUE, "-n", "6", "--seed", "7", "--format", "line"]).out;
    let rest =
        run(&["vary", "--text", UNIQUE, "-n", "4", "--skip", "2", "--seed", "7", "--format", "line", "-j", "1"]).out;
    assert!(all.ends_with(&rest) && all.lines().count() == 6 && rest.lines().count() == 4, "{all}\n{rest}");
    assert_eq!(all.lines().collect::<BTreeSet<_>>().len(), 6, "{all}");
}

#[test]
fn what_is_entered_comes_along() {
    let solved = run(&["generate", "sudoku", "--size", "4", "--solved", "--format", "json"]).out;
    let varied = run_with(&["vary", "-", "-n", "5", "--format", "json"], &solved);
    assert_eq!((varied.code, varied.out.lines().count()), (0, 5), "{}", varied.err);
    for line in varied.out.lines() {
        let puzzle = pencilmark::Puzzle::parse(line).expect("our own JSON");
        let solution = puzzle.claimed_solution().expect("a solution");
        assert_eq!(puzzle.judge(solution), Ok(()), "{line}");
    }
}

#[test]
fn only_copies_are_left_out() {
    let text = format!("{UNIQUE}\n{SEVERAL}\n{UNIQUE}\n");
    let different = run_with(&["dedupe", "--format", "line", "-"], &text);
    assert_eq!(different.out, format!("{UNIQUE}\n{SEVERAL}\n"), "{}", different.err);
    assert_eq!((different.code, different.err.trim()), (0, "3 puzzles, 1 of them equivalent to one before"));
}

#[test]
fn what_has_no_form_is_said_and_kept() {
    let text = format!("{UNIQUE}\n11..............\nnonsense\n");
    let different = run_with(&["dedupe", "--format", "line", "-"], &text);
    assert_eq!((different.code, different.out.lines().count()), (3, 2), "{}\n{}", different.out, different.err);
    assert!(different.err.contains("the canonical form is not known: it contradicts itself"), "{}", different.err);
    assert_eq!(run(&["canonical", "--text", "11.............."]).code, 4);
    let twice = run_with(&["dedupe", "--format", "line", "-"], "11..............\n11..............\n");
    assert_eq!((twice.code, twice.out.lines().count()), (4, 1), "{}", twice.err);
    assert!(twice.err.ends_with("2 puzzles, 1 of them equivalent to one before\n"), "{}", twice.err);
}

#[test]
fn a_puzzle_that_a_format_cannot_carry_does_not_end_the_batch() {
    let hitori = run(&["generate", "hitori", "--format", "json"]).out;
    for verb in ["vary", "canonical", "dedupe"] {
        let ran =
            run_with(&[verb, "--format", "line", "-"], format!("{hitori}{{\"kind\":\"sudoku\",\"grid\":{GRID}}}\n"));
        assert_eq!((ran.code, ran.out.lines().count()), (2, 1), "{verb}: {}\n{}", ran.out, ran.err);
        assert!(ran.err.contains("cannot be written as `line`; use"), "{verb}: {}", ran.err);
    }
    let endless = run(&["vary", "--text", UNIQUE, "-n", "1000000000"]);
    assert_eq!((endless.code, endless.out.as_str()), (2, ""));
    assert!(endless.err.contains("too many"), "{}", endless.err);
}
