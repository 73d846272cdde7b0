//! A minimal SVG writer: elements nest and escape by construction.

use std::fmt::{self, Display, Formatter, Write as _};

use pencilmark::render::Coordinate;

/// A point of the picture, in its own units.
pub(super) type Point = (f64, f64);

/// An element with its attributes and all that is inside it.
pub(super) struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), content: String::new() }
    }

    /// With an attribute.
    pub(super) fn set(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.attributes, " {name}=\"{}\"", escape(value));
        self
    }

    /// With a number as attribute.
    pub(super) fn number(self, name: &str, value: f64) -> Self {
        self.set(name, &Coordinate(value).to_string())
    }

    pub(super) fn class(self, class: &str) -> Self {
        if class.is_empty() { self } else { self.set("class", class) }
    }

    /// With a text inside.
    pub(super) fn text(mut self, text: &str) -> Self {
        self.content.push_str(&escape(text));
        self
    }

    /// With an element inside.
    pub(super) fn with(mut self, child: &Element) -> Self {
        let _ = write!(self.content, "{child}");
        self
    }

    /// With several elements inside.
    pub(super) fn with_all<'a>(self, children: impl IntoIterator<Item = &'a Element>) -> Self {
        children.into_iter().fold(self, Element::with)
    }

    /// With what a reader sees on hover.
    pub(super) fn title(self, title: &str) -> Self {
        self.with(&Element::new("title").text(title))
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, content } = self;
        if content.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// A group of a class.
pub(super) fn group(class: &str) -> Element {
    Element::new("g").class(class)
}

/// A straight line.
pub(super) fn line(class: &str, from: Point, to: Point) -> Element {
    let mut path = Path::default();
    path.line(from).line(to);
    path.element(class)
}

/// A rectangle between two corners, whichever way they lie.
pub(super) fn rectangle(class: &str, one: Point, other: Point) -> Element {
    Element::new("rect")
        .class(class)
        .number("x", one.0.min(other.0))
        .number("y", one.1.min(other.1))
        .number("width", (one.0 - other.0).abs())
        .number("height", (one.1 - other.1).abs())
}

/// A text of one line, which starts, ends or is centred at a point of its baseline, as its class says.
pub(super) fn label(class: &str, at: Point, text: &str) -> Element {
    Element::new("text").class(class).number("x", at.0).number("y", at.1).text(text)
}

/// The data of a path, point by point.
#[derive(Default)]
pub(super) struct Path {
    data: String,
    last: Option<(i64, i64)>,
}

impl Path {
    /// A line to a point; the first point is where the path starts.
    pub(super) fn line(&mut self, to: Point) -> &mut Self {
        let (x, y) = (Coordinate(to.0), Coordinate(to.1));
        let here = (x.hundredths(), y.hundredths());
        let _ = match self.last {
            None => write!(self.data, "M{x} {y}"),
            Some(last) if last == here => Ok(()),
            Some(last) if last.1 == here.1 => write!(self.data, "H{x}"),
            Some(last) if last.0 == here.0 => write!(self.data, "V{y}"),
            Some(_) => write!(self.data, "L{x} {y}"),
        };
        self.last = Some(here);
        self
    }

    /// The next point starts a new piece.
    pub(super) fn lift(&mut self) -> &mut Self {
        self.last = None;
        self
    }

    pub(super) fn close(&mut self) -> &mut Self {
        self.data.push('z');
        self.lift()
    }

    pub(super) fn element(&self, class: &str) -> Element {
        Element::new("path").class(class).set("d", &self.data)
    }
}

/// A text as XML and HTML hold it, in content and in attributes; white space is a space, and what XML cannot hold is
/// `?`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for glyph in text.chars() {
        match glyph {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(' '),
            _ if glyph.is_control() || matches!(glyph, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            _ => out.push(glyph),
        }
    }
    out
}
