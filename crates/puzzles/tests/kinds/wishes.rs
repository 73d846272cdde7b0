//! Puzzles that are as hard as asked for: by the ladder that grades them, with one solution by search and by SAT, the same from one seed.

use std::sync::Arc;

use pencilmark_csp::{Silent, Verdict};
use pencilmark_puzzles::hidato::{self, Hidato};
use pencilmark_puzzles::hitori::{self, Hitori};
use pencilmark_puzzles::kenken::{self, KenKen};
use pencilmark_puzzles::star_battle::{self, StarBattle};
use pencilmark_puzzles::sudoku::{self, Sudoku};
use pencilmark_puzzles::technique::{self, Climb, Finder, Ladder, TIERS};
use pencilmark_puzzles::{GenerateError, Kind, KindEntry, Spec, kinds};
use pencilmark_search::{Run, Sat};

use crate::shared;

/// What all techniques that a grade counts with make of a puzzle.
fn climb(puzzle: &Arc<dyn Kind>) -> Climb {
    let ladder = Ladder::new(&technique::techniques(puzzle.info())).retain(|technique| TIERS.contains(&technique.tier));
    let mut sheet = technique::open(puzzle, None, None).expect("the kind has techniques");
    ladder.climb(sheet.as_mut(), &mut Finder::conclusions(2))
}

fn check_unique(puzzle: &dyn Kind) {
    assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique, "{puzzle:?}");
    let lowered = puzzle.lower(puzzle.info().models[0].id);
    assert_eq!(Sat::beyond(&lowered.csp, &Run::up_to(2), Vec::new(), &mut Silent).verdict(), Verdict::Unique);
}

fn check_levels(kind: &KindEntry, levels: std::ops::RangeInclusive<u8>, each: u64) {
    for level in levels {
        for index in 0..each {
            let spec = Spec::default().with("level", u64::from(level));
            let puzzle =
                kind.generate(&spec, 5, index).unwrap_or_else(|error| panic!("{} {level}: {error}", kind.info.id));
            assert!(kind.generate(&spec, 5, index).is_ok_and(|again| *again == *puzzle));
            let climb = climb(&puzzle);
            assert!(climb.solved && climb.tier == Some(level), "{} {level}: {climb:?}", kind.info.id);
            check_unique(puzzle.as_ref());
        }
    }
}

/// Steps are not rated higher, nor more of them taken, than a kind says.
fn check_bound(puzzle: &Arc<dyn Kind>) {
    let mut sheet = technique::open(puzzle, None, None).expect("the kind has techniques");
    let (rows, cols) = puzzle.shape();
    let marks: usize = sheet.position().marks.cells().map(|cell| sheet.position().marks[cell].len()).sum();
    let ladder = Ladder::new(&technique::techniques(puzzle.info())).retain(|technique| TIERS.contains(&technique.tier));
    let (mut finder, mut steps) = (Finder::conclusions(1), 0);
    while !sheet.is_solved() {
        finder.restart();
        let mut rungs = ladder.rungs().iter();
        let found = rungs.find(|rung| sheet.find(rung.place, &mut finder).is_break() || !finder.is_empty());
        let (Some(rung), [step, ..]) = (found, finder.found()) else { return };
        let bound = (puzzle.info().hardest_step)(rung.tier);
        assert!(bound.is_none_or(|bound| step.rating <= bound), "{}: {:?}", rung.technique.id, step.rating);
        sheet.apply(&step.removes, &step.places);
        steps += 1;
    }
    assert!(steps <= marks + rows * cols, "{}: {steps} steps, {marks} marks", puzzle.info().id);
}

#[test]
fn scores_keep_to_the_bounds_by_which_wishes_are_refused() {
    for kind in kinds() {
        for level in 2..=5 {
            let puzzle = kind.generate(&Spec::default().with("level", level), 7, 0).expect("a puzzle");
            check_bound(&puzzle);
        }
    }
}

#[test]
fn every_level_can_be_asked_for() {
    check_levels(&sudoku::entry(), 1..=5, 2);
    check_levels(&kenken::entry(), 1..=5, 2);
    check_levels(&hitori::entry(), 2..=5, 2);
    check_levels(&hidato::entry(), 1..=5, 2);
    check_levels(&star_battle::entry(), 2..=5, 1);
}

