//! What is known in a position, as units that a person takes in at a glance.
//!
//! A fact is about one cell (`r1c2 is 3 or 7`), or about one value and where it can go (`in row 3, 5 can only be in r3c1 or r3c6`). A mark that is missing may be
//! part of several facts.

use std::collections::HashMap;

use pencilmark_csp::rule::Allowed;
use pencilmark_csp::{Csp, Domain, Label, Role, Rule, Value, Var};

use super::super::{Mark, Premise, words};
use crate::{Cell, Kind, Lowered, Marks, Position, Reading};

/// The rule name of facts, in labels.
const FACT: &str = "fact";

/// The rules of a puzzle and the facts of a position, each with a label, and nothing else: clues are facts.
pub(super) struct Known {
    pub(super) lowered: Lowered,
    /// Variable -> the values that the position leaves.
    pub(super) left: Vec<Domain>,
    /// Variable -> whether nothing is left to say about it.
    pub(super) decided: Vec<bool>,
    pub(super) facts: HashMap<Label, Fact>,
    /// What is marked in each cell, or entered.
    marks: Marks,
}

/// Something that is known.
pub(super) struct Fact {
    /// What it comes to, mark by mark.
    pub(super) premises: Vec<Premise>,
    /// The marks that it leaves.
    pub(super) marks: Vec<Mark>,
}

/// Whether the values are two states of a cell (shaded or white, star or none) and not numbers to write down.
pub(super) fn is_state(domain: &Domain) -> bool {
    *domain == Domain::range(0, 1)
}

impl Known {
    pub(super) fn new(puzzle: &dyn Kind, position: &Position) -> Self {
        let mut lowered = puzzle.lower(puzzle.info().models[0].id);
        let clues = lowered.csp.unary_domains();
        let mut marks = puzzle.marks(Some(&position.entries));
        for cell in position.marks.cells().filter(|&cell| !position.marks[cell].is_empty()) {
            marks[cell].clone_from(&position.marks[cell]);
        }
        for cell in position.entries.cells() {
            if let Some(entry) = position.entries[cell] {
                marks[cell] = u16::try_from(entry).map_or_else(|_| Domain::empty(), |entry| Domain::only(Value(entry)));
            }
        }
        let entry = |cell: Cell| position.entries.get(cell.row, cell.col).copied().flatten();
        let Lowered { csp, reading } = &mut lowered;
        csp.posted.retain(|posted| !matches!(posted.rule, Rule::Allowed(_)));
        let (mut left, mut decided) = (Vec::new(), Vec::new());
        for ((var, domain), clue) in csp.vars().zip(&csp.domains).zip(clues) {
            let place = |value: Value| reading.cell(var, value);
            let stands = |value: &Value| {
                let marked = |(cell, thing): (Cell, i32)| Some(marks[cell].contains(Value(u16::try_from(thing).ok()?)));
                place(*value).and_then(marked).unwrap_or(false)
            };
            let mut known: Domain = clue.iter().filter(stands).collect();
            let entered = |value: &Value| place(*value).is_some_and(|(cell, thing)| entry(cell) == Some(thing));
            let held = known.iter().find(entered);
            if let Some(value) = held {
                known = Domain::only(value);
                decided.push(true);
            } else {
                decided.push(known.len() == 1 && (clue.len() == 1 || is_state(domain)));
            }
            left.push(known);
        }
        let mut this = Self { lowered, left, decided, facts: HashMap::new(), marks };
        this.state_variables(puzzle);
        this.state_houses(puzzle);
        this
    }

    /// The mark that a variable with a value stands for.
    pub(super) fn mark(&self, var: Var, value: Value) -> Option<Mark> {
        let (cell, thing) = self.lowered.reading.cell(var, value)?;
        Some(Mark { cell, value: u16::try_from(thing).ok()? })
    }

    /// What is known about each variable: a cell, or a number that has to go somewhere.
    fn state_variables(&mut self, puzzle: &dyn Kind) {
        let places = matches!(self.lowered.reading, Reading::Places { .. });
        for var in self.lowered.csp.vars() {
            let left = self.left[var.index()].clone();
            let domain = &self.lowered.csp.domains[var.index()];
            let lacks: Vec<(Var, Value)> =
                domain.iter().filter(|&value| !left.contains(value)).map(|value| (var, value)).collect();
            let marks: Vec<Mark> = left.iter().filter_map(|value| self.mark(var, value)).collect();
            let (false, Some(&first)) = (lacks.is_empty(), marks.first()) else { continue };
            if self.decided[var.index()] {
                let text = format!("{} {}", first.cell, puzzle.tell_entry(first.value.into()));
                self.state(text, Fact { premises: vec![Premise::Holds(first)], marks }, vec![(var, left)]);
                continue;
            }
            let text = if places {
                let number = puzzle.write_entry(first.value.into());
                format!("{number} can only be in {}", words::or(marks.iter().map(|mark| mark.cell)))
            } else {
                let values = marks.iter().map(|mark| puzzle.write_entry(mark.value.into()));
                format!("{} can only be {}", first.cell, words::or(values))
            };
            self.state(text, Fact { premises: self.lacks(&lacks), marks }, vec![(var, left)]);
        }
    }

