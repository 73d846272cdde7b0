//! KenKen: cages cut out of a Latin square; at times a target is changed, or an operator left out.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::{Value as Json, json};

use super::{Cell, Dice, cells, order, pick, touches};

pub(super) fn small(dice: &mut Dice) -> Json {
    let size = dice.random_range(3..=8);
    let largest = dice.random_range(1..=6);
    board(dice, size, largest, 0.02)
}

/// 10x10 to 12x12 with small cages. SAT takes minutes for some of the largest boards with cages of four.
pub(super) fn large(dice: &mut Dice) -> Json {
    let size = dice.random_range(10..=12);
    let largest = *pick(dice, if size == 10 { &[2, 3, 3, 4] } else { &[2, 3] });
    board(dice, size, largest, 0.004)
}

/// Every cage has up to `largest` cells, and a wrong target with the chance `spoilt`.
fn board(dice: &mut Dice, size: usize, largest: usize, spoilt: f64) -> Json {
    let (rows, cols, digits) = (order(dice, size), order(dice, size), order(dice, size));
    let number = |(row, col): Cell| digits[(rows[row] + cols[col]) % size] as u64 + 1;
    let cages = pieces(dice, size, |dice| dice.random_range(1..=largest)).into_iter().map(|cells| {
        let numbers: Vec<u64> = cells.iter().copied().map(number).collect();
        let (low, high) = (*numbers.iter().min().unwrap_or(&1), *numbers.iter().max().unwrap_or(&1));
        let (mut op, mut target) = match (numbers.len(), dice.random_range(0..4)) {
            (1, _) => ("=", high),
            (2, 0) => ("-", high - low),
            (2, 1) if high % low == 0 => ("/", high / low),
            (_, 2) => ("*", numbers.iter().product()),
            _ => ("+", numbers.iter().sum()),
        };
        if numbers.len() > 1 && dice.random_bool(0.1) {
            op = "?";
        }
        if dice.random_bool(spoilt) {
            target += 1;
        }
        json!({"op": op, "target": target, "cells": cells})
    });
    let cages: Vec<Json> = cages.collect();
    json!({"kind": "kenken", "size": size, "cages": cages})
}

/// Connected pieces that cover a board.
fn pieces(dice: &mut Dice, side: usize, size: impl Fn(&mut Dice) -> usize) -> Vec<Vec<Cell>> {
    let mut free: Vec<Cell> = cells(side, side).collect();
    let mut pieces = Vec::new();
    while let Some(first) = free.first().copied() {
        let wanted = size(dice);
        let mut piece = vec![first];
        free.retain(|&cell| cell != first);
        while piece.len() < wanted {
            let near: Vec<Cell> =
                free.iter().copied().filter(|&cell| piece.iter().any(|&other| touches(cell, other, true))).collect();
            let Some(&next) = near.choose(dice) else { break };
            free.retain(|&cell| cell != next);
            piece.push(next);
        }
        pieces.push(piece);
    }
    pieces
}
