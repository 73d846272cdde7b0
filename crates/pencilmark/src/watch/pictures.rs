//! A search as a stream of pictures for programs: each frame with the cells that look different from the frame before.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pencilmark_csp::{Counters, Generation};
use pencilmark_puzzles::{Board, Cell, Face, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use super::why::Shown;
use super::{BoardPainter, Frame, FrameKind, Recorder, Recording};
use crate::{Plan, Puzzle, Report, SolveError};

/// The costs of the boards in a generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GenerationCosts {
    /// The lowest.
    pub lowest: u64,
    /// The mean.
    pub mean: f64,
    /// The highest.
    pub highest: u64,
}

/// A moment of a search.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Picture {
    /// What it shows: `start`, `about`, `step`, `assign`, `backtrack`, `look`, `infer`, `generation`, `hand-over` or `solution`.
    pub shot: &'static str,
    /// The cells that look different now, by their place in reading order from 0.
    pub faces: Vec<(usize, Face)>,
    /// The counters that have changed.
    pub counters: BTreeMap<&'static str, u64>,
    /// What the board costs, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// With `generation`, the costs of its boards. The board shown has the lowest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<GenerationCosts>,
    /// How many decisions stand.
    pub depth: usize,
    /// What was decided, or with `backtrack` is not decided any more: the cell, and what stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<(Cell, String)>,
    /// With `backtrack`, why the decision was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

impl FrameKind {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::About => "about",
            Self::Step => "step",
            Self::Assign => "assign",
            Self::Backtrack => "backtrack",
            Self::Look => "look",
            Self::Infer => "infer",
            Self::Generation => "generation",
            Self::HandOver => "hand-over",
            Self::Solution => "solution",
        }
    }
}

/// Draws one frame after the other, and tells what has changed.
struct PictureStream<'a> {
    puzzle: &'a Puzzle,
    painter: &'a BoardPainter,
    recording: Recording,
    drawn: Board,
    counters: Counters,
}

impl PictureStream<'_> {
    fn picture(&mut self, frame: Frame) -> Picture {
        let (kind, cost, depth, focus) = (frame.kind, frame.cost, frame.depth, frame.focus.clone());
        let generation = frame.generation.filter(|_| kind == FrameKind::Generation);
        let counters = std::mem::replace(&mut self.counters, frame.counters);
        let decision = frame.decision.and_then(|(var, value)| self.painter.board_map().cell(var, value));
        let write = |entry| self.puzzle.clues.write_entry(entry);
        // What is shown before the decision is undone.
        let shown = Shown { board: self.recording.board(), domains: self.recording.domains() };
        let why = frame.cause.and_then(|cause| self.painter.board_map().why(cause, &shown, write));
        self.recording.push(frame);
        let drawn = self.painter.draw_marked(self.recording.board(), self.recording.domains(), &focus);
        let before = std::mem::replace(&mut self.drawn, drawn);
        let pairs = before.faces.things().iter().zip(self.drawn.faces.things()).enumerate();
        let faces = pairs.filter(|(_, (old, new))| old != new).map(|(place, (_, new))| (place, new.clone())).collect();
        let known: BTreeMap<&str, u64> = counters.rows().into_iter().collect();
        let changed = self.counters.rows().into_iter().filter(|(name, value)| known.get(name) != Some(value));
        Picture {
            shot: kind.word(),
            faces,
            counters: changed.collect(),
            cost,
            generation: generation.map(|Generation { lowest, mean, highest }| GenerationCosts {
                lowest,
                mean,
                highest,
            }),
            depth,
            decision: decision.map(|(cell, entry)| (cell, self.puzzle.clues.write_entry(entry))),
            why,
        }
    }
}

impl BoardPainter {
    /// Solves the puzzle by a plan and passes frames to `see` as pictures: the first `most` of them,
    /// and all those of solutions. A picture says what has changed since the one before. The search
    /// waits for `see`. With `tries`, moves that are only tried are among the frames. Also returns how
    /// many frames were left out.
    pub fn solve(
        &self,
        plan: &Plan,
        (tries, most): (bool, usize),
        mut see: impl FnMut(Picture),
    ) -> Result<(Report, u64), SolveError> {
        let recording = Recording::with_room(self.board_map().variables(), 1, usize::MAX);
        let drawn = self.draw_marked(&vec![None; self.board_map().variables()], &[], &[]);
        let mut pictures =
            PictureStream { puzzle: &self.puzzle, painter: self, recording, drawn, counters: Counters::default() };
        let (mut seen, mut left_out) = (0, 0);
        let sink = |frame: Frame| {
            if seen < most || frame.kind == FrameKind::Solution {
                seen += 1;
                see(pictures.picture(frame));
            } else {
                left_out += 1;
                pictures.recording.push(frame);
            }
        };
        let mut recorder = Recorder::new(self.board_map().clone(), Arc::new(AtomicBool::new(tries)), sink);
        let report = self.puzzle.solver().plan(plan).watch(&mut recorder).run();
        drop(recorder);
        report.map(|report| (report, left_out))
    }
}
