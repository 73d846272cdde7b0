//! Merge, the report's idea: k stars as the union of k solutions with one star.
//!
//! First list the **layers**: one star in every row, column and region, none touching. Then look for k of them that share
//! no cell and do not touch each other. Their union is a solution; but not every solution falls apart into layers, so
//! finding none proves nothing.
//!
//! For every cell the layers that have no star there nor around it are kept as a set of bits: the layers that go with a
//! given one are the intersection over its stars.

use std::collections::HashSet;

use pencilmark_csp::{Budget, End, Event, Meter, Observer, Outcome, Value, Var, Why};
use pencilmark_search::{Complete, Draws, Family, MethodInfo, Run, Solutions};

use super::StarBattle;
use crate::{Answer, Cell, Kind as _};

/// The method's description.
pub(super) static INFO: MethodInfo = MethodInfo {
    id: "merge",
    title: "Merge of solutions with one star",
    family: Family::Engine,
    complete: Complete::No,
    draws: Draws::Never,
    parameters: &[],
    source: "“CS541 Artificial Intelligence: Winter 2020 Term Project Report”",
};

/// Layers held at most unless the budget says otherwise.
const LAYERS: usize = 200_000;

/// Looks for up to `run.limit` different solutions.
pub(super) fn solve(puzzle: &StarBattle, run: &Run, watch: &mut dyn Observer) -> Outcome<Answer> {
    if run.limit == 0 {
        return Outcome::nothing(End::Limit);
    }
    let states = Some(run.budget.states.unwrap_or(LAYERS));
    let mut meter = Budget { states, ..run.budget.clone() }.start();
    let (layers, spent) = match list_layers(puzzle, &mut meter, watch) {
        Ok(listed) => listed,
        Err(why) => return Outcome::nothing(End::GaveUp(why)),
    };
    watch.see(Event::Generated(layers.len() as u64));
    watch.see(Event::Stored(layers.len() as u64));
    let mut merge = Merge {
        puzzle,
        clear: clear_layers(puzzle, &layers),
        layers: &layers,
        chosen: Vec::new(),
        // Each is held a second time among those seen.
        solutions: Solutions::holding_all(run, 2 * puzzle.regions.len() * size_of::<i32>()),
        seen: HashSet::new(),
    };
    let everything = vec![u64::MAX; layers.len().div_ceil(64)];
    let end = match merge.extend(&everything, 0, &mut meter, watch) {
        // Layers that were not listed might have led to a solution.
        Ok(()) => End::GaveUp(spent.unwrap_or(Why::Incomplete)),
        Err(end) => end,
    };
    merge.solutions.outcome(end, None)
}

/// The column of the star in every row.
type Layer = Vec<u8>;

/// The variable of a cell in the model `cells`.
fn var(puzzle: &StarBattle, cell: Cell) -> Var {
    let before = &puzzle.regions.things()[..puzzle.regions.index(cell)];
    Var(before.iter().filter(|region| region.is_some()).count() as u32)
}

/// Every layer, by backtracking row by row; with [`Why::Memory`] where there are too many.
fn list_layers(
    puzzle: &StarBattle,
    meter: &mut Meter,
    watch: &mut dyn Observer,
) -> Result<(Vec<Layer>, Option<Why>), Why> {
    let size = puzzle.size();
    let vars = puzzle.regions.cells().map(|cell| var(puzzle, cell)).collect::<Vec<_>>();
    let mut layers = Vec::new();
    let mut at: Layer = Vec::with_capacity(size);
    let mut column = 0; // the next to try in the row that is open
    let (mut columns, mut regions) = (vec![false; size], vec![false; puzzle.region_count()]);
    loop {
        let row = at.len();
        let fits = |column: usize| match puzzle.regions[Cell { row, col: column }] {
            Some(region) => {
                let touches = at.last().is_some_and(|&above| usize::from(above).abs_diff(column) <= 1);
                !columns[column] && !regions[region] && !touches
            }
            None => false,
        };
        let next = if row < size { (column..size).find(|&column| fits(column)) } else { None };
        // Three rules a place: its column, its region, the star above.
        let checks = if row < size { 3 * (next.map_or(size, |next| next + 1) - column) as u64 } else { 0 };
        watch.see(Event::Checks(checks));
        meter.checks(checks)?;
        if let Some(next) = next {
            watch.see(Event::Node);
            watch.see(Event::Assign(vars[row * size + next], Value(1)));
            meter.node()?;
            mark(puzzle, &mut columns, &mut regions, row, next, true);
            at.push(next as u8);
            column = 0;
            continue;
        }
        if row == size && regions.iter().all(|&used| used) {
            if meter.states(layers.len() + 1).is_err() {
                return Ok((layers, Some(Why::Memory)));
            }
            layers.push(at.clone());
        }
        let Some(last) = at.pop() else { return Ok((layers, None)) };
        let (row, last) = (at.len(), usize::from(last));
        watch.see(Event::Backtrack(vars[row * size + last]));
        mark(puzzle, &mut columns, &mut regions, row, last, false);
        column = last + 1;
    }
}

