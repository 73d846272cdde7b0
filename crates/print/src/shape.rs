//! What is drawn: areas, lines and texts, each in one colour. The unit is a point or a pixel, and y grows downwards.

use crate::font::Weight;

/// A place.
pub(crate) type Point = (f64, f64);

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink(pub(crate) [u8; 3]);

impl Ink {
    pub(crate) const BLACK: Self = Self::grey(0);

    /// A shade of grey: 0 is black, 255 white.
    pub(crate) const fn grey(shade: u8) -> Self {
        Self([shade; 3])
    }
}

/// Something drawn.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A filled polygon.
    Area { corners: Vec<Point>, ink: Ink },
    /// A line through points; its ends are square, or round if `round`.
    Line { points: Vec<Point>, width: f64, ink: Ink, round: bool },
    /// A text on one line.
    Text(Text),
    /// Texts that belong together and are read as these words, whatever is between them: a row of a board.
    Row { words: String, texts: Vec<Text> },
}

/// A text on one line.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The left end of its baseline.
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    /// `None`: it is not drawn, but read.
    pub(crate) ink: Option<Ink>,
    pub(crate) words: String,
}

impl Text {
    /// A text that begins here.
    pub(crate) fn new(at: Point, size: f64, weight: Weight, words: impl Into<String>) -> Self {
        Self { at, size, weight, ink: Some(Ink::BLACK), words: words.into() }
    }

    /// The same in another colour.
    pub(crate) fn in_ink(self, ink: Ink) -> Self {
        Self { ink: Some(ink), ..self }
    }

    /// The same, only to be read.
    pub(crate) fn hidden(self) -> Self {
        Self { ink: None, ..self }
    }

    /// The same with its middle where it began.
    pub(crate) fn centred(self) -> Self {
        let (x, y) = self.at;
        Self { at: (x - self.width() / 2.0, y), ..self }
    }

    /// The same with its end where it began.
    pub(crate) fn ending(self) -> Self {
        let (x, y) = self.at;
        Self { at: (x - self.width(), y), ..self }
    }

    pub(crate) fn width(&self) -> f64 {
        self.weight.width(&self.words, self.size)
    }
}

impl Shape {
    /// The shape, moved.
    pub(crate) fn moved(mut self, (right, down): Point) -> Self {
        let shift = |point: &mut Point| *point = (point.0 + right, point.1 + down);
        match &mut self {
            Self::Area { corners: points, .. } | Self::Line { points, .. } => points.iter_mut().for_each(shift),
            Self::Text(text) => shift(&mut text.at),
            Self::Row { texts, .. } => texts.iter_mut().for_each(|text| shift(&mut text.at)),
        }
        self
    }

    /// The texts in it.
    pub(crate) fn texts(&self) -> &[Text] {
        match self {
            Self::Area { .. } | Self::Line { .. } => &[],
            Self::Text(text) => std::slice::from_ref(text),
            Self::Row { texts, .. } => texts,
        }
    }
}

/// The rectangle with this upper left corner.
pub(crate) fn rectangle((x, y): Point, width: f64, height: f64) -> Vec<Point> {
    vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}
