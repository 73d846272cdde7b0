//! `convert` and `render`.

use crate::common::{NONE, SEVERAL, UNIQUE, UNIQUE_SOLVED, folder, run, run_with};

#[test]
fn every_format_carries_puzzles_there_and_back() {
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        let set = format!("{kind}/small");
        let puzzles = pencilmark::corpus::set(&set).expect("a built-in set");
        let mut carried = 0;
        // Candidates are more than the puzzle: what follows from its clues stands there, too.
        for format in entry.written_formats().filter(|&id| id != pencilmark::registry::CANDIDATES.0) {
            let there = run(&["convert", "--corpus", &set, "--to", format]);
            let able = puzzles.iter().filter(|puzzle| puzzle.write(format).is_some()).count();
            assert_eq!(there.code, if able == puzzles.len() { 0 } else { 2 }, "{kind} {format}: {}", there.err);
            if able == 0 {
                continue;
            }
            carried += 1;
            let back = run_with(&["convert", "--to", "json", "--kind", kind, "--from", format, "-"], &there.out);
            assert_eq!(back.code, 0, "{kind} {format}: {}\n{}", back.err, there.out);
            let read: Vec<pencilmark::Puzzle> =
                back.out.lines().map(|line| pencilmark::Puzzle::parse(line).expect("our own JSON")).collect();
            assert_eq!(read.len(), able, "{kind} {format}");
            let written = puzzles.iter().filter(|puzzle| puzzle.write(format).is_some());
            for (puzzle, read) in written.zip(&read) {
                assert!(puzzle.has_same_clues(read), "{kind} {format}: {puzzle:?} {read:?}");
            }
        }
        assert!(carried >= 3, "{kind}");
    }
}

#[test]
fn only_what_can_be_written_is_offered() {
    let refused = run(&["convert", "--to", "drawing", "--text", UNIQUE]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    let (_, offered) = refused.err.split_once("possible values: ").expect("a list");
    let mut offered: Vec<&str> = offered.split(']').next().unwrap_or("").split(", ").collect();
    let mut written: Vec<&str> = pencilmark::registry::kinds()
        .iter()
        .copied()
        .flat_map(pencilmark::registry::KindEntry::written_formats)
        .collect();
    offered.sort_unstable();
    written.sort_unstable();
    written.dedup();
    assert_eq!(offered, written);
    // What is only read is still read.
    let drawn = run(&["render", "--text", UNIQUE]).out;
    let read = run_with(&["convert", "--to", "line", "--kind", "sudoku", "--from", "drawing", "-"], drawn);
    assert_eq!(read.out, format!("{UNIQUE}\n"), "{}", read.err);
}

#[test]
fn the_format_to_write_has_the_same_flag_everywhere() {
    let written = |flag| run(&["convert", flag, "grid", "--text", UNIQUE]).out;
    assert!(!written("--to").is_empty());
    assert_eq!(written("--format"), written("--to"));
}

#[test]
fn a_folder_called_like_a_file_is_refused() {
    let path = folder("conversion_file").join("board.PNG");
    let name = path.to_str().expect("a plain path");
    for (args, redirects) in [
        (&["render", "--format", "png", "--out", name, "--text", UNIQUE][..], true),
        (&["generate", "sudoku", "--size", "4", "--format", "svg", "--out", name], true),
        (&["generate", "sudoku", "--size", "4", "--format", "png", "--out", name], false),
    ] {
        let ran = run(args);
        assert!(ran.code == 2 && ran.err.contains("board.PNG is called like a file") && !path.exists(), "{}", ran.err);
        assert_eq!(ran.err.contains("writes one file"), redirects, "{}", ran.err);
    }
    // A folder that is there may have any name.
    std::fs::create_dir(&path).expect("a folder");
    assert_eq!(run(&["render", "--format", "png", "--out", name, "--text", UNIQUE]).code, 0);
    assert!(path.join("001-sudoku.png").exists());
}

#[test]
fn candidates_are_written_for_every_kind() {
    let sudoku = run(&["convert", "--to", "candidates", "--text", UNIQUE]).out;
    assert!(sudoku.starts_with(" 24   1 |   4  34\n"), "{sudoku}");
    for entry in pencilmark::registry::kinds() {
        let (kind, set) = (entry.info.id, format!("{}/small", entry.info.id));
        let there = run(&["convert", "--corpus", &set, "--to", "candidates"]);
        assert_eq!(there.code, 0, "{}", there.err);
        let back = run_with(&["convert", "--to", "json", "--kind", kind, "-"], &there.out);
        assert_eq!(back.code, 0, "{}\n{}", back.err, there.out);
        let puzzles = pencilmark::corpus::set(&set).expect("a built-in set");
        let read: Vec<pencilmark::Puzzle> =
            back.out.lines().map(|line| pencilmark::Puzzle::parse(line).expect("our own JSON")).collect();
        assert_eq!(read.len(), puzzles.len(), "{kind}");
        for (puzzle, read) in puzzles.iter().zip(&read).filter(|_| kind != "sudoku") {
            assert_eq!(puzzle.marks(), read.marks(), "{kind}");
        }
    }
}

#[test]
fn candidates_are_drawn() {
    let cases = [
        ("text", "┃   2 │  1  ┃     │     ┃\n┃   4 │     ┃   4 │ 3 4 ┃"),
        ("ascii", "|   2 :  1  |"),
        ("svg", "<g class=\"marks\""),
    ];
    for (format, part) in cases {
        let drawn = run(&["render", "--candidates", "--format", format, "--text", UNIQUE]);
        assert!(drawn.code == 0 && drawn.out.contains(part), "{}", drawn.out);
    }
    let undecided = run(&["solve", "--method", "ac-3", "--corpus", "sudoku/hard"]);
    assert!(undecided.out.contains("━━━━━━━┯"), "{}", undecided.out);
    assert_eq!(run(&["render", "--candidates", "--solved", "--text", UNIQUE]).code, 2);
}

#[test]
fn what_cannot_be_carried_is_told_and_the_rest_goes_on() {
    let kenken = run(&["generate", "kenken", "--size", "4"]).out;
    let input = format!("{kenken}{}\n", crate::common::json_line(UNIQUE));
    let ran = run_with(&["convert", "--to", "line", "-"], input);
    assert_eq!((ran.code, ran.out), (2, format!("{UNIQUE}\n")));
    assert!(ran.err.contains(":1: a KenKen, which cannot be written as `line`; use list, "), "{}", ran.err);
}

#[test]
fn drawings_in_every_format() {
    let text = run(&["render", "--text", UNIQUE]).out;
    assert!(text.starts_with('┏') && text.contains("│ 1 ┃"), "{text}");
    let solved = run(&["render", "--solved", "--text", UNIQUE]).out;
    let digits: String = solved.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, UNIQUE_SOLVED);
    let ascii = run(&["render", "--format", "ascii", "--text", UNIQUE]).out;
    assert!(ascii.is_ascii() && ascii.contains('1'), "{ascii}");
    let svg = run(&["render", "--format", "svg", "--text", UNIQUE]).out;
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let none = run(&["render", "--solved", "--text", NONE]);
    assert!(none.err.contains("drawn without a solution"), "{}", none.err);
}

