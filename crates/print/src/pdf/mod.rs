//! Pages as a PDF file: content streams, fonts, tags and bookmarks.
//!
//! Pages are tagged: each [`Part`] is an element of the document's structure, in the order in which the parts stand on the pages, so that a screen
//! reader goes through them in that order and reads the description of a board in place of its cells.

mod content;
mod fonts;

use std::io::Write as _;

use pdf_writer::types::StructRole;
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use crate::shape::{Point, Shape};
use content::content;
use fonts::Fonts;

/// What a part of a page is to a screen reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The title of the whole, or of a chapter.
    Title,
    /// What stands above a puzzle.
    Heading,
    Paragraph,
    /// A picture, with a description of it.
    Figure(String),
    /// Not part of what is told: page numbers, running heads.
    Artifact,
}

/// A part of a page.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) role: Role,
    pub(crate) shapes: Vec<Shape>,
    /// The point that it is turned around, if it stands upside down.
    pub(crate) turned: Option<Point>,
}

impl Part {
    pub(crate) fn new(role: Role, shapes: Vec<Shape>) -> Self {
        Self { role, shapes, turned: None }
    }
}

/// A page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    pub(crate) parts: Vec<Part>,
}

/// A whole document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// Width and height of the pages.
    pub(crate) size: Point,
    pub(crate) pages: Vec<Page>,
    /// Titles, and the pages where they are.
    pub(crate) bookmarks: Vec<(String, usize)>,
}

/// Hands out references.
struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

impl Document {
    /// The file.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut refs = Refs(0);
        let mut pdf = Pdf::new();
        let [catalog, tree, info, root, document] = std::array::from_fn(|_| refs.next());
        let fonts = Fonts::of(&self.pages, &mut refs);
        let pages: Vec<Ref> = self.pages.iter().map(|_| refs.next()).collect();
        let outline = self.write_outline(&mut pdf, &mut refs, &pages);

        let mut elements: Vec<Ref> = Vec::new();
        let mut parents: Vec<Ref> = Vec::new();
        for (index, (page, &id)) in self.pages.iter().zip(&pages).enumerate() {
            let stream = refs.next();
            let mut writer = pdf.page(id);
            writer.parent(tree).media_box(Rect::new(0.0, 0.0, self.size.0 as f32, self.size.1 as f32));
            writer.contents(stream).struct_parents(index as i32);
            writer.tab_order(pdf_writer::types::TabOrder::StructureOrder);
            fonts.list(&mut writer.resources());
            writer.finish();
            let packed = packed(&content(page, self.size.1, &fonts));
            pdf.stream(stream, &packed).filter(Filter::FlateDecode);
            let told = page.parts.iter().filter(|part| part.role != Role::Artifact);
            let on_page: Vec<Ref> = told
                .enumerate()
                .map(|(mark, part)| {
                    let element = refs.next();
                    let mut writer = pdf.struct_element(element);
                    writer.kind(kind(&part.role)).parent(document).page(id);
                    if let Role::Figure(description) = &part.role {
                        writer.alt(TextStr(description));
                    }
                    writer.marked_content_child().page(id).marked_content_id(mark as i32);
                    element
                })
                .collect();
            let list = refs.next();
            pdf.indirect(list).array().items(&on_page);
            elements.extend(on_page);
            parents.push(list);
        }
        let mut writer = pdf.struct_element(document);
        writer.kind(StructRole::Document).parent(root);
        let mut children = writer.children();
        for &element in &elements {
            children.struct_element(element);
        }
        children.finish();
        writer.finish();
        self.write_root(&mut pdf, root, document, &parents);

        pdf.pages(tree).kids(pages.iter().copied()).count(pages.len() as i32);
        pdf.document_info(info).title(TextStr(&self.title)).creator(TextStr("Pencilmark"));
        let mut writer = pdf.catalog(catalog);
        writer.pages(tree).lang(TextStr("en"));
        writer.viewer_preferences().display_doc_title(true);
        writer.mark_info().marked(true);
        writer.pair(Name(b"StructTreeRoot"), root);
        if let Some(outline) = outline {
            writer.outlines(outline);
        }
        writer.finish();
        fonts.write(&mut pdf);
        pdf.finish()
    }

    fn write_root(&self, pdf: &mut Pdf, root: Ref, document: Ref, parents: &[Ref]) {
        let mut writer = pdf.indirect(root).dict();
        writer.pair(Name(b"Type"), Name(b"StructTreeRoot")).pair(Name(b"K"), document);
        let mut tree = writer.insert(Name(b"ParentTree")).dict();
        let mut numbers = tree.insert(Name(b"Nums")).array();
        for (page, &list) in parents.iter().enumerate() {
            numbers.item(page as i32).item(list);
        }
        numbers.finish();
        tree.finish();
        writer.pair(Name(b"ParentTreeNextKey"), self.pages.len() as i32);
    }

    fn write_outline(&self, pdf: &mut Pdf, refs: &mut Refs, pages: &[Ref]) -> Option<Ref> {
        let items: Vec<Ref> = self.bookmarks.iter().map(|_| refs.next()).collect();
        let (&first, &last) = (items.first()?, items.last()?);
        let outline = refs.next();
        pdf.outline(outline).first(first).last(last).count(items.len() as i32);
        for (index, (title, page)) in self.bookmarks.iter().enumerate() {
            let mut item = pdf.outline_item(items[index]);
            item.title(TextStr(title)).parent(outline);
            if let Some(&next) = items.get(index + 1) {
                item.next(next);
            }
            if index > 0 {
                item.prev(items[index - 1]);
            }
            if let Some(&page) = pages.get(*page) {
                item.dest().page(page).fit();
            }
        }
        Some(outline)
    }
}

fn kind(role: &Role) -> StructRole {
    match role {
        Role::Title => StructRole::H1,
        Role::Heading => StructRole::H2,
        Role::Figure(_) => StructRole::Figure,
        Role::Paragraph | Role::Artifact => StructRole::P,
    }
}

/// Bytes as `FlateDecode` unpacks them.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
