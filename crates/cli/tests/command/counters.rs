//! The counters against a program that was written from docs/counters.md alone.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::common::{run, run_with};

const NODES: u64 = 400;

/// The first puzzles of two built-in sets.
fn puzzles(kind: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(kind);
    let read = |set: &str| {
        let text = std::fs::read_to_string(folder.join(set)).expect("a built-in set");
        text.lines().take(5).map(|line| serde_json::from_str(line).expect("a puzzle")).collect::<Vec<Value>>()
    };
    [read("small.jsonl"), read("normal.jsonl")].concat()
}

/// The long program, for four inferences and two kinds.
fn long_program() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counters/backtracking.py");
    std::fs::read_to_string(file).expect("a program")
}

/// The lines in the document, with some around them that read puzzles and write counters.
fn short_program() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/counters.md");
    let text = std::fs::read_to_string(file).expect("the document");
    let (_, code) = text.split_once("```python\n").expect("lines of Python");
    let (code, _) = code.split_once("```").expect("their end");
    format!(
        "{code}\nimport json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n    puzzle = asked[\"puzzle\"]\n    \
         print(json.dumps(count(puzzle[\"grid\"], puzzle[\"box\"], asked[\"inference\"] == \"forward\")))\n"
    )
}

/// What a program answers to these lines; none if there is no Python.
fn asked(program: &str, lines: &[String]) -> Option<Vec<Value>> {
    let mut command = Command::new("python3");
    let child = command.arg("-c").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("python3: {error}"),
    };
    // It reads all before it has filled the pipe with its short answers.
    child.stdin.take().expect("a pipe").write_all(lines.join("\n").as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("counters")).collect())
}

/// Asks a program and the command to count on puzzles, in every order and with every inference. The number of counts, and of those
/// that ran into the limit; none without Python.
fn compare(program: &str, puzzles: &[Value], orders: &[&str], inferences: &[&str]) -> Option<(usize, usize)> {
    let input: Vec<String> = puzzles.iter().map(Value::to_string).collect();
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for order in orders {
        for inference in inferences {
            let nodes = NODES.to_string();
            let args = ["solve", "--method", "backtracking", "--values", "in-order", "--order", order]
                .into_iter()
                .chain(["--inference", inference, "--max-nodes", &nodes, "--limit", "2", "--format", "json", "-"]);
            let ran = run_with(&args.collect::<Vec<&str>>(), input.join("\n"));
            let objects = ran.objects();
            assert_eq!(objects.len(), puzzles.len(), "{}", ran.err);
            for (puzzle, object) in puzzles.iter().zip(objects) {
                let question = json!({
                    "puzzle": puzzle, "order": order, "inference": inference, "limit": 2, "max_nodes": NODES
                });
                questions.push(question.to_string());
                expected.push((format!("{} {order} {inference}", puzzle["id"]), object["counters"].clone()));
            }
        }
    }
    let Some(answers) = asked(program, &questions) else {
        eprintln!("skipped: there is no python3 to count with");
        return None;
    };
    assert_eq!(answers.len(), expected.len());
    let mut spent = 0;
    for (answer, (what, counters)) in answers.iter().zip(&expected) {
        for (name, count) in answer.as_object().expect("counters by name") {
            assert_eq!(*count, counters[name], "{what}: {name}");
        }
        spent += usize::from(answer["nodes"].as_u64() > Some(NODES));
    }
    Some((answers.len(), spent))
}

#[test]
fn a_program_written_from_the_document_counts_the_same() {
    for kind in ["sudoku", "kenken"] {
        let inferences = ["none", "forward", "forward-singletons", "mac"];
        let Some((_, spent)) = compare(&long_program(), &puzzles(kind), &["in-order", "mrv"], &inferences) else {
            return;
        };
        assert!(0 < spent && spent < 40, "{kind}: {spent} ran into the limit");
    }
}

#[test]
fn the_lines_in_the_document_count_the_same() {
    // They know no limit, so the puzzles are small ones.
    let small: Vec<Value> = puzzles("sudoku").into_iter().take(5).collect();
    let compared = compare(&short_program(), &small, &["in-order"], &["none", "forward"]);
    assert!(compared.is_none_or(|(count, spent)| (count, spent) == (10, 0)), "{compared:?}");
}

#[test]
fn a_repairing_search_succeeds_with_what_it_counts_and_not_with_less() {
    let made = run(&["generate", "hitori", "--size", "6", "--seed", "4", "--count", "3", "--format", "json"]);
    for puzzle in made.out.lines() {
        for method in ["greedy", "a-star"] {
            let solve = |more: &[&str]| {
                let args =
                    [&["solve", "--method", method, "--limit", "1", "--format", "json"][..], more, &["-"]].concat();
                run_with(&args, puzzle).objects().remove(0)
            };
            let free = solve(&[]);
            assert_eq!(free["outcome"], "solved", "{free}");
            for (flag, counter) in
                [("--max-nodes", "nodes"), ("--max-evaluations", "evaluations"), ("--max-checks", "checks")]
            {
                let counted = free["counters"][counter].as_u64().unwrap_or(0);
                if counted > 1 {
                    let ends = |limit: u64| solve(&[flag, &limit.to_string()])["outcome"].clone();
                    assert_eq!(
                        (ends(counted), ends(counted - 1)),
                        ("solved".into(), "gave-up".into()),
                        "{flag} {counted}"
                    );
                }
            }
        }
    }
}
