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
fn no_puzzle_comes_twice_and_all_of_them_come() {
    for (kind, all) in [("kenken", 8), ("star-battle", 8), ("hidato", 16)] {
        let made = run(&["generate", kind, "--size", "6", "--seed", "3"]).out;
        let varied = |more: &[&str]| run_with(&[&["vary", "-", "--format", "json"], more].concat(), &made);
        let few = varied(&["-n", "8"]);
        assert_eq!((few.code, few.err.as_str()), (0, ""), "{kind}");
        let every = varied(&["-n", "20"]);
        assert_eq!((every.code, every.out.lines().count()), (0, all), "{kind}: {}", every.err);
        let told = format!("-:1: there are only {all} equivalent puzzles, with the puzzle itself");
        assert_eq!(every.err.trim(), told);
        assert!(every.out.starts_with(&few.out), "{kind}: {}", few.out);
        let boards: BTreeSet<String> = every
            .objects()
            .into_iter()
            .map(|mut object| {
                object.as_object_mut().expect("an object").remove("id");
                object.to_string()
            })
            .collect();
        assert_eq!(boards.len(), all, "{kind}");
        let rest = varied(&["-n", "20", "--skip", "5"]);
        assert!(every.out.ends_with(&rest.out) && rest.out.lines().count() == all - 5, "{kind}: {}", rest.out);
    }
    // A board that is the same after every turn and with every name for its digits has no others.
    let blank = run(&["vary", "-n", "3", "--format", "line", "--text", &".".repeat(16)]);
    assert_eq!((blank.code, blank.out.lines().count()), (0, 1), "{}", blank.out);
    assert!(blank.err.contains("only 1 equivalent puzzle found, with the puzzle itself"), "{}", blank.err);
}

#[test]
fn what_is_entered_comes_along() {
    let solved = run(&["generate", "sudoku", "--size", "4", "--solved", "--format", "json"]).out;
    let varied = run_with(&["vary", "-", "-n", "5", "--format", "json"], &solved);
    assert_eq!((varied.code, varied.out.lines().count()), (0, 5), "{}", varied.err);
    for line in varied.out.lines() {
        let puzzle = pencilmark::Puzzle::parse(line).expect("our own JSON");
        let solution = puzzle.solution().expect("a solution");
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
