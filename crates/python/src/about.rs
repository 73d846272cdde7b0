//! What there is: kinds, methods, techniques, and the schemas of records, straight from the registries.

use pencilmark::record::Record;
use pencilmark::registry::{self, Applies, Complete, Draws, KindEntry, MethodInfo, Parameter};
use pencilmark::teach::{ExplainRecord, GradeRecord, HintRecord, TechniqueInfo};
use pyo3::prelude::*;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::object::from_json;
use crate::options;

fn parameter(known: &Parameter) -> Value {
    json!({
        "name": known.name.replace('-', "_"),
        "about": known.help,
        "takes": known.takes.in_words(),
        "default": known.default_text(),
    })
}

fn kind(entry: &KindEntry) -> Value {
    let info = entry.info;
    let settings = info.settings.iter().map(|setting| {
        let mut object = parameter(&setting.parameter);
        object["reading"] = (setting.applies == Applies::ReadingAndGenerating).into();
        object
    });
    json!({
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "rules": info.rules,
        "sizes": info.sizes,
        "models": info.models.iter().map(|model| model.id).collect::<Vec<_>>(),
        "formats": entry.formats.iter().map(|format| format.id).chain([registry::JSON.0]).collect::<Vec<_>>(),
        "aliases": info.aliases.iter().map(|alias| alias.name).collect::<Vec<_>>(),
        "settings": settings.collect::<Vec<_>>(),
    })
}

fn method(info: &MethodInfo) -> Value {
    json!({
        "id": info.id,
        "title": info.title,
        "complete": matches!(info.complete, Complete::Yes),
        "draws": !matches!(info.draws, Draws::Never),
        "source": info.source,
        "settings": info.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

fn technique(kind: &str, info: &TechniqueInfo) -> Value {
    json!({
        "kind": kind,
        "id": info.id,
        "title": info.title,
        "tier": info.tier,
        "assumes_uniqueness": info.assumes_uniqueness,
    })
}

/// The kinds of puzzles: what each is called, its rules, formats and settings.
///
/// >>> [kind["id"] for kind in kinds()]
/// ['sudoku', 'kenken', 'hitori', 'hidato', 'star-battle']
#[pyfunction]
pub(crate) fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    from_json(py, &registry::kinds().iter().copied().map(kind).collect())
}

/// The methods: whether each is complete and draws, and its settings.
///
/// >>> [setting["name"] for method in methods() if method["id"] == "backtracking" for setting in method["settings"]]
/// ['order', 'values', 'inference', 'preprocess']
#[pyfunction]
pub(crate) fn methods(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    from_json(py, &registry::methods().map(method).collect())
}

/// The techniques of a kind, or of all, the easiest first.
///
/// >>> techniques("sudoku")[0]["kind"], len(techniques()) > len(techniques("sudoku"))
/// ('sudoku', True)
#[pyfunction]
#[pyo3(signature = (kind=None))]
pub(crate) fn techniques<'py>(py: Python<'py>, kind: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let wanted = kind.map(options::kind).transpose()?.map(|entry| entry.info.id);
    let entries = registry::kinds().iter().filter(|entry| wanted.is_none_or(|wanted| wanted == entry.info.id));
    let all = entries.flat_map(|entry| entry.techniques.iter().map(|info| technique(entry.info.id, info)));
    from_json(py, &all.collect())
}

/// The JSON Schema of a record as it is written.
fn schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}

/// The JSON Schema of each record.
#[pyfunction]
pub(crate) fn schemas(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let schemas = json!({
        "Report": schema_of::<Record>(),
        "Hint": schema_of::<HintRecord>(),
        "Explanation": schema_of::<ExplainRecord>(),
        "Grade": schema_of::<GradeRecord>(),
    });
    from_json(py, &schemas)
}
