//! `generate`: seeds, indices, files, and formats that have no room for what is asked for.

use crate::common::{folder, run, run_with};

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name")).collect();
    names.sort();
    names
}

#[test]
fn skipping_continues_a_series() {
    let args = ["generate", "sudoku", "--size", "4", "--seed", "3"];
    let all = run(&[&args[..], &["-n", "6"]].concat()).out;
    for flag in ["--skip", "--from-index"] {
        let rest = run(&[&args[..], &["-n", "2", flag, "4"]].concat()).out;
        assert!(rest.lines().eq(all.lines().skip(4)), "{rest}");
    }
    assert!(all.lines().last().is_some_and(|line| line.contains("\"sudoku-4x4-3-5\"")), "{all}");
    let last = u64::MAX - 1;
    let made = run(&[&args[..], &["--skip", &last.to_string()]].concat());
    assert!(made.out.contains(&format!("\"sudoku-4x4-3-{last}\"")), "{}", made.err);
    let beyond = run(&[&args[..], &["-n", "2", "--skip", &last.to_string()]].concat());
    assert_eq!((beyond.code, beyond.out.as_str()), (2, ""));
    assert!(beyond.err.contains(&format!("--skip {last} does not leave 2 of them")), "{}", beyond.err);
}

#[test]
fn a_random_seed_is_told_and_repeats() {
    let draw = || run(&["generate", "sudoku", "--size", "4", "--seed", "random"]);
    let (first, second) = (draw(), draw());
    assert_ne!(first.out, second.out);
    let seed = first.err.strip_prefix("seed ").and_then(|rest| rest.split(';').next()).expect("a seed").to_owned();
    assert_eq!(first.err, format!("seed {seed}; --seed {seed} repeats this\n"));
    let again = run(&["generate", "sudoku", "--size", "4", "--seed", &seed]);
    assert_eq!((again.out, again.err.as_str()), (first.out, ""));
    let ran = run(&["solve", "--method", "annealing", "--seed", "random", "--corpus", "sudoku/small"]);
    assert_eq!(ran.err.matches("; --seed ").count(), 1, "{}", ran.err);
    assert_eq!(run(&["generate", "sudoku", "--seed", "some"]).code, 2);
}

#[test]
fn a_range_with_its_ends_swapped_is_told_how_to_write_it() {
    for (flag, value, meant) in
        [("--level", "5..2", "2..5"), ("--score", "4.5..3", "3..4.5"), ("--clues", "30 ..= 24", "24..30")]
    {
        let ran = run(&["generate", "sudoku", flag, value]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(&format!("its ends are swapped; write {meant}")), "{}", ran.err);
    }
    let ran = run(&["generate", "sudoku", "--level", "9..2"]);
    assert!(ran.err.contains("from 1 to 6") && !ran.err.contains("swapped"), "{}", ran.err);
}

#[test]
fn solutions_are_written_or_refused() {
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        let refused = run(&["generate", kind, "--format", "nonsense"]).err;
        let offered =
            format!("choose one of text, svg, png, {}\n", entry.written_formats().collect::<Vec<_>>().join(", "));
        assert!(refused.ends_with(&offered) && !offered.contains("drawing"), "{refused}");
        assert_eq!(run(&["generate", kind, "--size", "6", "--format", "drawing"]).code, 2);
        for format in entry.written_formats() {
            let made = run(&["generate", kind, "--size", "6", "--format", format]);
            assert!(made.code == 0 || made.err.contains("cannot carry"), "{kind} {format}: {}", made.err);
            let ran = run(&["generate", kind, "--size", "6", "--solved", "--format", format]);
            if ran.code == 2 {
                assert_eq!(ran.out, "");
                let told = ran.err.contains("has no place for solutions\n  help: with --solved, choose one of text,");
                assert!(told || ran.err.contains("cannot carry"), "{kind} {format}: {}", ran.err);
                continue;
            }
            // Candidates are written in formats that are read under their own names.
            let from = if format == "candidates" { &[][..] } else { &["--from", format] };
            let back = run_with(&[&["convert", "--to", "json", "--kind", kind, "-"], from].concat(), &ran.out);
            assert!(back.objects()[0]["solution"].is_array(), "{kind} {format}: {}{}", ran.out, back.err);
        }
    }
    let both = run(&["generate", "sudoku", "--size", "4", "--solved", "--format", "text"]).out;
    let alone = run(&["generate", "sudoku", "--size", "4", "--format", "text"]).out;
    for (row, beside) in alone.lines().zip(both.lines()).skip(1) {
        assert!(beside.starts_with(row) && beside.chars().count() > row.chars().count(), "{both}");
    }
    let digits = |text: &str| text.lines().skip(1).collect::<String>().chars().filter(char::is_ascii_digit).count();
    assert_eq!(digits(&both), digits(&alone) + 16, "{both}");
}

