//! The proof of a step: what is proved, and which faults it finds.

use pencilmark_csp::{Budget, Label};
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::technique::proof::{Fault, Needed, needed, prove, survives};
use pencilmark_puzzles::technique::{Exchange, Mark, Premise, Rating, Step, TechniqueInfo, Telling};
use pencilmark_puzzles::{Cell, Grid, Source};
use pencilmark_search::Parameters;

static PAIR: TechniqueInfo = TechniqueInfo {
    id: "naked-pair",
    title: "Naked pair",
    tier: 3,
    rating: Rating(30),
    assumes_uniqueness: false,
    about: "",
    aliases: &[],
};

fn mark(row: usize, col: usize, value: u16) -> Mark {
    Mark { cell: Cell { row, col }, value }
}

/// In row 1 of a 4x4 Sudoku, r1c1 and r1c2 are 1 or 2.
fn pair() -> Step {
    let because = [mark(0, 0, 3), mark(0, 0, 4), mark(0, 1, 3), mark(0, 1, 4)].map(Premise::Lacks).to_vec();
    let row = Premise::Rule(Label::new("row", "row 1 holds each digit once"));
    let why = Telling { because: [because, vec![row]].concat(), ..Telling::default() };
    let removes = vec![mark(0, 2, 1), mark(0, 2, 2), mark(0, 3, 1)];
    Step { technique: &PAIR, rating: PAIR.rating, removes, places: Vec::new(), why }
}

fn sudoku() -> Sudoku {
    let source = Source::new("test", "1...\n....\n....\n....\n");
    let mut formats = Sudoku::formats().iter();
    let parsed = formats.find_map(|format| (format.read)(&source, &Parameters::default()).ok());
    parsed.expect("a Sudoku").puzzle
}

fn proved(step: &Step) -> Result<(), Fault> {
    prove(&sudoku(), step, &Budget::default().start()).expect("no limit")
}

#[test]
fn a_pair_is_proved_from_its_marks_and_its_row() {
    assert_eq!(proved(&pair()), Ok(()));
}

#[test]
fn too_little_and_too_much_are_faults() {
    let mut wrong = pair();
    wrong.removes.push(mark(1, 0, 1));
    assert_eq!(proved(&wrong), Err(Fault::NotEntailed(mark(1, 0, 1))));
    let mut less = pair();
    less.why.because.remove(1);
    assert_eq!(proved(&less), Err(Fault::NotEntailed(mark(0, 2, 1))));
    let mut more = pair();
    let idle = Premise::Holds(mark(3, 3, 1));
    more.why.because.push(idle.clone());
    assert_eq!(proved(&more), Err(Fault::NotNeeded(idle)));
    let mut nowhere = pair();
    nowhere.why.because.push(Premise::Rules("cage"));
    assert!(matches!(proved(&nowhere), Err(Fault::NoSuchRule(_))));
    more.why.because.insert(0, Premise::Holds(mark(2, 2, 1)));
    let puzzle = sudoku();
    let needed = needed(&puzzle, &more, &Budget::default().start()).expect("no limit");
    assert_eq!(needed, Some(Needed { premises: pair().why.because, is_complete: true }));
    let nothing = Step { removes: Vec::new(), ..pair() };
    assert_eq!(proved(&nothing), Err(Fault::Nothing));
}

/// Three corners of a rectangle in two boxes are 1 or 2, so the fourth is neither.
fn rectangle([top, bottom]: [usize; 2], [left, right]: [usize; 2]) -> Step {
    let corners = [(top, left), (top, right), (bottom, left)];
    let lacks = corners.map(|(row, col)| Premise::lacks(Cell { row, col }, [3, 4])).into_iter().flatten();
    let exchange = corners.into_iter().chain([(bottom, right)]);
    let exchange = exchange.map(|(row, col)| Exchange { cell: Cell { row, col }, values: [1, 2] });
    let because = [Premise::Unique(exchange.collect())].into_iter().chain(lacks).collect();
    let removes = vec![mark(bottom, right, 1), mark(bottom, right, 2)];
    let why = Telling { because, ..Telling::default() };
    Step { technique: &PAIR, rating: PAIR.rating, removes, places: Vec::new(), why }
}

#[test]
fn one_solution_excludes_what_could_be_exchanged() {
    assert_eq!(proved(&rectangle([2, 3], [0, 2])), Ok(()));
    let unproved = |step: &Step| assert_eq!(proved(step), Err(Fault::NotEntailed(step.removes[0])), "{step:?}");
    unproved(&rectangle([0, 1], [0, 2])); // r1c1 is given
    unproved(&rectangle([1, 2], [0, 2])); // in four boxes
    for left_out in 0..7 {
        let mut less = rectangle([2, 3], [0, 2]);
        less.why.because.remove(left_out);
        unproved(&less);
    }
    let mut nothing = rectangle([2, 3], [0, 2]);
    nothing.why.because[0] = Premise::Unique(Vec::new());
    unproved(&nothing);
}

#[test]
fn each_premise_beside_one_solution_is_needed_and_so_is_that() {
    let mut more = rectangle([2, 3], [0, 2]);
    let idle = Premise::Lacks(mark(3, 2, 3));
    more.why.because.push(idle.clone());
    assert_eq!(proved(&more), Err(Fault::NotNeeded(idle)));
    let mut plain = pair();
    let unique = rectangle([2, 3], [0, 2]).why.because[0].clone();
    plain.why.because.push(unique.clone());
    assert_eq!(proved(&plain), Err(Fault::NotNeeded(unique)));
}

#[test]
fn a_solution_survives_what_it_does_not_contradict() {
    let solution = Grid::new(1, 2, vec![1, 2]).expect("two cells");
    let removing = |removes| Step { removes, ..pair() };
    assert!(survives(&removing(vec![mark(0, 0, 2)]), &solution));
    assert!(!survives(&removing(vec![mark(0, 0, 1)]), &solution));
}
