//! Which kind and which format a text is in: what is detected, what is asked for, and how batches fall into puzzles.

use crate::common::{options, read_bytes};
use pencilmark::read::{ReadOptions, read};
use pencilmark::registry::kinds;
use pencilmark::{Puzzle, Remedy, Settings, Verdict};

const NINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8";
const FOUR: &str = ".1.....23.....3.";
const FOUR_SOLVED: &str = "2143431234211234";
const HITORI: &str = "hitori/4/4/1114142333214213";

/// A word for each puzzle of a text: its kind and size, or line and column of what is wrong.
fn words(text: &str, options: &ReadOptions) -> Vec<String> {
    read("t", text, options)
        .iter()
        .map(|found| match found {
            Ok(puzzle) => {
                let (rows, cols) = puzzle.shape();
                let solved = if puzzle.solution().is_some() { " solved" } else { "" };
                let entered = if puzzle.position().is_some() { " entered" } else { "" };
                format!("{} {rows}x{cols}{solved}{entered}", puzzle.kind().id)
            }
            Err(error) => format!("{}:{}", error.line, error.column),
        })
        .collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(words(text, &ReadOptions::default()), expected, "{text}");
}

/// Rows of the numbers from `first` on, `step` more in each row, over again after `last`.
fn latin(side: usize, step: usize) -> String {
    let number = |row: usize, col: usize| ((row * step + col) % side + 1).to_string();
    let row = |row: usize| (0..side).map(|col| number(row, col)).collect::<Vec<_>>().join(" ");
    (0..side).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn ambiguous_texts_name_the_kinds_and_how_to_choose() {
    let counted: Vec<String> =
        (0..5).map(|row| (1..=5).map(|col| (row * 5 + col).to_string()).collect::<Vec<_>>().join(" ")).collect();
    let lines: Vec<String> = (0..16).map(|row| format!("{}{}", &FOUR[row..], &FOUR[..row])).collect();
    let marks: String = FOUR.chars().map(|given| candidates(given, 4)).collect();
    let cases = [
        (latin(9, 1).replace(' ', ""), "this may be Sudoku (grid) or Hitori (grid)", "kind=sudoku kind=hitori"),
        (latin(9, 2), "this may be Sudoku (grid) or Hitori (grid)", "kind=sudoku kind=hitori"),
        (latin(4, 1), "this may be Sudoku (grid) or Hitori (grid)", "kind=sudoku kind=hitori"),
        (latin(12, 5), "this may be Sudoku (grid) or Hitori (grid)", "kind=sudoku kind=hitori"),
        (counted.join("\n"), "this may be Hitori (grid) or Hidato (grid)", "kind=hitori kind=hidato"),
        (lines.join("\n"), "this may be one board, or 16 puzzles, one a line", "format=grid format=line"),
        (marks, "this may be Sudoku (line) or Sudoku (pencil-marks)", "format=line format=pencil-marks"),
    ];
    for (text, what, choices) in cases {
        let error = Puzzle::parse(&text).expect_err(&text);
        assert_eq!((error.line, error.column), (1, 1), "{text}");
        let remedies = error.remedy.options.iter();
        let options_named: Vec<String> =
            remedies.map(|option| format!("{}={}", option.name, option.value.as_deref().unwrap_or("?"))).collect();
        assert_eq!((error.what.as_str(), options_named.join(" ").as_str()), (what, choices), "{text}");
        assert!(error.remedy.text.starts_with("say which "), "{text}");
        for choice in choices.split(' ') {
            let (name, value) = choice.split_once('=').expect("a name and a value");
            let chosen = options(&if name == Remedy::KIND { value.to_owned() } else { format!("/{value}") });
            let found = read("t", &text, &chosen);
            assert!(!found.is_empty() && found.iter().all(Result::is_ok), "{choice}: {found:?}");
        }
    }
}

/// The characters of a cell in a line of pencil marks.
fn candidates(given: char, side: u32) -> String {
    let digits = (1..=side).filter_map(|digit| char::from_digit(digit, 10));
    digits.map(|digit| if given == '.' || given == digit { digit } else { '.' }).collect()
}

#[test]
fn sixteen_lines_and_one_board_are_told_apart_where_they_can_be() {
    let large: Vec<String> = (0..16)
        .map(|row| (0..16).map(|col| char::from(b"123456789ABCDEFG"[(row * 5 + col) % 16])).collect::<String>())
        .map(|row| row.replace('3', "."))
        .collect();
    check(&large.join("\n"), &["sudoku 16x16"]);
    check(&[FOUR; 15].join("\n"), &["sudoku 4x4"; 15]);
    let lines = [FOUR; 16].join("\n");
    assert_eq!(words(&lines, &options("/line")), ["sudoku 4x4"; 16]);
    assert_eq!(words(&lines, &options("/grid")), ["sudoku 16x16"]);
}

#[test]
fn one_line_a_puzzle_in_any_mixture_of_formats() {
    check(&[NINE; 3].join("\n"), &["sudoku 9x9"; 3]);
    let mixed = [
        NINE,
        "# a remark",
        HITORI,
        "8x8:1813563712561758852661853558841681157334338545814632157544218312",
        "6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24",
        "AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG",
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
        "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
        "1,-1,-1,4,",
        FOUR,
    ];
    let kinds = [
        "sudoku 9x9",
        "hitori 4x4",
        "hitori 8x8",
        "kenken 6x6",
        "star-battle 10x10",
        "star-battle 6x6",
        "hidato 3x4",
        "hidato 2x2",
        "sudoku 4x4",
    ];
    check(&mixed.join("\n"), &kinds);
    check(&mixed.join("\r\n"), &kinds);
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    check(&format!("{NINE}\n{}\n{NINE}", &NINE[..70]), &["sudoku 9x9", "2:71", "sudoku 9x9"]);
    check(&format!("{NINE}\n{}\n", &NINE[..70]), &["sudoku 9x9", "2:71"]);
    check(&format!("{NINE}\n\nnonsense\n\n{HITORI}"), &["sudoku 9x9", "3:1", "hitori 4x4"]);
    check(&format!("{HITORI}\nhitori/4/4/1!\n{HITORI}"), &["hitori 4x4", "2:13", "hitori 4x4"]);
}

#[test]
fn blocks_between_blank_lines_may_be_of_any_kind() {
    let text = "\
# one of each kind

. 1 . .
. . . 2
3 . . .
. . 3 .

3
[(0,0),(0,1)] add 3
[(0,2),(1,2)] sub 2
[(1,0),(1,1)] mult 6
[(2,0)] '' 3
[(2,1),(2,2)] div 2


1 1 3
1 2 3
1 3 3

W W W
W W W
W W W

1 . x
. . 5
# solution
1 2 x
3 4 5

4 1
AABB
AABB
CCDD
CCDD

# position
.*..
....
....
....

[begin]
puzzle hidoku

size 3
[problem]
1 . 3

. 5 .
7 . 9
[end]
{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]]}
hitori/4/4/1114142333214213
";
    let kinds = [
        "sudoku 4x4",
        "kenken 3x3",
        "hitori 3x3 solved",
        "hidato 2x3 solved",
        "star-battle 4x4 entered",
        "hidato 3x3",
        "hitori 2x2",
        "hitori 4x4",
    ];
    check(text, &kinds);
    check(&text.replace('\n', "\r\n"), &kinds);
}

