//! Every format of Hitori, read and written.

use pencilmark_csp::{Silent, Verdict};
use pencilmark_puzzles::hitori::Hitori;
use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_puzzles::{Format, Kind as _, ParseError, Parsed, Sniff, Source};
use pencilmark_search::{Parameters, Run};
use proptest::prelude::*;

use super::{answer, puzzle, puzzles, shaded_puzzles};

fn format(id: &str) -> &'static Format<Hitori> {
    Hitori::formats().iter().find(|format| format.id == id).expect("a format with this name")
}

pub(super) fn read(id: &str, text: &str) -> Result<Parsed<Hitori>, ParseError> {
    (format(id).read)(&Source::new("file", text), &Parameters::default())
}

pub(super) fn from_json(text: &str) -> Result<Hitori, ParseError> {
    let source = Source::new("file", text);
    let (value, _) = read_value(&source)?;
    Hitori::from_json(&Object::new(source, &value)?, &Parameters::default())
}

const EIGHT: &[&[u16]] = &[
    &[1, 8, 1, 3, 5, 6, 3, 7],
    &[1, 2, 5, 6, 1, 7, 5, 8],
    &[8, 5, 2, 6, 6, 1, 8, 5],
    &[3, 5, 5, 8, 8, 4, 1, 6],
    &[8, 1, 1, 5, 7, 3, 3, 4],
    &[3, 3, 8, 5, 4, 5, 8, 1],
    &[4, 6, 3, 2, 1, 5, 7, 5],
    &[4, 4, 2, 1, 8, 3, 1, 2],
];
const FOUR: &[&[u16]] = &[&[1, 1, 1, 4], &[1, 4, 2, 3], &[3, 3, 2, 1], &[4, 2, 1, 3]];
const THREE: &[&[u16]] = &[&[1, 1, 3], &[1, 2, 3], &[1, 3, 3]];

#[test]
fn verified_examples_read_to_their_grid_and_are_unique() {
    let eight = "8x8:1813563712561758852661853558841681157334338545814632157544218312";
    for (id, text, rows) in [
        ("tatham", eight, EIGHT),
        ("tatham", &eight.replace("8x8", "8x8dk"), EIGHT),
        ("tatham", &eight.replace("8x8", " 8de"), EIGHT),
        ("puzz-link", "hitori/4/4/1114142333214213", FOUR),
        ("puzz-link", "?hitori/4/4/1114142333214213", FOUR),
        ("puzz-link", "https://puzz.link/p?hitori/4/4/1114142333214213\r\n", FOUR),
        ("puzz-link", "http://pzv.jp/p.html?hitori/4/4/1114142333214213/", FOUR),
        ("grid", "3 3\n1 1 3\n1 2 3\n1 3 3\n", THREE),
        ("grid", "  1 1 3 \r\n\r\n1 2 3\r\n# a remark\n1 3 3", THREE),
        ("grid", "113\n123\n133", THREE),
        ("grid", "3 3\n113\n123\n133", THREE),
        ("answer", "1 1 3 \n1 2 3 \n1 3 3 \n\nB W B \nW W W \nB W B \n", THREE),
        ("answer", "3 3\n1 1 3\n1 2 3\n1 3 3\n\nBWB\nWWW\nBWB", THREE),
        ("answer", "(1,B)(1,W)(3,B)\n(1,W) (2,W) (3,W)\n(1, B)(3, W)(3, B)\n", THREE),
        ("janko", "[begin]\npuzzle hitori\nsize 3\n[problem]\n1 1 3\n1 2 3\n1 3 3\n[end]\n", THREE),
        (
            "janko",
            "[begin]\npuzzle Hitori\nauthor A B\n[problem]\n1 1 3\n1 2 3\n1 3 3\n[solution]\nx 1 x\n- - 3\nx - x\n[end]",
            THREE,
        ),
    ] {
        let parsed = read(id, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.puzzle, puzzle(rows), "{text}");
        let outcome = parsed.puzzle.exact(&Run::up_to(2), &mut Silent);
        assert_eq!(outcome.verdict(), Verdict::Unique, "{text}");
        if let Some(solution) = parsed.carried.solution {
            assert_eq!(*solution, outcome.solutions[0], "{text}");
        } else {
            assert_ne!(id, "answer");
        }
    }
}