#[test]
fn a_range_of_levels_and_a_range_of_scores_are_kept_to() {
    for index in 0..6 {
        let puzzle = KenKen::generate(&Spec::default().with("level", "2..3"), 3, index).expect("a puzzle");
        let found = climb(&shared(&puzzle));
        assert!(found.solved && (2..=3).contains(&found.tier.unwrap_or(1)));
        let narrow = Sudoku::generate(&Spec::default().with("score", "4.4..4.6"), 3, index).expect("a puzzle");
        assert!((4.4..=4.6).contains(&climb(&shared(&narrow)).score()));
        let scored = Hidato::generate(&Spec::default().with("score", "3.5..4.5"), 3, index).expect("a puzzle");
        let found = climb(&shared(&scored));
        assert!(found.solved && (3.5..=4.5).contains(&found.score()), "{}", found.score());
    }
}

fn check_taught(kind: &KindEntry, id: &str) {
    let spec = Spec::default().with("teach", id);
    let puzzle = kind.generate(&spec, 8, 0).unwrap_or_else(|error| panic!("{id}: {error}"));
    let techniques = technique::techniques(kind.info);
    let place = techniques.iter().position(|technique| technique.id == id).expect("there is such a technique");
    let up_to = |last: usize| {
        let ladder = Ladder::new(&techniques[..last]);
        let mut sheet = technique::open(&puzzle, None, None).expect("the kind has techniques");
        ladder.climb(sheet.as_mut(), &mut Finder::conclusions(1)).solved
    };
    assert!(up_to(place + 1) && !up_to(place), "{id}");
    check_unique(puzzle.as_ref());
}

#[test]
fn a_technique_that_is_taught_is_needed_and_nothing_harder_is() {
    for id in ["naked-single", "pointing", "naked-pair", "x-wing", "skyscraper", "xy-wing"] {
        check_taught(&sudoku::entry(), id);
    }
    check_taught(&kenken::entry(), "cage-claims-number");
    check_taught(&hitori::entry(), "last-exit");
    check_taught(&hidato::entry(), "few-ways");
    check_taught(&star_battle::entry(), "regions-in-lines");
}

#[test]
fn clues_lie_where_they_are_asked_for() {
    let given = |puzzle: &Sudoku, row: usize, col: usize| {
        puzzle.to_json()["grid"][row][col].as_u64().is_some_and(|digit| digit > 0)
    };
    for (symmetry, image) in [
        ("rotational", (|row, col| (8 - row, 8 - col)) as fn(usize, usize) -> (usize, usize)),
        ("mirror", |row, col| (row, 8 - col)),
        ("diagonal", |row, col| (col, row)),
        ("full", |row, col| (8 - col, row)),
    ] {
        for spec in [Spec::default(), Spec::default().with("level", 2)] {
            let puzzle = Sudoku::generate(&spec.with("symmetry", symmetry), 2, 1).expect("a puzzle");
            for (row, col) in (0..9).flat_map(|row| (0..9).map(move |col| (row, col))) {
                let (there, over) = image(row, col);
                assert_eq!(given(&puzzle, row, col), given(&puzzle, there, over), "{symmetry}");
            }
            check_unique(&puzzle);
        }
    }
    let count = |puzzle: &Sudoku| (0..81).filter(|place| given(puzzle, place / 9, place % 9)).count();
    let counted = Sudoku::generate(&Spec::default().with("clues", "26..27"), 2, 0).expect("a puzzle");
    assert!((26..=27).contains(&count(&counted)));
    let both = Spec::default().with("clues", "28").with("level", "2").with("symmetry", "rotational");
    let puzzle = Sudoku::generate(&both, 2, 0).expect("a puzzle");
    assert_eq!((count(&puzzle), climb(&shared(&puzzle)).tier), (28, Some(2)));
    let mask = "x.x.x.x.x/.x.x.x.x./x.x.x.x.x/.x.x.x.x./x.x.x.x.x/.x.x.x.x./x.x.x.x.x/.x.x.x.x./x.x.x.x.x";
    let masked = Sudoku::generate(&Spec::default().with("mask", mask), 2, 0).expect("a puzzle");
    assert!((0..81).all(|place| given(&masked, place / 9, place % 9) == (place % 2 == 0)));
    check_unique(&masked);
}