fn mark(puzzle: &StarBattle, columns: &mut [bool], regions: &mut [bool], row: usize, col: usize, used: bool) {
    columns[col] = used;
    if let Some(region) = puzzle.regions[Cell { row, col }] {
        regions[region] = used;
    }
}

/// Cell -> the layers without a star there or around it.
fn clear_layers(puzzle: &StarBattle, layers: &[Layer]) -> Vec<Vec<u64>> {
    let mut clear = vec![vec![0; layers.len().div_ceil(64)]; puzzle.regions.len()];
    for words in &mut clear {
        for (index, word) in words.iter_mut().enumerate() {
            let count = (layers.len() - index * 64).min(64);
            *word = u64::MAX >> (64 - count);
        }
    }
    for (index, layer) in layers.iter().enumerate() {
        for (row, &col) in layer.iter().enumerate() {
            let star = Cell { row, col: usize::from(col) };
            for cell in puzzle.regions.around(star).chain([star]) {
                clear[puzzle.regions.index(cell)][index / 64] &= !(1 << (index % 64));
            }
        }
    }
    clear
}

struct Merge<'a> {
    puzzle: &'a StarBattle,
    layers: &'a [Layer],
    clear: Vec<Vec<u64>>,
    chosen: Vec<usize>,
    solutions: Solutions<Answer>,
    seen: HashSet<Vec<i32>>,
}

impl Merge<'_> {
    /// Adds layers to those chosen, each one of `open` and from `first` on; `Err` once the search is to end.
    fn extend(&mut self, open: &[u64], first: usize, meter: &mut Meter, watch: &mut dyn Observer) -> Result<(), End> {
        for layer in first..self.layers.len() {
            if open[layer / 64] >> (layer % 64) & 1 == 0 {
                continue;
            }
            watch.see(Event::Node);
            meter.node().map_err(End::GaveUp)?;
            self.chosen.push(layer);
            self.look(watch);
            if self.chosen.len() == self.puzzle.stars() {
                self.found(meter, watch)?;
            } else {
                watch.see(Event::Checks(self.layers[layer].len() as u64));
                meter.checks(self.layers[layer].len() as u64).map_err(End::GaveUp)?;
                let mut rest = open.to_vec();
                for (row, &col) in self.layers[layer].iter().enumerate() {
                    let star = self.puzzle.regions.index(Cell { row, col: usize::from(col) });
                    rest.iter_mut().zip(&self.clear[star]).for_each(|(word, clear)| *word &= clear);
                }
                self.extend(&rest, layer + 1, meter, watch)?;
            }
            self.chosen.pop();
        }
        Ok(())
    }

    fn union(&self) -> Answer {
        let mut answer = self.puzzle.blank();
        for &layer in &self.chosen {
            for (row, &col) in self.layers[layer].iter().enumerate() {
                answer[Cell { row, col: usize::from(col) }] = 1;
            }
        }
        answer
    }

    fn found(&mut self, meter: &mut Meter, watch: &mut dyn Observer) -> Result<(), End> {
        let answer = self.union();
        watch.see(Event::Evaluations(1));
        meter.evaluations(1, 0).map_err(End::GaveUp)?;
        // The same stars may fall apart into layers in several ways.
        if self.seen.insert(answer.things().to_vec()) && self.puzzle.judge(&answer).is_ok() {
            watch.see(Event::Solution(&stars(&answer)));
            self.solutions.add(answer)?;
        }
        Ok(())
    }

    fn look(&self, watch: &mut dyn Observer) {
        if watch.wants_boards() {
            let stars = stars(&self.union());
            watch.see(Event::Look(
                &stars.into_iter().map(|star| (star == Value(1)).then_some(star)).collect::<Vec<_>>(),
            ));
        }
    }
}

/// The board in the model `cells`.
fn stars(answer: &Answer) -> Vec<Value> {
    answer.things().iter().filter(|&&thing| thing >= 0).map(|&thing| Value(thing as u16)).collect()
}
