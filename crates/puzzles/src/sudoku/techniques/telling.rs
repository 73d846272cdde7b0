//! How steps are told: premises, and the phrases that all techniques share.

use pencilmark_csp::{Label, Meter};

use super::bits::{Bits, digits};
use super::proof::needed;
use super::sheet::Paper;
use crate::Cell;
use crate::sudoku::model::unit_label;
use crate::technique::words::and;
use crate::technique::{Exchange, Finder, Flow, Mark, Premise, Rating, Telling};

/// Marks that go: digits and the cells where they go.
pub(super) type Gone<B> = [(usize, B)];

/// What a step rests on: marks that are gone, and units.
#[derive(Clone, Default)]
pub(super) struct Because {
    /// Cells and digits that they lack.
    pub(super) lacks: Vec<(usize, usize)>,
    /// The units whose rule is used.
    pub(super) units: Vec<usize>,
    /// If the step assumes one solution: cells with the two digits that could be exchanged if a conclusion were wrong.
    pub(super) pattern: Vec<(usize, u32)>,
}

impl Because {
    /// The rule of a unit.
    pub(super) fn unit(&mut self, unit: usize) {
        if !self.units.contains(&unit) {
            self.units.push(unit);
        }
    }

    /// That a cell lacks these digits.
    pub(super) fn lacks(&mut self, cell: usize, set: u32) {
        for digit in digits(set) {
            if !self.lacks.contains(&(cell, digit)) {
                self.lacks.push((cell, digit));
            }
        }
    }
}

/// A step in words, before its premises are weighed.
pub(super) struct Words {
    pub(super) because: Because,
    /// Where to look.
    pub(super) place: String,
    /// The cells of the pattern.
    pub(super) cells: Vec<usize>,
    /// The marks of the pattern.
    pub(super) marks: Vec<(usize, usize)>,
    /// The reason up to its conclusion, as sentences; the conclusion is added.
    pub(super) reason: String,
}

/// The beginning of a sentence: with a capital letter, unless it is the name of a cell.
pub(super) fn sentence(text: &str) -> String {
    let is_cell = text.strip_prefix('r').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_cell { text.to_owned() } else { crate::technique::words::sentence(text) }
}

impl<B: Bits> Paper<B> {
    /// `row 4`
    pub(super) fn unit_name(&self, unit: usize) -> String {
        let side = self.geometry.side;
        let kind = ["row", "column", "box"][unit / side];
        format!("{kind} {}", unit % side + 1)
    }

