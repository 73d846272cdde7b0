//! Names of kinds, methods and built-in sets in any spelling, and the forms that belong to them.

use pencilmark::front::likeness;
use pencilmark::read::ReadOptions;
use pencilmark::registry::{self, ParameterValue, Setting, Takes, form, kind, kind_names, settings_of};
use pencilmark::{MethodChoice, Options, Puzzle, Settings, Spec};

#[test]
fn a_kind_goes_by_other_names_however_they_are_spelt() {
    /// Spellings, the kind that they mean, and the settings that they imply.
    type Row<'a> = (&'a [&'a str], &'a str, &'a [(&'a str, &'a str)]);
    let none: &[(&str, &str)] = &[];
    let table: &[Row<'_>] = &[
        (&["sudoku", "Sudoku", "SUDOKU"], "sudoku", none),
        (&["calcudoku", "Calcudoku", "mathdoku", "Math Doku", "kendoku", "KenDoku", "ken_ken"], "kenken", none),
        (&["hidoku", "Hidoku"], "hidato", none),
        (&["numbrix", "Numbrix"], "hidato", &[("orthogonal", "yes")]),
        (&["star-battle", "Star Battle", "starbattle", "star_battle"], "star-battle", none),
        (&["queens", "Queens"], "star-battle", &[("stars", "1")]),
        (&["two-not-touch", "Two Not Touch", "TwoNotTouch"], "star-battle", &[("stars", "2")]),
    ];
    for (names, id, settings) in table {
        for name in *names {
            assert_eq!(kind(name).map(|entry| entry.info.id), Some(*id), "{name}");
            let all = settings_of(name, &Settings::default());
            assert!(
                all.iter()
                    .map(|(name, value)| (name, value.clone()))
                    .eq(settings.iter().map(|&(name, value)| (name, value.into()))),
                "{name}: {all:?}"
            );
            // Reading a text under this name gives the same settings.
            let text = form(name, &Settings::default()).expect("a form");
            let line = text.lines().next().and_then(|line| line.strip_prefix("# kind: ")).expect("a kind");
            assert!(kind_names().any(|known| known == line), "{line}");
        }
    }
    assert!(kind("chess").is_none() && kind("").is_none() && kind("-").is_none());
}

#[test]
fn what_is_unknown_gets_a_suggestion() {
    let parse = |kind: &str, text: &str| {
        let options = ReadOptions { kind: Some(kind.to_owned()), ..ReadOptions::default() };
        Puzzle::parse_with("t", text, &options).expect_err("no kind").to_string()
    };
    let method = |text: &str| text.parse::<MethodChoice>().expect_err("no method").to_string();
    let asked = |change: fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        let kind = registry::kind("hitori").expect("a kind").info;
        options.plan(kind).expect_err("nothing like that").to_string()
    };
    for (said, meant) in [
        (parse("suduko", "1"), "did you mean `sudoku`? choose one of sudoku, kenken"),
        (parse("quens", "1"), "did you mean `queens`?"),
        (Puzzle::parse("{\"kind\":\"hidatto\"}").expect_err("no kind").to_string(), "did you mean `hidato`?"),
        (method("anealing"), "did you mean `annealing`? choose one of exact, "),
        (method("backtracking:ordr=mrv"), "did you mean `order`? choose one of order, values, inference, preprocess"),
        (method("backtracking:order=mvr"), "did you mean `mrv`?"),
        (
            asked(|options| options.model = Some("weack".to_owned())),
            "Hitori has no model `weack`; did you mean `weak`?",
        ),
        (pencilmark::corpus::choices("sudoku/smal"), "did you mean `sudoku/small`?"),
    ] {
        assert!(said.contains(meant), "{said}");
    }
    assert!(!method("quantum").contains("did you mean"), "{}", method("quantum"));
}

