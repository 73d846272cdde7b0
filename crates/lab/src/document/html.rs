//! A document as one HTML page without scripts or external resources, in a light or dark colour scheme.

use std::fmt::Write as _;

use super::{Block, Document, Table};
use crate::plot;

impl Document {
    /// One self-contained page.
    pub fn html(&self) -> String {
        let mut page = String::new();
        let title = escape(&self.title);
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            plot::STYLE
        );
        write_blocks(&mut page, &self.blocks);
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    /// What stands below its title, for another page to hold in an element of the class `report`: see [`plot::PART_STYLE`]. No part of it has a
    /// style of its own, so that a page may forbid those.
    pub fn html_part(&self) -> String {
        let mut part = String::new();
        write_blocks(&mut part, &self.blocks);
        part
    }
}

/// Consecutive conclusions make one list.
fn write_blocks(page: &mut String, blocks: &[Block]) {
    let is_conclusion = |block: &Block| matches!(block, Block::Conclusion(_));
    for run in blocks.chunk_by(|one, next| is_conclusion(one) && is_conclusion(next)) {
        if run.len() > 1 {
            page.push_str("<ul class=\"conclusion\">\n");
            for block in run {
                if let Block::Conclusion(text) = block {
                    let _ = writeln!(page, "<li>{}</li>", inline(text));
                }
            }
            page.push_str("</ul>\n");
        } else {
            for block in run {
                write_block(page, block);
            }
        }
    }
}

fn write_block(page: &mut String, block: &Block) {
    let _ = match block {
        Block::Heading(level, text) => writeln!(page, "<h{level}>{}</h{level}>", escape(text)),
        Block::Text(text) => writeln!(page, "<p>{}</p>", inline(text)),
        Block::Conclusion(text) => writeln!(page, "<p class=\"conclusion\">{}</p>", inline(text)),
        Block::Warning { rule, observed, remedy } => writeln!(
            page,
            "<p class=\"warning\"><strong>{}</strong> {} <em>{}</em></p>",
            escape(rule),
            inline(observed),
            inline(remedy)
        ),
        Block::Table(table) => {
            write_table(page, table);
            Ok(())
        }
        Block::Figure { svg, caption } => {
            writeln!(page, "<figure tabindex=\"0\">\n{svg}\n<figcaption>{}</figcaption>\n</figure>", inline(caption))
        }
        Block::Details(title, blocks) => {
            let _ = writeln!(page, "<details>\n<summary>{}</summary>", escape(title));
            write_blocks(page, blocks);
            writeln!(page, "</details>")
        }
        Block::Code(text) => writeln!(page, "<pre><code>{}</code></pre>", escape(text)),
    };
}

fn write_table(page: &mut String, table: &Table) {
    let table = &table.without_empty();
    let numeric: Vec<bool> = (0..table.head.len()).map(|column| column == 0 || table.is_numeric(column)).collect();
    let class = |column: usize| if numeric.get(column).is_none_or(|numeric| *numeric) { "" } else { " class=\"text\"" };
    page.push_str("<figure tabindex=\"0\">\n<table>\n");
    if !table.title.is_empty() {
        let _ = writeln!(page, "<caption>{}</caption>", inline(&table.title));
    }
    page.push_str("<thead><tr>");
    for (column, name) in table.head.iter().enumerate() {
        // A heading without words would be read out as one.
        let _ = if name.is_empty() {
            write!(page, "<td></td>")
        } else {
            write!(page, "<th scope=\"col\"{}>{}</th>", class(column), inline(name))
        };
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = match verdict_class(cell) {
                Some(badge) => write!(page, "<td class=\"text\"><span class=\"{badge}\">{}</span></td>", escape(cell)),
                None if column == 0 => write!(page, "<th scope=\"row\">{}</th>", inline(cell)),
                None => write!(page, "<td{}>{}</td>", class(column), inline(cell)),
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n");
    let note = table.footnote();
    if !note.is_empty() {
        let _ = writeln!(page, "<figcaption>{}</figcaption>", inline(&note));
    }
    page.push_str("</figure>\n");
}

/// The badge of a verdict.
fn verdict_class(cell: &str) -> Option<&'static str> {
    match cell {
        "holds" => Some("holds"),
        "does not hold" => Some("fails"),
        "not comparable" | "undecided" => Some("not-comparable"),
        _ => None,
    }
}

/// Escaped, with `code` between backticks.
fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let balanced = text.matches('`').count().is_multiple_of(2);
    if !balanced {
        return escape(text);
    }
    parts
        .map(|(index, part)| if index % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
