// A game: what somebody has entered, and everything that led there.
//
// Glossary: a **layer** holds one thing for each cell (its entry, its marks, notes in its corners, its colours); a **change** sets one cell of
// a layer; a **move** is a list of changes that are made and undone together. Nothing is changed in place: what did not change stays the
// same object, and is not drawn again.
import { fixedCells, shape } from "../cells.js";
import { bare } from "../puzzle.js";

/**
 * @typedef {"entry" | "marks" | "notes" | "colours"} LayerName
 * @typedef {{ entry: (number | null)[], marks: number[][], notes: number[][], colours: number[][] }} Layers
 * @typedef {[layer: LayerName, cell: number, before: any, after: any]} Change
 * @typedef {{ layers: Layers, past: Change[][], future: Change[][], seconds: number }} Game
 */

/** @type {number[]} */
const NONE = [];

/**
 * @template T
 * @param {T[]} list
 * @param {number} cols
 */
const rows = (list, cols) => Array.from({ length: list.length / cols }, (_, row) => list.slice(row * cols, (row + 1) * cols));

/**
 * A game from what a puzzle says has been entered.
 * @param {View} view
 * @param {{ notes?: number[][], colours?: number[][], seconds?: number } | null} [extra] what only the studio knows
 * @returns {Game}
 */
export function begin(view, extra) {
  const [height, width] = shape(view.board);
  const cells = height * width;
  const fixed = fixedCells(view);
  const open = (/** @type {any} */ value, /** @type {number} */ cell) => (fixed.has(cell) ? null : value ?? null);
  // Anybody may have written an address: what is no list of numbers is none.
  const lists = (/** @type {any} */ given) => Array.from({ length: cells }, (_, cell) => (Array.isArray(given?.[cell]) && given[cell].length && given[cell].every(Number.isInteger) ? given[cell] : NONE));
  return {
    layers: {
      entry: (view.puzzle.entries?.flat() ?? new Array(cells).fill(null)).map(open),
      marks: lists(view.puzzle.marks?.flat(1)),
      notes: lists(extra?.notes),
      colours: lists(extra?.colours),
    },
    past: [],
    future: [],
    seconds: Number.isFinite(extra?.seconds) ? Number(extra?.seconds) : 0,
  };
}

/** Whether what a browser remembers is a game on so many cells. @param {any} game @param {number} cells @returns {game is Game} */
export const isGame = (game, cells) => Array.isArray(game?.past) && Array.isArray(game.future) && Number.isFinite(game.seconds) && ["entry", "marks", "notes", "colours"].every((layer) => game.layers?.[layer]?.length === cells);

/** @param {Layers} layers */
export const isUntouched = (layers) => layers.entry.every((entry) => entry === null) && [layers.marks, layers.notes, layers.colours].every((layer) => layer.every((list) => !list.length));

/**
 * @param {Layers} layers
 * @param {Change[]} changes
 * @param {2 | 3} side 3 makes them, 2 takes them back
 */
function changed(layers, changes, side) {
  const next = { ...layers };
  for (const change of changes) {
    const [name, cell] = change;
    /** @type {any[]} */
    const layer = next[name] === layers[name] ? [...layers[name]] : next[name];
    layer[cell] = change[side];
    next[name] = /** @type {any} */ (layer);
  }
  return next;
}

/** @param {any} a @param {any} b */
const same = (a, b) => a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, index) => value === b[index]));

/**
 * Makes a move: sets cells of layers. What is so already is no change, and a move without changes is none.
 * @param {Game} game
 * @param {[LayerName, number, any][]} settings
 * @returns {Game}
 */
export function move(game, settings) {
  /** @type {Change[]} */
  const changes = settings.map(([name, cell, after]) => /** @type {Change} */ ([name, cell, game.layers[name][cell], after])).filter((change) => !same(change[2], change[3]));
  if (!changes.length) return game;
  return { ...game, layers: changed(game.layers, changes, 3), past: [...game.past, changes], future: [] };
}

