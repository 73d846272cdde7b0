//! What a generator knows about its puzzles is what a search and a grade find.

use pencilmark::registry::{Generator, KindEntry, kinds};
use pencilmark::teach::{GradeRecord, TeachOptions};
use pencilmark::{Options, Spec};
use serde_json::Value as Json;

/// A small board of the kind.
fn small(kind: &KindEntry) -> Spec {
    match kind.info.id {
        "sudoku" => Spec::default(),
        "star-battle" => Spec::sized(7, 7),
        _ => Spec::sized(5, 5),
    }
}

/// A record without the time that it took.
fn timeless(record: GradeRecord) -> Json {
    serde_json::to_value(GradeRecord { seconds: 0.0, ..record }).expect("a record")
}

fn check(kind: &'static KindEntry, spec: &Spec, count: u64) {
    let generator = Generator::new(kind, spec).expect("the request makes sense");
    let course = TeachOptions::default().uniqueness(true);
    let others = [
        TeachOptions::default(),
        course.clone().ratings(true),
        course.clone().tiers(vec![("naked-single".to_owned(), 2)]),
    ];
    for seed in [1, 2026] {
        for index in 0..count {
            let made = generator.generate(seed, index).expect("a puzzle");
            let name = made.puzzle.id().expect("it has a name").to_owned();
            let searched = made.puzzle.solver().limit(2).run().expect("the method suits");
            let known = made.solve(&Options::default().limit(2)).expect("it is right");
            assert_eq!(known.outcome.solutions, searched.outcome.solutions, "{name}");
            assert_eq!(known.outcome.verdict(), searched.outcome.verdict(), "{name}");
            assert_eq!(known.counters.nodes, if generator.is_unique() { 0 } else { searched.counters.nodes });
            for course in std::iter::once(&course).chain(&others) {
                let graded = made.puzzle.grade(course).expect("it is right");
                let grade = made.grade(course).expect("it is right");
                assert_eq!(timeless(GradeRecord::of(&grade)), timeless(GradeRecord::of(&graded)), "{name}");
                assert_eq!((grade.rating, grade.report.solution()), (graded.rating, graded.report.solution()));
            }
        }
    }
}

#[test]
fn the_solution_and_the_grade_of_a_new_puzzle_are_those_of_a_search() {
    for &kind in kinds() {
        check(kind, &small(kind), 6);
        check(kind, &small(kind).several_ok(), 2);
        check(kind, &small(kind).with("level", "2..4"), 3);
        // The score takes a climb like that of a grade.
        check(kind, &small(kind).with("score", "1.5..7"), 3);
    }
}

#[test]
fn other_ways_to_generate_know_the_solution_as_well() {
    let kind = |id| pencilmark::registry::kind(id).expect("it is built in");
    let mask = "x.x.x.xx./".repeat(8) + "xxxxxxxxx";
    check(kind("sudoku"), &Spec::default().with("minimal", true), 2);
    check(kind("sudoku"), &Spec::sized(12, 12), 1);
    check(kind("sudoku"), &Spec::default().with("mask", mask), 1);
    check(kind("hidato"), &Spec::sized(5, 5).with("holes", 4u64).with("minimal", true), 3);
    check(kind("star-battle"), &Spec::sized(9, 9).with("stars", 2u64), 2);
    check(kind("kenken"), &Spec::sized(4, 4).with("no-operators", true), 3);
}
