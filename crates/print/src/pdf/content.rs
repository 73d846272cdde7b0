//! The content stream of a page.

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Buf, Content, Name, Str, TextStr};

use super::fonts::Fonts;
use super::{Page, Part, Role};
use crate::shape::{Ink, Point, Shape, Text};

/// Writes a page of this height.
pub(super) fn content(page: &Page, height: f64, fonts: &Fonts) -> Buf {
    let mut writer = Writer { out: Content::new(), height, fonts };
    let mut mark = 0;
    for part in &page.parts {
        if part.role == Role::Artifact {
            writer.out.begin_marked_content(Name(b"Artifact"));
        } else {
            let tag = super::kind(&part.role).to_name();
            writer.out.begin_marked_content_with_properties(tag).properties().identify(mark);
            mark += 1;
        }
        writer.part(part);
        writer.out.end_marked_content();
    }
    writer.out.finish()
}

struct Writer<'a> {
    out: Content,
    height: f64,
    fonts: &'a Fonts,
}

impl Writer<'_> {
    fn part(&mut self, part: &Part) {
        self.out.save_state();
        if let Some((x, y)) = part.turned {
            let (x, y) = self.place((x, y));
            self.out.transform([-1.0, 0.0, 0.0, -1.0, 2.0 * x, 2.0 * y]);
        }
        for shape in &part.shapes {
            match shape {
                Shape::Area { corners, ink } => {
                    self.fill(*ink);
                    self.path(corners);
                    self.out.close_path().fill_nonzero();
                }
                Shape::Line { points, width, ink, round } => {
                    let (cap, join) = if *round {
                        (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin)
                    } else {
                        (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin)
                    };
                    self.stroke(*ink);
                    self.out.set_line_width(*width as f32).set_line_cap(cap).set_line_join(join);
                    self.path(points);
                    self.out.stroke();
                }
                Shape::Text(text) => self.text(text),
                Shape::Row { words, texts } => {
                    let mut span = self.out.begin_marked_content_with_properties(Name(b"Span"));
                    span.properties().actual_text(TextStr(words));
                    drop(span);
                    for text in texts {
                        self.text(text);
                    }
                    self.out.end_marked_content();
                }
            }
        }
        self.out.restore_state();
    }

    fn text(&mut self, text: &Text) {
        let (x, y) = self.place(text.at);
        self.out.begin_text();
        match text.ink {
            Some(ink) => {
                self.fill(ink);
                self.out.set_text_rendering_mode(TextRenderingMode::Fill);
            }
            None => {
                self.out.set_text_rendering_mode(TextRenderingMode::Invisible);
            }
        }
        self.out.set_font(Fonts::name(text.weight), text.size as f32);
        self.out.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        self.out.show(Str(&self.fonts.encoded(text.weight, &text.words)));
        self.out.end_text();
    }

    fn path(&mut self, points: &[Point]) {
        for (index, &point) in points.iter().enumerate() {
            let (x, y) = self.place(point);
            if index == 0 {
                self.out.move_to(x, y)
            } else {
                self.out.line_to(x, y)
            };
        }
    }

    /// A place as PDF counts, from the lower left corner; to a hundredth of a point, which no printer shows.
    fn place(&self, (x, y): Point) -> (f32, f32) {
        let rounded = |value: f64| ((value * 100.0).round() / 100.0) as f32;
        (rounded(x), rounded(self.height - y))
    }

    fn fill(&mut self, ink: Ink) {
        match shades(ink) {
            [red, green, blue] if red.to_bits() == green.to_bits() && green.to_bits() == blue.to_bits() => {
                self.out.set_fill_gray(red);
            }
            [red, green, blue] => {
                self.out.set_fill_rgb(red, green, blue);
            }
        }
    }

    fn stroke(&mut self, ink: Ink) {
        match shades(ink) {
            [red, green, blue] if red.to_bits() == green.to_bits() && green.to_bits() == blue.to_bits() => {
                self.out.set_stroke_gray(red);
            }
            [red, green, blue] => {
                self.out.set_stroke_rgb(red, green, blue);
            }
        }
    }
}

fn shades(Ink(colour): Ink) -> [f32; 3] {
    colour.map(|shade| (f32::from(shade) / 255.0 * 1000.0).round() / 1000.0)
}
