//! Examples of KenKen.

use serde_json::json;

use super::{Example, example, unique, with};

pub(super) fn all() -> Vec<Example> {
    let cage = |op: &str, target: u32, cells: &[[u32; 2]]| json!({"op": op, "target": target, "cells": cells});
    // 6:a_a_13a__… decoded by hand.
    let six = json!({"kind": "kenken", "size": 6, "cages": [
        cage("-", 1, &[[0, 0], [0, 1]]), cage("/", 2, &[[0, 2], [1, 2]]), cage("*", 6, &[[0, 3], [0, 4]]),
        cage("/", 2, &[[0, 5], [1, 5]]), cage("+", 13, &[[1, 0], [2, 0], [3, 0]]), cage("-", 3, &[[1, 1], [2, 1]]),
        cage("*", 12, &[[1, 3], [2, 3]]), cage("/", 3, &[[1, 4], [2, 4]]), cage("-", 1, &[[2, 2], [3, 2]]),
        cage("-", 4, &[[2, 5], [3, 5]]), cage("+", 9, &[[3, 1], [4, 1]]), cage("-", 1, &[[3, 3], [3, 4]]),
        cage("/", 2, &[[4, 0], [5, 0]]), cage("+", 12, &[[4, 2], [4, 3], [5, 3]]), cage("+", 5, &[[4, 4], [4, 5]]),
        cage("*", 5, &[[5, 1], [5, 2]]), cage("*", 24, &[[5, 4], [5, 5]]),
    ]});
    let three = json!({"kind": "kenken", "size": 3, "cages": [
        cage("+", 3, &[[0, 0], [0, 1]]), cage("-", 2, &[[0, 2], [1, 2]]), cage("*", 6, &[[1, 0], [1, 1]]),
        cage("=", 3, &[[2, 0]]), cage("/", 2, &[[2, 1], [2, 2]]),
    ]});
    let open = json!({"kind": "kenken", "size": 3, "cages": [
        cage("?", 2, &[[0, 0], [0, 1]]), cage("?", 2, &[[0, 2], [1, 2]]), cage("?", 6, &[[1, 0], [1, 1]]),
        cage("=", 3, &[[2, 0]]), cage("?", 2, &[[2, 1], [2, 2]]),
    ]});
    let id = "a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24";
    let list = "3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 2\n[(1,0),(1,1)] mult 6\n[(2,0)] '' 3\n[(2,1),(2,2)] div 2";
    let sections =
        "[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ - 2-\n6* . .\n3 2/ .\n[areas]\n1 1 2\n3 3 2\n4 5 5\n";
    vec![
        unique("a list of cages", "list", list, &three),
        unique(
            "a list with blanks and another order",
            "list",
            "3\n[(2, 1), (2, 2)] div 2\n[(0,1),(0,0)] add 3\n[(0,2),(1,2)] sub 2\n[(1,0),(1,1)] mult 6\n[(2,0)] '' 3",
            &three,
        ),
        example(
            "a list without operators",
            "list",
            "3\n[(0,0),(0,1)] '' 2\n[(0,2),(1,2)] '' 2\n[(1,0),(1,1)] '' 6\n[(2,0)] '' 3\n[(2,1),(2,2)] '' 2",
            &open,
        ),
        unique("a Keen ID", "tatham", format!("6:{id}"), &six),
        unique("a Keen ID with difficulty", "tatham", format!("6dnm:{id}"), &six),
        unique("a janko file", "janko", format!("{sections}[end]"), &three),
        unique(
            "a janko file with its solution",
            "janko",
            format!("{sections}[solution]\n1 2 3\n2 3 1\n3 1 2\n[end]"),
            &with(&three, &json!({"solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]})),
        ),
        example(
            "a janko file without operators",
            "janko",
            format!("{}[end]", sections.replace("3+ - 2-", "2 - 2").replace("6*", "6").replace("2/", "2")),
            &open,
        ),
        unique(
            "a list with its solution",
            "list",
            format!("{list}\n# solution\n1 2 3\n2 3 1\n3 1 2"),
            &with(&three, &json!({"solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]})),
        ),
    ]
}
