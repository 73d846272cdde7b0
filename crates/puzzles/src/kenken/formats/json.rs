//! The fields of a JSON object: `size`, and `cages` of `op`, `target` and `cells`.

use pencilmark_csp::rule::Operator;
use serde_json::{Map, Value as Json, json};

use super::super::parts::{operator_of, sign};
use super::super::{Cage, KenKen, Where};
use crate::text::json::{Object, Spanned, Value};
use crate::text::rows::shown;
use crate::{Cell, ParseError};

/// Reads `size` and `cages`.
pub(in crate::kenken) fn from_json(object: &Object<'_>) -> Result<KenKen, ParseError> {
    let (least, most) = (*KenKen::SIZES.start(), *KenKen::SIZES.end());
    let at_size = object.required("size")?;
    let size = object.integer(at_size, "the size", least as i64, most as i64)? as usize;
    let list = object.required("cages")?;
    let items = object.array(list, "`cages`")?;
    let mut cages = Vec::with_capacity(items.len());
    let mut places = Vec::with_capacity(items.len());
    for item in items {
        let fields = object.object(item)?;
        let at_cells = fields.required("cells")?;
        let cells = fields.array(at_cells, "`cells`")?;
        let target = read_target(&fields)?;
        let operator = read_operator(&fields, cells.len())?;
        let cells_read = cells.iter().map(|cell| read_cell(&fields, cell, size)).collect::<Result<_, _>>()?;
        cages.push(Cage { operator, target, cells: cells_read });
        places.push((item, cells));
    }
    KenKen::new(size, cages).map_err(|flaw| {
        let at = match flaw.at {
            Where::Size => at_size,
            Where::Board => list,
            Where::Cage(cage) => places[cage].0,
            Where::Cell(cage, cell) => &places[cage].1[cell],
        };
        object.error(at, flaw.what, flaw.remedy)
    })
}

fn read_target(fields: &Object<'_>) -> Result<u64, ParseError> {
    let value = fields.required("target")?;
    match value.value {
        Value::Number(number) if number > KenKen::LARGEST_TARGET as f64 => {
            let remedy = format!("write a number up to {}", KenKen::LARGEST_TARGET);
            Err(fields.error(value, "the target is too large", remedy))
        }
        _ => Ok(fields.integer(value, "the target", 0, KenKen::LARGEST_TARGET as i64)? as u64),
    }
}

/// A single cell needs no operator.
fn read_operator(fields: &Object<'_>, cells: usize) -> Result<Operator, ParseError> {
    if fields.get("op").is_none() && cells == 1 {
        return Ok(Operator::Equal);
    }
    let value = fields.required("op")?;
    let text = fields.text("op")?.unwrap_or_default();
    operator_of(text).ok_or_else(|| {
        let remedy = "choose one of + - * / =, or `?` for a cage without operator";
        fields.error(value, format!("{} is not an operator", shown(text)), remedy)
    })
}

fn read_cell<'a>(fields: &Object<'a>, value: &'a Spanned, size: usize) -> Result<Cell, ParseError> {
    let numbers = fields.array(value, "a cell")?;
    let [row, col] = numbers else {
        let what = format!("a cell is a row and a column, this has {} numbers", numbers.len());
        return Err(fields.error(value, what, "write [row, column], counted from 0"));
    };
    let last = size as i64 - 1;
    let row = fields.integer(row, "the row", 0, last)? as usize;
    let col = fields.integer(col, "the column", 0, last)? as usize;
    Ok(Cell { row, col })
}

/// Writes the same fields.
pub(in crate::kenken) fn to_json(puzzle: &KenKen) -> Map<String, Json> {
    let cages = puzzle.cages().iter().map(|cage| {
        let cells: Vec<Json> = cage.cells.iter().map(|cell| json!([cell.row, cell.col])).collect();
        json!({ "op": sign(cage.operator), "target": cage.target, "cells": cells })
    });
    let mut fields = Map::new();
    fields.insert("size".to_owned(), puzzle.size().into());
    fields.insert("cages".to_owned(), cages.collect::<Vec<Json>>().into());
    fields
}