#[test]
fn a_folder_gets_one_file_a_puzzle() {
    let folder = folder("conversion_render").join("new/pictures");
    let path = folder.to_str().expect("a plain path");
    let batch = [crate::common::json_line(UNIQUE), "{}".to_owned(), crate::common::json_line(SEVERAL)].join("\n");
    let named = batch.replace(&format!("\"id\":\"{UNIQUE}\""), "\"id\":\"../../up and away\"");
    for (format, ending) in [("svg", "svg"), ("text", "txt"), ("ascii", "ascii.txt")] {
        let ran = run_with(&["render", "--format", format, "--color", "always", "--out", path, "-"], &named);
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
        assert!(ran.err.contains("wrote 2 files into "), "{}", ran.err);
        let mut names: Vec<String> = std::fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
            .filter(|name| name.split_once('.').is_some_and(|(_, rest)| rest == ending))
            .collect();
        names.sort();
        let expected = [format!("001-______up_and_away.{ending}"), format!("003-_1_____23_______.{ending}")];
        assert_eq!(names, expected);
        for name in names {
            let content = std::fs::read_to_string(folder.join(name)).expect("the file");
            assert!(!content.is_empty() && !content.contains('\u{1b}'));
        }
    }
}

#[test]
fn results_of_solve_in_every_format() {
    assert_eq!(run(&["solve", "--format", "line", "--text", UNIQUE]).out, format!("{UNIQUE_SOLVED}\n"));
    let grid = run(&["solve", "--format", "grid", "--text", UNIQUE]).out;
    let digits: String = grid.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, UNIQUE_SOLVED);
    assert!(run(&["solve", "--format", "svg", "--text", UNIQUE]).out.starts_with("<svg"));
    // Help promises no more than that.
    assert!(run(&["solve", "--help"]).out.contains("An SVG picture of one solution"));
    let two = run_with(&["solve", "--format", "svg"], format!("{UNIQUE}\n\n{UNIQUE}\n"));
    assert_eq!((two.code, two.out.matches("<svg").count()), (2, 1), "{}", two.err);
    let text = run(&["solve", "--stats", "--method", "backtracking", "--text", SEVERAL]).out;
    assert!(text.contains("one of several solutions · backtracking"), "{text}");
    assert!(text.contains("nodes"), "{text}");
    // What `solve` writes, `solve` reads: a solved board is a puzzle with one solution.
    let again = run_with(&["check", "--kind", "sudoku", "-"], &grid);
    assert_eq!(again.code, 0, "{}", again.err);
}
