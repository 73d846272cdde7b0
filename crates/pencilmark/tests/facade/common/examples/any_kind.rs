//! Examples of what all kinds share: objects and drawings.

use serde_json::json;

use super::{Example, example, unique};

pub(super) fn objects() -> Vec<Example> {
    let blank = json!([[null, null], [null, 0]]);
    let texts = [
        json!({"kind": "sudoku", "id": "four", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]],
            "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
            "entries": [[2, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
            "marks": [[[], [], [3, 4], []], [[], [], [], []], [[], [], [], []], [[], [], [], []]]}),
        json!({"kind": "kenken", "id": "a \"name\" with é and \\", "size": 3, "cages": [
            {"op": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, {"op": "-", "target": 2, "cells": [[0, 2], [1, 2]]},
            {"op": "*", "target": 6, "cells": [[1, 0], [1, 1]]}, {"op": "=", "target": 3, "cells": [[2, 0]]},
            {"op": "/", "target": 2, "cells": [[2, 1], [2, 2]]}], "solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]}),
        json!({"kind": "hitori", "id": "7", "grid": [[1, 1], [1, 2]], "solution": [[1, 0], [0, 0]], "entries": blank}),
        json!({"kind": "hidato", "grid": [[0, 3, -1], [1, 0, 5]], "moves": "orthogonal", "solution": [[2, 3, -1], [1, 4, 5]]}),
        json!({"kind": "star-battle", "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], "stars": 1,
            "solution": [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]}),
    ];
    texts.iter().map(|json| example("an object", "json", json.to_string(), json)).collect()
}

/// Boards as they are drawn in a terminal, and a line of a table.
pub(super) fn drawings() -> Vec<Example> {
    let table = json!({
        "kind": "sudoku", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]],
        "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
    });
    vec![
        unique("a line of a table", "csv", ".1.....23.....3.,2143431234211234", &table),
        example(
            "a drawing of a sudoku",
            "drawing",
            "┏━━━┯━━━┳━━━┯━━━┓\n\
┃   │   ┃ 4 │ 2 ┃\n\
┠───┼───╂───┼───┨\n\
┃   │   ┃   │   ┃\n\
┣━━━┿━━━╋━━━┿━━━┫\n\
┃ 1 │ 4 ┃   │   ┃\n\
┠───┼───╂───┼───┨\n\
┃ 2 │ 3 ┃   │ 4 ┃\n\
┗━━━┷━━━┻━━━┷━━━┛",
            &json!({"kind": "sudoku", "box": [2, 2], "grid": [[0, 0, 4, 2], [0, 0, 0, 0], [1, 4, 0, 0], [2, 3, 0, 4]]}),
        ),
        example(
            "a drawing of a kenken",
            "drawing",
            "┏━━━┳━━━┯━━━┓\n\
┃5+ ┃3÷ │   ┃\n\
┃   ┃   │   ┃\n\
┠───╊━━━┿━━━┫\n\
┃   ┃2÷ │   ┃\n\
┃   ┃   │   ┃\n\
┣━━━╋━━━╈━━━┫\n\
┃1  ┃2  ┃3  ┃\n\
┃   ┃   ┃   ┃\n\
┗━━━┻━━━┻━━━┛",
            &json!({"kind": "kenken", "size": 3, "cages": [{"op": "+", "target": 5, "cells": [[0, 0], [1, 0]]}, {"op": "/", "target": 3, "cells": [[0, 1], [0, 2]]}, {"op": "/", "target": 2, "cells": [[1, 1], [1, 2]]}, {"op": "=", "target": 1, "cells": [[2, 0]]}, {"op": "=", "target": 2, "cells": [[2, 1]]}, {"op": "=", "target": 3, "cells": [[2, 2]]}]}),
        ),
        example(
            "a drawing of a hitori",
            "drawing",
            "┏━━━┯━━━┯━━━┯━━━┓\n\
┃ 3 │ 1 │ 3 │ 2 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 2 │ 4 │ 3 │ 3 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 2 │ 3 │ 2 │ 3 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 3 │ 2 │ 4 │ 1 ┃\n\
┗━━━┷━━━┷━━━┷━━━┛",
            &json!({"kind": "hitori", "grid": [[3, 1, 3, 2], [2, 4, 3, 3], [2, 3, 2, 3], [3, 2, 4, 1]]}),
        ),
        example(
            "a drawing of a hidato",
            "drawing",
            "┏━━━━┯━━━━┯━━━━┯━━━━┓\n\
┃  5 │    │    │ 14 ┃\n\
┠────┼────┼────┼────┨\n\
┃    │  3 │ 16 │    ┃\n\
┠────┼────┼────┼────┨\n\
┃  7 │    │    │    ┃\n\
┠────┼────┼────┼────┨\n\
┃  8 │ 10 │    │  1 ┃\n\
┗━━━━┷━━━━┷━━━━┷━━━━┛",
            &json!({"kind": "hidato", "grid": [[5, 0, 0, 14], [0, 3, 16, 0], [7, 0, 0, 0], [8, 10, 0, 1]]}),
        ),
        example(
            "a drawing of a star-battle",
            "drawing",
            "┏━━━┯━━━┯━━━┳━━━┓\n\
┃   │ ★ │   ┃   ┃\n\
┣━━━╅───╆━━━╃───┨\n\
┃   ┃   ┃   │ ★ ┃\n\
┠───╊━━━╉───╆━━━┫\n\
┃ ★ ┃   ┃   ┃   ┃\n\
┠───╂───╄━━━╃───┨\n\
┃   ┃   │ ★ │   ┃\n\
┗━━━┻━━━┷━━━┷━━━┛",
            &json!({"kind": "star-battle", "regions": [[0, 0, 0, 1], [2, 0, 1, 1], [2, 3, 1, 3], [2, 3, 3, 3]], "stars": 1, "entries": [[null, 1, null, null], [null, null, null, 1], [1, null, null, null], [null, null, 1, null]]}),
        ),
    ]
}
