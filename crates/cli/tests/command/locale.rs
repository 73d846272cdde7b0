//! Locales without UTF-8: boards and sentences are ASCII, data stays UTF-8.

use crate::common::{SEVERAL, UNIQUE, command};

/// Runs the command in a locale: both streams together.
fn run(locale: &str, args: &[&str]) -> String {
    let output = command().env("LC_ALL", locale).args(args).output().expect("the command starts");
    let both = [output.stdout, output.stderr].concat();
    String::from_utf8(both).expect("UTF-8")
}

#[test]
fn where_there_is_only_ascii_everything_for_people_is_ascii() {
    let table: &[&[&str]] = &[
        &[],
        &["--help"],
        &["check", "--text", SEVERAL],
        &["hint", "--stage", "apply", "--text", UNIQUE],
        &["explain", "--boards", "--text", UNIQUE],
        &["render", "--corpus", "kenken/small"],
        &["generate", "hitori", "--size", "5", "--format", "text", "--solved"],
        &["solve", "--corpus", "hidato/small"],
        &["list"],
        &["rules", "kenken"],
        &["solve", "--metod"],
    ];
    for args in table {
        let seen = run("C", args);
        let other: String = seen.chars().filter(|letter| !letter.is_ascii()).collect();
        assert!(other.is_empty() && !seen.is_empty(), "{args:?}: {other:?} in {seen}");
    }
    assert!(run("C", table[2]).contains("Sudoku 4x4: several"), "{}", run("C", table[2]));
    assert!(run("C.UTF-8", table[2]).contains("Sudoku 4×4: several"));
    // Output for programs does not depend on the locale.
    let svg = ["render", "--format", "svg", "--corpus", "kenken/small", "--kind", "kenken"];
    assert_eq!(run("C", &svg), run("C.UTF-8", &svg));
    let json = ["list", "kinds", "--format", "json"];
    assert_eq!(run("C", &json), run("C.UTF-8", &json));
}