#[test]
fn json_lines_go_on_after_a_bad_one() {
    let good = r#"{"kind": "hitori", "grid": [[1, 1], [1, 2]]}"#;
    let cases = [
        (format!("{good}\n{{\"kind\": \"hitori\", \"grid\": [[1, x]]}}\n{good}"), "2:33"),
        (format!("{good}\n{{\"kind\": \"hitori\", \"grid\": [[1, 2]\n{good}"), "2:35"),
        (format!("{good}\n{{\"kind\": \"hitori\n{good}"), "2:17"),
        (format!("{good}\n\t {{\"kind\": \"hitori\", \"grid\": [[0]]}}\n{good}"), "2:32"),
        (format!("{good}\n{{\"kind\": \"other\"}}\n\n{good}"), "2:10"),
        (format!("{good} {{\"kind\": \"hitori\", \"grid\": [[x]]}}\n{good}"), "1:75"),
        (format!("{good}\nnonsense\n{good}"), "2:1"),
        (format!("{good}\n{{\n  \"kind\": \"hitori\",\n  \"grid\": [\n    {{\"a\" 1}}\n  ]\n}}\n{good}"), "5:10"),
    ];
    // What stood in an array may keep its commas.
    check(&format!("{good},\n{good}"), &["hitori 2x2"; 2]);
    for (text, place) in cases {
        check(&text, &["hitori 2x2", place, "hitori 2x2"]);
        assert_eq!(words(&text, &options("/json")).len(), if text.contains("nonsense") { 2 } else { 3 }, "{text}");
    }
    check(&format!("{good}{good}\n# a remark\n  {good}\n"), &["hitori 2x2"; 3]);
    check("{\n\"kind\": \"hitori\",\n\"grid\":\n[[1, 1],\n[1, 2]]\n}\n", &["hitori 2x2"]);
}

