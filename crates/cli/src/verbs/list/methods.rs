//! Methods, their settings and their presets, for people and for programs.

use pencilmark::registry::{Complete, KindInfo, MethodInfo, Parameter, ParameterValue, Preset, Takes};
use serde_json::{Map, Value, json};

use crate::screen::{DIM, styled};

/// Writes a row of a listing: a name, a text, and more that is less important.
pub(super) type Row<'a> = dyn FnMut(&str, &str, &str) + 'a;

/// Every preset, kind by kind.
pub(super) fn presets() -> impl Iterator<Item = (&'static KindInfo, &'static Preset)> {
    pencilmark::registry::kinds()
        .iter()
        .flat_map(|entry| entry.info.presets.iter().map(move |preset| (entry.info, preset)))
}

/// A method for people: what it is, where it comes from, what can be set.
pub(super) fn describe(info: &MethodInfo, row: &mut Row<'_>) {
    row(info.id, info.title, &complete(info));
    row("", &styled(DIM, info.source), "");
    info.parameters.iter().for_each(|parameter| describe_parameter(parameter, row));
    let mut names: Vec<&str> =
        presets().map(|(_, preset)| preset).filter(|of| of.method == info.id).map(|of| of.name).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let kinds = presets().filter(|(_, preset)| preset.method == info.id && preset.name == name);
        let kinds: Vec<&str> = kinds.map(|(kind, _)| kind.id).collect();
        row(&format!("  --preset {name}"), &kinds.join(", "), "");
    }
}

/// A parameter of a method, or a setting of a kind, for people.
pub(super) fn describe_parameter(parameter: &Parameter, row: &mut Row<'_>) {
    let takes = parameter.takes.in_words();
    let default = parameter.default.map_or_else(|| takes.clone(), |default| format!("{takes}, default {default}"));
    match parameter.takes {
        Takes::Word(words) => {
            row(&format!("  --{}", parameter.name), parameter.help, "");
            for (word, meaning) in words {
                row(
                    &format!("      {word}"),
                    meaning,
                    if parameter.default == Some(ParameterValue::Word(word)) { "default" } else { "" },
                );
            }
        }
        Takes::Flag => row(&format!("  --{}", parameter.name), parameter.help, ""),
        Takes::Whole(..) | Takes::Number(..) => row(&format!("  --{} N", parameter.name), parameter.help, &default),
        Takes::Size(..) => row(&format!("  --{} RxC", parameter.name), parameter.help, &default),
        Takes::Wholes(..) | Takes::Numbers(..) => {
            row(&format!("  --{} N|A..B", parameter.name), parameter.help, &default);
        }
        Takes::Text(what) => row(&format!("  --{} {what}", parameter.name), parameter.help, ""),
    }
}

/// A preset for people.
pub(super) fn describe_preset(kind: &KindInfo, preset: &Preset, row: &mut Row<'_>) {
    row(&format!("{}/{}", kind.id, preset.method), &format!("{}: {}", preset.name, preset.about), "");
    let model = preset.model.map(|model| format!("model {model}"));
    let settings = preset.settings.iter().map(|(name, value)| format!("{name} {value}"));
    let all: Vec<String> = model.into_iter().chain(settings).collect();
    if !all.is_empty() {
        row("", &styled(DIM, all.join(" · ")), "");
    }
}

/// Whether it is complete, in words.
fn complete(info: &MethodInfo) -> String {
    match info.complete {
        Complete::Yes => "complete".to_owned(),
        Complete::No => "incomplete".to_owned(),
        Complete::If(condition) => format!("complete with --{} {}", condition.name, condition.word),
    }
}

/// A method for programs.
pub(super) fn as_json(info: &MethodInfo) -> Value {
    let parameters: Vec<Value> = info.parameters.iter().map(parameter).collect();
    let presets: Vec<Value> = presets()
        .filter(|(_, preset)| preset.method == info.id)
        .map(|(kind, preset)| json!({ "kind": kind.id, "name": preset.name }))
        .collect();
    json!({
        "id": info.id, "title": info.title, "complete": complete(info), "parameters": parameters, "presets": presets,
        "source": info.source,
    })
}

/// A parameter of a method, or a setting of a kind, for programs.
pub(super) fn parameter(parameter: &Parameter) -> Value {
    let mut object = json!({ "name": parameter.name, "help": parameter.help, "default": parameter.default_text() });
    match parameter.takes {
        Takes::Word(words) => {
            let word = |(word, help): &(&str, &str)| json!({ "value": word, "help": help });
            object["values"] = words.iter().map(word).collect();
        }
        Takes::Whole(least, most) => {
            object["least"] = least.into();
            object["most"] = if most == u64::MAX { Value::Null } else { most.into() };
        }
        Takes::Number(least, most) => {
            object["least"] = least.into();
            object["most"] = if most.is_infinite() { Value::Null } else { most.into() };
        }
        Takes::Flag => object["values"] = json!([{ "value": "yes" }, { "value": "no" }]),
        Takes::Size(least, most) => (object["least"], object["most"]) = (least.into(), most.into()),
        Takes::Wholes(least, most) => {
            object["least"] = least.into();
            object["most"] = if most == u64::MAX { Value::Null } else { most.into() };
            object["range"] = true.into();
        }
        Takes::Numbers(least, most) => {
            (object["least"], object["most"]) = (least.into(), most.into());
            object["range"] = true.into();
        }
        Takes::Text(what) => object["text"] = what.to_lowercase().into(),
    }
    object
}

/// A preset for programs.
pub(super) fn preset_as_json(kind: &KindInfo, preset: &Preset) -> Value {
    let settings: Map<String, Value> =
        preset.settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    json!({
        "kind": kind.id, "method": preset.method, "name": preset.name, "model": preset.model, "settings": settings,
        "about": preset.about,
    })
}