#[test]
fn letters_and_empty_cells_and_large_numbers() {
    for (id, text, row) in [
        ("grid", "1 a 1\n. 9999 c\n", [&[1, 10, 1][..], &[0, 9999, 12][..]]),
        ("grid", "1a2\n.bc", [&[1, 10, 2], &[0, 11, 12]]),
        ("grid", "2 3\n1A2\n.BC", [&[1, 10, 2], &[0, 11, 12]]),
        ("puzz-link", "hitori/3/2/.az@-10%", [&[0, 10, 35], &[0, 36, 0]]),
        ("tatham", "3x2:1z2aAZ", [&[1, 35, 2], &[10, 36, 61]]),
        // The first row of a two-column board is no size unless the rows below fit.
        ("grid", "3 2\n1 2\n", [&[3, 2], &[1, 2]]),
        ("grid", "2 2\n1 2\n2 1", [&[1, 2], &[2, 1]]),
        ("grid", "2 1\n12\n3\n", [&[12], &[3]]),
        ("answer", "12\n3\n\nW\nB\n", [&[12], &[3]]),
    ] {
        assert_eq!(read(id, text).expect(text).puzzle, puzzle(&row), "{text}");
    }
    assert_eq!(read("grid", "2 2\n1 2\n2 1\n3 3").expect("rows").puzzle, puzzle(&[&[2, 2], &[1, 2], &[2, 1], &[3, 3]]));
    assert_eq!(from_json(r#"{"grid": [[1, null], [9999, 2]]}"#).expect("JSON"), puzzle(&[&[1, 0], &[9999, 2]]));
}

#[test]
fn sniffing_is_honest() {
    use Sniff::{Maybe, No, Yes};
    for (text, expected) in [
        // grid, answer, tatham, puzz-link, janko, drawing
        ("1 1 3\n1 2 3\n1 3 3", [Maybe, No, No, No, No, No]),
        ("3 3\n113\n123\n133", [Maybe, No, No, No, No, No]),
        ("1 5\n1 2 3 3 1", [Maybe, No, No, No, No, No]),
        ("1 1 3\n1 2 3 4\n1 3 3", [Maybe, No, No, No, No, No]), // a slip for the reader to report
        ("1 1 3\n1 2\n1 3 3 4", [No; 6]),
        ("10 2\n1 1 1 2\n1 1 1 2\n3 3 3 2\n3 3 3 2", [No; 6]), // a Star Battle
        ("AAB\nABB\nCCC", [No; 6]),
        ("1 2 .\n. 3 1\n. . .", [No; 6]), // some puzzle with clues
        ("003020600\n900305001\n001806400", [No; 6]),
        ("1 1 3\n1 2 3\n1 3 3\n\nB W B\nW W W\nB W B", [No, Yes, No, No, No, No]),
        ("(1,B)(1,W)\n(2,W)(1,W)", [No, Yes, No, No, No, No]),
        ("[(0,0),(1,0)] add 11", [No; 6]),
        ("3x3:113123133", [No, No, Yes, No, No, No]),
        ("3x3:11312313", [No, No, Maybe, No, No, No]),
        ("3x3:113123139", [No, No, Maybe, No, No, No]),
        ("3x3:1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8", [No; 6]),
        ("6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2", [No; 6]),
        ("hitori/9/9/oops", [No, No, No, Yes, No, No]),
        ("https://puzz.link/p?sudoku/4/4/g1k23k3g", [No; 6]),
        ("[begin]\npuzzle hitori\n", [No, No, No, No, Yes, No]),
        ("[begin]\npuzzle kendoku\n", [No; 6]),
        ("", [No; 6]),
        ("hello, world", [No; 6]),
    ] {
        let found: Vec<Sniff> = Hitori::formats().iter().map(|f| (f.sniff)(&Source::new("file", text))).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn answers_are_read_in_every_notation() {
    let board = puzzle(THREE);
    let expected = answer(&["BWB", "WWW", "BWB"]);
    for text in ["B W B\nW W W\nB W B\n", "bwb\nwww\nbwb", "1 0 1\n0 0 0\n1 0 1", "#.#\n...\n#.#", "BWBWWWBWB"] {
        assert_eq!(board.read_answer(&Source::new("file", text)).expect(text), expected, "{text}");
    }
    assert_eq!(board.write_answer(&expected), "B W B\nW W W\nB W B\n");
    let error = board.read_answer(&Source::new("file", "BWB\nW2W\nBWB")).expect_err("a 2");
    let help = "write `B` for a shaded cell and `W` for a white one";
    assert_eq!(error.to_string(), format!("file:2:2: `2` cannot stand in a solution\n  help: {help}"));
}

#[test]
fn the_template_reads_as_it_is_and_filled_in() {
    let empty = read("grid", Hitori::INFO.template).expect("the empty form").puzzle;
    assert_eq!(empty.shape(), (8, 8));
    let filled = read("grid", &Hitori::INFO.template.replace(". ", "7 ")).expect("the filled form").puzzle;
    assert!(filled.numbers().things().iter().filter(|number| **number == Some(7)).count() > 50);
}

#[test]
fn a_megabyte_is_refused_quickly() {
    let long = "1 ".repeat(500_000);
    let packed = "1".repeat(1_000_000);
    let tall = "1\n".repeat(500_000);
    let pairs = "(1,W)".repeat(200_000);
    let address = format!("hitori/50/50/{packed}");
    let id = format!("50x50:{packed}");
    for text in [&long, &packed, &tall, &pairs, &address, &id] {
        for format in Hitori::formats() {
            let source = Source::new("file", text);
            let _ = (format.sniff)(&source);
            assert!((format.read)(&source, &Parameters::default()).is_err(), "{}", format.id);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_reads_back((puzzle, solution) in shaded_puzzles(9, 12)) {
        round_trip(puzzle, Some(solution))?;
    }

    #[test]
    fn large_numbers_read_back(puzzle in puzzles(5, 9999)) {
        round_trip(puzzle, None)?;
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9a-zA-C .,:;/()WB#x_@%?é\n\r\\[\\]-]{0,60}") {
        for format in Hitori::formats() {
            let prefixed = [text.clone(), format!("hitori/{text}"), format!("2x2:{text}"), format!("[begin]\npuzzle hitori\n{text}\n[end]")];
            for text in prefixed {
                let source = Source::new("file", &text);
                let sniffed = (format.sniff)(&source);
                let parsed = (format.read)(&source, &Parameters::default());
                if sniffed == Sniff::No {
                    continue;
                }
                if let Err(error) = parsed {
                    prop_assert!(error.line >= 1 && error.column >= 1 && !error.what.is_empty() && !error.remedy.is_empty());
                }
            }
        }
    }
}

fn round_trip(puzzle: Hitori, solution: Option<pencilmark_puzzles::Answer>) -> Result<(), TestCaseError> {
    let parsed = Parsed::new(puzzle).with_solution(solution);
    for format in Hitori::formats() {
        let Some(text) = format.written(&parsed) else { continue };
        let source = Source::new("file", &text);
        let back = (format.read)(&source, &Parameters::default());
        let back = back.map_err(|error| TestCaseError::fail(format!("{text}\n{error}")))?;
        prop_assert_eq!(&back.puzzle, &parsed.puzzle, "{}\n{}", format.id, &text);
        if matches!(format.id, "answer" | "janko") {
            prop_assert_eq!(&back.carried.solution, &parsed.carried.solution, "{}\n{}", format.id, &text);
        }
        let crlf = text.trim_end().replace('\n', "\r\n");
        let again = (format.read)(&Source::new("file", &crlf), &Parameters::default());
        prop_assert_eq!(again.ok().map(|parsed| parsed.puzzle), Some(back.puzzle));
    }
    let json = serde_json::Value::from(parsed.puzzle.to_json()).to_string();
    prop_assert_eq!(from_json(&json).ok(), Some(parsed.puzzle));
    Ok(())
}
