//! The generator: a random path over the whole board, and givens taken away while the path stays the only one.
//!
//! The path begins as a snake and is shuffled by *backbite* moves (Mansfield 1982): an end grabs a neighbour, and the
//! path between them turns round.
//!
//! Uniqueness is checked as rarely as possible. Every other solution ever found is kept as a **rival**: the set of
//! numbers that it places elsewhere. A given may go only if each rival still clashes with some given. What passes is
//! taken away several at a time before the puzzle is solved again; a new rival then says which given to put back.

use pencilmark_csp::random::stream;
use pencilmark_csp::{Meter, Silent, Verdict};
use pencilmark_search::Run;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::{Hidato, MOST, Moves, Square};
use crate::{Cell, GenerateError, Grid, Kind as _, Remedy, Settings, Spec};

/// The usual board.
const USUAL: (usize, usize) = (8, 8);
/// The share of numbers to leave out when nothing is asked for; fewer go if more would spoil uniqueness.
const USUAL_MISSING: f64 = 0.5;
/// Paths to try before giving up on a share.
const ATTEMPTS: u64 = 40;
/// Nodes a uniqueness check may enter, unless the puzzle must be minimal: a given whose removal is too hard to check
/// stays. Nodes, not time, so that a seed replays.
const NODES: u64 = 3_000;
/// The same on a large board, where a node takes much longer.
const NODES_LARGE: u64 = 300;
/// Cells of the largest board that is not large.
const LARGE: usize = 256;

/// What is asked for, checked.
struct Request {
    rows: usize,
    cols: usize,
    moves: Moves,
    /// How many numbers to leave out.
    target: usize,
    /// Whether exactly that many must be left out.
    exact: bool,
    minimal: bool,
    unique: bool,
}

pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Hidato, GenerateError> {
    let request = Request::new(spec)?;
    let meter = spec.budget.start();
    let mut best = 0;
    for attempt in 0..ATTEMPTS {
        let path = random_path(&request, seed, &[index, attempt, 0], &meter)?;
        let mut order: Vec<usize> = (1..path.len().saturating_sub(1)).collect();
        order.shuffle(&mut stream(seed, &[index, attempt, 1]));
        // The ends of the path go last, or not at all: a person likes to know where the path starts.
        if request.minimal || request.target > order.len() {
            order.push(path.len() - 1);
            order.extend((path.len() > 1).then_some(0));
        }
        let mut carving = Carving::new(&request, path, &meter);
        if request.unique {
            carving.carve(&order)?;
        } else {
            order.iter().take(request.target).for_each(|&number| carving.given[number] = false);
        }
        if carving.missing() >= request.target || !request.exact {
            return Ok(carving.puzzle());
        }
        best = best.max(carving.missing());
    }
    let cells = request.rows * request.cols;
    let what = format!("at most {best} of {cells} numbers could be left out, {} were asked for", request.target);
    let remedy =
        Remedy::new("ask for a smaller share, or allow several solutions").or_set_to(Settings::SEVERAL_OK, "yes");
    Err(GenerateError::not_found(what, remedy))
}

impl Request {
    fn new(spec: &Spec) -> Result<Self, GenerateError> {
        let (rows, cols) = spec.size().unwrap_or(USUAL);
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&cols) {
            let what = format!("a Hidato of {rows} rows and {cols} columns is not supported");
            return Err(GenerateError::spec(what, format!("ask for 1 x 1 to {MOST} x {MOST}")));
        }
        spec.check_minimal()?;
        let share = spec.missing().unwrap_or(USUAL_MISSING);
        let cells = rows * cols;
        let target = if spec.is_minimal() { cells } else { (share * cells as f64).round() as usize };
        Ok(Self {
            rows,
            cols,
            moves: Moves::asked_for(&spec.settings),
            target,
            exact: spec.missing().is_some(),
            minimal: spec.is_minimal(),
            unique: spec.is_unique(),
        })
    }
}

fn going_on(meter: &Meter) -> Result<(), GenerateError> {
    let remedy = "allow more time, or ask for a smaller board or share";
    meter.check().map_err(|why| GenerateError::spent(why, remedy))
}

/// The cells in the order of their numbers.
fn random_path(request: &Request, seed: u64, parts: &[u64], meter: &Meter) -> Result<Vec<Cell>, GenerateError> {
    let (rows, cols) = (request.rows, request.cols);
    let board = Grid::filled(rows, cols, ());
    let column = |row: usize, step: usize| if row.is_multiple_of(2) { step } else { cols - 1 - step };
    let snake = (0..rows).flat_map(|row| (0..cols).map(move |step| Cell { row, col: column(row, step) }));
    let mut path: Vec<Cell> = snake.collect();
    let mut place = Grid::filled(rows, cols, 0);
    path.iter().enumerate().for_each(|(index, &cell)| place[cell] = index);
    let mut random = stream(seed, parts);
    // Each cell is an end a few times, so that nothing of the snake remains.
    for round in 0..path.len() * 20 {
        if round % 256 == 0 {
            going_on(meter)?;
        }
        let end = path[path.len() - 1];
        let around: Vec<Cell> = match request.moves {
            Moves::King => board.around(end).collect(),
            Moves::Orthogonal => board.beside(end).collect(),
        };
        if around.is_empty() {
            break;
        }
        // From the grabbed cell on, the path turns round; the cell before the end stays where it is.
        let grabbed = place[around[random.random_range(0..around.len())]];
        path[grabbed + 1..].reverse();
        if random.random_range(0..path.len()) == 0 {
            path.reverse();
            path.iter().enumerate().for_each(|(index, &cell)| place[cell] = index);
        } else {
            (grabbed + 1..path.len()).for_each(|index| place[path[index]] = index);
        }
    }
    if random.random_range(0..2) == 1 {
        path.reverse();
    }
    Ok(path)
}