/**
 * Adds to the last move, as a line that is still being drawn does.
 * @param {Game} game
 * @param {[LayerName, number, any][]} settings
 * @returns {Game}
 */
export function moveOn(game, settings) {
  const next = move(game, settings);
  if (next === game || !game.past.length) return next;
  const [last, before] = [next.past[next.past.length - 1], next.past[next.past.length - 2]];
  return { ...next, past: [...next.past.slice(0, -2), [...before, ...last]] };
}

/** @param {Game} game @returns {Game} */
export function undo(game) {
  const last = game.past[game.past.length - 1];
  if (!last) return game;
  return { ...game, layers: changed(game.layers, [...last].reverse(), 2), past: game.past.slice(0, -1), future: [...game.future, last] };
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  const next = game.future[game.future.length - 1];
  if (!next) return game;
  return { ...game, layers: changed(game.layers, next, 3), past: [...game.past, next], future: game.future.slice(0, -1) };
}

/**
 * The puzzle with what has been entered, as the engine reads it. A solution that came along is left out: it is not the player's.
 * @param {View} view
 * @param {Layers} layers
 * @returns {PuzzleJson}
 */
export function positionOf(view, layers) {
  const [, cols] = shape(view.board);
  const position = { ...bare(view.puzzle) };
  if (layers.entry.some((entry) => entry !== null) || layers.marks.some((list) => list.length)) position.entries = rows(layers.entry, cols);
  if (layers.marks.some((list) => list.length)) position.marks = rows(layers.marks, cols);
  return position;
}

/**
 * What has been entered as a whole board, if it is one: where there are only two things to enter, cells without either count as the lesser.
 * @param {View} view
 * @param {Layers} layers
 * @returns {number[][] | null}
 */
export function claimOf(view, layers) {
  const [, cols] = shape(view.board);
  const faces = view.board.faces.flat();
  const values = view.entries.map((entry) => entry.value);
  const blank = values.length === 2 ? Math.min(...values) : null;
  if (blank !== null && !layers.entry.some((entry) => entry !== null && entry !== blank)) return null;
  const board = faces.map((face, cell) => (face.tone === "hole" ? -1 : layers.entry[cell] ?? (face.given && values.length > 2 ? Number(face.text) : blank)));
  return board.some((value) => value === null) ? null : rows(/** @type {number[]} */ (board), cols);
}

/**
 * The faces of a board with layers on it. `before` are the faces and layers of the last time: a cell that has not changed keeps its face.
 * @param {View} view
 * @param {Layers} layers
 * @param {{ view: View, layers: Layers, faces: Face[] } | null} before
 * @returns {Face[]}
 */
export function drawn(view, layers, before) {
  const known = before?.view === view ? before : null;
  const entries = new Map(view.entries.map((entry) => [entry.value, entry]));
  return view.board.faces.flat().map((plain, cell) => {
    if (known && known.layers.entry[cell] === layers.entry[cell] && known.layers.marks[cell] === layers.marks[cell] && known.layers.notes[cell] === layers.notes[cell] && known.layers.colours[cell] === layers.colours[cell]) return known.faces[cell];
    const entry = layers.entry[cell] === null ? undefined : entries.get(/** @type {number} */ (layers.entry[cell]));
    /** @type {Face} */
    const face = { ...plain };
    if (entry) {
      if (entry.face.text) face.text = entry.face.text;
      if (entry.face.corner) face.corner = entry.face.corner;
      if (entry.face.tone) face.tone = entry.face.tone;
    }
    if (layers.marks[cell].length) face.marks = layers.marks[cell];
    if (layers.notes[cell].length) face.notes = layers.notes[cell].map((value) => entries.get(value)?.symbol ?? String(value));
    if (layers.colours[cell].length) face.colours = layers.colours[cell];
    return face;
  });
}