#[test]
fn solutions_belong_to_the_puzzle_above_them() {
    check(&format!("{FOUR}\n# solution\n{FOUR_SOLVED}\n{FOUR}\n"), &["sudoku 4x4 solved", "sudoku 4x4"]);
    check(&format!("{FOUR}\n{FOUR}\n# solution\n{FOUR_SOLVED}\n"), &["sudoku 4x4", "sudoku 4x4 solved"]);
    check(&format!("{FOUR}\n\n# Solution\n2143\n4312\n3421\n1234\n\n{NINE}"), &["sudoku 4x4 solved", "sudoku 9x9"]);
    check(
        &format!(
            "{HITORI}\n# solution\nB W B W\nW W W W\nB W B W\nW W W B\n\n{HITORI}\n# position\nB W . .\n. . . .\n. . . .\n. . . ."
        ),
        &["hitori 4x4 solved", "hitori 4x4 entered"],
    );
    let janko = "[begin]\npuzzle hitori\n[problem]\n1 1\n1 2\n[end]\n";
    check(&format!("{janko}# solution\nB W\nW W\n{janko}"), &["hitori 2x2 solved", "hitori 2x2"]);
    check(&format!("{janko}\n# position\nB W\nW W\n\n{janko}"), &["hitori 2x2 entered", "hitori 2x2"]);
    // A wrong solution is somebody's claim, not an error; one of another shape is.
    check(&format!("{FOUR}\n# solution\n1111222233334444\n"), &["sudoku 4x4 solved"]);
    check(&format!("{FOUR}\n# solution\n123\n\n{FOUR}"), &["3:1", "sudoku 4x4"]);
    // Nothing is above it: whether the rows are a puzzle or a solution is not to be guessed.
    check(&format!("# solution\n{FOUR}\n\n{FOUR}"), &["1:1", "sudoku 4x4"]);
}

#[test]
fn rows_below_a_misspelt_marker_are_no_puzzle() {
    let board = ".1..\n...2\n3...\n..3.\n";
    let other = "1...\n..2.\n...3\n.3..\n";
    let slip = |line: usize, text: &str, meant: &str| {
        format!("t:{line}:1: `{text}` looks like a slip, and rows follow it: did you mean `# {meant}`?")
    };
    let puzzle = "Sudoku 4×4";
    for (text, expected) in [
        (format!("{board}# positon\n{other}"), vec![puzzle.to_owned(), slip(5, "# positon", "position")]),
        (format!("{board}\n# Soluton:\n{other}"), vec![puzzle.to_owned(), slip(6, "# Soluton:", "solution")]),
        // The puzzle below is read again.
        (
            format!("{board}# psoition\n{other}\n{other}"),
            vec![puzzle.to_owned(), slip(5, "# psoition", "position"), puzzle.to_owned()],
        ),
        (
            ".1.....23.....3.\n# solutoin\n2143431234211234\n.1.....23.....3.\n".to_owned(),
            vec![puzzle.to_owned(), slip(2, "# solutoin", "solution"), puzzle.to_owned()],
        ),
        // Comments of other words, above no rows, or above the first puzzle.
        (format!("{board}# entries\n{other}"), vec![puzzle.to_owned(); 2]),
        (format!("{board}\n# partition\n{other}"), vec![puzzle.to_owned(); 2]),
        (format!("{board}\n# positon of the day\n{other}"), vec![puzzle.to_owned(); 2]),
        (format!("{board}# positon\n\n{other}"), vec![puzzle.to_owned(); 2]),
        (format!("# positions\n{board}"), vec![puzzle.to_owned()]),
        (format!("{board}# positon\n"), vec![puzzle.to_owned()]),
    ] {
        let read = |found: Vec<Result<Puzzle, pencilmark::ParseError>>| -> Vec<String> {
            let told = |found: Result<Puzzle, pencilmark::ParseError>| match found {
                Ok(puzzle) => puzzle.title(),
                Err(error) => {
                    let remedy = error.remedy.text.split_inclusive('?').next().unwrap_or_default().to_owned();
                    format!("{}:{}:{}: {}: {remedy}", error.name, error.line, error.column, error.what)
                }
            };
            found.into_iter().map(told).collect()
        };
        let options = ReadOptions::default();
        assert_eq!(read(pencilmark::read::read("t", &text, &options)), expected, "{text}");
    }
}

#[test]
fn regions_of_numbers_are_not_taken_for_digits() {
    let regions = "0 0 1 1\n0 0 1 1\n2 2 3 3\n2 2 3 3\n";
    for text in [regions.to_owned(), regions.replace('3', "4").replace('0', "3")] {
        let error = Puzzle::parse(&text).expect_err(&text);
        assert_eq!(error.what, "the text does not say how many stars a row has");
        let settings = Settings::default().with("stars", 1);
        let puzzle = Puzzle::parse_with("t", &text, &ReadOptions { settings, ..ReadOptions::default() });
        assert_eq!(puzzle.expect("stars are told").kind().id, "star-battle");
    }
}

