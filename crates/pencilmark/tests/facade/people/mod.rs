//! What people have: tables, remarks, addresses, other blanks, shared boards, drawings, arrays. All of it reads, at once and piece by piece, or says
//! what is wrong.

mod drawings;
mod tables;

use pencilmark::read::{ReadOptions, chunks, read};
use pencilmark::registry::{self, kinds};
use pencilmark::render::{Lines, TextStyle, text};
use pencilmark::{Options, ParseError, Puzzle, Settings, Spec, corpus};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn shown(found: &Result<Puzzle, ParseError>) -> String {
    match found {
        Ok(puzzle) => puzzle.write("json").expect("JSON carries every puzzle"),
        Err(error) => error.to_string(),
    }
}

/// The puzzles of a text, which are the same in pieces of any size.
#[track_caller]
fn puzzles(text: &str, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let found = read("t", text, options);
    for step in [1, 13, 200] {
        let chunks = chunks("t", text.as_bytes(), options).with_sizes(step, 1 << 20);
        let pieces = chunks.flat_map(|chunk| chunk.expect("reads").entries());
        let pieces: Vec<String> = pieces.map(|entry| shown(&entry.puzzle())).collect();
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), pieces, "in steps of {step}:\n{text}");
    }
    found
}

/// The one puzzle of a text.
#[track_caller]
fn one(text: &str) -> Puzzle {
    let mut found = puzzles(text, &ReadOptions::default());
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn is_nine(text: &str) {
    assert_eq!(one(text).write("line").as_deref(), Some(NINE), "{text}");
}

fn rows(text: &str, separator: &str) -> String {
    let rows = text.as_bytes().chunks(9).map(|row| row.iter().map(|&c| char::from(c).to_string()).collect::<Vec<_>>());
    rows.map(|row| row.join(separator)).collect::<Vec<_>>().join("\n")
}

#[test]
fn remarks_may_end_a_line() {
    is_nine(&format!("{NINE} # from the paper"));
    is_nine(&rows(NINE, " ").replacen('\n', " # the first row\n", 1));
    assert_eq!(puzzles(&format!("{NINE} # one of two\n{NINE}\n"), &ReadOptions::default()).len(), 2);
    // Here `#` is a hole, and nothing follows it but cells.
    assert_eq!(one("1 . # .\n. . # 9\n. 5 . .").shape(), (3, 4));
}

#[test]
fn addresses_are_read_in_full() {
    for page in ["https://www.sudokuwiki.org/sudoku.htm", "http://sudokuwiki.org/killersudoku.htm", "sudokuwiki.org/x"]
    {
        is_nine(&format!("{page}?bd={NINE}"));
        is_nine(&format!("{page}?a=1&bd={}&b=2", NINE.replace('.', "0")));
    }
    let error = Puzzle::parse("https://www.sudokuwiki.org/sudoku.htm?bd=53..7").unwrap_err();
    assert_eq!((error.line, error.column), (1, 47), "{error}");
    for address in
        ["https://puzz.link/p?", "http://pzv.jp/p.html?", "http://pzv.jp/p.html?type=player&", "puzz.link/p?", "?", ""]
    {
        for end in ["", "/", "&edit=1"] {
            let line = one(&format!("{address}sudoku/4/4/g1k23k3g{end}")).write("line");
            assert_eq!(line.as_deref(), Some(".1.....23.....3."), "{address} {end}");
            assert_eq!(one(&format!("{address}hitori/4/4/1114142333214213{end}")).kind().id, "hitori");
        }
    }
    assert_eq!(one("https://puzz.link/p?sudoku%2F4%2F4%2Fg1k23k3g").write("line").as_deref(), Some(".1.....23.....3."));
    let error = Puzzle::parse("https://puzz.link/p?sudoku%2F4%2F4%2Fg1k23k3g9").unwrap_err();
    assert_eq!((error.line, error.column), (1, 46), "{error}");
}

#[test]
fn blanks_are_written_in_many_ways() {
    for blank in ["*", "-", "_", "x", "X", "?", "0", "."] {
        let text = NINE.replace('.', blank);
        is_nine(&text);
        is_nine(&rows(&text, ""));
        is_nine(&rows(&text, " "));
    }
    // A row of dashes in a board of dashes is a row.
    assert_eq!(one("1--4\n----\n--1-\n4--2").write("line").as_deref(), Some("1..4......1.4..2"));
    for blank in ["*", "-", "?"] {
        assert_eq!(one(&format!("1 {blank} {blank}\n{blank} 9 {blank}\n7 {blank} 4")).kind().id, "hidato", "{blank}");
    }
}

#[test]
fn rows_may_be_groups_or_have_commas() {
    is_nine(&rows(NINE, "").replace('\n', " "));
    is_nine(&rows(NINE, ",").replace('.', ""));
    is_nine(&rows(NINE, ", ").replace('.', "0"));
    is_nine(&(rows(NINE, ",").replace('.', "0").replace('\n', ",\n") + ","));
    is_nine(&rows(NINE, ";").replace('.', ""));
    is_nine(&(rows(NINE, ";").replace('.', "").replace('\n', ";\n") + ";"));
    assert_eq!(one("1,1,2\n2,1,3\n3,2,2").kind().id, "hitori");
    assert_eq!(one("1,,,\n,,11,\n,12,,8").kind().id, "hidato");
}

#[test]
fn coloured_squares_are_a_star_battle_with_one_star() {
    let plain = one("4 1\nAABB\nABBC\nDDCC\nDDDC");
    for text in [
        "🟥🟥🟧🟧\n🟥🟧🟧🟨\n🟩🟩🟨🟨\n🟩🟩🟩🟨",
        "❤️❤️🔵🔵\n❤️🔵🔵⚪\n⬛️⬛️⚪⚪\n⬛️⬛️⬛️⚪",
        "🟥 🟥 🟧 🟧\n🟥 🟧 🟧 🟨\n🟩 🟩 🟨 🟨\n🟩 🟩 🟩 🟨",
        "Queens #123 | 0:42 with no hints\n🟥🟥🟧🟧\n🟥🟧🟧🟨\n🟩🟩🟨🟨\n🟩🟩🟩🟨\n",
    ] {
        assert_eq!(one(text).write("regions"), plain.write("regions"), "{text}");
    }
}

#[test]
fn queens_is_star_battle_with_one_star() {
    let (board, plain) = ("AABB\nABBC\nDDCC\nDDDC", one("4 1\nAABB\nABBC\nDDCC\nDDDC"));
    let options = ReadOptions { kind: Some("queens".to_owned()), ..ReadOptions::default() };
    let found = puzzles(board, &options);
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), [plain.write("json").unwrap()]);
    assert_eq!(one(&format!("# kind: queens\n{board}")).write("json"), plain.write("json"));
    let object = r#"{"kind": "queens", "regions": [[0,0,1,1],[0,1,1,2],[3,3,2,2],[3,3,3,2]]}"#;
    assert_eq!(one(object).write("json"), plain.write("json"));
    assert_eq!(puzzles(object, &options).len(), 1);
    assert!(registry::kind_names().any(|name| name == "queens"));
}