/// A full board from which givens are taken away. Numbers count from 0 here.
struct Carving<'a> {
    request: &'a Request,
    meter: &'a Meter,
    path: Vec<Cell>,        // number -> cell
    given: Vec<bool>,       // number -> it is given
    rivals: Vec<Vec<bool>>, // other solution -> number -> it stands elsewhere
}

/// What a uniqueness check says.
enum Check {
    Unique,
    /// There is another solution; it is the last of the rivals now.
    Rival,
    /// The nodes were spent.
    Unknown,
}

impl<'a> Carving<'a> {
    fn new(request: &'a Request, path: Vec<Cell>, meter: &'a Meter) -> Self {
        let given = vec![true; path.len()];
        Self { request, meter, path, given, rivals: Vec::new() }
    }

    fn missing(&self) -> usize {
        self.given.iter().filter(|&&given| !given).count()
    }

    fn puzzle(&self) -> Hidato {
        let mut squares = Grid::filled(self.request.rows, self.request.cols, Square::Empty);
        for (number, &cell) in self.path.iter().enumerate() {
            if self.given[number] {
                squares[cell] = Square::Given(number as u16 + 1);
            }
        }
        Hidato { squares, moves: self.request.moves }
    }

    /// Takes givens away in this order until the target is met or none is left to try.
    fn carve(&mut self, order: &[usize]) -> Result<(), GenerateError> {
        let mut batch = self.path.len().div_ceil(4);
        let mut untried = order;
        while !untried.is_empty() && self.missing() < self.request.target {
            let mut taken = Vec::new();
            while let Some((&number, rest)) = untried.split_first()
                && taken.len() < batch
                && self.missing() < self.request.target
            {
                untried = rest;
                if self.can_spare(number) {
                    self.given[number] = false;
                    taken.push(number);
                }
            }
            let put_back = self.settle(taken)?;
            batch = if put_back == 0 { batch * 2 } else { (batch / 2).max(1) };
        }
        if self.request.minimal || self.request.exact { self.finish(order) } else { Ok(()) }
    }

    /// Puts givens back until the solution is unique again; returns how many.
    fn settle(&mut self, mut taken: Vec<usize>) -> Result<usize, GenerateError> {
        let before = taken.len();
        while !taken.is_empty() {
            match self.check()? {
                Check::Unique => break,
                Check::Rival => {
                    let rival = self.rivals.len() - 1;
                    // Before the batch, some given clashed with the rival; it is in the batch.
                    let last = taken.iter().rposition(|&number| self.rivals[rival][number]);
                    let number = taken.remove(last.unwrap_or(taken.len() - 1));
                    self.given[number] = true;
                }
                Check::Unknown => {
                    let half = taken.split_off(taken.len() / 2);
                    for number in half {
                        self.given[number] = true;
                    }
                }
            }
        }
        Ok(before - taken.len())
    }

    /// Tries every given that is left, until the target is met: one that was put back for a rival may be spared since
    /// another clashes with it.
    fn finish(&mut self, order: &[usize]) -> Result<(), GenerateError> {
        for &number in order {
            if self.missing() >= self.request.target {
                break;
            }
            if self.given[number] && self.can_spare(number) {
                self.given[number] = false;
                self.settle(vec![number])?;
            }
        }
        Ok(())
    }

    /// Whether, without this given, each rival still clashes with another.
    fn can_spare(&self, number: usize) -> bool {
        let clash = |rival: &Vec<bool>| {
            rival
                .iter()
                .zip(&self.given)
                .enumerate()
                .any(|(other, (&elsewhere, &given))| elsewhere && given && other != number)
        };
        self.rivals.iter().all(clash)
    }

    fn check(&mut self) -> Result<Check, GenerateError> {
        going_on(self.meter)?;
        let mut budget = self.meter.rest();
        if !self.request.minimal {
            let most = if self.path.len() > LARGE { NODES_LARGE } else { NODES };
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let outcome = self.puzzle().exact(&Run { budget, ..Run::up_to(2) }, &mut Silent);
        going_on(self.meter)?;
        match outcome.verdict() {
            Verdict::Unique => return Ok(Check::Unique),
            Verdict::Undecided | Verdict::Solved if self.request.minimal => {
                let remedy = "allow more nodes, or ask for a smaller board";
                return Err(GenerateError::not_found("the node limit was reached", remedy));
            }
            Verdict::Several | Verdict::Solved => {}
            Verdict::Refuted | Verdict::Undecided => return Ok(Check::Unknown),
        }
        for solution in outcome.solutions {
            let stands = |(number, &cell): (usize, &Cell)| solution[cell] != number as i32 + 1;
            let rival: Vec<bool> = self.path.iter().enumerate().map(stands).collect();
            if rival.contains(&true) {
                self.rivals.push(rival);
                return Ok(Check::Rival);
            }
        }
        Ok(Check::Unknown)
    }
}