#[test]
fn the_kind_makes_odd_boards_read() {
    let cases = [
        ("sudoku", latin(4, 1), "sudoku 4x4"),
        ("hitori", latin(4, 1), "hitori 4x4"),
        ("hitori", "1 . 3\n. . .".to_owned(), "hitori 2x3"),
        ("hitori", "1 1 1 1\n".to_owned(), "hitori 1x4"),
        ("hidato", "1 . 3".to_owned(), "hidato 1x3"),
        ("hidato", "1 1 1\n1 1 1\n".to_owned(), "hidato 2x3"),
        ("sudoku", "1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n".to_owned(), "sudoku 4x4"),
    ];
    for (kind, text, expected) in cases {
        assert_eq!(words(&text, &options(kind)), [expected], "{text}");
    }
    let options = ReadOptions { settings: Settings::default().with("box", "3x2"), ..ReadOptions::default() };
    let puzzle = Puzzle::parse_with("t", &"......".repeat(6), &options).expect("36 blanks");
    assert_eq!(puzzle.to_json()["box"], serde_json::json!([3, 2]));
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let all = pencilmark::registry::kind_names().collect::<Vec<_>>().join(", ");
    for text in [NINE, "", "{\"kind\": \"hitori\", \"grid\": [[1]]}"] {
        let found = read_bytes(text.as_bytes(), &options("sudok"));
        let error = found[0].as_ref().expect_err("no such kind");
        assert_eq!(
            error.to_string(),
            format!("t:1:1: there is no kind `sudok`\n  help: did you mean `sudoku`? choose one of {all}")
        );
    }
    let found = read_bytes(NINE.as_bytes(), &options("/sdm"));
    let error = found[0].as_ref().expect_err("no such format");
    assert!(error.what == "there is no format `sdm`" && error.remedy.text.contains(", line, list, "), "{error}");
    let found = read_bytes(NINE.as_bytes(), &options("sudoku/sbn"));
    let error = found[0].as_ref().expect_err("a format of another kind");
    assert!(error.what == "Sudoku has no format `sbn`" && !error.remedy.text.contains("tuples"), "{error}");
    for entry in kinds() {
        let error = Puzzle::parse_with("t", "?!", &options(entry.info.id)).expect_err("nonsense");
        assert!(error.line == 1 && !error.remedy.is_empty(), "{error}");
    }
}

#[test]
fn settings_are_checked_before_anything_is_read() {
    let numbrix = "1 . .\n. . .\n. . 9\n";
    let json = "{\"kind\": \"hidato\", \"grid\": [[1, 0], [0, 0]]}";
    let sixteen = ".".repeat(16);
    let error = |settings: Settings, text: &str| {
        let options = ReadOptions { settings, ..ReadOptions::default() };
        // At once and piece by piece alike.
        let found = read_bytes(text.as_bytes(), &options);
        assert_eq!(found.len(), 1);
        found[0].as_ref().expect_err("refused").to_string()
    };
    for text in [numbrix, json, &sixteen] {
        assert_eq!(
            error(Settings::default().with("orthogonal", "true"), text),
            "t:1:1: the setting `orthogonal` cannot be `true`\n  help: it takes yes or no (orthogonal = …)"
        );
        assert_eq!(
            error(Settings::default().with("orthogonl", "yes"), text),
            "t:1:1: no kind has a setting `orthogonl`\n  help: did you mean `orthogonal`? choose one of box, orthogonal, stars"
        );
    }
    let found = error(Settings::default().with("box", "2by2"), &sixteen);
    assert!(found.contains("the setting `box` cannot be `2by2`"), "{found}");
}

#[test]
fn a_truth_value_sets_a_flag() {
    let moves = |settings: Settings| {
        let options = ReadOptions { settings, ..options("hidato") };
        let puzzle = Puzzle::parse_with("t", "1 . .\n. . .\n. . 9\n", &options).expect("a board");
        puzzle.to_json().get("moves").cloned()
    };
    assert_eq!(moves(Settings::default().with("orthogonal", true)), Some("orthogonal".into()));
    assert_eq!(moves(Settings::default().with("orthogonal", false)), None);
}

#[test]
fn every_template_reads() {
    for entry in kinds() {
        let info = entry.info;
        let puzzle = Puzzle::parse_with("template", info.template, &options(info.id));
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{}: {error}", info.id));
        assert_eq!(puzzle.kind().id, info.id);
        // A form is not filled in yet: it has no solution or many, but for KenKen's, which is a puzzle already.
        let options = pencilmark::Options::default().limit(2);
        let report = puzzle.solver().options(&options).run().unwrap_or_else(|error| panic!("{}: {error}", info.id));
        assert_ne!(report.outcome.verdict(), Verdict::Undecided, "{}", info.id);
        let crlf = info.template.replace('\n', "\r\n");
        assert!(Puzzle::parse_with("template", &crlf, &self::options(info.id)).is_ok(), "{}", info.id);
    }
}