#[test]
fn a_full_board_with_repeats_is_a_hitori() {
    assert_eq!(one("1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3").kind().id, "hitori");
    assert_eq!(one(&rows(&format!("1{}", &SOLVED[1..]), "")).kind().id, "hitori");
    let error = Puzzle::parse(&rows(SOLVED, "")).unwrap_err();
    assert!(error.what.contains("Sudoku") && error.what.contains("Hitori"), "{error}");
}

#[test]
fn arrays_of_objects_are_read_element_by_element() {
    const OBJECT: &str = r#"{"kind": "sudoku", "grid": [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,4]]}"#;
    let pretty = OBJECT.replace(", ", ",\n    ").replace("{\"", "{\n    \"").replace("]]}", "]]\n  }");
    for text in [
        format!("[{OBJECT},{OBJECT}]"),
        format!("[{OBJECT},\n {OBJECT}]\n"),
        format!("[\n  {pretty},\n  {pretty}\n]\n"),
        format!("{pretty}\n{pretty}\n"),
        format!("[\n{OBJECT}\n,\n{OBJECT}\n]\n"),
    ] {
        let found = puzzles(&text, &ReadOptions::default());
        assert_eq!(
            found.iter().filter(|found| found.is_ok()).count(),
            2,
            "{text}\n{:?}",
            found.iter().map(shown).collect::<Vec<_>>()
        );
        assert_eq!(found.len(), 2, "{text}");
        let json = ReadOptions { format: Some("json".to_owned()), ..ReadOptions::default() };
        assert_eq!(puzzles(&text, &json).len(), 2, "{text}");
        assert_eq!(puzzles(&format!("{text}\n{NINE}\n"), &ReadOptions::default()).len(), 3, "{text}");
    }
    let found = puzzles(
        &format!("[\n  {OBJECT},\n  {{\"kind\": \"sudoku\", \"grid\": 3}},\n  {OBJECT}\n]\n"),
        &ReadOptions::default(),
    );
    assert_eq!(found.len(), 3);
    assert_eq!(found[1].as_ref().map_err(|error| (error.line, error.column)).unwrap_err(), (3, 30));
    // An array of any length needs little memory, a few elements at a time.
    let long = format!("[\n{}{OBJECT}\n]\n", format!("{OBJECT},\n").repeat(3000));
    let chunks = chunks("t", long.as_bytes(), &ReadOptions::default());
    assert!(chunks.map(|chunk| chunk.expect("reads").bytes()).max().unwrap() < long.len() / 2);
}