    /// `row`
    pub(super) fn unit_kind(&self, unit: usize) -> &'static str {
        ["row", "column", "box"][unit / self.geometry.side]
    }

    /// `r1c1, r1c2 and r1c3`
    pub(super) fn names(&self, cells: B) -> String {
        and(cells.cells().map(|cell| self.cell(cell)))
    }

    /// `r1c1, r1c2 or r1c3`
    pub(super) fn names_or(&self, cells: B) -> String {
        crate::technique::words::or(cells.cells().map(|cell| self.cell(cell)))
    }

    /// `row 1 and row 4`, as `rows 1 and 4`.
    pub(super) fn unit_names(&self, units: &[usize]) -> String {
        let side = self.geometry.side;
        let mut parts: Vec<String> = Vec::new();
        for (kind, name) in ["row", "column", "box"].into_iter().enumerate() {
            let numbers: Vec<usize> =
                units.iter().filter(|&&unit| unit / side == kind).map(|unit| unit % side + 1).collect();
            match numbers[..] {
                [] => {}
                [only] => parts.push(format!("{name} {only}")),
                _ => parts.push(format!("{name}{} {}", if kind == 2 { "es" } else { "s" }, and(numbers))),
            }
        }
        and(parts)
    }

    /// That a cell has no other marks than these.
    pub(super) fn only_marks(&self, because: &mut Because, cell: usize, set: u32) {
        because.lacks(cell, self.geometry.all & !set);
    }

    /// That a digit has no other place in a unit than these.
    pub(super) fn only_spots(&self, because: &mut Because, unit: usize, digit: usize, cells: B) {
        because.unit(unit);
        for cell in self.geometry.units[unit].without(cells).cells() {
            because.lacks(cell, 1 << digit);
        }
    }

    /// That cells see each other.
    pub(super) fn see(&self, because: &mut Because, one: usize, other: usize) {
        let both = B::only(one) | B::only(other);
        let known = because.units.iter().any(|&unit| both.within(self.geometry.units[unit]));
        if !known
            && one != other
            && let Some(unit) = self.geometry.shared(both)
        {
            because.unit(unit);
        }
    }

    /// That each cell of `ones` sees each of `others`.
    pub(super) fn all_see(&self, because: &mut Because, ones: B, others: B) {
        for one in ones.cells() {
            for other in others.cells() {
                self.see(because, one, other);
            }
        }
    }

    /// `3 and 5 are ruled out in r1c7, and 6 in r2c3`
    pub(super) fn gone(&self, gone: &Gone<B>) -> String {
        let mut groups: Vec<(Vec<usize>, B)> = Vec::new();
        for &(digit, cells) in gone.iter().filter(|(_, cells)| !cells.is_empty()) {
            match groups.iter_mut().find(|(_, known)| *known == cells) {
                Some((digits, _)) if !digits.contains(&digit) => digits.push(digit),
                Some(_) => {}
                None => groups.push((vec![digit], cells)),
            }
        }
        let phrases = groups.iter().enumerate().map(|(index, (digits, cells))| {
            let verb = match (index, digits.len()) {
                (0, 1) => " is ruled out",
                (0, _) => " are ruled out",
                _ => "",
            };
            format!("{}{verb} in {}", and(digits), self.names(*cells))
        });
        let phrases: Vec<String> = phrases.collect();
        phrases.join(", and ")
    }

    /// `1 or 2`
    pub(super) fn either(set: u32) -> String {
        crate::technique::words::or(digits(set))
    }

    /// `1 and 2`
    pub(super) fn both(set: u32) -> String {
        and(digits(set))
    }

    fn marks_of(&self, gone: &Gone<B>) -> Vec<Mark> {
        gone.iter()
            .flat_map(|&(digit, cells)| cells.cells().map(move |cell| (cell, digit)))
            .map(|(cell, digit)| self.as_mark(cell, digit))
            .collect()
    }

    /// Shows a step that removes marks; nothing if there are none to remove.
    pub(super) fn show(
        &self,
        finder: &mut Finder,
        rating: Option<Rating>,
        gone: &Gone<B>,
        words: impl FnOnce() -> Words,
    ) -> Flow {
        if gone.iter().all(|(_, cells)| cells.is_empty()) {
            return Flow::Continue(());
        }
        self.notice();
        let removes = self.marks_of(gone);
        let tell = |meter: &mut Meter| {
            let words = words();
            let conclusion = format!("So {}.", self.gone(gone));
            self.telling(words, &removes, &conclusion, meter)
        };
        match rating {
            Some(rating) => finder.rated(rating, &removes, &[], tell),
            None => finder.step(&removes, &[], tell),
        }
    }

    fn telling(&self, words: Words, removes: &[Mark], conclusion: &str, meter: &mut Meter) -> Telling {
        let index = |mark: &Mark| (mark.cell.row * self.geometry.side + mark.cell.col, usize::from(mark.value));
        let denials = removes.iter().map(index).map(|(cell, digit)| (cell, 1 << digit));
        // With one solution assumed, what has to be excluded is that a conclusion is wrong and a cell of the pattern holds neither of its digits.
        let strays = words.because.pattern.iter().map(|&(cell, pair)| (cell, self.geometry.all & !pair));
        let strays: Vec<(usize, u32)> = strays.collect();
        let questions: Vec<Vec<(usize, u32)>> = if strays.is_empty() {
            denials.map(|denial| vec![denial]).collect()
        } else {
            denials.flat_map(|denial| strays.iter().map(move |&stray| vec![denial, stray])).collect()
        };
        Telling {
            because: self.premises(&needed(self.geometry, words.because, &questions, meter)),
            place: words.place,
            cells: words.cells.into_iter().map(|cell| self.cell(cell)).collect::<Vec<Cell>>(),
            marks: words.marks.into_iter().map(|(cell, digit)| self.as_mark(cell, digit)).collect(),
            reason: format!("{} {conclusion}", sentence(&words.reason)),
        }
    }

    /// As premises. What an entry holds says all that it lacks, but a premise is no more than is needed.
    fn premises(&self, because: &Because) -> Vec<Premise> {
        let lacks = because.lacks.iter().map(|&(cell, digit)| Premise::Lacks(self.as_mark(cell, digit)));
        let exchange = |&(cell, pair): &(usize, u32)| Exchange {
            cell: self.cell(cell),
            values: [pair.trailing_zeros() as u16, pair.ilog2() as u16],
        };
        let unique =
            (!because.pattern.is_empty()).then(|| Premise::Unique(because.pattern.iter().map(exchange).collect()));
        lacks.chain(because.units.iter().map(|&unit| self.rule(unit))).chain(unique).collect()
    }

    /// The rule of a unit as a premise.
    pub(super) fn rule(&self, unit: usize) -> Premise {
        Premise::Rule(self.label(unit))
    }

    /// The label of a unit's rule.
    pub(super) fn label(&self, unit: usize) -> Label {
        unit_label(self.unit_kind(unit), &self.unit_name(unit))
    }
}
