// How things are entered: which keys and strokes make which moves. It knows what can be entered from the view, not which kind it is.
import { fixedCells, pathLines, place, shape } from "../cells.js";
import { move, moveOn } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {"value" | "centre" | "corner" | "colour"} Mode */

/** How long a second digit may take to follow a first one, in milliseconds. */
export const TOGETHER = 1200;

/**
 * What a view lets enter, and where.
 * @param {View} view
 */
export function sheet(view) {
  const [rows, cols] = shape(view.board);
  const fixed = fixedCells(view);
  const values = view.entries.map((entry) => entry.value);
  return {
    rows,
    cols,
    /** @param {number} cell */
    isOpen: (cell) => !fixed.has(cell),
    values,
    /** Two things at most, each entered by a touch: shades, stars. */
    toggles: values.length <= 2,
    /** Values that follow one another from cell to cell. */
    path: view.path ?? false,
  };
}

/** @typedef {ReturnType<typeof sheet>} Sheet */

/**
 * Sets a value in cells, or takes it away where all of them have it.
 * @param {Game} game
 * @param {Sheet} on
 * @param {Iterable<number>} cells
 * @param {number} value
 * @param {Mode} mode
 */
export function enter(game, on, cells, value, mode) {
  // Colours go anywhere; everything else where nothing is given.
  const all = [...cells].filter((cell) => mode === "colour" || on.isOpen(cell));
  if (mode === "value") {
    const after = all.every((cell) => game.layers.entry[cell] === value) ? null : value;
    return move(game, all.map((cell) => ["entry", cell, after]));
  }
  const layer = mode === "colour" ? "colours" : mode === "centre" ? "marks" : "notes";
  const free = mode === "colour" ? all : all.filter((cell) => game.layers.entry[cell] === null);
  const has = (/** @type {number} */ cell) => game.layers[layer][cell].includes(value);
  const remove = free.every(has);
  const list = (/** @type {number} */ cell) => {
    const others = game.layers[layer][cell].filter((other) => other !== value);
    return remove ? others : [...others, value].sort((a, b) => a - b);
  };
  return move(game, free.map((cell) => [layer, cell, list(cell)]));
}

/**
 * Empties cells, the uppermost layer first: entries, then marks and notes, then colours.
 * @param {Game} game
 * @param {Iterable<number>} cells
 * @param {Mode} mode
 */
export function erase(game, cells, mode) {
  const all = [...cells];
  const { entry, marks, notes } = game.layers;
  if (mode !== "colour" && all.some((cell) => entry[cell] !== null)) return move(game, all.map((cell) => ["entry", cell, null]));
  if (mode !== "colour" && all.some((cell) => marks[cell].length || notes[cell].length)) return move(game, all.flatMap((cell) => [/** @type {any} */ (["marks", cell, []]), ["notes", cell, []]]));
  return move(game, all.map((cell) => ["colours", cell, []]));
}

/**
 * What comes after what a cell holds, where touching it goes from one to the next: nothing, the greater, the lesser, nothing.
 * @param {Sheet} on
 * @param {number | null} now
 */
export function nextToggle(on, now) {
  const order = [null, ...[...on.values].sort((a, b) => b - a)];
  return order[(order.indexOf(now) + 1) % order.length];
}

/**
 * Enters something by hand in cells that are touched one after the other: a stroke, which is one move.
 * @param {Game} game
 * @param {Sheet} on
 * @param {number} cell
 * @param {number | null} value
 * @param {number} base how many moves there were before the stroke
 */
export function paint(game, on, cell, value, base) {
  if (!on.isOpen(cell)) return game;
  return (game.past.length > base ? moveOn : move)(game, [["entry", cell, value]]);
}

/**
 * The value a cell shows, given or entered.
 * @param {View} view
 * @param {Game} game
 * @param {number} cell
 * @param {number} cols
 */
export function valueAt(view, game, cell, cols) {
  const face = view.board.faces[Math.floor(cell / cols)][cell % cols];
  if (game.layers.entry[cell] !== null) return game.layers.entry[cell];
  return face.given && face.text ? Number(face.text) : null;
}

/**
 * A line of consecutive values, drawn from a cell that has one.
 * @typedef {object} Line
 * @property {number[]} cells
 * @property {number} value that of the first cell
 * @property {1 | -1} step
 * @property {number} base how many moves there were before it
 * @property {number[]} written the cells in which it has entered something
 * @property {{ value: number, cell: number } | null} blocked the value that stops it, and the cell that already has it
 */

/**
 * The first cell with a value, apart from `except`; -1 if there is none.
 * @param {View} view
 * @param {Game} game
 * @param {Sheet} on
 * @param {number} value
 * @param {number[]} except
 */
function holder(view, game, on, value, except = []) {
  for (let cell = 0; cell < on.rows * on.cols; cell++) if (!except.includes(cell) && valueAt(view, game, cell, on.cols) === value) return cell;
  return -1;
}

/**
 * The line that begins in a cell: upwards, unless only the number below is missing, or there is none above.
 * @param {View} view
 * @param {Game} game
 * @param {Sheet} on
 * @param {number} cell
 * @returns {Line | null}
 */
