//! Marks of every kind and every model: they contain the solutions, and what is kept of a position excludes nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use pencilmark_csp::random::key;
use pencilmark_csp::{Domain, Silent, Value};
use pencilmark_puzzles::hidato::Hidato;
use pencilmark_puzzles::star_battle::StarBattle;
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::{Answer, Cell, Grid, Kind, KindEntry, Lowered, Marks, Reading, Settings, Source, Spec, kinds};
use pencilmark_search::{Method as _, Run, Sat};

/// Boards with holes, which no generator makes, by the kind that they are of.
const WITH_HOLES: &[(&str, &str)] =
    &[(Hidato::INFO.id, "4 . . 11\n. . . .\n. 6 x 1"), (StarBattle::INFO.id, "4 1\n@ABB\nAABB\nCABD\nCCCD")];

/// More solutions than this are not compared one by one.
const MANY: usize = 200;

/// Puzzles with one solution and with several, and the boards with holes of this kind.
fn puzzles(kind: &KindEntry) -> Vec<Arc<dyn Kind>> {
    let (usual, small): (&[usize], usize) = match kind.info.id {
        id if id == StarBattle::INFO.id => (&[5, 8], 5),
        id if id == Sudoku::INFO.id => (&[4, 6, 9], 4),
        _ => (&[3, 5, 6], 3),
    };
    let has_missing = kind.info.settings.iter().any(|setting| setting.parameter.name == Settings::MISSING);
    let mut several = Spec::sized(small, small).several_ok();
    if has_missing {
        several = several.with(Settings::MISSING, 0.7);
    }
    let unique = usual.iter().map(|&side| Spec::sized(side, side));
    let specs = unique.chain(std::iter::repeat_n(several, 8));
    let made = specs.zip(0..).map(|(spec, index)| kind.generate(&spec, 17, index).unwrap());
    let with_holes = WITH_HOLES.iter().filter(|(id, _)| *id == kind.info.id).map(|(_, text)| {
        let source = Source::new("test", text);
        let read = kind.formats.iter().find_map(|format| format.read(&source, &Settings::default()).ok());
        let puzzle = read.unwrap_or_else(|| panic!("{text} is not read")).puzzle;
        let marks = puzzle.marks(None);
        assert!(marks.cells().any(|cell| marks[cell].is_empty()), "{text} has no hole");
        puzzle
    });
    made.chain(with_holes).collect()
}

fn answers(lowered: &Lowered) -> BTreeSet<Vec<i32>> {
    let outcome = Sat::solve(&lowered.csp, &Run::up_to(MANY), &mut Silent);
    outcome.solutions.iter().map(|found| lowered.reading.decode(found).things().to_vec()).collect()
}

/// Whether marks allow a board: every cell has its value among its marks, and no hole has any.
fn contain(marks: &Marks, answer: &Answer) -> bool {
    answer.cells().all(|cell| match u16::try_from(answer[cell]) {
        Ok(value) => marks[cell].contains(Value(value)),
        Err(_) => marks[cell].is_empty(),
    })
}

fn marks_contain_the_solution(kind: &KindEntry) {
    for (index, puzzle) in puzzles(kind).into_iter().enumerate() {
        let marks = puzzle.marks(None);
        let solutions = puzzle.exact(&Run::up_to(MANY), &mut Silent).solutions;
        assert!(!solutions.is_empty(), "{puzzle:?}");
        assert!(solutions.iter().all(|solution| contain(&marks, solution)), "{puzzle:?} {marks:?}");
        // The same next to some right entries, which are certain from then on.
        let solution = &solutions[0];
        let mut entries = Grid::filled(solution.rows(), solution.cols(), None);
        for cell in solution.cells().filter(|&cell| solution[cell] >= 0) {
            if key(index as u64, &[solution.index(cell) as u64]).is_multiple_of(3) {
                entries[cell] = Some(solution[cell]);
            }
        }
        let after = puzzle.marks(Some(&entries));
        assert!(contain(&after, solution), "{puzzle:?} {entries:?} {after:?}");
        for cell in entries.cells().filter(|&cell| entries[cell].is_some()) {
            assert_eq!(after.certain(cell), entries[cell], "{puzzle:?} {cell}");
        }
        // Entries that do not fit the board are nothing to stumble over.
        let _ = puzzle.marks(Some(&Grid::filled(solution.rows() + 2, solution.cols() + 3, Some(1))));
        let fewer = |cell: Cell| after.values(cell).iter().all(|value| marks.values(cell).contains(value));
        assert!(marks.cells().all(fewer), "{puzzle:?} {entries:?}: entries add no marks");
    }
}

