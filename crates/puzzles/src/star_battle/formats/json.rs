//! The fields of a JSON object: `regions`, rows of labels, and `stars`.

use serde_json::{Map, Value as Json};

use pencilmark_search::Parameters;

use super::super::parts::STARS;
use super::super::{LABEL_LENGTH, LARGEST, MOST_STARS, StarBattle};
use crate::text::json::{Object, Value};
use crate::{ParseError, Remedy};

/// Reads `regions` and `stars`.
pub(in crate::star_battle) fn from_json(object: &Object<'_>, settings: &Parameters) -> Result<StarBattle, ParseError> {
    let field = object.required("regions")?;
    let labels = object.grid(field, "`regions`", LARGEST, |cell| match &cell.value {
        Value::Text(text) if matches!(text.as_str(), "@" | "#") => Ok(None),
        Value::Text(text) if (1..=LABEL_LENGTH).contains(&text.chars().count()) => Ok(Some(text.clone())),
        _ => {
            let number = object.integer(cell, "a region", -1, 9999)?;
            Ok((number >= 0).then(|| number.to_string()))
        }
    })?;
    let stars = match (object.get("stars"), STARS.get(settings)) {
        (Some(field), _) => object.integer(field, "`stars`", 1, MOST_STARS as i64)? as usize,
        (None, Some(stars)) => stars as usize,
        (None, None) => {
            let what = "no field `stars`, which says how many stars a row has";
            return Err(object.error_here(what, Remedy::new("add \"stars\": 2, or say how many").or_set(STARS.name())));
        }
    };
    StarBattle::new(&labels, stars).map_err(|error| object.error(field, error.to_string(), error.remedy()))
}

/// Writes the same fields.
pub(in crate::star_battle) fn to_json(puzzle: &StarBattle) -> Map<String, Json> {
    let number = |region: &Option<usize>| region.map_or_else(|| Json::from(-1), Json::from);
    let rows: Vec<Json> = puzzle.regions.iter_rows().map(|row| row.iter().map(number).collect()).collect();
    Map::from_iter([("regions".to_owned(), rows.into()), ("stars".to_owned(), puzzle.stars.into())])
}
