//! Events as JSON.

use std::io::Write;

use pencilmark_csp::{Changes, Domain, Event, Observer, Value, Var};
use pencilmark_puzzles::Cell;
use serde_json::{Value as Json, json};

use super::Trace;

impl<W: Write> Trace<W> {
    /// `[cell, value]`, and where a variable is a thing, its number from 1 as a third.
    fn changes(&self, changes: &Changes) -> Json {
        let change = |&(var, value): &(Var, Value)| {
            let (cell, stands) = self.board_map.cell(var, value)?;
            let cell = cell.to_string();
            Some(if self.board_map.has_things() { json!([cell, stands, var.0 + 1]) } else { json!([cell, stands]) })
        };
        changes.iter().filter_map(change).collect()
    }

    /// A variable with its value, or without it.
    fn decision(&self, event: &str, var: Var, value: Option<Value>) -> Json {
        let mut object = json!({ "e": event });
        if self.board_map.has_things() {
            object["thing"] = (var.0 + 1).into();
        }
        let place = value.and_then(|value| self.board_map.cell(var, value));
        if let Some((cell, stands)) = place {
            object["cell"] = cell.to_string().into();
            object["value"] = stands.into();
        } else if let Some(cell) = self.board_map.own_cell(var) {
            object["cell"] = cell.to_string().into();
        }
        object["depth"] = self.depth.into();
        object
    }

    /// A complete board: rows, and where variables are things, their places.
    fn board(&self, event: &str, board: &[Value]) -> Json {
        let mut object = json!({ "e": event, "board": self.board_map.answer(board).as_ref().map(rows_of) });
        if self.board_map.has_things() {
            let places: Vec<(Var, Value)> = (0..).map(Var).zip(board.iter().copied()).collect();
            object["places"] = self.changes(&places);
        }
        object
    }

    /// Tells the cells in which something else is possible than was told last.
    fn marks(&mut self, domains: &[Domain]) {
        let marks = self.board_map.marks(domains);
        let told = self.marks.replace(marks.clone());
        let is_new = |cell: Cell| told.as_ref().map_or(!marks[cell].is_empty(), |told| told[cell] != marks[cell]);
        let cells: Vec<Json> = marks
            .cells()
            .filter(|&cell| is_new(cell))
            .map(|cell| json!([cell.to_string(), marks.values(cell)]))
            .collect();
        if !cells.is_empty() {
            self.inferred();
            self.event(|_| json!({ "e": "marks", "cells": cells }));
        }
    }

    fn step(&mut self, changes: &Changes, cost: u64) {
        self.event(|this| {
            let evaluations = this.counters.evaluations;
            json!({ "e": "step", "changes": this.changes(changes), "cost": cost, "evaluations": evaluations })
        });
    }
}

impl<W: Write> Observer for Trace<W> {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        match event {
            Event::Assign(var, value) => {
                self.inferred();
                // Searches that jump from state to state never undo a decision.
                if self.held.get(var.index()).is_some_and(Option::is_some) {
                    self.held.fill(None);
                    self.depth = 0;
                }
                self.depth += 1;
                if let Some(held) = self.held.get_mut(var.index()) {
                    *held = Some(value);
                }
                self.event(|this| this.decision("assign", var, Some(value)));
            }
            Event::Backtrack(var) => {
                self.inferred();
                let value = self.held.get_mut(var.index()).and_then(Option::take);
                self.depth = self.depth.saturating_sub(1);
                self.event(|this| this.decision("backtrack", var, value));
            }
            Event::Start(board, cost) => {
                self.inferred();
                self.tried.clear();
                self.event(|this| {
                    let mut object = this.board("start", board);
                    object["cost"] = cost.into();
                    object["evaluations"] = this.counters.evaluations.into();
                    object
                });
            }
            Event::Try(changes) => {
                self.tried.clear();
                self.tried.extend_from_slice(changes);
                self.kept.clear();
                if self.options.tries {
                    self.event(|this| json!({ "e": "try", "changes": this.changes(changes) }));
                }
            }
            Event::Step(changes, cost) => {
                self.tried.clear();
                if self.kept != changes {
                    self.step(changes, cost);
                }
                self.kept.clear();
            }
            Event::Best(board, cost) => self.event(|this| {
                let mut object = this.board("best", board);
                object["cost"] = cost.into();
                object["evaluations"] = this.counters.evaluations.into();
                object
            }),
            Event::Restart => self.event(|this| json!({ "e": "restart", "number": this.counters.restarts })),
            Event::Generation(generation) => self.event(|this| {
                json!({
                    "e": "generation", "number": this.counters.generations, "lowest": generation.lowest,
                    "mean": generation.mean, "highest": generation.highest,
                    "evaluations": this.counters.evaluations,
                })
            }),
            Event::Look(partial) => {
                self.inferred();
                self.event(|this| {
                    let rows: Vec<Json> = this.board_map.grid(partial).iter_rows().map(|row| json!(row)).collect();
                    json!({
                        "e": "look", "board": rows, "generated": this.counters.generated,
                        "stored": this.counters.peak_stored,
                    })
                });
            }
            Event::Conflicts(conflicts) => {
                self.event(|this| json!({ "e": "learn", "conflicts": conflicts, "nodes": this.counters.nodes }));
            }
            Event::HandOver => {
                self.inferred();
                self.held.fill(None);
                self.depth = 0;
                self.marks = None;
                self.event(|_| json!({ "e": "hand-over" }));
            }
            Event::Solution(board) => {
                self.inferred();
                self.always(|this| this.board("solution", board));
            }
            Event::Domains(domains) => self.marks(domains),
            // That a decision led nowhere is told by its `backtrack`; why is no part of the format.
            Event::Conflict(_)
            | Event::Node
            | Event::Propagated(_)
            | Event::Checks(_)
            | Event::Revisions(_)
            | Event::Prunings(_)
            | Event::Evaluations(_)
            | Event::Generated(_)
            | Event::Stored(_)
            | Event::Decisions(_) => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

/// A grid as an array of rows.
pub(super) fn rows_of(answer: &crate::Answer) -> Json {
    answer.iter_rows().map(|row| Json::from(row.to_vec())).collect()
}