/// docs/grades.md has the shares of many more puzzles.
#[test]
fn a_sudoku_without_a_wish_may_be_of_any_usual_level() {
    let mut levels = [0; 8];
    for index in 0..100 {
        let puzzle = Sudoku::generate(&Spec::default(), 6, index).expect("a puzzle");
        levels[usize::from(climb(&shared(&puzzle)).tier.unwrap_or(7))] += 1;
    }
    let [_, first, second, third, fourth, fifth, beyond @ ..] = levels;
    assert!((35..=60).contains(&first) && second >= 12 && third >= 1 && fourth >= 8 && fifth >= 4, "{levels:?}");
    assert!(beyond.iter().sum::<i32>() <= 3, "{levels:?}");
}

#[test]
fn cages_have_the_sizes_and_operators_that_were_asked_for() {
    use pencilmark_csp::rule::Operator::{Add, Any, Equal, Multiply};
    for wish in [None, Some(3)] {
        let with = |spec: Spec| KenKen::generate(&spec.with_if("level", wish), 4, 0).expect("a puzzle");
        let sums = with(Spec::default().with("operators", "+x").with("cages", "2..3"));
        for cage in sums.cages() {
            assert!((2..=3).contains(&cage.cells.len()) && [Add, Multiply].contains(&cage.operator), "{cage:?}");
        }
        let bare = with(Spec::sized(4, 4).with("no-operators", "yes"));
        assert!(bare.cages().iter().all(|cage| [Any, Equal].contains(&cage.operator)));
        check_unique(&sums);
        check_unique(&bare);
    }
}

#[test]
fn a_hidato_has_the_shape_and_the_ends_that_were_asked_for() {
    let squares = |puzzle: &Hidato| puzzle.to_json()["grid"].as_array().expect("rows").clone();
    let holes = |puzzle: &Hidato| {
        squares(puzzle)
            .iter()
            .flat_map(|row| row.as_array().expect("cells"))
            .filter(|cell| cell.as_i64() == Some(-1))
            .count()
    };
    let holed = Hidato::generate(&Spec::sized(6, 6).with("holes", 5), 1, 0).expect("a puzzle");
    assert_eq!(holes(&holed), 5);
    let shape = "##..##/#....#/....../....../#....#/##..##";
    for level in [None, Some(2)] {
        let shaped =
            Hidato::generate(&Spec::default().with("shape", shape).with_if("level", level), 1, 0).expect("a puzzle");
        let drawn: Vec<bool> = shape.chars().filter(|symbol| *symbol != '/').map(|symbol| symbol == '#').collect();
        let cells = squares(&shaped);
        let is_hole = |place: usize| cells[place / 6][place % 6].as_i64() == Some(-1);
        assert!((0..36).all(|place| is_hole(place) == drawn[place]));
        check_unique(&shaped);
        assert_eq!(shaped.like().get("shape"), Some(&shape.into()));
    }
    for (ends, moves) in [("corners", "no"), ("edge", "yes"), ("beside", "yes")] {
        let spec = Spec::sized(6, 6).with("ends", ends).with("orthogonal", moves);
        let puzzle = Hidato::generate(&spec, 1, 0).expect("a puzzle");
        let answer = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.pop().expect("a solution");
        let at = |number: i32| answer.cells().find(|&cell| answer[cell] == number).expect("every number");
        let (first, last) = (at(1), at(36));
        let edges =
            |cell: pencilmark_puzzles::Cell| [cell.row, cell.col].iter().filter(|&&at| at == 0 || at == 5).count();
        match ends {
            "corners" => assert_eq!((edges(first), edges(last)), (2, 2)),
            "edge" => assert!(edges(first) > 0 && edges(last) > 0),
            _ => assert_eq!(first.row.abs_diff(last.row) + first.col.abs_diff(last.col), 1),
        }
    }
}

