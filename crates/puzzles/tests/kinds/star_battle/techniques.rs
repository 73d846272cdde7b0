//! Techniques: every step is proved, tells the truth, and leaves the solution possible.

use pencilmark_csp::{Budget, Silent};
use pencilmark_puzzles::star_battle::StarBattle;
use pencilmark_puzzles::technique::audit::Audit;
use pencilmark_puzzles::technique::{Ladder, Mark, Step};
use pencilmark_puzzles::{Answer, Cell, Grid, Kind as _, Position};
use pencilmark_search::Run;
use serde_json::Value as Json;

use super::{puzzle, spec};
use crate::shared;

/// The built-in puzzles of a set.
fn corpus(text: &str) -> Vec<StarBattle> {
    let read = |line: &str| {
        let json: Json = serde_json::from_str(line).unwrap();
        let row = |row: &Json| row.as_array().unwrap().iter().map(Json::as_u64).collect();
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

#[test]
fn every_technique_is_proved() {
    let small = corpus(include_str!("../../../../../corpus/star-battle/small.jsonl"));
    let normal = corpus(include_str!("../../../../../corpus/star-battle/normal.jsonl"));
    let sizes = [(4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (8, 2), (9, 2)];
    let generated = sizes.map(|(size, stars)| StarBattle::generate(&spec(size, stars), 1, 0).unwrap());
    let mut audit = Audit::default();
    for puzzle in small.iter().chain(&generated).chain(&normal[..1]) {
        audit.walk(&shared(puzzle), &solution(puzzle), (1, 25), &Budget::default().start()).unwrap();
    }
    assert_eq!(audit.faults, Vec::<String>::new());
    for technique in StarBattle::INFO.techniques {
        assert!(audit.covers(technique), "{} was not seen", technique.id);
    }
}

/// The first step of a technique on a board with these stars, and dots everywhere else but in the free cells.
fn first(puzzle: &StarBattle, id: &str, stars: &[(usize, usize)], free: Option<&[(usize, usize)]>) -> Step {
    let mut position = Position::empty(puzzle.shape());
    for cell in puzzle.regions().cells() {
        if stars.contains(&(cell.row + 1, cell.col + 1)) {
            position.entries[cell] = Some(1);
        } else if free.is_some_and(|free| !free.contains(&(cell.row + 1, cell.col + 1))) {
            position.entries[cell] = Some(0);
        }
    }
    let ladder = Ladder::new(StarBattle::INFO.techniques).retain(|technique| technique.id == id);
    ladder.next(puzzle.sheet(Some(&position)).unwrap().as_ref(), true).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn reasons_name_what_they_rest_on() {
    let board = puzzle("AABB AABB CABD CCCD", 1);
    let step = first(&board, "star-neighbours", &[(1, 2)], None);
    assert_eq!(
        step.why.reason,
        "r1c2 holds a star. Stars do not touch, so r1c1, r1c3, r2c1, r2c2 and r2c3 hold no star."
    );
    let step = first(&board, "exclusion", &[], None);
    assert_eq!(
        step.why.reason,
        "Region D needs 1 star, in r3c4 or r4c4. Each of r3c3 and r4c3 touches both, so r3c3 and r4c3 hold no star."
    );
    let step = first(&board, "region-in-line", &[], None);
    assert_eq!(
        step.why.reason,
        "Region D needs 1 star, and all its free cells lie in column 4. Column 4 takes just 1 star, so that star belongs to region D, and r1c4 and r2c4 \
         hold no star."
    );
}

#[test]
fn wrong_positions_do_no_harm() {
    let boards =
        [puzzle("AABB AABB CABD CCCD", 1), puzzle("A@ BB", 1), puzzle("A", 1), puzzle("ABCD EFGH IJKL MNOP", 2)];
    for board in &boards {
        let size = board.size();
        for pattern in 0..64u64 {
            let mut position = Position::empty((size, size));
            for (at, cell) in board.regions().cells().enumerate() {
                let entry = (pattern.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (2 * at % 60)) % 4;
                position.entries[cell] = (entry < 2).then_some(entry as i32);
            }
            let mut sheet = board.sheet(Some(&position)).unwrap();
            let ladder = Ladder::new(StarBattle::INFO.techniques);
            // Steps on a wrong board may be nonsense, but they end.
            for _ in 0..=2 * size * size {
                ladder.steps(sheet.as_ref(), 50, true);
                let Some(step) = ladder.next(sheet.as_ref(), false) else { break };
                sheet.apply(&step.removes, &step.places);
            }
        }
    }
}

#[test]
fn marks_are_read_as_entries_where_they_are_certain() {
    let board = puzzle("AABB AABB CABD CCCD", 1);
    let mut position = Position::empty((4, 4));
    let cell = Cell { row: 0, col: 1 };
    position.marks[cell] = pencilmark_csp::Domain::range(1, 1);
    let mut sheet = board.sheet(Some(&position)).unwrap();
    assert_eq!(sheet.position().entries[cell], Some(1));
    sheet.apply(&[Mark { cell: Cell { row: 3, col: 3 }, value: 0 }], &[]);
    assert_eq!(sheet.position().entries[Cell { row: 3, col: 3 }], Some(1));
    assert!(!sheet.is_solved());
}
