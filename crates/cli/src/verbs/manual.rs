//! Manual pages: one for the command, one for each verb. They refer to no other page,
//! because a reader may have installed only one.

use std::fmt::Write as _;

use clap::Command;
use clap_mangen::Man;

use crate::exit::{Exit, Failure};

/// The lines with which `clap_mangen` begins every part of a page.
const PREAMBLE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// Renders the manual page of a command that has been built.
pub(super) fn page(command: &Command) -> Result<String, Failure> {
    let is_verb = !command.has_subcommands();
    let name = if is_verb { format!("pencilmark-{}", command.get_name()) } else { command.get_name().to_owned() };
    let man = Man::new(command.clone().display_name(name.clone()))
        .title(name.to_uppercase())
        .source(format!("pencilmark {}", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    let part = |render: &dyn Fn(&mut dyn std::io::Write) -> std::io::Result<()>| -> Result<String, Failure> {
        let mut bytes = Vec::new();
        render(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).replace(PREAMBLE, ""))
    };
    let mut page = format!("{PREAMBLE}{}", part(&|mut out| man.render_title(&mut out))?);
    page += &part(&|mut out| man.render_name_section(&mut out))?;
    section(&mut page, "SYNOPSIS");
    let usage = command.clone().render_usage().to_string();
    for line in usage.trim_start_matches("Usage:").lines() {
        let _ = writeln!(page, "{}", escaped(line.trim()));
    }
    page += &part(&|mut out| man.render_description_section(&mut out))?;
    let after = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    let (examples, notes) = parted(&after);
    for note in &notes {
        add(&mut page, note);
    }
    page += &part(&|mut out| man.render_options_section(&mut out))?;
    if !is_verb {
        section(&mut page, "VERBS");
        for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(verb.get_name()), escaped(&about));
        }
        page += ".PP\n\\fBpencilmark man\\fR \\fIVERB\\fR prints the page of a verb.\n";
    }
    if !examples.is_empty() {
        section(&mut page, "EXAMPLES");
        for example in &examples {
            add(&mut page, example);
        }
    }
    section(&mut page, "EXIT STATUS");
    for exit in Exit::by_code() {
        let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", exit.code(), escaped(exit.meaning()));
    }
    let _ = writeln!(page, ".PP\n{}", escaped(Exit::OF_BATCH));
    section(&mut page, "ENVIRONMENT");
    for (name, meaning) in ENVIRONMENT {
        let _ = writeln!(page, ".TP\n\\fB{name}\\fR\n{}", escaped(meaning));
    }
    Ok(page)
}

/// The environment variables that the command reads.
const ENVIRONMENT: [(&str, &str); 2] = [
    ("NO_COLOR", "If set, output is not coloured unless --color says so."),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "The first of these that is set decides which characters are printed. Without UTF-8, as in the C locale, boards and texts are \
         in ASCII.",
    ),
];

/// A heading and the lines below it.
struct Part<'a> {
    heading: &'a str,
    lines: Vec<&'a str>,
}

/// Splits the text below a help into its examples and its other parts. Leaves out the exit codes,
/// which have their own section.
fn parted(text: &str) -> (Vec<Part<'_>>, Vec<Part<'_>>) {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for line in text.lines() {
        let begins = !line.is_empty() && !line.starts_with(' ');
        match parts.last_mut() {
            Some(part) if !begins => part.lines.push(line),
            _ => parts.push(Part { heading: line, lines: Vec::new() }),
        }
    }
    parts.retain(|part| {
        !part.heading.is_empty() && !part.heading.starts_with("Exit codes") && part.heading != Exit::OF_BATCH
    });
    parts.into_iter().partition(|part| part.heading.starts_with("Example"))
}

/// Adds the lines of a part verbatim, without their common indent, below its heading. Omits the
/// heading of examples, which repeats that of the section.
fn add(page: &mut String, part: &Part<'_>) {
    if !part.heading.starts_with("Example") {
        let _ = writeln!(page, ".PP\n{}", escaped(part.heading));
    }
    let lines: Vec<&str> = part.lines.iter().map(|line| line.trim_end()).collect();
    let filled = |line: &&&str| !line.is_empty();
    let indent = lines.iter().filter(filled).map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    if end == 0 {
        return;
    }
    *page += ".PP\n.RS 4\n.nf\n";
    for line in &lines[..end] {
        let _ = writeln!(page, "{}", escaped(line.get(indent..).unwrap_or_default()));
    }
    *page += ".fi\n.RE\n";
}

fn section(page: &mut String, heading: &str) {
    let heading = if heading.contains(' ') { format!("\"{heading}\"") } else { heading.to_owned() };
    let _ = writeln!(page, ".SH {heading}");
}

/// Escapes text for roff.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
