//! Keyword arguments as options of the façade. What a method or a kind can be told is looked up in its table.

use std::time::Duration;

use pencilmark::read::ReadOptions;
use pencilmark::registry::{Applies, KindEntry, Scalar, Setting, Takes, kind_names, settings_of};
use pencilmark::teach::TeachOptions;
use pencilmark::{Budget, MethodChoice, Options, Settings, StopSignal, registry};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString};

use crate::error;

/// The kind with this name.
pub(crate) fn kind(name: &str) -> PyResult<&'static KindEntry> {
    registry::kind(name).ok_or_else(|| {
        let known = kind_names().collect::<Vec<_>>().join(", ");
        error::setting(format!("there is no kind `{name}`; choose one of {known}"))
    })
}

/// All settings of all kinds.
fn settings_of_kinds() -> impl Iterator<Item = &'static Setting> {
    registry::kinds().iter().flat_map(|entry| entry.info.settings)
}

/// A number. Those of numpy are none of Python's, but say which they are.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Option<Scalar>> {
    if value.is_instance_of::<PyFloat>() {
        return Ok(Some(value.extract::<f64>()?.into()));
    }
    let Ok(whole) = value.call_method0("__index__") else { return Ok(None) };
    // A number that does not fit is refused as it is written.
    Ok(Some(whole.extract::<i64>().map_or_else(|_| whole.to_string().into(), Scalar::from)))
}

/// A value of Python: (4, 6) is a size, or a range.
fn scalar(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Scalar> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.into());
    }
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<String>()?.into());
    }
    if let Some(number) = number(value)? {
        return Ok(number);
    }
    if let Ok((first, second)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
        && let (Some(first), Some(second)) = (number(&first)?, number(&second)?)
    {
        // Rows and columns are a size; the ends of a range are written with dots.
        let is_size =
            |setting: &Setting| setting.parameter.name == name && matches!(setting.parameter.takes, Takes::Size(..));
        return Ok(format!("{first}{}{second}", if settings_of_kinds().any(is_size) { "x" } else { ".." }).into());
    }
    Err(error::setting(format!("`{name}` cannot be {}; give a number, a text, True or False", value.repr()?)))
}

/// Settings by name: `several_ok` is `several-ok`. What is None is not set.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        if !value.is_none() {
            let scalar = scalar(&name, &value)?;
            settings.set(name, scalar);
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
    kind.as_deref().map(self::kind).transpose()?;
    let settings = settings(given)?;
    let known = |name: &str| settings_of_kinds().any(|setting| setting.parameter.name == name);
    if let Some((name, _)) = settings.iter().find(|(name, _)| !known(name)) {
        return Err(error::setting(format!("no kind has a setting `{name}`")));
    }
    let settings = kind.as_deref().map_or_else(|| settings.clone(), |kind| settings_of(kind, &settings));
    Ok(ReadOptions { kind, format, settings, ..ReadOptions::default() })
}

/// Parts keyword arguments of a batch: settings of kinds that a text may leave open, and everything else, which is for the method.
pub(crate) fn split<'py>(
    method: &str,
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<(Bound<'py, PyDict>, Bound<'py, PyDict>)>> {
    let Some(given) = given else { return Ok(None) };
    let of_method = registry::method(method).map_or(&[][..], |info| info.parameters);
    let is_open = |name: &str| {
        let is_named = |setting: &Setting| setting.parameter.name == name;
        settings_of_kinds().any(|setting| is_named(setting) && setting.applies == Applies::ReadingAndGenerating)
            && !of_method.iter().any(|parameter| parameter.name == name)
    };
    let (kind, rest) = (PyDict::new(given.py()), PyDict::new(given.py()));
    for (name, value) in given {
        let is_of_kind = is_open(&name.extract::<String>()?.replace('_', "-"));
        if is_of_kind { &kind } else { &rest }.set_item(name, value)?;
    }
    Ok(Some((kind, rest)))
}

