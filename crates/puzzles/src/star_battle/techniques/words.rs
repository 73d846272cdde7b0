//! How the reasons name cells, units and stars.

use pencilmark_csp::Meter;

use super::cells::Cells;
use super::sheet::{Geometry, StarSheet};
use crate::technique::proof::Needed;
use crate::technique::{Telling, words};
use crate::text::counted;

impl<const W: usize> Geometry<W> {
    /// `row 4`
    pub(super) fn unit(&self, unit: usize) -> String {
        let (kind, name) = self.name_of(unit);
        format!("{kind} {name}")
    }

    /// `row 4`, or `rows 2, 3 and 5` for several units of a family.
    pub(super) fn units(&self, units: &[usize]) -> String {
        match units {
            [] => String::new(),
            [only] => self.unit(*only),
            [first, ..] => {
                let names = units.iter().map(|&unit| self.name_of(unit).1);
                format!("{}s {}", self.name_of(*first).0, words::and(names))
            }
        }
    }
}

impl<const W: usize> StarSheet<W> {
    pub(super) fn and(&self, cells: Cells<W>) -> String {
        words::and(cells.iter().map(|place| self.geometry.cell(place)))
    }

    pub(super) fn or(&self, cells: Cells<W>) -> String {
        words::or(cells.iter().map(|place| self.geometry.cell(place)))
    }

    /// `2 stars` if the units have none yet, `2 more stars` otherwise.
    pub(super) fn more(&self, units: &[usize], count: usize) -> String {
        let held = units.iter().any(|&unit| self.stars.meets(self.geometry.units[unit]));
        counted(count, if held { "more star" } else { "star" })
    }

    /// `row 4 needs 2 more stars`
    pub(super) fn needs(&self, units: &[usize]) -> String {
        let missing = units.iter().map(|&unit| self.missing(unit)).sum();
        let verb = if units.len() == 1 { "needs" } else { "need" };
        format!("{} {verb} {}", self.geometry.units(units), self.more(units, missing))
    }

    /// `(r1c1, r1c2) and (r3c4)`: groups of cells, each inside a 2x2 block.
    pub(super) fn blocks(&self, cells: Cells<W>, most: usize) -> String {
        words::and(self.groups(cells, most).into_iter().map(|group| {
            let cells: Vec<String> = group.iter().map(|place| self.geometry.cell(place).to_string()).collect();
            format!("({})", cells.join(", "))
        }))
    }

    /// `r1c1 holds no star`, `r1c1 and r1c2 hold no star`.
    pub(super) fn no_star(&self, cells: Cells<W>) -> String {
        format!("{} {} no star", self.and(cells), if cells.len() == 1 { "holds" } else { "hold" })
    }

    /// Tells a step that rests on the counts of these units.
    pub(super) fn tell(
        &self,
        meter: &mut Meter,
        units: &[usize],
        places: &[crate::technique::Mark],
        place: String,
        cells: Cells<W>,
        reason: String,
    ) -> Telling {
        let Needed { premises, is_complete } = self.because(units, places, meter);
        let cells = cells.iter().map(|place| self.geometry.cell(place)).collect();
        let mut why = Telling { because: premises, place, cells, marks: Vec::new(), reason };
        if !is_complete {
            why.cut_short();
        }
        why
    }
}

/// `one`, `two`, ... as far as people write them out.
pub(super) fn number(count: usize) -> String {
    const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    NUMBERS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}
