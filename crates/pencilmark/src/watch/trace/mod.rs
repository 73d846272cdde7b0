//! A trace of a search: JSON Lines, one object an event, in terms of the board. docs/trace.md describes the format.
//!
//! Lines leave the buffer whole, so that a trace that is cut short is still one to read. Memory stays constant.

mod events;

use std::io::{self, Write};

use pencilmark_csp::{Counters, End, StopSignal, Value, Var};
use serde_json::{Map, Value as Json, json};

use pencilmark_puzzles::{Marks, Reason};

use crate::record::{self, Goal, Status};
use crate::watch::BoardMap;
use crate::{Plan, Puzzle, Report};

/// The version of the format.
const VERSION: u32 = 1;

/// Bytes to gather before they are written.
const BUFFER: usize = 1 << 16;

/// What a trace holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceOptions {
    /// The place of the puzzle in its batch.
    pub index: usize,
    /// Whether moves that are only tried are told, too.
    pub tries: bool,
    /// Events after which the rest is left out; solutions and the end are always told.
    pub limit: u64,
}

impl Default for TraceOptions {
    fn default() -> Self {
        Self { index: 0, tries: false, limit: u64::MAX }
    }
}

/// Writes what a method does. Begin with [`Trace::new`], pass it to [`Solver::watch`](crate::Solver::watch), close it with [`Trace::end`].
///
/// ```
/// # use pencilmark::{Options, Puzzle};
/// # use pencilmark::watch::{Trace, TraceOptions};
/// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
/// let options = Options::default().method("annealing".parse()?).seed(7);
/// let plan = options.plan(puzzle.kind())?;
/// let mut file = Vec::new();
/// let mut trace = Trace::new(&puzzle, &plan, TraceOptions::default(), &mut file);
/// let report = puzzle.solver().plan(&plan).watch(&mut trace).run()?;
/// trace.end(&report)?;
/// assert!(file.starts_with(b"{\"trace\":1,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Trace<W: Write> {
    board_map: BoardMap,
    options: TraceOptions,
    stop: StopSignal,
    goal: Goal,
    out: W,
    buffer: Vec<u8>,
    failure: Option<io::Error>,
    counters: Counters,
    /// The counters when inference was last told.
    told: Counters,
    /// Variable -> what it was decided to be.
    held: Vec<Option<Value>>,
    depth: usize,
    /// What is possible in each cell, as it was last told.
    marks: Option<Marks>,
    /// The move that is tried and neither kept nor followed by another.
    tried: Vec<(Var, Value)>,
    /// A move that was told as kept, because it led to a solution.
    kept: Vec<(Var, Value)>,
    written: u64,
    left_out: u64,
    /// Those left out since the last line.
    gap: u64,
}

impl<W: Write> Trace<W> {
    /// Begins a trace with its header.
    pub fn new(puzzle: &Puzzle, plan: &Plan, options: TraceOptions, out: W) -> Self {
        let board_map = BoardMap::new(puzzle, plan);
        let (rows, cols) = puzzle.shape();
        let settings: Map<String, Json> =
            plan.settings(plan.method.info).into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let header = json!({
            "trace": VERSION,
            "program": concat!("pencilmark ", env!("CARGO_PKG_VERSION")),
            "index": options.index,
            "id": puzzle.id(),
            "kind": puzzle.kind().id,
            "shape": [rows, cols],
            "method": plan.method.info.id,
            "preset": plan.preset.map(|preset| preset.name),
            "settings": settings,
            "model": plan.model,
            "variables": if board_map.has_things() { "things" } else { "cells" },
            "seed": plan.run.seed,
            "limit": plan.run.limit,
            "puzzle": puzzle.to_json(),
        });
        let mut trace = Self {
            options,
            stop: plan.run.budget.stop.clone(),
            goal: Goal::of_limit(plan.run.limit),
            out,
            buffer: Vec::with_capacity(BUFFER),
            failure: None,
            counters: Counters::default(),
            told: Counters::default(),
            held: vec![None; board_map.variables()],
            depth: 0,
            marks: None,
            tried: Vec::new(),
            kept: Vec::new(),
            written: 0,
            left_out: 0,
            gap: 0,
            board_map,
        };
        trace.line(&header);
        trace
    }

    /// Closes the trace with what the search came to, and writes what is left. Fails if anything could not be written.
    pub fn end(mut self, report: &Report) -> io::Result<()> {
        self.inferred();
        let solutions = &report.outcome.solutions;
        let reason = match (&report.reason, report.outcome.end) {
            (Some(reason), _) => Some(reason.clone()),
            (None, End::GaveUp(why)) => Some(Reason::new(why.word(), [], why.to_string())),
            _ => None,
        };
        let counters: Map<String, Json> =
            report.counters.rows().into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect();
        self.close_gap();
        let end = json!({
            "e": "end",
            "outcome": Status::of(report, self.goal),
            "reason": reason,
            "solutions": report.outcome.found,
            "exhausted": report.outcome.exhausted(),
            "solution": solutions.first().map(record::rows),
            "best": record::best(report),
            "counters": counters,
            "seconds": report.elapsed.as_secs_f64(),
            "events": self.written,
            "left_out": self.left_out,
        });
        self.line(&end);
        self.flush();
        match self.failure {
            Some(failure) => Err(failure),
            None => self.out.flush(),
        }
    }

    /// Tells an event, or counts it among those left out.
    fn event(&mut self, event: impl FnOnce(&Self) -> Json) {
        if self.written >= self.options.limit {
            self.left_out += 1;
            self.gap += 1;
            return;
        }
        self.always(event);
    }

    /// Tells an event whatever the limit.
    fn always(&mut self, event: impl FnOnce(&Self) -> Json) {
        self.close_gap();
        let event = event(self);
        self.written += 1;
        self.line(&event);
    }

    fn close_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if gap > 0 {
            self.line(&json!({ "e": "left-out", "events": gap }));
        }
    }

    fn line(&mut self, object: &Json) {
        if self.failure.is_some() {
            return;
        }
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut self.buffer, object);
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.failure.is_none()
            && let Err(error) = self.out.write_all(&self.buffer)
        {
            // Without its trace the search need not go on.
            self.failure = Some(error);
            self.stop.raise();
        }
        self.buffer.clear();
    }

    /// Tells what inference did since it was last told.
    fn inferred(&mut self) {
        let (now, told) = (self.counters, self.told);
        self.told = now;
        let [propagated, prunings, revisions, checks] = [
            now.propagated - told.propagated,
            now.prunings - told.prunings,
            now.revisions - told.revisions,
            now.checks - told.checks,
        ];
        if propagated + prunings + revisions > 0 {
            self.event(|_| {
                json!({
                    "e": "infer", "propagated": propagated, "prunings": prunings, "revisions": revisions,
                    "checks": checks,
                })
            });
        }
    }
}