/// Reads the value of an argument. An error names the argument, and for a number that does not fit it says which do: the overflow error
/// names integer types that Python does not have.
fn whole<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: PyErr| {
        let py = value.py();
        if !error.is_instance_of::<PyOverflowError>(py) {
            let given = value.repr().map_or_else(|_| value.get_type().to_string(), |text| text.to_string());
            return PyTypeError::new_err(format!("`{name}` cannot be {given}: {}", error.value(py)));
        }
        let is_negative = value.lt(0).unwrap_or(false);
        let which = if is_negative { "give a whole number from 0 on" } else { "give a smaller number" };
        error::setting(format!("`{name}` cannot be {value}: {which}"))
    })
}

/// Defines a reader for each named argument that is a whole number from 0 on.
macro_rules! wholes {
    ($($name:ident: $type:ty),*) => {
        $(pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            super::whole(stringify!($name), value)
        })*
    };
}

/// Readers of arguments that are whole numbers from 0 on.
pub(crate) mod wholes {
    use pyo3::prelude::*;

    wholes! { n: usize, skip: u64, seed: u64, seeds: u64, index: u64, limit: usize, threads: usize }
    wholes! { width: Option<u32>, per_page: Option<u64> }

    /// Reads the limits of a run. An error about a negative number names the limit.
    pub(crate) fn limits(value: &Bound<'_, PyAny>) -> PyResult<crate::compare::Budget> {
        let given: [Bound<'_, PyAny>; 4] = value.extract()?;
        let [checks, nodes, evaluations, seconds] = &given;
        let checks = super::whole("checks", checks)?;
        let (nodes, evaluations) = (super::whole("nodes", nodes)?, super::whole("evaluations", evaluations)?);
        Ok((checks, nodes, evaluations, seconds.extract()?))
    }
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
            if value.is_none() { Ok(None) } else { whole(name, &value).map(Some) }
        }
    }
}

/// Seconds as a length of time.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| error::setting(format!("`seconds` cannot be {seconds}; give a number from 0 on")))
}

/// What may be spent: arguments that all methods have.
const BUDGET: [&str; 5] = ["seconds", "nodes", "checks", "evaluations", "states"];

/// Takes what may be spent out of the keyword arguments.
fn budget(given: &Bound<'_, PyDict>, stop: &StopSignal) -> PyResult<Budget> {
    let [seconds, nodes, checks, evaluations, states] = BUDGET;
    Ok(Budget {
        time: take::<f64>(given, seconds)?.map(duration).transpose()?,
        nodes: take(given, nodes)?,
        checks: take(given, checks)?,
        evaluations: take(given, evaluations)?,
        states: take(given, states)?,
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
    if limit == 0 {
        return Err(error::setting("`limit` cannot be 0; give the number of solutions to look for, from 1 on"));
    }
    let mut options =
        Options::default().limit(limit).method(method.parse::<MethodChoice>().map_err(|error| error::solve(&error))?);
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
        options.method.parameters.set(info, name, value.clone()).map_err(|error| error::solve(&error.into()))?;
    }
    Ok(options)
}

/// Which techniques may be used.
const COURSE: [&str; 3] = ["only", "without", "uniqueness"];

/// Takes a list of names out of the keyword arguments. A single text would be a list of its letters.
fn names(given: &Bound<'_, PyDict>, name: &str) -> PyResult<Vec<String>> {
    match given.get_item(name)? {
        Some(text) if text.is_instance_of::<PyString>() => {
            Err(PyTypeError::new_err(format!("`{name}` is a list of names: give [{}]", text.repr()?)))
        }
        _ => Ok(take(given, name)?.unwrap_or_default()),
    }
}

/// Which techniques may be used, and what may be spent.
pub(crate) fn course(given: Option<&Bound<'_, PyDict>>, stop: &StopSignal) -> PyResult<TeachOptions> {
    let mut course = TeachOptions::default().budget(Budget { stop: stop.clone(), ..Budget::default() });
    let Some(given) = given else { return Ok(course) };
    let given = given.copy()?;
    let [only, without, uniqueness] = COURSE;
    course.only = names(&given, only)?;
    course.without = names(&given, without)?;
    course.uniqueness = take(&given, uniqueness)?.unwrap_or(false);
    course.budget = budget(&given, stop)?;
    if let Some(name) = given.keys().into_iter().next() {
        let known = [&COURSE[..], &BUDGET].concat().join(", ");
        return Err(error::setting(format!("there is no argument `{name}`; there are {known}")));
    }
    course.check().map_err(|error| error::technique(&error))?;
    Ok(course)
}
