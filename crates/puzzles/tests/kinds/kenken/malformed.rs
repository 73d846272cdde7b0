//! What cannot be drawn is refused, with place, reason and remedy.

use super::*;

const HEAD: &str = "[begin]\npuzzle kendoku\nsize 3\n";

#[test]
fn errors_say_where_what_and_how() {
    let janko = |rest: &str| format!("{HEAD}{rest}");
    let rows = "[problem]\n6+ . .\n6+ . .\n6+ . .\n";
    let cases: Vec<(&str, String, &str)> = vec![
        ("list", String::new(), "in:1:1: there is no puzzle\n  help: write the size, then a line for each cage"),
        (
            "list",
            "[(0,0)] add 11".into(),
            "in:1:1: the size is missing\n  help: write it on a line before the cages, such as 6",
        ),
        ("list", "six\n".into(), "in:1:1: `six` is not a size\n  help: boards from 3x3 to 16x16 are supported"),
        (
            "list",
            "2\n[(0,0)] '' 1".into(),
            "in:1:1: the size `2` is out of range\n  help: boards from 3x3 to 16x16 are supported",
        ),
        (
            "list",
            "17\n".into(),
            "in:1:1: the size `17` is out of range\n  help: boards from 3x3 to 16x16 are supported",
        ),
        (
            "list",
            "3\n[(0,0),(0,1) add 3".into(),
            "in:2:14: expected `,` or `]`, found `a`\n  help: list the cells like [(0,0),(1,0)]",
        ),
        (
            "list",
            "3\n[(0,0),(0,3)] add 3".into(),
            "in:2:11: column `3` is not on the board\n  help: rows and columns count from 0 to 2",
        ),
        (
            "list",
            "3\n  [(0,0),(0,-1)] add 3".into(),
            "in:2:13: expected a column, found `-`\n  help: rows and columns count from 0 to 2",
        ),
        (
            "list",
            "3\n[] add 3".into(),
            "in:2:2: expected `(`, found `]`\n  help: write a cage like [(0,0),(1,0)] add 11",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] plus 3".into(),
            "in:2:15: `plus` is not an operator\n  help: choose one of add, sub, mult, div, or '' for none",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)]".into(),
            "in:2:14: the operator is missing\n  help: choose one of add, sub, mult, div, or '' for none",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] add".into(),
            "in:2:18: the target is missing\n  help: write it after the operator, such as add 11",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] add -3".into(),
            "in:2:19: `-3` is not a target\n  help: write a whole number, such as 24",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] mult 9007199254740992".into(),
            "in:2:20: the target `9007199254740992` is too large\n  help: write a number up to 9007199254740991",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] add 3 (three)".into(),
            "in:2:21: `(three)` after the target\n  help: write one cage a line, and remarks on lines of their own",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] add 3\n[(1,1),(0,1)] add 3".into(),
            "in:3:9: r1c2 is in two cages\n  help: take it out of one of them",
        ),
        ("list", "3\n[(0,0),(0,1),(0,0)] add 3".into(), "in:2:15: r1c1 is in this cage twice\n  help: name it once"),
        (
            "list",
            "3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] add 3\n".into(),
            "in:3:20: r2c1 is in no cage\n  help: add it to a cage, or make it a cage of its own",
        ),
        (
            "list",
            "3\n[(0,0),(1,1)] add 3\n[(0,1),(0,2),(1,2),(2,2),(2,1),(2,0),(1,0)] add 3".into(),
            "in:2:9: r2c2 is cut off from r1c1 of the same cage\n  help: make the cells of a cage touch side by side",
        ),
        (
            "list",
            "3\n[(0,0),(0,1)] = 3".into(),
            "in:2:1: `=` is for cages of one cell, this one has 2\n  help: choose one of + - * /, or `?` for a cage without operator",
        ),
        ("tatham", "6:a_\n6:a_".into(), "in:1:1: a game ID is one line\n  help: give one ID, such as 6:a_a_13…,s1d2…"),
        ("tatham", "x:a_".into(), "in:1:1: `x:a_` is not a size\n  help: boards from 3x3 to 16x16 are supported"),
        (
            "tatham",
            "2:a_,a1".into(),
            "in:1:1: the size `2` is out of range\n  help: boards from 3x3 to 16x16 are supported",
        ),
        (
            "tatham",
            "6dn#1234".into(),
            "in:1:4: a random seed (`#`) names a puzzle that only its own program can make\n  help: copy the ID with `:` (\"specific\" in its menu)",
        ),
        (
            "tatham",
            "6k:a_,a1".into(),
            "in:1:2: expected `:` after the parameters, found `k`\n  help: parameters are a size, d and a letter, m: 6dnm",
        ),
        (
            "tatham",
            "3:_5-,a1".into(),
            "in:1:5: `-` cannot stand among the walls\n  help: use `_`, a to z and repeat counts; clues follow a `,`",
        ),
        (
            "tatham",
            "3:_5,a1".into(),
            "in:1:5: the walls end after 5 of the 12 inner edges\n  help: copy the whole ID; compare its size",
        ),
        (
            "tatham",
            "3:_12z,a1".into(),
            "in:1:6: the walls run past the 12 inner edges of a 3x3 board\n  help: compare the size with the ID it was copied from",
        ),
        (
            "tatham",
            "4:z,a6".into(),
            "in:1:4: the walls end with an open edge past the board\n  help: copy the whole ID; compare its size",
        ),
        (
            "tatham",
            "3:_99999999999999999999,a1".into(),
            "in:1:3: the walls run past the 12 inner edges of a 3x3 board\n  help: compare the size with the ID it was copied from",
        ),
        ("tatham", "3:_0l,a1".into(), "in:1:4: a repeat count of 0\n  help: leave the letter out, too"),
        ("tatham", "3:_13".into(), "in:1:6: the clues are missing\n  help: write `,` and a clue for each cage"),
        (
            "tatham",
            "3:_13,a1a2".into(),
            "in:1:11: the clues end before that of the cage at r1c3\n  help: a clue is a, s, m or d and its target, such as m24",
        ),
        (
            "tatham",
            "3:_13,a1m".into(),
            "in:1:10: the clue of the cage at r1c2 has no target\n  help: a clue is a, s, m or d and its target, such as m24",
        ),
        (
            "tatham",
            "3:_13,a1x2".into(),
            "in:1:9: `x` is not an operator; here is the clue of the cage at r1c2\n  help: a clue is a, s, m or d and its target, such as m24",
        ),
        (
            "tatham",
            "3:l,a1a2".into(),
            "in:1:7: `a2` after the clue of the last cage\n  help: give as many clues as there are cages",
        ),
        (
            "tatham",
            "3:l,a99999999999999999999".into(),
            "in:1:6: the target `99999999999999999999` is too large\n  help: write a number up to 9007199254740991",
        ),
        (
            "janko",
            janko("[end]").replace("kendoku", "sudoku"),
            "in:2:8: this is the puzzle `sudoku`\n  help: write `puzzle kendoku`, or read it as another kind",
        ),
        (
            "janko",
            janko(&format!("{rows}[end]")),
            "in:8:6: no section [areas]\n  help: add a line [areas] and the rows below it",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\nc c c\n[end]")).replace("size 3", "size 4"),
            "in:5:6: row 1 of [problem] has 3 cells, the size is 4\n  help: give 4 cells, with blanks between them",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\n[end]")),
            "in:10:5: [areas] has 2 rows, the size is 3\n  help: give 3 rows",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\nc c c\nc c c\n[end]")),
            "in:12:1: [areas] has 4 rows, the size is 3\n  help: give 3 rows",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\na a a\n[end]")),
            "in:7:1: `6+` is a second clue of the cage `a`\n  help: give one clue a cage, `.` in its other cells",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\nc c d\n[end]")),
            "in:7:6: the cage `d` at r3c3 has no clue\n  help: write its target and operator in [problem], such as 24*",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na b a\nb b b\nc c c\n[end]")),
            "in:9:5: r1c3 is cut off from r1c1 of the same cage\n  help: make the cells of a cage touch side by side",
        ),
        (
            "janko",
            janko(&format!("{}[areas]\na b b\na b c\na c c\n[end]", rows.replace(". .\n6+", "5 .\n+6"))),
            "in:6:1: `+6` is not a clue\n  help: write a target and an operator, such as 24* 2/ 3- 7+, or `.`",
        ),
        (
            "janko",
            janko(&format!("{rows}[areas]\na a a\nb b b\nc c c\n[solution]\n1 2 3\n2 3 4\n3 1 2\n[end]")),
            "in:14:5: a number `4` is out of range\n  help: write a number from 1 to 3",
        ),
        (
            "json",
            r#"{"size": 2.5, "cages": []}"#.into(),
            "in:1:10: the size 2.5 is out of range\n  help: write a whole number from 3 to 16",
        ),
        ("json", r#"{"size": 3}"#.into(), "in:1:1: no field `cages`; there are `size`\n  help: add \"cages\": …"),
        ("json", r#"{"size": 3, "cages": 9}"#.into(), "in:1:22: `cages` is 9\n  help: write an array: [ … ]"),
        (
            "json",
            r#"{"size": 3, "cages": []}"#.into(),
            "in:1:22: r1c1 is in no cage\n  help: add it to a cage, or make it a cage of its own",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": 3, "cells": []}]}"#.into(),
            "in:1:23: the cage has no cells\n  help: name its cells, or remove it",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "%", "target": 3, "cells": [[0,0]]}]}"#.into(),
            "in:1:30: `%` is not an operator\n  help: choose one of + - * / =, or `?` for a cage without operator",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"target": 3, "cells": [[0,0],[0,1]]}]}"#.into(),
            "in:1:23: no field `op`; there are `target`, `cells`\n  help: add \"op\": …",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "=", "target": 3, "cells": [[0,0],[0,1]]}]}"#.into(),
            "in:1:23: `=` is for cages of one cell, this one has 2\n  help: choose one of + - * /, or `?` for a cage without operator",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": 1e300, "cells": [[0,0]]}]}"#.into(),
            "in:1:45: the target is too large\n  help: write a number up to 9007199254740991",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": -1, "cells": [[0,0]]}]}"#.into(),
            "in:1:45: the target -1 is out of range\n  help: write a whole number from 0 to 9007199254740991",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": 3, "cells": [[0,0],[0,3]]}]}"#.into(),
            "in:1:67: the column 3 is out of range\n  help: write a whole number from 0 to 2",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": 3, "cells": [[0,0],[0]]}]}"#.into(),
            "in:1:64: a cell is a row and a column, this has 1 numbers\n  help: write [row, column], counted from 0",
        ),
        (
            "json",
            r#"{"size": 3, "cages": [{"op": "+", "target": 3, "cells": [[0,0],[0,0]]}]}"#.into(),
            "in:1:64: r1c1 is in this cage twice\n  help: name it once",
        ),
    ];
    let mut wrong = Vec::new();
    for (id, text, expected) in cases {
        let error = read(id, &text).map_or_else(|error| error.to_string(), |parsed| format!("read as {parsed:?}"));
        if error != expected {
            wrong.push(format!("{id}: {text:?}\n{error:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
