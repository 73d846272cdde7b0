//! A document as Markdown, without the charts.

use std::fmt::Write as _;

use super::{Block, Document, Table};

impl Document {
    /// Markdown with tables as GitHub reads them.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for (index, block) in self.blocks.iter().enumerate() {
            // A section that has only charts is left out.
            let mut section = self.blocks[index + 1..].iter().take_while(|next| !matches!(next, Block::Heading(..)));
            let pictures = matches!(block, Block::Heading(..))
                && section.clone().next().is_some()
                && section.all(|next| matches!(next, Block::Figure { .. }));
            if !pictures {
                write_block(&mut text, block);
            }
        }
        text
    }
}

fn write_block(out: &mut String, block: &Block) {
    let _ = match block {
        Block::Heading(level, text) => writeln!(out, "\n{} {text}", "#".repeat(usize::from(*level))),
        Block::Text(text) => writeln!(out, "\n{text}"),
        Block::Conclusion(text) => writeln!(out, "\n- {text}"),
        Block::Warning { rule, observed, remedy } => writeln!(out, "\n> **{rule}:** {observed} {remedy}"),
        Block::Table(table) => {
            write_table(out, table);
            Ok(())
        }
        Block::Figure { .. } => Ok(()),
        Block::Details(title, blocks) => {
            // A part that has only charts is left out.
            if blocks.iter().any(|block| !matches!(block, Block::Figure { .. })) {
                let _ = writeln!(out, "\n### {title}");
                for block in blocks {
                    write_block(out, block);
                }
            }
            Ok(())
        }
        Block::Code(text) => writeln!(out, "\n```\n{}\n```", text.trim_end()),
    };
}

fn write_table(out: &mut String, table: &Table) {
    let table = &table.without_empty();
    out.push('\n');
    if !table.title.is_empty() {
        let _ = writeln!(out, "**{}**\n", table.title);
    }
    let cell = |text: &String| text.replace('|', "\\|").replace('\n', " ");
    let line = |cells: &[String]| format!("| {} |", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "{}", line(&table.head));
    let rule = (0..table.head.len()).map(|column| if table.is_numeric(column) { "---:" } else { "---" });
    let _ = writeln!(out, "| {} |", rule.collect::<Vec<_>>().join(" | "));
    for row in &table.rows {
        let _ = writeln!(out, "{}", line(row));
    }
    let note = table.footnote();
    if !note.is_empty() {
        let _ = writeln!(out, "\n{note}");
    }
}