fn readings_give_marks_that_mean_the_board(kind: &KindEntry) {
    for puzzle in puzzles(kind) {
        for model in kind.info.models {
            let Lowered { csp, reading } = puzzle.lower(model.id);
            let open = reading.marks(&csp.domains);
            let outcome = Sat::solve(&csp, &Run::up_to(20), &mut Silent);
            assert!(!outcome.solutions.is_empty(), "{} {puzzle:?}", model.id);
            for solution in &outcome.solutions {
                let answer = reading.decode(solution);
                assert!(contain(&open, &answer), "{} {puzzle:?}", model.id);
                let assigned: Vec<Domain> = solution.iter().map(|&value| Domain::only(value)).collect();
                let certain = reading.marks(&assigned);
                for cell in answer.cells() {
                    let expected = Some(answer[cell]).filter(|&value| value >= 0);
                    assert_eq!(certain.certain(cell), expected, "{} {cell} {puzzle:?}", model.id);
                }
            }
        }
    }
}

/// Solutions that a position allows stay, all others go. Returns how many models of each sort had something to tell apart.
fn positions_exclude_what_they_say(kind: &KindEntry) -> (usize, usize) {
    let (mut cells, mut places) = (0, 0);
    for puzzle in puzzles(kind) {
        for model in kind.info.models {
            let lowered = puzzle.lower(model.id);
            let all = answers(&lowered);
            let (Some(one), Some(other), true) = (all.first(), all.last(), all.len() < MANY) else { continue };
            let Some(at) = (0..one.len()).find(|&at| one[at] != other[at]) else { continue };
            match lowered.reading {
                Reading::Cells { .. } => cells += 1,
                Reading::Places { .. } => places += 1,
            }
            let what = format!("{} {puzzle:?}", model.id);
            let cell = lowered.reading.blank().cell(at);
            let (rows, cols) = puzzle.shape();
            let allowed = |values: &[i32]| -> BTreeSet<Vec<i32>> {
                all.iter().filter(|answer| values.contains(&answer[at])).cloned().collect()
            };

            let mut entries = Grid::filled(rows, cols, None);
            entries[cell] = Some(one[at]);
            let mut kept = lowered.clone();
            kept.keep_entries(&entries);
            assert_eq!(answers(&kept), allowed(&[one[at]]), "{what}");

            for values in [&[one[at]][..], &[other[at]], &[one[at], other[at]]] {
                let mut marks = Marks::none(rows, cols);
                marks[cell].extend(values.iter().map(|&value| Value(value as u16)));
                let mut kept = lowered.clone();
                kept.keep_marks(&marks);
                assert_eq!(answers(&kept), allowed(values), "{what} {values:?}");
            }

            // A value that no cell can hold leaves no solution.
            entries[cell] = Some(-7);
            let mut kept = lowered.clone();
            kept.keep_entries(&entries);
            assert!(answers(&kept).is_empty(), "{what}");
        }
    }
    (cells, places)
}

#[test]
fn marks_contain_every_solution() {
    kinds().iter().for_each(marks_contain_the_solution);
}

#[test]
fn marks_of_a_model_mean_the_board() {
    kinds().iter().for_each(readings_give_marks_that_mean_the_board);
}

#[test]
fn what_a_position_keeps_excludes_nothing_else() {
    let told: Vec<(usize, usize)> = kinds().iter().map(positions_exclude_what_they_say).collect();
    assert!(told.iter().all(|&(cells, _)| cells > 0), "{told:?}");
    assert!(told.iter().filter(|&&(_, places)| places > 0).count() >= 2, "{told:?}");
}
