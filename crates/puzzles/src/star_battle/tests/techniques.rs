//! Techniques: every step is proved, tells the truth, and leaves the solution possible.

use pencilmark_csp::{Budget, Silent};
use pencilmark_search::Run;
use serde_json::Value as Json;

use super::{puzzle, spec};
use crate::star_battle::StarBattle;
use crate::technique::audit::Audit;
use crate::technique::{Ladder, Mark, Sheet, Step};
use crate::{Answer, Cell, Grid, Kind as _, Position};

/// The built-in puzzles of a set.
fn corpus(text: &str) -> Vec<StarBattle> {
    let read = |line: &str| {
        let json: Json = serde_json::from_str(line).unwrap();
        let row = |row: &Json| row.as_array().unwrap().iter().map(|label| label.as_u64()).collect();
        let rows = json["regions"].as_array().unwrap().iter().map(row).collect();
        StarBattle::new(&Grid::from_rows(rows).unwrap(), json["stars"].as_u64().unwrap() as usize).unwrap()
    };
    text.lines().map(read).collect()
}

fn solution(puzzle: &StarBattle) -> Answer {
    let mut found = puzzle.exact(&Run::up_to(2), &mut Silent);
    assert_eq!(found.solutions.len(), 1, "{puzzle:?}");
    found.solutions.remove(0)
}

fn audit(audit: &mut Audit, puzzles: &[StarBattle], enough: usize) {
    for puzzle in puzzles {
        audit.walk(puzzle, &solution(puzzle), (2, enough), &Budget::default().start()).unwrap();
    }
    assert_eq!(audit.faults, Vec::<String>::new());
}

#[test]
fn every_technique_is_proved() {
    let mut all = Audit::default();
    audit(&mut all, &corpus(include_str!("../../../../../corpus/star-battle/small.jsonl")), 12);
    let generated = [(5, 1), (7, 1), (8, 1), (9, 2), (10, 2)].into_iter();
    let generated: Vec<StarBattle> = generated
        .flat_map(|(size, stars)| (0..2).map(move |seed| StarBattle::generate(&spec(size, stars), seed, 0).unwrap()))
        .collect();
    audit(&mut all, &generated, 16);
    audit(&mut all, &corpus(include_str!("../../../../../corpus/star-battle/normal.jsonl"))[..4], 20);
    for technique in StarBattle::techniques() {
        assert!(all.proved.get(technique.id).is_some_and(|&proved| proved > 0), "{} was not seen", technique.id);
    }
}
