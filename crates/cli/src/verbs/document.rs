//! Documents of the lab on standard output.

use pencilmark_lab::document::{Document, LineStyle};

use crate::args::DocumentFormat;
use crate::exit::Failure;
use crate::screen::{self, BOLD, UNSURE, styled};

/// How wide a document is where there is no terminal.
const WIDTH: usize = 100;

pub(crate) fn print(document: &Document, format: DocumentFormat) -> Result<(), Failure> {
    let mut out = super::data_or_text(format == DocumentFormat::Text);
    match format {
        DocumentFormat::Markdown => write!(out, "{}", document.markdown())?,
        DocumentFormat::Html => write!(out, "{}", document.html())?,
        DocumentFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(document).unwrap_or_default())?,
        DocumentFormat::Text => {
            for (tone, line) in document.terminal(screen::width().unwrap_or(WIDTH).min(140)) {
                match tone {
                    LineStyle::Heading => writeln!(out, "{}", styled(BOLD, line))?,
                    LineStyle::Warning => writeln!(out, "{}", styled(UNSURE, line))?,
                    LineStyle::Plain => writeln!(out, "{line}")?,
                }
            }
        }
    }
    Ok(())
}
