//! What is wrong with a Star Battle, where, and what to do.

use pencilmark_puzzles::Settings;
use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_search::Parameters;

use super::*;

#[test]
fn errors_say_where_what_and_what_to_do() {
    let check = |id: &str, text: &str, expected: &str| {
        let read = |settings: &Parameters| match id {
            "json" => {
                let (value, _) = read_value(&source(text))?;
                StarBattle::from_json(&Object::new(source(text), &value)?, settings)
            }
            _ => (format(id).read)(&source(text), settings).map(|parsed| parsed.puzzle),
        };
        let error = read(&Parameters::default()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{id}: {text}");
    };
    let sizes = "a board has 4 to 25 rows and as many columns";
    let square = "a board has as many columns as rows; write `@` for a hole";
    check("regions", "", &format!("-:1:1: there are no cells\n  help: {sizes}"));
    check(
        "regions",
        "ABB\nAAB\nCCC\n",
        "-:1:1: the text does not say how many stars a row has\n  help: say how many, or begin with a line of size and stars, such as `10 2` (stars = …)",
    );
    check(
        "regions",
        "3 1\nABB\nAA\nCCC\n",
        &format!("-:3:1: row 2 has 2 cells, but there are 3 rows\n  help: {square}"),
    );
    check("regions", "ABB\nAAB\n", &format!("-:1:1: the board has 2 rows of 3 cells\n  help: {square}"));
    check(
        "regions",
        "# a comment\n3 1\nABB\n AA.\nCCC\n",
        "-:4:4: `.` is not the label of a region\n  help: write a letter or a number for each region, `@` for a hole",
    );
    check(
        "regions",
        "4 1\nABB\nAAB\nCCC\n",
        "-:1:1: the first line says 4 rows, there are 3\n  help: correct the number, or the rows below",
    );
    check(
        "regions",
        "3 9\nABB\nAAB\nCCC\n",
        "-:1:3: a number of stars `9` is out of range\n  help: write a number from 1 to 6",
    );
    check(
        "regions",
        "99999999999999999999 1\nA\n",
        "-:1:1: a number of rows `99999999999999999999` is out of range\n  help: write a number from 1 to 25",
    );
    check("regions", &"A".repeat(26), &format!("-:1:1: more than 25 cells in a row\n  help: {sizes}"));
    check("regions", &"A\n".repeat(26), &format!("-:26:1: more than 25 rows\n  help: {sizes}"));
    check(
        "regions",
        "2 1\n@@\n##\n",
        "-:1:1: the board has no cells, only holes\n  help: give every cell of a region the label of the region",
    );
    let rows = "write rows of labels: ((0, 0, 1), (0, 1, 1), …)";
    check("tuples", "((0, 0), (1 1))", &format!("-:1:13: expected `,` or `)`, found `1`\n  help: {rows}"));
    check(
        "tuples",
        "((0, 0),\n (1, 1)",
        &format!("-:2:8: expected `,` or `)`, but the text ends here\n  help: {rows}"),
    );
    check(
        "tuples",
        "((A, 0), (1, 1))",
        &format!("-:1:3: expected a label: a number, or letters in quotes, found `A`\n  help: {rows}"),
    );
    check(
        "tuples",
        "((0, 0), (1, 1)) 5",
        "-:1:18: `5` after the board\n  help: keep one board, and its brackets closed at the end",
    );
    check(
        "tuples",
        "((0, 0), (1, 1))",
        "-:1:1: the text does not say how many stars a row has\n  help: say how many, or add a line `stars = 2` above the board (stars = …)",
    );
    check("tuples", "((0, 0, 1), (1, 1, 1))", &format!("-:1:2: the board has 2 rows of 3 cells\n  help: {square}"));
    check(
        "puzz-link",
        "https://puzz.link/p?starbattle/6/6/1/4ilbhg",
        "-:1:38: the walls have 6 characters, a 6 x 6 board needs 12\n  help: copy the whole text, to its last character",
    );
    check(
        "puzz-link",
        "starbattle/6/6/1/4ilbhgdnmhoz",
        "-:1:29: `z` is not a digit of the walls\n  help: write one of 0123456789abcdefghijklmnopqrstuv",
    );
    check(
        "puzz-link",
        "starbattle/6/7/1/4ilbhgdnmhou",
        &format!("-:1:14: the board has 7 rows and 6 columns\n  help: {sizes}"),
    );
    check(
        "puzz-link",
        "starbattle/60/60/1/0",
        "-:1:12: a width `60` is out of range\n  help: write a number from 1 to 25",
    );
    check(
        "puzz-link",
        "starbattle/6",
        "-:1:13: the address ends after 1 of 4 parts\n  help: write starbattle/WIDTH/HEIGHT/STARS/WALLS, bare or after https://puzz.link/p?",
    );
    check(
        "puzz-link",
        "starbattle/2/2/1/g0",
        "-:1:18: the wall between r1c1 and r1c2 ends inside a region\n  help: close the region with walls, or remove this one",
    );
    check(
        "sbn",
        "AA2W55",
        "-:1:5: the walls have 2 characters, a 10 x 10 board needs 30\n  help: copy the whole text, to its last character",
    );
    check(
        "sbn",
        "AB2W556SAI",
        "-:1:1: `AB2W556SAI` does not begin like SBN\n  help: write the size twice, the stars, W and the walls, such as AA2W…",
    );
    check(
        "sbn",
        "331W0%",
        "-:1:6: `%` is not a digit of the walls\n  help: write one of 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
    );
    let janko = |middle: &str| format!("[begin]\npuzzle sternenschlacht\n{middle}\n[end]\n");
    check("janko", &janko("stars 1"), "-:4:6: no section [areas]\n  help: add a line [areas] and the rows below it");
    check(
        "janko",
        &janko("size 3\nstars 1\n[areas]\n1 1\n1 1"),
        "-:3:6: the size is 3, but [areas] has 2 rows\n  help: correct the size, or the rows",
    );
    check(
        "janko",
        &janko("[areas]\n1 1\n1 1"),
        "-:1:1: the text does not say how many stars a row has\n  help: say how many, or add a line `stars 2` below [begin] (stars = …)",
    );
    check(
        "janko",
        &janko("stars 1\n[areas]\n1 1\n1 1\n[solution]\nx -\n- ?"),
        "-:9:3: `?` cannot stand in a solution\n  help: write `x` for a star, `-` for none",
    );
    check(
        "janko",
        &janko("stars 1\n[problem]\n- x\n[areas]\n1 1\n1 1"),
        "-:5:3: `x` in [problem]: a Star Battle has no givens\n  help: write `-` in every cell, or leave [problem] out",
    );
    check(
        "janko",
        "[begin]\npuzzle hitori\n[areas]\n1\n[end]",
        "-:2:8: this is the puzzle `hitori`\n  help: write `puzzle sternenschlacht`, or read it as another kind",
    );
    check(
        "json",
        "{\"regions\": [[0, 0], [1, 1]]}",
        "-:1:1: no field `stars`, which says how many stars a row has\n  help: add \"stars\": 2, or say how many (stars = …)",
    );
    check(
        "json",
        "{\"regions\": [[0, 0], [1, 1.5]], \"stars\": 1}",
        "-:1:26: a region 1.5 is out of range\n  help: write a whole number from -1 to 9999",
    );
    check(
        "json",
        "{\"regions\": [[0, 0, 1], [1, 1, 1]], \"stars\": 1}",
        &format!("-:1:13: the board has 2 rows and 3 columns\n  help: {sizes}"),
    );
    check("json", "{\"stars\": 1}", "-:1:1: no field `regions`; there are `stars`\n  help: add \"regions\": …");
}

#[test]
fn long_texts_fail_quickly() {
    let start = std::time::Instant::now();
    for text in
        ["A".repeat(1 << 22), "A ".repeat(1 << 21), "A\n".repeat(1 << 21), "(".repeat(1 << 22), "((1,".repeat(1 << 20)]
    {
        for format in StarBattle::formats() {
            let _ = (format.sniff)(&source(&text));
            assert!((format.read)(&source(&text), &one_star()).is_err());
        }
    }
    assert!(start.elapsed().as_secs() < 10);
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in "[ABx0-9@#.,()\\[\\]='\"/?W \n-]{0,60}", prefix in 0..6usize) {
        let prefix = ["", "starbattle/", "AA2W", "441W", "4 1\n", "[begin]\npuzzle sternenschlacht\nstars 1\n[areas]\n"][prefix];
        let text = format!("{prefix}{text}");
        for format in StarBattle::formats() {
            let _ = (format.sniff)(&source(&text));
            let _ = (format.read)(&source(&text), &one_star());
        }
        let (puzzle, _) = solved();
        let _ = puzzle.read_answer(&source(&text));
    }
}

/// Settings of one star in each row.
fn one_star() -> Parameters {
    Settings::default().with("stars", 1).for_kind(&StarBattle::INFO).unwrap()
}
