//! A document as text for a terminal: wrapped to its width, tables in columns.

use std::fmt::Write as _;

use super::{Block, Document, Table};

/// The role of a line, for front ends that use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    /// A title or heading.
    Heading,
    /// A warning.
    Warning,
    /// Everything else.
    Plain,
}

impl Document {
    /// Lines of at most `width` columns, unless a word is longer. Collapsed parts and charts are left out.
    pub fn terminal(&self, width: usize) -> Vec<(LineStyle, String)> {
        let mut lines = vec![(LineStyle::Heading, self.title.clone())];
        for block in &self.blocks {
            let mut out = String::new();
            write_block(&mut out, block, width);
            let tone = match block {
                Block::Heading(..) => LineStyle::Heading,
                Block::Warning { .. } => LineStyle::Warning,
                _ => LineStyle::Plain,
            };
            lines.extend(out.lines().map(|line| (tone, line.to_owned())));
        }
        lines
    }
}

fn write_block(out: &mut String, block: &Block, width: usize) {
    let _ = match block {
        Block::Heading(_, text) => writeln!(out, "\n{text}"),
        Block::Text(text) => writeln!(out, "\n{}", wrap(&plain(text), width, 0)),
        Block::Conclusion(text) => writeln!(out, "\n{}", wrap(&format!("• {}", plain(text)), width, 2)),
        Block::Warning { rule, observed, remedy } => {
            writeln!(out, "\n{}", wrap(&format!("! {rule}: {} {}", plain(observed), plain(remedy)), width, 2))
        }
        Block::Table(table) => {
            write_table(out, table, width);
            Ok(())
        }
        Block::Figure { .. } | Block::Details(..) => Ok(()),
        Block::Code(text) => writeln!(out, "\n{}", text.trim_end()),
    };
}

fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// No column is made narrower than this.
const NARROW: usize = 12;

/// Columns are as wide as their widest entry; if that is too wide, long entries wrap in the widest columns. Where that does not
/// help either, rows become lists.
fn write_table(out: &mut String, table: &Table, width: usize) {
    let _ = writeln!(out);
    if !table.title.is_empty() {
        let _ = writeln!(out, "{}", wrap(&plain(&table.title), width, 0));
    }
    let mut table = table.without_empty();
    while natural_width(&table) > width && !table.droppable.is_empty() {
        let column = table.droppable.remove(0);
        table = table.without(column);
    }
    let table = &table;
    let columns = table.head.len();
    let all = || std::iter::once(&table.head).chain(&table.rows);
    let natural = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|cell| plain(cell).chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(natural).collect();
    let room = width.saturating_sub(2 * columns.saturating_sub(1));
    let narrowest: usize = widths.iter().map(|&width| width.min(NARROW)).sum();
    if widths.iter().sum::<usize>() > 3 * room || narrowest > room {
        return write_entries(out, table, width);
    }
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max() else { break };
        if *widest <= NARROW {
            break;
        }
        *widest -= 1;
    }
    let fold = |row: &Vec<String>| -> Vec<Vec<String>> {
        let lines = |(cell, &width): (&String, &usize)| {
            wrap(&plain(cell), width, 0).lines().flat_map(|line| broken(line, width)).collect()
        };
        row.iter().zip(&widths).map(lines).collect()
    };
    let tall = |cells: &[Vec<String>]| cells.iter().map(Vec::len).max().unwrap_or(1);
    // Rows of several lines are separated by a blank line.
    let apart = table.rows.iter().any(|row| tall(&fold(row)) > 2);
    for (index, row) in all().enumerate() {
        let cells = fold(row);
        let height = tall(&cells);
        for line in 0..height {
            let mut text = String::new();
            for (column, cell) in cells.iter().enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                let blank = " ".repeat(widths[column].saturating_sub(part.chars().count()));
                let numeric = table.is_numeric(column);
                let _ = if numeric { write!(text, "{blank}{part}") } else { write!(text, "{part}{blank}") };
                text.push_str("  ");
            }
            let _ = writeln!(out, "{}", text.trim_end());
        }
        if index == 0 {
            let line: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
            let _ = writeln!(out, "{}", line.join("  "));
        } else if apart && index < table.rows.len() {
            let _ = writeln!(out);
        }
    }
    let note = table.footnote();
    if !note.is_empty() {
        let _ = writeln!(out, "{}", wrap(&plain(&note), width, 0));
    }
}

/// The width of a table if nothing wraps.
fn natural_width(table: &Table) -> usize {
    let all = || std::iter::once(&table.head).chain(&table.rows);
    let widest = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|cell| plain(cell).chars().count()).max().unwrap_or(0)
    };
    (0..table.head.len()).map(widest).sum::<usize>() + 2 * table.head.len().saturating_sub(1)
}

/// A table of long texts as a list: the first column of each row, then the others by name.
fn write_entries(out: &mut String, table: &Table, width: usize) {
    for row in &table.rows {
        let _ = writeln!(out, "{}", wrap(&format!("• {}", plain(row.first().map_or("", String::as_str))), width, 2));
        let longest = table.head.iter().skip(1).map(|name| name.chars().count()).max().unwrap_or(0);
        let indent = longest + 4;
        for (name, cell) in table.head.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            let _ = writeln!(out, "{}", wrap(&format!("  {name:<longest$}  {}", plain(cell)), width, indent));
        }
        let _ = writeln!(out);
    }
    let note = table.footnote();
    if !note.is_empty() {
        let _ = writeln!(out, "{}", wrap(&plain(&note), width, 0));
    }
}

/// Breaks a line without spaces, after a `:` or `,` if there is one.
fn broken(line: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > width.max(1) {
        let cut = rest[..width].iter().rposition(|letter| ":,".contains(*letter)).map_or(width, |last| last + 1);
        lines.push(rest.drain(..cut).collect());
    }
    lines.push(rest.into_iter().collect());
    lines
}

fn wrap(text: &str, width: usize, indent: usize) -> String {
    pencilmark::front::display::wrap(text, width, indent, |word| word.chars().count())
}