#[test]
fn regions_look_as_asked_for_and_so_many_cells_are_shaded() {
    // Border between regions, and how far sizes are apart, over some puzzles.
    let measure = |style: &str| {
        let (mut border, mut spread) = (0, 0);
        for index in 0..12 {
            let puzzle = StarBattle::generate(&Spec::default().with("regions", style), 6, index).expect("a puzzle");
            let region = |row: usize, col: usize| puzzle.regions()[pencilmark_puzzles::Cell { row, col }];
            let size = puzzle.size();
            let mut sizes = vec![0usize; size];
            for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
                border += usize::from(row > 0 && region(row, col) != region(row - 1, col));
                border += usize::from(col > 0 && region(row, col) != region(row, col - 1));
                sizes[region(row, col).expect("every cell has a region")] += 1;
            }
            spread += sizes.iter().map(|&cells| cells.abs_diff(size).pow(2)).sum::<usize>();
        }
        (border, spread)
    };
    let [any, compact, winding, even] = ["any", "compact", "winding", "even"].map(measure);
    assert!(compact.0 < any.0 && any.0 < winding.0, "{compact:?} {any:?} {winding:?}");
    assert!(even.1 < any.1, "{even:?} {any:?}");
    let share = |range: &str| {
        let puzzle = Hitori::generate(&Spec::default().with("shaded", range), 6, 0).expect("a puzzle");
        let answer = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.pop().expect("a solution");
        answer.things().iter().filter(|&&shade| shade == 1).count() as f64 / 64.0
    };
    assert!((0.2..=0.25).contains(&share("0.2..0.25")) && (0.3..=0.35).contains(&share("0.3..0.35")));
}

#[test]
fn what_cannot_be_is_said_before_the_search() {
    fn refused(kind: &KindEntry, spec: &Spec, what: &str) {
        match kind.generate(spec, 0, 0) {
            Err(GenerateError::Spec { what: told, .. }) => assert!(told.contains(what), "{told}"),
            other => panic!("{what}: {other:?}"),
        }
    }
    let with = |name: &str, value: &str| Spec::default().with(name, value);
    refused(&hitori::entry(), &with("level", "1"), "no Hitori has level 1");
    refused(&sudoku::entry(), &with("teach", "nonsense"), "Sudoku has no technique `nonsense`");
    refused(&sudoku::entry(), &with("teach", "x-wing").with("level", "5"), "a technique of level 3");
    refused(&sudoku::entry(), &with("level", "2").several_ok(), "only a puzzle with one solution");
    refused(&sudoku::entry(), &with("clues", "12"), "fewer than 17 clues");
    refused(&sudoku::entry(), &with("clues", "26").with("symmetry", "full"), "no symmetric pattern has 26 clues");
    refused(&sudoku::entry(), &with("mask", "x.x"), "the mask has 3 cells");
    refused(&kenken::entry(), &with("operators", "-").with("cages", "3..4"), "only two cells can be subtracted");
    refused(&kenken::entry(), &with("operators", "%"), "`%` is no operator");
    refused(&kenken::entry(), &with("cages", "2").with("size", "5x5"), "cannot be cut into cages of 2");
    refused(&hidato::entry(), &with("shape", "..#/.."), "row 2 of the shape has 2 cells");
    refused(&hidato::entry(), &with("shape", "#.#/.../#.#").with("orthogonal", "yes"), "cells of one colour");
    refused(&hidato::entry(), &with("holes", "64"), "leave nothing");
    refused(&hidato::entry(), &with("shape", "..#../..#.."), "falls into parts");
    refused(&hidato::entry(), &with("shape", "##/##"), "the shape has no cells");
    refused(&star_battle::entry(), &with("level", "1"), "no Star Battle with 2 stars has level 1");
    refused(&sudoku::entry(), &with("clues", "24").with("minimal", "yes"), "as many clues as it needs");
    refused(&sudoku::entry(), &with("clues", "100"), "no room for 100 clues");
    refused(&sudoku::entry(), &with("teach", "x-wing").with("score", "..2"), "makes the score higher");
    refused(&sudoku::entry(), &with("level", "5").with("score", "..2"), "makes the score higher");
    refused(&hitori::entry(), &with("score", "..1.5"), "no Hitori has level 1");
    refused(&sudoku::entry(), &with("level", "1").with("score", "4..5"), "of level 1 has a score above 3.");
    refused(&kenken::entry(), &with("level", "1..2").with("score", "7"), "no KenKen of this size and of level 2");
    refused(&hidato::entry(), &with("level", "4").with("score", "9.."), "no Hidato of this size and of level 4");
    refused(&hitori::entry(), &with("level", "3").with("score", "8"), "no Hitori of this size and of level 3");
    refused(
        &star_battle::entry(),
        &with("level", "2").with("score", "6"),
        "no Star Battle of this size and of level 2",
    );
    // Pairs alone: larger cages are not asked for, so none are drawn.
    let pairs = KenKen::generate(&with("operators", "-/").with("level", "1..4"), 0, 0).expect("a puzzle");
    assert!(pairs.cages().iter().all(|cage| cage.cells.len() <= 2));
}
