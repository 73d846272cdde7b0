//! Keyword arguments as options of the façade. What a method or a kind can be told is looked up in its table.

use std::time::Duration;

use pencilmark::read::ReadOptions;
use pencilmark::registry::{SettingValue, kind_names, settings_of};
use pencilmark::teach::Course;
use pencilmark::{Budget, MethodChoice, Options, Settings, StopSignal, registry};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};

use crate::error;

/// A value as it is written: `True` is yes, (4, 6) is 4x6 and 3.5 is 3.5.
fn written(name: &str, value: &Bound<'_, PyAny>) -> PyResult<SettingValue> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.into());
    }
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<String>()?.into());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_string().into());
    }
    if let Ok(pair) = value.cast::<PyTuple>()
        && pair.len() == 2
    {
        let [first, second] = [pair.get_item(0)?.str()?.to_string(), pair.get_item(1)?.str()?.to_string()];
        // Rows and columns are a size; the ends of a range are written with dots.
        let is_size = ["size", "box"].contains(&name);
        return Ok(format!("{first}{}{second}", if is_size { "x" } else { ".." }).into());
    }
    Err(error::setting(format!("`{name}` cannot be {}; give a number, a text, True or False", value.repr()?)))
}

/// Settings by name: `several_ok` is `several-ok`. What is None is not set.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        if !value.is_none() {
            settings.set(name.clone(), written(&name, &value)?);
        }
    }
    Ok(settings)
}

/// How to read texts: of this kind, in this format, with these settings.
pub(crate) fn reading(
    kind: Option<String>,
    format: Option<String>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<ReadOptions> {
    if let Some(kind) = kind.as_deref().filter(|&kind| registry::kind(kind).is_none()) {
        let known = kind_names().collect::<Vec<_>>().join(", ");
        return Err(error::setting(format!("there is no kind `{kind}`; choose one of {known}")));
    }
    let settings = settings(given)?;
    let known = |name: &str| {
        let all = registry::kinds().iter().flat_map(|entry| entry.info.settings);
        all.into_iter().any(|setting| setting.parameter.name == name)
    };
    if let Some((name, _)) = settings.iter().find(|(name, _)| !known(name)) {
        return Err(error::setting(format!("no kind has a setting `{name}`")));
    }
    let settings = kind.as_deref().map_or_else(|| settings.clone(), |kind| settings_of(kind, &settings));
    Ok(ReadOptions { kind, format, settings })
}

/// Takes an argument that all methods have out of the keyword arguments.
fn take<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    given: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    match given.get_item(name)? {
        None => Ok(None),
        Some(value) => {
            given.del_item(name)?;
            if value.is_none() { Ok(None) } else { value.extract().map(Some) }
        }
    }
}

/// Seconds as a length of time.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| error::setting(format!("`seconds` cannot be {seconds}; give a number from 0 on")))
}

/// Takes what may be spent out of the keyword arguments.
fn budget(given: &Bound<'_, PyDict>, stop: &StopSignal) -> PyResult<Budget> {
    Ok(Budget {
        time: take::<f64>(given, "seconds")?.map(duration).transpose()?,
        nodes: take(given, "nodes")?,
        checks: take(given, "checks")?,
        evaluations: take(given, "evaluations")?,
        states: take(given, "states")?,
        stop: stop.clone(),
        ..Budget::default()
    })
}

/// The options of a solve. What is neither a limit nor one of the words that all methods have is a setting of the method.
pub(crate) fn solving(
    method: &str,
    limit: usize,
    given: Option<&Bound<'_, PyDict>>,
    stop: &StopSignal,
) -> PyResult<Options> {
    let mut options = Options {
        method: method.parse::<MethodChoice>().map_err(|error| error::solve(&error))?,
        ..Options::up_to(limit)
    };
    options.budget.stop = stop.clone();
    let Some(given) = given else { return Ok(options) };
    let given = given.copy()?;
    options.budget = budget(&given, stop)?;
    options.seed = take(&given, "seed")?.unwrap_or(0);
    options.preset = take(&given, "preset")?;
    options.model = take(&given, "model")?;
    options.from_position = take(&given, "from_position")?.unwrap_or(false);
    for (name, value) in settings(Some(&given))?.iter() {
        let info = options.method.info;
        options.method.parameters.set(info, name, value).map_err(|error| error::solve(&error.into()))?;
    }
    Ok(options)
}

/// Which techniques may be used, and what may be spent.
pub(crate) fn course(given: Option<&Bound<'_, PyDict>>, stop: &StopSignal) -> PyResult<Course> {
    let mut course = Course { budget: Budget { stop: stop.clone(), ..Budget::default() }, ..Course::default() };
    let Some(given) = given else { return Ok(course) };
    let given = given.copy()?;
    course.only = take(&given, "only")?.unwrap_or_default();
    course.without = take(&given, "without")?.unwrap_or_default();
    course.uniqueness = take(&given, "uniqueness")?.unwrap_or(false);
    course.budget = budget(&given, stop)?;
    if let Some(name) = given.keys().into_iter().next() {
        let known = "only, without, uniqueness, seconds, nodes, checks";
        return Err(error::setting(format!("there is no argument `{name}`; there are {known}")));
    }
    course.check().map_err(|error| error::technique(&error))?;
    Ok(course)
}
