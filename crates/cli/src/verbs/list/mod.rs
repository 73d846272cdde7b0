//! `pencilmark list`: the registries, as text or JSON.

mod methods;

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::print;
use crate::args::{ListArgs, Listing, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BOLD, DIM, styled};

pub(crate) fn run(args: &ListArgs) -> Result<Exit, Failure> {
    let all = [Listing::Kinds, Listing::Methods, Listing::Presets, Listing::Formats, Listing::Models, Listing::Puzzles];
    let wanted = args.what.map_or(all.to_vec(), |what| vec![what]);
    let mut out = anstream::stdout().lock();
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

fn name(what: Listing) -> &'static str {
    match what {
        Listing::Kinds => "Kinds",
        Listing::Methods => "Methods",
        Listing::Presets => "Presets",
        Listing::Formats => "Formats",
        Listing::Models => "Models",
        Listing::Puzzles => "Puzzles",
    }
}

fn as_text(what: Listing) -> String {
    let mut text = String::new();
    let mut row = |id: &str, title: &str, more: &str| {
        let more = if more.is_empty() { String::new() } else { styled(DIM, format_args!(" · {more}")) };
        let line = format!("  {id:<24} {title}{more}");
        // In a pipe a row stays on one line.
        let _ = writeln!(text, "{}", screen::width().map_or(line.clone(), |width| screen::wrap(&line, width, 27)));
    };
    match what {
        Listing::Kinds => {
            for entry in pencilmark::kinds() {
                row(entry.info.id, entry.info.summary, entry.info.sizes);
            }
        }
        Listing::Formats => {
            for entry in pencilmark::kinds() {
                for format in &entry.formats {
                    row(&format!("{}/{}", entry.info.id, format.id), format.title, "");
                }
            }
            row(pencilmark::JSON.0, pencilmark::JSON.1, "every kind");
        }
        Listing::Models => {
            for entry in pencilmark::kinds() {
                for model in entry.info.models {
                    let note = if model.faithful { "" } else { "rules of its own" };
                    row(&format!("{}/{}", entry.info.id, model.id), model.title, note);
                }
            }
        }
        Listing::Puzzles => {
            for set in pencilmark::corpus::sets() {
                row(&set.name(), set.about, &screen::counted(set.len(), "puzzle"));
            }
        }
        Listing::Methods => {
            for info in pencilmark::methods() {
                methods::describe(info, &mut row);
            }
        }
        Listing::Presets => {
            for (kind, preset) in methods::presets() {
                methods::describe_preset(kind, preset, &mut row);
            }
        }
    }
    text
}

fn as_json(what: Listing) -> Value {
    match what {
        Listing::Kinds => {
            let kind = |entry: &pencilmark::KindEntry| {
                let info = entry.info;
                let models: Vec<&str> = info.models.iter().map(|model| model.id).collect();
                let formats: Vec<&str> = entry.formats.iter().map(|format| format.id).collect();
                json!({
                    "id": info.id, "title": info.title, "summary": info.summary, "sizes": info.sizes,
                    "rules": info.rules, "models": models, "formats": formats,
                })
            };
            pencilmark::kinds().iter().map(kind).collect()
        }
        Listing::Formats => pencilmark::kinds()
            .iter()
            .flat_map(|entry| entry.formats.iter().map(move |format| (entry.info.id, format)))
            .map(|(kind, format)| {
                json!({ "kind": kind, "id": format.id, "title": format.title, "one_line": format.one_line })
            })
            .chain([json!({ "kind": null, "id": pencilmark::JSON.0, "title": pencilmark::JSON.1, "one_line": true })])
            .collect(),
        Listing::Models => pencilmark::kinds()
            .iter()
            .flat_map(|entry| entry.info.models.iter().map(move |model| (entry.info.id, model)))
            .map(|(kind, model)| {
                json!({ "kind": kind, "id": model.id, "title": model.title, "faithful": model.faithful })
            })
            .collect(),
        Listing::Puzzles => pencilmark::corpus::sets()
            .map(|set| json!({ "id": set.name(), "kind": set.kind, "puzzles": set.len(), "about": set.about }))
            .collect(),
        Listing::Methods => pencilmark::methods().map(methods::as_json).collect(),
        Listing::Presets => methods::presets().map(|(kind, preset)| methods::preset_as_json(kind, preset)).collect(),
    }
}
