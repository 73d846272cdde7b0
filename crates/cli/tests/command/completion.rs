//! Shell completions, suggestions for misspelt names, and the manual.

use std::process::Command;

use crate::common::{UNIQUE, file, folder, run};

/// One name from every list that the command knows, with the option that takes it.
const OFFERED: [(&str, &str); 11] = [
    ("--method", "hill-climbing"),
    ("--preset", "report"),
    ("--model", "region-stars"),
    ("--corpus", "hidato/levels"),
    ("--kind", "two-not-touch"),
    ("--from", "puzz-link"),
    ("--only", "swordfish"),
    ("--teach", "x-wing"),
    ("--measure", "evaluations"),
    ("--order", "dom-wdeg"),
    ("--regions", "compact"),
];

#[test]
fn completions_know_every_list() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]).out;
        for (option, name) in OFFERED {
            // clap_complete writes no option values for these two shells.
            let is_bare = ["powershell", "elvish"].contains(&shell);
            let wanted = if is_bare { option.trim_start_matches('-') } else { name };
            assert!(script.contains(wanted), "{shell} {option} {name}");
        }
    }
}

/// Returns bash's completions for the last of these words; `None` without bash.
fn bash(script: &str, words: &[&str]) -> Option<String> {
    let line = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let program = format!(
        "source '{script}'\nCOMP_WORDS=({line})\nCOMP_CWORD={}\n_pencilmark pencilmark '{last}' '{before}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.len() - 1
    );
    let output = Command::new("bash").args(["--norc", "-c", &program]).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn bash_completes_names() {
    let script = file("completion.bash", run(&["completions", "bash"]).out);
    for (words, offered) in [
        (&["pencilmark", "solve", "--method", "ann"][..], "annealing\n"),
        (&["pencilmark", "solve", "--method", "annealing", "--corpus", "kenken/s"], "kenken/small\n"),
        (&["pencilmark", "template", "cal"], "calcudoku\n"),
        (&["pencilmark", "hint", "--without", "jelly"], "jellyfish\n"),
        (&["pencilmark", "convert", "--to", "puzz"], "puzz-link\n"),
        (&["pencilmark", "man", "expl"], "explain\n"),
        (&["pencilmark", "list", "methods", "gen"], "genetic\n"),
    ] {
        // A machine without bash has no completions to test.
        let Some(seen) = bash(&script, words) else { return };
        assert!(seen.contains(offered), "{words:?}: {seen}");
    }
}

/// Returns what fish offers for a command line; `None` without fish.
fn fish(script: &str, line: &str) -> Option<Vec<String>> {
    let program = format!("source '{script}'; complete -C '{line}'");
    let folder = folder("completion_fish_files");
    std::fs::write(folder.join("sudoku-file.txt"), "").expect("a file");
    let output = Command::new("fish").args(["--no-config", "-c", &program]).current_dir(folder).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(lines.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect())
}

#[test]
fn fish_offers_names_where_no_file_belongs() {
    let script = file("completion.fish", run(&["completions", "fish"]).out);
    for (line, offered) in [
        ("generate su", &["sudoku"][..]),
        ("generate --size 9 su", &["sudoku"]),
        ("rules su", &["sudoku"]),
        ("template su", &["sudoku"]),
        ("reproduce su", &["sudoku"]),
        ("list sch", &["schemas"]),
        ("list methods annea", &["annealing"]),
        ("man sol", &["solve"]),
        ("completions fi", &["fish"]),
        // Where files belong, they are still offered.
        ("solve su", &["sudoku-file.txt"]),
        ("generate sudoku --out su", &["sudoku-file.txt"]),
        ("generate --like su", &["sudoku-file.txt"]),
        ("generate --teach x-w", &["x-wing"]),
        ("solve --method annea", &["annealing"]),
    ] {
        // A machine without fish has no completions to test.
        let Some(seen) = fish(&script, &format!("pencilmark {line}")) else { return };
        assert_eq!(seen, offered, "{line}");
    }
}

#[test]
fn a_slip_gets_a_suggestion() {
    for (args, meant) in [
        (&["sovle"][..], "'solve'"),
        (&["solve", "--metod", "sat"], "'--method'"),
        (&["solve", "--order", "mvr"], "'mrv'"),
        (&["generate", "suduko"], "'sudoku'"),
        (&["compare", "sudko"], "did you mean `sudoku`?"),
        (&["generate", "sudoku", "--symmetry", "rotaional"], "'rotational'"),
        (&["solve", "--format", "jsn"], "'json'"),
        (&["solve", "--method", "bactracking", "--text", UNIQUE], "did you mean `backtracking`?"),
        (&["solve", "--model", "cels", "--text", UNIQUE], "did you mean `cells`?"),
        (&["solve", "--corpus", "sudoku/smal"], "did you mean `sudoku/small`?"),
        (&["hint", "--only", "x-wingg", "--text", UNIQUE], "did you mean `x-wing`?"),
        (&["generate", "sudoku", "--teach", "swordfsh"], "did you mean `swordfish`?"),
        (&["generate", "sudoku", "--format", "lin"], "did you mean `line`?"),
        (&["compare", "sudoku", "--measure", "check"], "did you mean `checks`?"),
        (&["man", "explan"], "did you mean `explain`?"),
        (&["list", "methods", "anealing"], "did you mean `annealing`?"),
    ] {
        let ran = run(args);
        assert!(ran.code == 2 && ran.err.contains(meant), "{args:?}: {}", ran.err);
    }
}

#[test]
fn spelling_does_not_matter() {
    let solved = run(&["solve", "--method", "AC3", "--format", "JSON", "--kind", "Sudoku", "--text", UNIQUE]);
    assert!(solved.code == 0 && solved.objects()[0]["method"] == "ac-3", "{solved:?}");
    let level = run(&["solve", "--method", "ac-3", "--level", "ac-3", "--format", "line", "--text", UNIQUE]);
    assert_eq!(level.code, 0, "{}", level.err);
    let form = run(&["template", "Two Not Touch", "--size", "9"]);
    assert!(form.out.starts_with("# kind: two-not-touch\n") && form.out.contains("\n9 2\n"), "{form:?}");
    let rules = run(&["rules", "Queens"]).out;
    assert!(rules.starts_with("Queens\n") && rules.contains("queens never touch"), "{rules}");
    let made = |format| run(&["generate", "hitori", "--size", "4", "--format", format]).out;
    assert!(made("JSON").starts_with('{') && made("puzz_link").starts_with("https://puzz.link/p?hitori/"));
    assert_eq!(run(&["list", "schemas", "Record"]).out, run(&["list", "schemas", "record"]).out);
    assert!(run(&["list", "techniques", "Star Battle"]).out.contains("star-battle/"));
    let wrong = run(&["template", "kenken", "--size", "60"]);
    assert!(wrong.code == 2 && wrong.out.is_empty(), "{wrong:?}");
}

#[test]
fn the_manual_is_whole() {
    let pages = run(&["man"]).out;
    // No page refers to another: a reader may have installed only one.
    assert!(!pages.contains("(1)"), "{pages}");
    for page in pages.split(".TH ").skip(1) {
        let name = page.lines().next().unwrap_or_default();
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT"] {
            assert!(page.contains(&format!(".SH {section}")), "{name}: {section}");
        }
        assert!(!page.contains("Examples:") && page.contains("NO_COLOR"), "{name}");
    }
    let solve = run(&["man", "solve"]).out;
    assert!(solve.contains("pencilmark solve [OPTIONS] [FILE]..."), "{solve}");
    assert!(solve.contains("\n.TP\n\\fB130\\fR\ninterrupted\n"), "{solve}");
}