export function beginLine(view, game, on, cell) {
  const value = valueAt(view, game, cell, on.cols);
  if (!on.path || value === null) return null;
  const isThere = (/** @type {number} */ wanted) => holder(view, game, on, wanted) >= 0;
  return { cells: [cell], value, step: (isThere(value + 1) || !on.values.includes(value + 1)) && !isThere(value - 1) ? -1 : 1, base: game.past.length, written: [], blocked: null };
}

/**
 * Extends a line into another cell, or takes it back by one. Stops before a value that is already
 * on the board.
 * @param {View} view
 * @param {Game} game
 * @param {Sheet} on
 * @param {Line} line
 * @param {number} cell
 * @returns {{ game: Game, line: Line }}
 */
export function drawLine(view, game, on, line, cell) {
  const last = line.cells[line.cells.length - 1];
  if (line.cells[line.cells.length - 2] === cell) {
    // Moving back empties the last cell if the line had filled it.
    const undone = line.written.includes(last) ? moveOn(game, [["entry", last, null]]) : game;
    return { game: undone, line: { ...line, cells: line.cells.slice(0, -1), written: line.written.filter((other) => other !== last), blocked: null } };
  }
  const [row, col] = [Math.floor(cell / on.cols) - Math.floor(last / on.cols), (cell % on.cols) - (last % on.cols)];
  const value = line.value + line.step * line.cells.length;
  const there = valueAt(view, game, cell, on.cols);
  if (Math.max(Math.abs(row), Math.abs(col)) !== 1 || line.cells.includes(cell) || !on.values.includes(value)) return { game, line };
  const rest = line.cells.slice(1);
  if (there !== null && there === line.value - line.step * line.cells.length && there !== value) {
    // The line reached a number that needs the opposite direction: renumber the cells between,
    // unless one of the numbers is elsewhere.
    const numbers = rest.map((_, index) => line.value - line.step * (index + 1));
    const isFree = rest.every((other) => line.written.includes(other)) && numbers.every((number) => holder(view, game, on, number, rest) < 0);
    if (!isFree) return { game, line };
    const settings = rest.map((other, index) => /** @type {[import("./game.js").LayerName, number, any]} */ (["entry", other, numbers[index]]));
    const turned = /** @type {Line} */ ({ ...line, step: -line.step, cells: [...line.cells, cell], blocked: null });
    return { game: settings.length ? moveOn(game, settings) : game, line: turned };
  }
  if (there !== null ? there !== value : !on.isOpen(cell)) return { game, line };
  if (there !== null) return { game, line: { ...line, cells: [...line.cells, cell], blocked: null } };
  const other = holder(view, game, on, value);
  if (other >= 0) return { game, line: { ...line, blocked: { value, cell: other } } };
  const next = (game.past.length > line.base ? moveOn : move)(game, [["entry", cell, value]]);
  return { game: next, line: { ...line, cells: [...line.cells, cell], written: [...line.written, cell], blocked: null } };
}

/**
 * Consecutive numbers in neighbouring cells, as lines from cell to cell.
 * @param {View} view
 * @param {Game} game
 * @param {Sheet} on
 * @returns {number[][]}
 */
export function chains(view, game, on) {
  return pathLines(Array.from({ length: on.rows * on.cols }, (_, cell) => valueAt(view, game, cell, on.cols)), on.cols);
}

/**
 * The value of a path that probably comes next. In a filled cell, the first missing value above its
 * own; in an empty one, the first that continues a neighbour. Otherwise the first or last that is
 * missing.
 * @param {View} view
 * @param {Game} game
 * @param {Sheet} on
 * @param {number} cursor
 * @returns {number | null}
 */
export function likelyNext(view, game, on, cursor) {
  const cells = Array.from({ length: on.rows * on.cols }, (_, cell) => cell);
  const there = new Set(cells.map((cell) => valueAt(view, game, cell, on.cols)));
  const missing = on.values.filter((value) => !there.has(value));
  const own = valueAt(view, game, cursor, on.cols);
  if (own !== null) return missing.find((value) => value > own) ?? missing[missing.length - 1] ?? null;
  const isBeside = (/** @type {number} */ cell) => Math.abs(Math.floor(cell / on.cols) - Math.floor(cursor / on.cols)) <= 1 && Math.abs((cell % on.cols) - (cursor % on.cols)) <= 1;
  const around = new Set(cells.filter(isBeside).map((cell) => valueAt(view, game, cell, on.cols)));
  return missing.find((value) => around.has(value - 1) || around.has(value + 1)) ?? missing[0] ?? null;
}

/**
 * The cell that an arrow key leads to; null if the key is none.
 * @param {{ rows: number, cols: number }} on
 * @param {number} cell
 * @param {KeyboardEvent} event
 */
export function steer({ rows, cols }, cell, event) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const whole = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case "ArrowUp": return ((row + rows - 1) % rows) * cols + col;
    case "ArrowDown": return ((row + 1) % rows) * cols + col;
    case "ArrowLeft": return row * cols + ((col + cols - 1) % cols);
    case "ArrowRight": return row * cols + ((col + 1) % cols);
    case "Home": return whole ? 0 : row * cols;
    case "End": return whole ? rows * cols - 1 : row * cols + cols - 1;
    case "PageUp": return col;
    case "PageDown": return (rows - 1) * cols + col;
    default: return null;
  }
}
