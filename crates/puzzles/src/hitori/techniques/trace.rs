//! What a cell would lead to: a shaded cell makes its neighbours white, a white cell makes its copies shaded, and so on.

use super::ground::Ground;
use super::links::{self, Links};
use super::sheet::{SHADED, Shading, WHITE};

/// A cell with a shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal {
    pub(super) cell: u16,
    pub(super) shade: u8,
}

impl Literal {
    /// The opposite.
    pub(super) fn not(self) -> Self {
        Self { cell: self.cell, shade: WHITE + SHADED - self.shade }
    }

    /// `white` or `shaded`
    pub(super) fn word(self) -> &'static str {
        if self.shade == SHADED { "shaded" } else { "white" }
    }

    /// What becomes of the cell: `stays white` or `is shaded`.
    pub(super) fn becomes(self) -> &'static str {
        if self.shade == SHADED { "is shaded" } else { "stays white" }
    }

    fn index(self) -> usize {
        2 * usize::from(self.cell) + usize::from(self.shade == SHADED)
    }
}

/// What follows, step by step, if an open cell had a certain shade.
pub(super) struct Trace<'a> {
    sheet: &'a Shading,
    links: &'a Links,
    reached: Vec<Literal>,
    from: Vec<u16>, // cell, white or shaded -> the cell that leads there; itself for the first, MAX if not reached
}

impl<'a> Trace<'a> {
    /// Follows the rules about copies and about cells that touch, and these links.
    pub(super) fn new(sheet: &'a Shading, links: &'a Links) -> Self {
        Self { sheet, links, reached: Vec::new(), from: vec![u16::MAX; 2 * usize::from(sheet.geometry.nowhere())] }
    }

    /// Follows up to `most` steps from `first`, nearest first, until `stop` says so.
    pub(super) fn follow(&mut self, first: Literal, most: usize, mut stop: impl FnMut(Literal) -> bool) {
        for literal in self.reached.drain(..) {
            self.from[literal.index()] = u16::MAX;
        }
        self.from[first.index()] = first.cell;
        self.reached.push(first);
        let (mut head, mut layer) = (0, 1);
        for _ in 0..=most {
            while head < layer {
                let literal = self.reached[head];
                head += 1;
                if stop(literal) {
                    return;
                }
                if literal.shade == SHADED {
                    for cell in self.sheet.geometry.beside(literal.cell).into_iter().chain(self.links.of(literal.cell))
                    {
                        self.reach(literal, cell);
                    }
                } else {
                    for &cell in self.sheet.geometry.copies(literal.cell) {
                        self.reach(literal, cell);
                    }
                }
            }
            layer = self.reached.len();
        }
    }

    fn reach(&mut self, from: Literal, cell: u16) {
        let next = Literal { cell, shade: from.not().shade };
        if self.sheet.is_open(cell) && self.from[next.index()] == u16::MAX {
            self.from[next.index()] = from.cell;
            self.reached.push(next);
        }
    }

    /// The steps from the first cell to this one.
    pub(super) fn path(&self, to: Literal) -> Vec<Literal> {
        let mut path = vec![to];
        let mut last = to;
        while self.from[last.index()] != u16::MAX && self.from[last.index()] != last.cell {
            last = Literal { cell: self.from[last.index()], shade: last.not().shade };
            path.push(last);
        }
        path.reverse();
        path
    }
}

/// How one follows from the other.
enum Reason {
    /// They touch.
    Touch,
    /// They are copies.
    Copies,
    /// They would complete a wall.
    Wall,
}

fn reason(sheet: &Shading, from: Literal, to: Literal) -> Reason {
    match from.shade {
        WHITE => Reason::Copies,
        _ if sheet.geometry.touch(from.cell, to.cell) => Reason::Touch,
        _ => Reason::Wall,
    }
}

/// How hard a step is to see: a wall is harder than a rule.
pub(super) fn cost(sheet: &Shading, from: Literal, to: Literal) -> usize {
    if matches!(reason(sheet, from, to), Reason::Wall) { 3 } else { 1 }
}

/// What it takes that one follows from the other.
pub(super) fn grounds(sheet: &Shading, from: Literal, to: Literal) -> Vec<Ground> {
    match reason(sheet, from, to) {
        Reason::Touch => vec![Ground::Touch(from.cell, to.cell)],
        Reason::Copies => vec![Ground::Copies(from.cell, to.cell)],
        Reason::Wall => links::grounds(sheet, from.cell, to.cell),
    }
}

/// `r1c2 would be white`, `r1c7, another 5 in row 1, would be shaded`
fn words(sheet: &Shading, from: Literal, to: Literal) -> String {
    let geometry = &*sheet.geometry;
    let name = geometry.name(to.cell);
    match reason(sheet, from, to) {
        Reason::Touch => format!("{name} would be white"),
        Reason::Copies => {
            let number = geometry.number(to.cell).unwrap_or(0);
            format!("{name}, another {number} in {}, would be shaded", geometry.line(from.cell, to.cell))
        }
        Reason::Wall => {
            let wall = links::wall(sheet, from.cell, to.cell);
            let why = wall.map(|wall| wall.words(geometry)).unwrap_or_default();
            format!("{name} would be white (or else {why})")
        }
    }
}

/// A path in words, without its first cell: `r1c2 would be white, so r1c7, another 5 in row 1, would be shaded`.
pub(super) fn path_words(sheet: &Shading, path: &[Literal]) -> String {
    let words: Vec<String> = path.windows(2).map(|pair| words(sheet, pair[0], pair[1])).collect();
    words.join(", so ")
}

/// Paths from one cell in words, none of whose steps is told twice: a sentence each.
pub(super) fn paths_words(sheet: &Shading, paths: &[Vec<Literal>]) -> String {
    let geometry = &*sheet.geometry;
    let mut said: Vec<Literal> = paths.iter().filter_map(|path| path.first()).copied().take(1).collect();
    let mut sentences: Vec<String> = Vec::new();
    for path in paths {
        let start = path.iter().take_while(|literal| said.contains(literal)).count();
        if start > 0 && start < path.len() {
            let from = path[start - 1];
            let way = path_words(sheet, &path[start - 1..]);
            sentences.push(match (sentences.len(), start) {
                (0, _) => format!("Then {way}."),
                (_, 1) => format!("Also, {way}."),
                _ => format!("With {} {}, {way}.", geometry.name(from.cell), from.word()),
            });
        }
        said.extend(path);
    }
    sentences.join(" ")
}