#[test]
fn methods_and_their_words_are_known_however_they_are_spelt() {
    for text in ["ac-3", "ac3", "AC-3", "AC 3", "ac3:level=AC-3", "ac-3:Level=ac3"] {
        let choice: MethodChoice = text.parse().expect("a method");
        let level = text.contains('=').then_some(&ParameterValue::Word("ac3"));
        assert_eq!((choice.info.id, choice.parameters.get("level")), ("ac-3", level), "{text}");
    }
    assert_eq!("Hill Climbing".parse::<MethodChoice>().expect("a method").info.id, "hill-climbing");
    assert!(pencilmark::corpus::set("Star Battle/small").is_some());
}

#[test]
fn a_form_has_the_size_that_is_asked_for() {
    let table = [
        ("sudoku", "6x6", "# kind: sudoku\n", ". . . | . . .\n. . . | . . .\n------+------\n"),
        ("sudoku", "12x12", "", " .  .  .  . |  .  .  .  . |  .  .  .  .\n"),
        ("kenken", "3", "", "size 3\n[problem]\n   .    .    .\n"),
        ("calcudoku", "3", "# kind: calcudoku\n# KenKen", ""),
        ("hitori", "2x3", "", ". . .\n. . .\n"),
        ("hidato", "3x4", "", "\n3 4\n .  .  .  .\n"),
        ("numbrix", "3", "# kind: numbrix\n# A Numbrix form.", "\n3 3 orthogonal\n"),
        ("star-battle", "9", "# kind: star-battle\n", "\n9 2\nAAAAAAAAA\n"),
        ("two-not-touch", "11", "# kind: two-not-touch\n", "\n11 2\n"),
        ("queens", "7", "# kind: queens\n# Queens: ", "\n7 1\nAAAAAAA\n"),
    ];
    for (name, size, start, part) in table {
        let text = form(name, &Settings::default().with("size", size)).expect("a form");
        assert!(text.starts_with(start) && text.contains(part), "{name} {size}: {text}");
        if kind(name).is_some_and(|entry| ["kenken", "hitori"].contains(&entry.info.id)) {
            continue; // An empty form is not a puzzle of these kinds.
        }
        let puzzle = Puzzle::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (rows, cols) = size.split_once('x').unwrap_or((size, size));
        assert_eq!(puzzle.shape(), (rows.parse().expect("rows"), cols.parse().expect("columns")), "{text}");
    }
    for entry in registry::kinds() {
        let text = form(entry.info.id, &Settings::default()).expect("a form");
        assert_eq!(text, format!("# kind: {}\n{}", entry.info.id, entry.info.template), "{text}");
        assert!(form(entry.info.id, &Settings::default().with("size", 60)).is_err(), "{}", entry.info.id);
    }
    assert!(form("queens", &Settings::default()).expect("a form").contains("\n8 1\n"));
    assert!(form("queens", &Settings::default().with("stars", 2)).is_err());
    let error = form("suduko", &Settings::default()).expect_err("no kind").to_string();
    assert!(error.contains("there is no kind `suduko`; did you mean `sudoku`?"), "{error}");
}

#[test]
fn queens_are_written_q_and_titled_queens() {
    let board = "4 1\nAABB\nCABB\nCCBD\nCDDD\n";
    let with = |more: &str| Puzzle::parse(&format!("{board}{more}"));
    let plain = with("").expect("a board");
    assert_eq!((plain.title().as_str(), plain.kind().id), ("Queens 4×4 · 1 star", "star-battle"));
    let solved = plain.solver().limit(2).run().expect("solved");
    let solution = solved.solution().expect("a solution");
    let stars = plain.with_solution(solution.clone()).write("regions").expect("written");
    let written = stars.split("# solution").nth(1).map_or_else(
        || {
            solution
                .iter_rows()
                .map(|row| row.iter().map(|&star| if star == 1 { 'Q' } else { '.' }).collect::<String>() + "\n")
                .collect()
        },
        |rows| rows.replace('*', "Q"),
    );
    let written = written.trim_start();
    let read = with(&format!("# solution\n{written}")).expect("Q is a star in a solution");
    assert_eq!(read.solution(), Some(solution));
    let entered = with(&format!("# position\n{written}")).expect("Q is a star in a position");
    let entries = &entered.position().expect("a position").entries;
    assert_eq!(entries.things().iter().filter(|entry| **entry == Some(1)).count(), 4);
    assert!(plain.rules(false).contains("queen") && plain.rules(true).contains("queen"));
    // A drawing under that title is read back.
    let drawn = format!(
        "{}\n{}",
        plain.title(),
        pencilmark::render::text(&plain.board(None), &pencilmark::render::TextStyle::default())
    );
    assert_eq!(likeness(&Puzzle::parse(&drawn).expect("a drawing")), likeness(&plain));
    let ascii = pencilmark::render::TextStyle { ascii: true, ..Default::default() };
    let drawn = format!("Queens 4x4 - 1 star\n{}", pencilmark::render::text(&plain.board(None), &ascii));
    assert_eq!(likeness(&Puzzle::parse(&drawn).expect("a drawing in ASCII")), likeness(&plain));
}

