//! What a step rests on, and what of it is needed.

use pencilmark_csp::Meter;

use super::sheet::{Geometry, OPEN, SHADED, WHITE};
use super::trace::Literal;
use crate::technique::Premise;

/// A premise in terms of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    /// The cell has this shade.
    Holds(Literal),
    /// These two touch.
    Touch(u16, u16),
    /// At most one of the copies in the line that these two share is white.
    Copies(u16, u16),
    /// The white cells are connected.
    Connected,
}

impl Ground {
    pub(super) fn holds(cell: u16, shade: u8) -> Self {
        Self::Holds(Literal { cell, shade })
    }

    fn premise(self, geometry: &Geometry) -> Premise {
        match self {
            Self::Holds(Literal { cell, shade }) => geometry.holds(cell, shade),
            Self::Touch(one, other) => geometry.touch_premise(one, other),
            Self::Copies(one, other) => geometry.copies_premise(one, other),
            Self::Connected => Geometry::connected_premise(),
        }
    }
}

/// Returns the premises that refute `denied`, without needless ones, as far as the meter allows:
/// part of a pattern may be enough.
pub(super) fn because(
    geometry: &Geometry,
    mut grounds: Vec<Ground>,
    denied: Literal,
    meter: &mut Meter,
) -> Vec<Premise> {
    grounds.sort_unstable();
    grounds.dedup();
    let mut index = 0;
    while index < grounds.len() {
        let left_out = grounds.remove(index);
        if !refutes(geometry, &grounds, denied, meter) {
            grounds.insert(index, left_out);
            index += 1;
        }
    }
    let mut because = Vec::new();
    for premise in grounds.into_iter().map(|ground| ground.premise(geometry)) {
        if !because.contains(&premise) {
            because.push(premise);
        }
    }
    because
}

/// Whether these alone show that `denied` is wrong.
fn refutes(geometry: &Geometry, grounds: &[Ground], denied: Literal, meter: &mut Meter) -> bool {
    let case = Case::new(geometry, grounds);
    case.is_impossible(vec![OPEN; usize::from(geometry.nowhere())], denied, meter)
}

/// Premises, to follow what they lead to.
struct Case<'a> {
    geometry: &'a Geometry,
    rules: Vec<(u8, Vec<u16>)>, // at most one of these cells has this shade
    facts: Vec<Literal>,
    connected: bool,
}

impl<'a> Case<'a> {
    fn new(geometry: &'a Geometry, grounds: &[Ground]) -> Self {
        let (mut rules, mut facts) = (Vec::new(), Vec::new());
        for &ground in grounds {
            match ground {
                Ground::Holds(fact) => facts.push(fact),
                Ground::Touch(one, other) => rules.push((SHADED, vec![one, other])),
                Ground::Copies(one, other) => rules.push((WHITE, geometry.copies_in_line(one, other))),
                Ground::Connected => {}
            }
        }
        Self { geometry, rules, facts, connected: grounds.contains(&Ground::Connected) }
    }

    fn has_copies(&self, cell: u16) -> bool {
        self.rules.iter().any(|(shade, cells)| *shade == WHITE && cells.contains(&cell))
    }

    /// Whether no assignment allowed by the rules contains `supposed` and what is known. `false` if
    /// the meter runs out.
    fn is_impossible(&self, mut shades: Vec<u8>, supposed: Literal, meter: &mut Meter) -> bool {
        if meter.poll().is_err() {
            return false;
        }
        if self.is_wrong(&mut shades, supposed) {
            return true;
        }
        // Rules about two cells that propagate without a clash can all be kept. Cells without a rule can have any shade.
        let open = self.rules.iter().flat_map(|(_, cells)| cells).find(|&&cell| shades[usize::from(cell)] == OPEN);
        match open {
            Some(&cell) if self.connected => [WHITE, SHADED]
                .into_iter()
                .all(|shade| self.is_impossible(shades.clone(), Literal { cell, shade }, meter)),
            _ => false,
        }
    }

    /// Whether a rule breaks if this is supposed beside all that is known; if not, what follows is known from then on.
    fn is_wrong(&self, shades: &mut [u8], supposed: Literal) -> bool {
        let mut news = self.facts.clone();
        news.push(supposed);
        while !news.is_empty() {
            while let Some(Literal { cell, shade }) = news.pop() {
                let known = &mut shades[usize::from(cell)];
                if *known == shade {
                    continue;
                }
                if *known != OPEN {
                    return true;
                }
                *known = shade;
                for (_, cells) in
                    self.rules.iter().filter(|(limited, cells)| *limited == shade && cells.contains(&cell))
                {
                    let others = cells.iter().filter(|&&other| other != cell);
                    news.extend(others.map(|&other| Literal { cell: other, shade }.not()));
                }
            }
            if self.connected {
                if self.is_cut(shades, None) {
                    return true;
                }
                let forced = |&cell: &u16| {
                    shades[usize::from(cell)] == OPEN
                        && self.has_copies(cell)
                        && self.joins(shades, cell)
                        && self.is_cut(shades, Some(cell))
                };
                news.extend(self.geometry.cells().filter(forced).map(|cell| Literal { cell, shade: WHITE }));
            }
        }
        false
    }

    /// Whether the cell touches two shaded cells, or one and the border: no other can cut the board.
    fn joins(&self, shades: &[u8], cell: u16) -> bool {
        let is_shaded = |corner: &u16| shades.get(usize::from(*corner)) == Some(&SHADED);
        let corners = self.geometry.corners(cell).iter().filter(|corner| is_shaded(corner)).count();
        corners + usize::from(self.geometry.is_rim(cell)) > 1 || self.geometry.is_bridge(cell)
    }

    /// Whether two white cells are not connected, if this one is shaded as well.
    fn is_cut(&self, shades: &[u8], also: Option<u16>) -> bool {
        let mut white = self.geometry.cells().filter(|&cell| shades[usize::from(cell)] == WHITE);
        let (Some(first), Some(second)) = (white.next(), white.next()) else { return false };
        let shaded = self.geometry.cells().filter(|&cell| shades[usize::from(cell)] == SHADED);
        let parts = self.geometry.parts(&shaded.chain(also).collect::<Vec<u16>>());
        [second].into_iter().chain(white).any(|other| parts[usize::from(other)] != parts[usize::from(first)])
    }
}
