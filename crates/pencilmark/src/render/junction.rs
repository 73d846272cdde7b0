//! The character where lines meet, chosen by its four arms.

use pencilmark_puzzles::Edge;

/// The lines that leave a junction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arms {
    /// The line that goes up.
    pub up: Edge,
    /// The line to the right.
    pub right: Edge,
    /// The line that goes down.
    pub down: Edge,
    /// The line to the left.
    pub left: Edge,
}

/// All 81 junctions: one line for each weight of the arm up, then by right, down and left.
const BOX_DRAWING: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

impl Arms {
    /// Whether any arm is thick.
    pub(super) fn thick(self) -> bool {
        [self.up, self.right, self.down, self.left].contains(&Edge::Thick)
    }

    /// The box-drawing character with these arms.
    pub fn box_drawing(self) -> char {
        let place = weight(self.right) * 9 + weight(self.down) * 3 + weight(self.left);
        BOX_DRAWING[weight(self.up)].chars().nth(place).unwrap_or(' ')
    }

    /// `+` where lines turn or cross, and plain lines where one runs through.
    pub fn ascii(self) -> char {
        let none = |a, b| a == Edge::None && b == Edge::None;
        match (none(self.left, self.right), none(self.up, self.down)) {
            (true, true) => ' ',
            (false, true) => ascii_horizontal(self.left.max(self.right)),
            (true, false) => ascii_vertical(self.up.max(self.down)),
            (false, false) => '+',
        }
    }
}

/// A piece of a line across: dots stand for a thin one, so that boxes and cages still show.
pub(super) fn ascii_horizontal(edge: Edge) -> char {
    match edge {
        Edge::None => ' ',
        Edge::Thin => '.',
        Edge::Thick => '-',
    }
}

/// A piece of a line down.
pub(super) fn ascii_vertical(edge: Edge) -> char {
    match edge {
        Edge::None => ' ',
        Edge::Thin => ':',
        Edge::Thick => '|',
    }
}

fn weight(edge: Edge) -> usize {
    match edge {
        Edge::None => 0,
        Edge::Thin => 1,
        Edge::Thick => 2,
    }
}
