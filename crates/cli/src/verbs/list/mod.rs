//! `pencilmark list`: the registries, as text or JSON.

mod methods;
mod techniques;

use std::fmt::Write as _;

use pencilmark::registry::{self, CANDIDATES, FormatEntry, JSON};
use serde_json::{Value, json};

use super::print;
use crate::args::{ListArgs, Listing, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::schemas;
use crate::screen::{self, BOLD, DIM, styled};

/// Everything, in the order in which it is listed.
const ALL: [Listing; 8] = [
    Listing::Kinds,
    Listing::Methods,
    Listing::Presets,
    Listing::Formats,
    Listing::Models,
    Listing::Techniques,
    Listing::Puzzles,
    Listing::Schemas,
];

pub(crate) fn run(args: &ListArgs) -> Result<Exit, Failure> {
    if let (Some(what), Some(name)) = (args.what, &args.name) {
        return one(what, name, args.format);
    }
    let all = ALL;
    let wanted = args.what.map_or(all.to_vec(), |what| vec![what]);
    let mut out = super::data_or_text(args.format == VerdictFormat::Text);
    if args.format == VerdictFormat::Json {
        let listed = match args.what {
            Some(what) => as_json(what),
            None => all.into_iter().map(|what| (name(what).to_lowercase(), as_json(what))).collect(),
        };
        let text = serde_json::to_string_pretty(&listed).unwrap_or_default();
        print(&mut out, &text)?;
        return Ok(Exit::Done);
    }
    for (index, &what) in wanted.iter().enumerate() {
        let heading = if wanted.len() > 1 { styled(BOLD, name(what)) + "\n" } else { String::new() };
        let gap = if index > 0 { "\n" } else { "" };
        print(&mut out, format!("{gap}{heading}{}", as_text(what)).trim_end())?;
    }
    Ok(Exit::Done)
}

/// One thing in full.
fn one(what: Listing, name: &str, format: VerdictFormat) -> Result<Exit, Failure> {
    let mut out = super::data_or_text(format == VerdictFormat::Text && what != Listing::Schemas);
    let known = match what {
        Listing::Schemas => {
            let known = schemas::ALL.map(|schema| schema.id);
            let found = registry::find(name, known);
            if let Some(schema) = schemas::ALL.iter().find(|schema| Some(schema.id) == found) {
                print(&mut out, (schema.text)().trim_end())?;
                return Ok(Exit::Done);
            }
            known.to_vec()
        }
        Listing::Methods => {
            if let Some(info) = registry::method(name) {
                let text = match format {
                    VerdictFormat::Json => serde_json::to_string_pretty(&methods::as_json(info)).unwrap_or_default(),
                    VerdictFormat::Text => rows(|row| methods::describe(info, row)),
                };
                print(&mut out, text.trim_end())?;
                return Ok(Exit::Done);
            }
            registry::methods().map(|info| info.id).collect()
        }
        Listing::Techniques => {
            let named: Vec<_> = pencilmark::teach::technique_names()
                .filter(|(kind, technique)| {
                    technique.is_named(name)
                        || registry::kind_name(name) == Some(*kind)
                        || format!("{kind}/{}", technique.id) == name
                })
                .collect();
            if !named.is_empty() {
                let text = match format {
                    VerdictFormat::Json => {
                        let all: Value =
                            named.iter().map(|(kind, technique)| techniques::as_json(kind, technique)).collect();
                        serde_json::to_string_pretty(&all).unwrap_or_default()
                    }
                    VerdictFormat::Text => rows(|row| {
                        for (kind, technique) in &named {
                            techniques::describe(kind, technique, row);
                        }
                    }),
                };
                print(&mut out, text.trim_end())?;
                return Ok(Exit::Done);
            }
            registry::kinds().iter().map(|entry| entry.info.id).collect()
        }
        _ => {
            let what = self::name(what).to_lowercase();
            return Err(Failure::Usage(format!(
                "only methods, techniques and schemas are listed one by one, not {what}"
            )));
        }
    };
    let what = self::name(what).to_lowercase();
    Err(Failure::Usage(format!("there is no `{name}` among the {what}; {}", registry::choices(name, known))))
}

fn name(what: Listing) -> &'static str {
    match what {
        Listing::Kinds => "Kinds",
        Listing::Methods => "Methods",
        Listing::Presets => "Presets",
        Listing::Formats => "Formats",
        Listing::Models => "Models",
        Listing::Techniques => "Techniques",
        Listing::Puzzles => "Puzzles",
        Listing::Schemas => "Schemas",
    }
}

/// A format of a kind, or of every kind.
struct FormatRow {
    kind: Option<&'static str>,
    id: &'static str,
    title: &'static str,
    one_line: bool,
    is_read: bool,
    is_written: bool,
}

/// Every format of every kind. Candidates are written for all kinds, and read where a kind has a format of its own for them.
fn formats() -> Vec<FormatRow> {
    let mut all = Vec::new();
    for entry in registry::kinds() {
        let kind = Some(entry.info.id);
        all.extend(entry.formats.iter().map(|&FormatEntry { id, title, one_line, is_written, .. }| FormatRow {
            kind,
            id,
            title,
            one_line,
            is_read: true,
            is_written,
        }));
        if entry.formats.iter().all(|format| format.id != CANDIDATES.0) {
            let (id, title) = CANDIDATES;
            all.push(FormatRow { kind, id, title, one_line: false, is_read: false, is_written: true });
        }
    }
    let (id, title) = JSON;
    all.push(FormatRow { kind: None, id, title, one_line: true, is_read: true, is_written: true });
    all
}

