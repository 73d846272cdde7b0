//! The fonts of a document: the glyphs that its texts need, and what they stand for.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::writers::Resources;
use pdf_writer::{Filter, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::{Page, Refs, packed};
use crate::font::Weight;
use crate::shape::Shape;

/// The fonts that a document uses.
pub(super) struct Fonts(Vec<Used>);

struct Used {
    weight: Weight,
    id: Ref,
    /// The font of its glyphs, their measures, the file, and what they stand for.
    others: [Ref; 4],
    /// The glyph of each character, by its number in the document.
    glyphs: BTreeMap<char, u16>,
    remapper: GlyphRemapper,
}

const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

impl Fonts {
    pub(super) fn of(pages: &[Page], refs: &mut Refs) -> Self {
        let texts = || pages.iter().flat_map(|page| &page.parts).flat_map(|part| &part.shapes).flat_map(Shape::texts);
        let mut used = Vec::new();
        for weight in Weight::ALL {
            let mut glyphs = BTreeMap::new();
            for text in texts().filter(|text| text.weight == weight) {
                glyphs.extend(text.words.chars().map(|character| (character, 0)));
            }
            let mut remapper = GlyphRemapper::new();
            for (&character, glyph) in &mut glyphs {
                *glyph = remapper.remap(weight.glyph(character).0);
            }
            if !glyphs.is_empty() {
                let id = refs.next();
                used.push(Used { weight, id, others: std::array::from_fn(|_| refs.next()), glyphs, remapper });
            }
        }
        Self(used)
    }

    pub(super) fn name(weight: Weight) -> Name<'static> {
        match weight {
            Weight::Regular => Name(b"R"),
            Weight::Bold => Name(b"B"),
        }
    }

    pub(super) fn list(&self, resources: &mut Resources<'_>) {
        resources.fonts().pairs(self.0.iter().map(|used| (Self::name(used.weight), used.id)));
    }

    /// A text as the numbers of its glyphs.
    pub(super) fn encoded(&self, weight: Weight, text: &str) -> Vec<u8> {
        let used = self.0.iter().find(|used| used.weight == weight);
        let glyph = |character: char| used.and_then(|used| used.glyphs.get(&character)).copied().unwrap_or(0);
        text.chars().flat_map(|character| glyph(character).to_be_bytes()).collect()
    }

    pub(super) fn write(&self, pdf: &mut Pdf) {
        for used in &self.0 {
            used.write(pdf);
        }
    }
}

impl Used {
    fn write(&self, pdf: &mut Pdf) {
        let face = self.weight.face();
        // The tag of a subset: six letters that need only differ within a document.
        let name: &[u8] = match self.weight {
            Weight::Regular => b"PENCIL+OpenSans",
            Weight::Bold => b"PENCIM+OpenSans-Bold",
        };
        let name = Name(name);
        let [cid, descriptor, file, map] = self.others;
        pdf.type0_font(self.id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);
        let widths: Vec<f32> =
            self.remapper.remapped_gids().map(|glyph| self.weight.advance(ttf_parser::GlyphId(glyph)) as f32).collect();
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        font.cid_to_gid_map_predefined(Name(b"Identity"));
        font.widths().consecutive(0, widths);
        drop(font);

        let scaled = |value: i16| f32::from(value) * 1000.0 / f32::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(scaled(bounds.x_min), scaled(bounds.y_min), scaled(bounds.x_max), scaled(bounds.y_max)))
            .italic_angle(0.0)
            .ascent(scaled(face.ascender()))
            .descent(scaled(face.descender()))
            .cap_height(scaled(face.capital_height().unwrap_or_else(|| face.ascender())))
            .stem_v(if self.weight == Weight::Bold { 160.0 } else { 90.0 })
            .font_file2(file);

        // It does not fail on the fonts in this crate: a test cuts both of them.
        let subset = subsetter::subset(self.weight.bytes(), 0, &self.remapper).unwrap_or_default();
        let data = packed(&subset);
        pdf.stream(file, &data).filter(Filter::FlateDecode).pair(Name(b"Length1"), subset.len() as i32);

        let mut unicode = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
        for (&character, &glyph) in &self.glyphs {
            // What the font does not have is read as what is printed for it.
            unicode.pair(glyph, if face.glyph_index(character).is_some() { character } else { '?' });
        }
        let data = packed(&unicode.finish());
        pdf.cmap(map, &data).filter(Filter::FlateDecode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::{Part, Role};
    use crate::shape::Text;

    #[test]
    fn a_document_has_the_glyphs_it_needs_and_no_others() {
        for weight in Weight::ALL {
            let text = Shape::Text(Text::new((0.0, 0.0), 10.0, weight, "12×÷Ä·Яω"));
            let page = Page { parts: vec![Part::new(Role::Paragraph, vec![text])] };
            let fonts = Fonts::of(&[page], &mut Refs(0));
            let [used] = &fonts.0[..] else { panic!("{} fonts", fonts.0.len()) };
            let subset = subsetter::subset(weight.bytes(), 0, &used.remapper).expect("a subset");
            let face = ttf_parser::Face::parse(&subset, 0).expect("a font");
            // `Ä` is made of two others, and the first glyph is there in any font.
            assert!((9..=12).contains(&face.number_of_glyphs()), "{}", face.number_of_glyphs());
            assert!(subset.len() < 6000, "{}", subset.len());
            assert_eq!(fonts.encoded(weight, "12").len(), 4);
        }
    }
}
