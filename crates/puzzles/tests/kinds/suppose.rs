//! Contradiction on every kind: it solves small puzzles alone, and each step keeps the law of steps.

use std::sync::Arc;

use pencilmark_csp::{Budget, Silent};
use pencilmark_puzzles::star_battle::{self, StarBattle};
use pencilmark_puzzles::technique::proof::{prove, survives};
use pencilmark_puzzles::technique::{CONTRADICTION, Ladder, Step, open, techniques};
use pencilmark_puzzles::{Answer, Kind, KindEntry, KindInfo, Settings, Source, Spec, hidato, kinds};
use pencilmark_search::Run;

fn read(kind: &KindEntry, text: &str) -> Arc<dyn Kind> {
    let source = Source::new("test", text);
    kind.formats.iter().find_map(|format| format.read(&source, &Settings::default()).ok()).expect("a puzzle").puzzle
}

fn solution(puzzle: &dyn Kind) -> Answer {
    puzzle.exact(&Run::up_to(1), &mut Silent).solutions.pop().expect("a solution")
}

fn contradiction(kind: &KindInfo) -> Ladder {
    Ladder::new(&techniques(kind)).retain(|technique| *technique == CONTRADICTION)
}

fn assert_right(puzzle: &dyn Kind, step: &Step, solution: &Answer) {
    assert!(survives(step, solution), "{step:?}");
    assert_eq!(prove(puzzle, step, &Budget::default().start()), Ok(Ok(())), "{step:?}");
    assert!(step.why.reason.starts_with("Suppose that ") && step.why.reason.contains("But then "), "{step:?}");
}

/// From the start to the end by contradiction alone.
fn solves(puzzle: &Arc<dyn Kind>) {
    let solution = solution(puzzle.as_ref());
    let ladder = contradiction(puzzle.info());
    let mut sheet = open(puzzle, None, None).expect("a kind with techniques");
    while let Some(step) = ladder.next(sheet.as_ref(), true) {
        assert_right(puzzle.as_ref(), &step, &solution);
        sheet.apply(&step.removes, &step.places);
    }
    // A number with one mark is entered by other techniques.
    let position = sheet.position();
    let is_known = |cell| position.entries[cell] == Some(solution[cell]) || position.marks[cell].len() == 1;
    assert!(solution.cells().all(|cell| solution[cell] < 0 || is_known(cell)), "{puzzle:?}");
}

#[test]
fn contradiction_alone_solves_small_puzzles() {
    for kind in kinds() {
        let side = if kind.info.id == StarBattle::INFO.id { 5 } else { 4 };
        for index in 0..3 {
            solves(&kind.generate(&Spec::sized(side, side), 25, index).expect("a small puzzle"));
        }
    }
}

#[test]
fn a_hole_is_no_dead_end() {
    let hidato = read(&hidato::entry(), "1 . 3\n. x .\n. . .\n");
    assert_eq!(open(&hidato, None, None).expect("a sheet").dead_end(), None);
    for step in contradiction(hidato.info()).steps(open(&hidato, None, None).expect("a sheet").as_ref(), 100, false) {
        assert!(survives(&step, &solution(hidato.as_ref())), "{step:?}");
    }
    let stars = read(&star_battle::entry(), "4 1\nA A A @\nB B A C\nB D D C\nD D D C\n");
    assert_eq!(open(&stars, None, None).expect("a sheet").dead_end(), None);
}
