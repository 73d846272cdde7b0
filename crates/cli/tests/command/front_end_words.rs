//! The libraries do not speak in the words of the command: a flag or a verb in one of their texts would mean nothing to
//! a caller from Rust, from Python or from a page. They name options as data, and the command makes flags of them.

use std::path::{Path, PathBuf};

/// The crates below the command.
const LIBRARIES: [&str; 7] = ["csp", "search", "puzzles", "pencilmark", "lab", "reproduce", "print"];

#[test]
fn texts_of_the_libraries_name_no_flag_and_no_verb() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let help = crate::common::run(&["--help"]).out;
    let verbs: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Verbs:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.contains(&"solve"), "{help}");
    let (mut found, mut seen) = (Vec::new(), 0);
    for library in LIBRARIES {
        for file in sources(&crates.join(library).join("src")) {
            let text = std::fs::read_to_string(&file).expect("a source");
            // Texts beside the code are part of it: the forms to type a puzzle into.
            let is_code = file.extension().is_some_and(|ending| ending == "rs");
            let texts = if is_code { literals(without_tests(&text)) } else { vec![text] };
            for literal in texts {
                seen += 1;
                if let Some(word) = flag(&literal).or_else(|| verb(&literal, &verbs)) {
                    found.push(format!("{}: {word} in {literal:?}", file.display()));
                }
            }
        }
    }
    assert!(seen > 3000, "{seen}");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn only_an_inline_module_of_tests_is_left_out() {
    let declared = "mod parts;\n#[cfg(test)]\nmod tests;\n\nconst RULES: &str = \"use --seed\";\n";
    let inline = "const RULES: &str = \"none\";\n\n#[cfg(test)]\nmod tests {\n    const A: &str = \"--seed\";\n}\n";
    assert_eq!(literals(without_tests(declared)), ["use --seed"]);
    assert_eq!(literals(without_tests(inline)), ["none"]);
    assert_eq!(literals(without_tests(&format!("{declared}{inline}"))), ["use --seed", "none"]);
}

#[test]
fn texts_that_once_escaped_the_search_are_searched() {
    let puzzles = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../puzzles/src");
    let files = sources(&puzzles);
    for kind in pencilmark::registry::kinds() {
        let (id, folder) = (kind.info.id, puzzles.join(kind.info.id.replace('-', "_")));
        assert!(files.contains(&folder.join("template.txt")), "{id}");
        let code = std::fs::read_to_string(folder.join("mod.rs")).expect("a source");
        assert!(literals(without_tests(&code)).iter().any(|text| text == id), "{id}");
    }
}

#[test]
fn literals_are_found_and_comments_are_not() {
    let code = "/// Says \"--no\".\n let a = \"one\\\"--two\"; // \"three\"\n let b = r#\"raw \"four\"\"#; let c = '\"'; \
                let d: &'static str = \"five\"; /* \"six\" */ let e = b'\\'';";
    assert_eq!(literals(code), ["one\\\"--two", "raw \"four\"", "five"]);
    for (text, is_flag) in [
        ("use --kind", true),
        ("(--box 2x3)", true),
        ("`--seed`", true),
        ("<!-- a -->", false),
        ("var(--ink)", false),
        ("--ink: black", false),
        ("a -- b", false),
        ("|---|", false),
    ] {
        assert_eq!(flag(text).is_some(), is_flag, "{text}");
    }
    assert!(verb("`pencilmark check` says why", &["check"]).is_some());
    assert!(verb("pencilmark checks", &["check"]).is_none());
}

/// Code up to its inline module of tests. A module that is only declared (`mod tests;`) is a file of its own, and what
/// follows the declaration counts.
fn without_tests(code: &str) -> &str {
    let inline = code.match_indices("#[cfg(test)]\nmod ").find(|(at, _)| {
        let declaration = code[*at..].lines().nth(1).unwrap_or("");
        declaration.trim_end().ends_with('{')
    });
    inline.map_or(code, |(at, _)| &code[..at])
}

/// The files of code and of text in a folder, without those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of = |path: PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("").to_owned();
        match (name.as_str(), path.is_dir()) {
            ("tests" | "tests.rs", _) => Vec::new(),
            (_, true) => sources(&path),
            (_, false) if path.extension().is_some_and(|ending| ending == "rs" || ending == "txt") => vec![path],
            _ => Vec::new(),
        }
    };
    entries.flat_map(of).collect()
}

/// The literal texts of Rust code, as they are written there.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let raw = rest.strip_prefix('r').and_then(|after| {
            let hashes = after.len() - after.trim_start_matches('#').len();
            after[hashes..].strip_prefix('"').map(|body| (body, format!("\"{}", "#".repeat(hashes))))
        });
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, next)| next);
        } else if let Some(after) = rest.strip_prefix("/*") {
            rest = after.split_once("*/").map_or("", |(_, next)| next);
        } else if let Some((body, end)) = raw {
            let (text, next) = body.split_once(&end).unwrap_or((body, ""));
            found.push(text.to_owned());
            rest = next;
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.map_or(rest.len(), |end| end + 1);
            found.push(rest[1..end].to_owned());
            rest = rest.get(end + 1..).unwrap_or("");
        } else if let Some(quoted) = ["'\"'", "'\\\"'", "'\\''"].iter().find(|quoted| rest.starts_with(**quoted)) {
            rest = &rest[quoted.len()..];
        } else if first.is_alphanumeric() || first == '_' {
            // A whole word, so that the `r` at its end is not taken for that of a raw text.
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            rest = &rest[end.max(1)..];
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// A flag that a text names. Custom properties of style sheets look like flags.
fn flag(text: &str) -> Option<String> {
    text.match_indices("--").find_map(|(at, _)| {
        let name: String = text[at + 2..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let after = &text[at + 2 + name.len()..];
        let before = &text[..at];
        let is_style = before.ends_with("var(") || after.starts_with(':');
        let begins = !before.ends_with(|c: char| c == '-' || c == '!' || c.is_alphanumeric());
        (name.starts_with(|c: char| c.is_ascii_lowercase()) && begins && !is_style).then(|| format!("--{name}"))
    })
}

/// A verb of the command that a text names.
fn verb(text: &str, verbs: &[&str]) -> Option<String> {
    text.match_indices("pencilmark ").find_map(|(at, name)| {
        let word = text[at + name.len()..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        verbs.contains(&word).then(|| format!("pencilmark {word}"))
    })
}