#[test]
fn several_drawings_go_into_a_folder() {
    let ran = run(&["generate", "hidato", "--size", "4", "--format", "svg", "-n", "3"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("an SVG file holds one drawing\n  help: --out FOLDER"), "{}", ran.err);
    assert_eq!(run(&["generate", "hidato", "--size", "4", "--format", "svg"]).code, 0);
    let folder = folder("generation_folder");
    let path = folder.to_str().expect("a plain path");
    for solved in [&[][..], &["--solved"]] {
        let args = ["generate", "hidato", "--size", "4", "--format", "svg", "-n", "2", "--skip", "7", "--out", path];
        let ran = run(&[&args[..], solved].concat());
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        assert!(ran.err.contains("wrote 2 files into "), "{}", ran.err);
    }
    let expected = [
        "008-hidato-4x4-0-7-solved.svg",
        "008-hidato-4x4-0-7.svg",
        "009-hidato-4x4-0-8-solved.svg",
        "009-hidato-4x4-0-8.svg",
    ];
    assert_eq!(names(&folder), expected);
    let drawing = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a drawing");
    // The way from number to number is that of the solution: a puzzle does not give it away.
    assert!(drawing(expected[0]).contains("<polyline ") && !drawing(expected[1]).contains("<polyline "));
    assert!(drawing(expected[0]).starts_with("<svg"));
    run(&["generate", "hidato", "--size", "4", "--format", "text", "--color", "always", "--out", path]);
    assert!(!drawing("001-hidato-4x4-0-0.txt").contains('\u{1b}'));
}

#[test]
fn every_drawing_of_a_puzzle_has_a_file_of_its_own() {
    let folder = folder("generation_render");
    let path = folder.to_str().expect("a plain path");
    let mut expected = Vec::new();
    for (format, ending) in [("svg", ".svg"), ("text", ".txt"), ("ascii", ".ascii.txt")] {
        for (more, shows) in [(&[][..], ""), (&["--solved"], "-solved"), (&["--candidates"], "-candidates")] {
            let args = ["render", "--format", format, "--text", crate::common::UNIQUE, "--out", path];
            assert_eq!(run(&[&args[..], more].concat()).code, 0);
            expected.push(format!("001-sudoku{shows}{ending}"));
        }
    }
    expected.sort();
    assert_eq!(names(&folder), expected);
    // Long names are cut, what tells drawings apart is not.
    let long = crate::common::json_line(crate::common::UNIQUE).replace(crate::common::UNIQUE, &"x".repeat(80));
    run(&["render", "--candidates", "--text", &long, "--out", path]);
    assert!(folder.join(format!("001-{}-candidates.txt", "x".repeat(60))).exists(), "{:?}", names(&folder));
    let plain = std::fs::read_to_string(folder.join("001-sudoku.txt")).expect("a drawing");
    assert_eq!(plain, run(&["render", "--text", crate::common::UNIQUE]).out);
}

#[test]
fn names_of_files_sort_by_number_and_replacing_others_is_said() {
    let folder = folder("generation_names");
    let path = folder.to_str().expect("a plain path");
    let made = |more: &[&str]| {
        let args = ["generate", "sudoku", "--size", "4", "--skip", "998", "-n", "3", "--out", path];
        let ran = run(&[&args, more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.err
    };
    assert!(!made(&[]).contains("other content"));
    assert_eq!(
        names(&folder),
        ["0999-sudoku-4x4-0-998.json", "1000-sudoku-4x4-0-999.json", "1001-sudoku-4x4-0-1000.json"]
    );
    assert!(!made(&[]).contains("other content"), "the same bytes are no change");
    let other = made(&["--no-grade"]);
    assert!(other.contains("wrote 3 files into ") && other.contains("; 3 files had other content before"), "{other}");
    let others = made(&["--missing", ".1"]);
    assert!(!others.contains("other content"), "other settings make files of other names: {others}");
}

#[test]
fn json_says_how_hard_a_puzzle_is_and_how_it_is_solved() {
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        let args = ["generate", kind, "--size", "6", "-n", "2", "--format", "json"];
        let made = run(&args);
        let graded =
            run_with(&["grade", "--format", "json", "--no-ratings", "--with-puzzle", "-"], &made.out).objects();
        let checked = run_with(&["check", "--format", "json", "-"], &made.out).objects();
        for ((puzzle, grade), check) in made.objects().iter().zip(&graded).zip(&checked) {
            assert!(puzzle["level"].is_u64() && puzzle["hardest"].is_string(), "{puzzle}");
            for field in ["level", "score", "hardest"] {
                assert_eq!(puzzle[field], grade[field], "{kind} {field}");
            }
            assert_eq!(check["claim"]["right"], true, "{kind}");
            // The record contains the puzzle as it was read, without its level, score and
            // technique.
            assert_eq!(grade["puzzle"]["id"], puzzle["id"]);
            assert_eq!(grade["puzzle"]["solution"], puzzle["solution"]);
        }
        let plain = run(&[&args[..], &["--no-grade"]].concat()).objects();
        assert!(plain.iter().all(|puzzle| puzzle["solution"].is_array() && puzzle.get("level").is_none()), "{kind}");
    }
    // A puzzle with several solutions is written without one.
    let open = run(&["generate", "sudoku", "--size", "4", "--missing", ".9", "--several-ok", "--format", "json"]);
    assert!(open.objects()[0].get("solution").is_none() && open.objects()[0].get("level").is_none(), "{}", open.out);
    let refused = run(&["grade", "--with-puzzle", "--text", crate::common::UNIQUE]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("add --format json"), "{}", refused.err);
}

#[test]
fn puzzles_of_other_settings_have_other_names() {
    let names = |more: &[&str]| {
        let ran = run(&[&["generate", "kenken", "--size", "4", "-n", "2", "--no-grade", "--seed", "1"], more].concat());
        ran.objects().iter().map(|puzzle| puzzle["id"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["kenken-4x4-1-0", "kenken-4x4-1-1"]);
    assert_eq!(names(&["--level", "1"]), ["kenken-4x4-level-1-1-0", "kenken-4x4-level-1-1-1"]);
    assert_eq!(names(&["--cages", "1..4", "--operators", "+-x/"]), names(&[]), "what is usual goes without saying");
}