/// Rows of a listing: a name, a text, and more that is less important.
fn rows(list: impl FnOnce(&mut methods::Row<'_>)) -> String {
    let mut text = String::new();
    list(&mut |id, title, more| {
        let more = if more.is_empty() { String::new() } else { styled(DIM, format_args!(" · {more}")) };
        let _ = match screen::width() {
            // In a pipe a row stays on one line.
            None => writeln!(text, "  {id:<24} {title}{more}"),
            Some(width) if width >= WIDE => {
                writeln!(text, "{}", screen::wrap(&format!("  {id:<24} {title}{more}"), width, 27))
            }
            // Beside the names there would be no room for the rest.
            Some(width) => {
                let below = screen::wrap(&format!("      {title}{more}"), width, 6);
                if id.is_empty() { writeln!(text, "{below}") } else { writeln!(text, "  {id}\n{below}") }
            }
        };
    });
    text
}

/// From this width on names and texts stand side by side.
const WIDE: usize = 64;

fn as_text(what: Listing) -> String {
    rows(|row| rows_of(what, row))
}

fn rows_of(what: Listing, row: &mut methods::Row<'_>) {
    match what {
        Listing::Kinds => {
            for entry in registry::kinds() {
                row(entry.info.id, entry.info.summary, entry.info.sizes);
                for alias in entry.info.aliases {
                    let flag = |(name, value): &(&str, &str)| {
                        if *value == "yes" { format!(" --{name}") } else { format!(" --{name} {value}") }
                    };
                    let settings: String = alias.settings.iter().map(flag).collect();
                    row(alias.name, &format!("another name for {}{settings}", entry.info.id), "");
                }
                for setting in entry.info.settings {
                    methods::describe_parameter(&setting.parameter, row);
                }
            }
        }
        Listing::Formats => {
            for FormatRow { kind, id, title, is_read, is_written, .. } in formats() {
                let name = kind.map_or_else(|| id.to_owned(), |kind| format!("{kind}/{id}"));
                let note = match (kind, is_read, is_written) {
                    (_, true, false) => "only read",
                    (_, false, _) => "only written",
                    (None, ..) => "every kind",
                    (Some(_), ..) => "",
                };
                row(&name, title, note);
            }
        }
        Listing::Models => {
            for entry in registry::kinds() {
                for model in entry.info.models {
                    let note = if model.faithful { "" } else { "rules of its own" };
                    row(&format!("{}/{}", entry.info.id, model.id), model.title, note);
                }
            }
        }
        Listing::Techniques => {
            for (kind, technique) in pencilmark::teach::technique_names() {
                row(&format!("{kind}/{}", technique.id), technique.title, &techniques::rank(technique));
            }
        }
        Listing::Puzzles => {
            for set in pencilmark::corpus::sets() {
                row(&set.name(), set.about, &screen::counted(set.len(), "puzzle"));
            }
        }
        Listing::Methods => {
            for info in registry::methods() {
                methods::describe(info, row);
            }
        }
        Listing::Presets => {
            for (kind, preset) in methods::presets() {
                methods::describe_preset(kind, preset, row);
            }
            // Presets say "the report": which one that is, once for all of them.
            for (kind, report) in pencilmark::front::reports::reports() {
                row(kind.id, &format!("the report is “{}”", report.title), "");
            }
        }
        Listing::Schemas => {
            for schema in &schemas::ALL {
                row(schema.id, schema.about, "");
            }
        }
    }
}

fn as_json(what: Listing) -> Value {
    match what {
        Listing::Kinds => {
            let kind = |entry: &registry::KindEntry| {
                let info = entry.info;
                let settings: Vec<Value> =
                    info.settings.iter().map(|setting| methods::parameter(&setting.parameter)).collect();
                let models: Vec<&str> = info.models.iter().map(|model| model.id).collect();
                let formats: Vec<&str> = entry.formats.iter().map(|format| format.id).collect();
                let aliases: Vec<&str> = info.aliases.iter().map(|alias| alias.name).collect();
                json!({
                    "id": info.id, "aliases": aliases, "title": info.title, "summary": info.summary, "sizes": info.sizes,
                    "rules": info.rules, "models": models, "formats": formats, "settings": settings,
                })
            };
            registry::kinds().iter().copied().map(kind).collect()
        }
        Listing::Formats => formats()
            .into_iter()
            .map(|FormatRow { kind, id, title, one_line, is_read, is_written }| {
                json!({
                    "kind": kind, "id": id, "title": title, "one_line": one_line, "read": is_read, "written": is_written,
                })
            })
            .collect(),
        Listing::Models => registry::kinds()
            .iter()
            .flat_map(|entry| entry.info.models.iter().map(move |model| (entry.info.id, model)))
            .map(|(kind, model)| {
                json!({ "kind": kind, "id": model.id, "title": model.title, "faithful": model.faithful })
            })
            .collect(),
        Listing::Techniques => pencilmark::teach::technique_names()
            .map(|(kind, technique)| techniques::as_json(kind, technique))
            .collect(),
        Listing::Puzzles => pencilmark::corpus::sets()
            .map(|set| json!({ "id": set.name(), "kind": set.kind, "puzzles": set.len(), "about": set.about }))
            .collect(),
        Listing::Methods => registry::methods().map(methods::as_json).collect(),
        Listing::Schemas => {
            schemas::ALL.iter().map(|schema| json!({ "id": schema.id, "about": schema.about })).collect()
        }
        Listing::Presets => methods::presets().map(|(kind, preset)| methods::preset_as_json(kind, preset)).collect(),
    }
}