    /// Where a value can go among the variables that a rule says hold it.
    fn state_houses(&mut self, puzzle: &dyn Kind) {
        for index in 0..self.lowered.csp.posted.len() {
            let posted = &self.lowered.csp.posted[index];
            let name = posted.label.as_str();
            let name =
                name.split(" holds ").next().and_then(|name| name.split(" has ").next()).unwrap_or(name).to_owned();
            for (vars, value) in houses(&self.lowered.csp, &posted.rule) {
                let is_left = |var: &Var| self.left[var.index()].contains(value);
                let placed = |var: &Var| self.decided[var.index()] && is_left(var);
                let (able, lacks): (Vec<Var>, Vec<Var>) = vars.iter().partition(|&var| is_left(var));
                let state = vars.iter().all(|var| is_state(&self.lowered.csp.domains[var.index()]));
                if able.is_empty() || lacks.is_empty() || able.iter().any(|var| !state && placed(var)) {
                    continue;
                }
                let narrowed = lacks.iter().map(|&var| {
                    let mut set = self.lowered.csp.domains[var.index()].clone();
                    set.remove(value);
                    (var, set)
                });
                let narrowed = narrowed.collect();
                let lacks: Vec<(Var, Value)> = lacks.into_iter().map(|var| (var, value)).collect();
                let marks: Vec<Mark> = able.iter().filter_map(|&var| self.mark(var, value)).collect();
                let Some(&first) = marks.first() else { continue };
                let cells = || marks.iter().map(|mark| mark.cell);
                let text = match &self.lowered.reading {
                    Reading::Places { .. } => {
                        let numbers = marks.iter().map(|mark| puzzle.write_entry(mark.value.into()));
                        format!("{} can only be {}", first.cell, words::or(numbers))
                    }
                    Reading::Cells { .. } if state => {
                        let said = format!("{} {}", first.cell, puzzle.tell_entry(first.value.into()));
                        let does = said.strip_prefix(&first.cell.to_string()).unwrap_or(&said);
                        format!("in {name}, no cell but {}{does}", words::and(cells()))
                    }
                    Reading::Cells { .. } => {
                        format!(
                            "in {name}, {} can only be in {}",
                            puzzle.write_entry(first.value.into()),
                            words::or(cells())
                        )
                    }
                };
                self.state(text, Fact { premises: self.lacks(&lacks), marks }, narrowed);
            }
        }
    }

    /// That these variables lack these values, as the position shows it: a person says that a cell is white, not that it is not shaded, and that a number
    /// stands elsewhere if its mark has not been rubbed out.
    fn lacks(&self, lacks: &[(Var, Value)]) -> Vec<Premise> {
        let premise = |&(var, value): &(Var, Value)| {
            let mark = self.mark(var, value)?;
            let shown = !self.marks[mark.cell].contains(Value(mark.value));
            let held = self.left[var.index()].first().and_then(|held| self.mark(var, held));
            let holds = self.decided[var.index()] && (!shown || is_state(&self.lowered.csp.domains[var.index()]));
            if holds { held.map(Premise::Holds) } else { Some(Premise::Lacks(mark)) }
        };
        lacks.iter().filter_map(premise).collect()
    }

    fn state(&mut self, text: String, fact: Fact, narrowed: Vec<(Var, Domain)>) {
        let label = Label::new(FACT, text);
        if self.facts.contains_key(&label) {
            return;
        }
        for (var, set) in narrowed {
            self.lowered.csp.post(Allowed { var, set }, label.clone(), Role::Hard);
        }
        self.facts.insert(label, fact);
    }
}

/// Variables of which one or more hold a value, because the rule says so.
fn houses(csp: &Csp, rule: &Rule) -> Vec<(Vec<Var>, Value)> {
    match rule {
        Rule::AllDifferent(rule) => {
            let mut values = Domain::empty();
            rule.vars.iter().for_each(|var| values.extend(csp.domains[var.index()].iter()));
            // As many variables as values: each value is held.
            if values.len() != rule.vars.len() {
                return Vec::new();
            }
            let holders = |value: Value| {
                rule.vars.iter().copied().filter(|var| csp.domains[var.index()].contains(value)).collect()
            };
            values.iter().map(|value| (holders(value), value)).collect()
        }
        Rule::Count(rule) if rule.min > 0 => {
            let value = rule.terms.first().and_then(|term| term.set.first()).unwrap_or_default();
            let single = rule.terms.iter().all(|term| term.set == Domain::only(value));
            let vars = rule.terms.iter().map(|term| term.var).collect();
            if single { vec![(vars, value)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