#[test]
fn an_orthogonal_hidato_is_called_numbrix_and_has_its_rules() {
    let options = |kind: &str| pencilmark::read::ReadOptions { kind: Some(kind.to_owned()), ..Default::default() };
    let board = |kind| Puzzle::parse_with("t", "1 . 3\n. . .\n. . 9\n", &options(kind)).expect("a board");
    let (numbrix, hidato) = (board("numbrix"), board("hidato"));
    assert_eq!((numbrix.title().as_str(), hidato.title().as_str()), ("Numbrix 3×3 · orthogonal", "Hidato 3×3"));
    assert_ne!(numbrix.rules(true), hidato.rules(true));
    for (puzzle, name) in [(numbrix, "numbrix"), (hidato, "hidato")] {
        let kind = registry::kind(name).expect("a kind").info;
        let rules = registry::rules(kind, registry::alias(name));
        assert_eq!((puzzle.rules(true), puzzle.rules(false)), (rules.short, rules.full));
        // A drawing under that title is read back.
        for ascii in [false, true] {
            let style = pencilmark::render::TextStyle { ascii, ..Default::default() };
            let title = if ascii { puzzle.title().replace('×', "x").replace('·', "-") } else { puzzle.title() };
            let drawn = format!("{title}\n{}", pencilmark::render::text(&puzzle.board(None), &style));
            assert_eq!(likeness(&Puzzle::parse(&drawn).expect("a drawing")), likeness(&puzzle), "{drawn}");
        }
    }
}

#[test]
fn settings_have_names_and_words_as_people_type_them() {
    let kind = |id: &str| registry::kind(id).expect("a kind");
    for (id, name, value, said) in [
        ("sudoku", "sise", "9", "Sudoku has no setting `sise`; did you mean `size`? choose one of box, size"),
        ("sudoku", "symmetry", "rotatonal", "did you mean `rotational`? choose one of none, rotational"),
        ("sudoku", "minimal", "perhaps", "`minimal` cannot be `perhaps`; it takes yes or no"),
    ] {
        let error = Settings::default().with(name, value).for_kind(kind(id).info).expect_err("no such setting");
        assert!(error.to_string().contains(said), "{error}");
    }
    for entry in registry::kinds() {
        for Setting { parameter, .. } in entry.info.settings {
            let Takes::Word(words) = parameter.takes else { continue };
            for (word, _) in words {
                let shouted = Settings::default().with(parameter.name, word.to_uppercase());
                let settings = shouted.for_kind(entry.info).expect("a word");
                assert_eq!(settings.get(parameter.name), Some(&ParameterValue::Word(word)), "{}", parameter.name);
            }
        }
    }
    let made = |word: &str| {
        let spec = Spec::sized(6, 6).with("symmetry", word);
        registry::generate(kind("sudoku"), &spec, 3, 0).expect("a puzzle")
    };
    let (one, other) = (made("rotational"), made("Rotational"));
    assert!(one.has_same_clues(&other) && one.id() == other.id(), "{other:?}");
    assert!(!one.has_same_clues(&made("none")));
}
