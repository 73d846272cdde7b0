// A drawing by hand, as data: what stands in its cells and which of them belong together.
import { areas, cellName, shape } from "../cells.js";
import { counted } from "../ui.js";
import { engine } from "../engine.js";

/**
 * @typedef {{ text: string, corner: string, hole: boolean, area: number }} SketchCell
 * @typedef {{ kind: string, rows: number, cols: number, settings: Record<string, string>, cells: SketchCell[], areas: string | null, corners: boolean, texts: boolean, short: boolean }} Sketch
 */

/**
 * The drawing that an address or a browser holds; null if it is none. Anybody may have written an address.
 * @param {any} given
 * @returns {Sketch | null}
 */
export function readSketch(given) {
  const { kind, rows, cols, settings, cells } = given ?? {};
  const isCell = (/** @type {any} */ cell) => typeof cell?.text === "string" && typeof cell.corner === "string" && typeof cell.hole === "boolean" && Number.isInteger(cell.area);
  const isWhole = typeof kind === "string" && Number.isInteger(rows) && Number.isInteger(cols) && rows > 0 && cols > 0 && rows <= 50 && cols <= 50 && Array.isArray(cells) && cells.length === rows * cols && cells.every(isCell);
  if (!isWhole) return null;
  const texts = Object.entries(settings ?? {}).filter(([, value]) => typeof value === "string");
  return { kind, rows, cols, settings: /** @type {Record<string, string>} */ (Object.fromEntries(texts)), cells, areas: typeof given.areas === "string" ? given.areas : null, corners: given.corners === true, texts: given.texts !== false, short: given.short === true };
}

/** The sides of a kind's boards: what its generator takes, and makes if nothing is asked for. @param {KindAbout} kind */
export function sides(kind) {
  const size = kind.settings.find((setting) => setting.name === "size");
  const [rows, cols] = (size?.default ?? "9x9").split("x").map(Number);
  const takes = size?.takes.type === "size" ? size.takes : { least: 1, most: 50 };
  return { rows, cols: cols || rows, least: takes.least, most: takes.most };
}

/**
 * An empty drawing. What a kind's drawings consist of is seen in one of its puzzles; boxes that follow from the size are there from the start.
 * @param {KindAbout} kind
 * @param {number} rows
 * @param {number} cols
 * @param {Record<string, string>} settings
 * @returns {Promise<Sketch>}
 */
export async function blank(kind, rows, cols, settings) {
  const dots = Array(rows).fill(".".repeat(cols)).join("\n");
  const [{ puzzles: [empty] }, { puzzles: [example] }] = await Promise.all([engine.read({ text: dots, kind: kind.id, settings }), engine.corpus(kind.id, kind.corpus[0].name)]);
  const faces = example.board.faces.flat();
  const drawn = example.board.area !== null && !empty;
  const known = empty && shape(empty.board).join() === `${rows},${cols}` ? areas(empty.board) : null;
  // Cells that are to be joined by hand begin apart.
  const cells = Array.from({ length: rows * cols }, (_, cell) => ({ text: "", corner: "", hole: false, area: drawn ? cell : known?.[cell] ?? 0 }));
  return { kind: kind.id, rows, cols, settings, cells, areas: drawn ? example.board.area : null, corners: faces.some((face) => face.corner), texts: faces.some((face) => face.given) || !drawn, short: (empty && empty.entries.length > 2 ? empty.entries.length : Math.max(rows, cols)) <= 9 };
}

/**
 * A puzzle as a drawing, to change it.
 * @param {About} about
 * @param {PuzzleJson} puzzle
 * @returns {Promise<Sketch>}
 */
export async function sketchOf(about, puzzle) {
  const { kind: id, settings, cells } = await engine.drawing(puzzle);
  const kind = /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === id));
  return { ...(await blank(kind, cells.length, cells[0].length, settings)), cells: cells.flat() };
}

/** What a text must say and a drawing cannot: a number without a default begins with the least. @param {KindAbout} kind */
export const firstSettings = (kind) => Object.fromEntries(kind.settings.flatMap(({ name, reading, default: usual, takes }) => (reading && !usual && takes.type === "whole" ? [[name, String(takes.least)]] : [])));

/** The sketch as the engine takes it. @param {Sketch} sketch */
export function asked({ kind, settings, cells, cols, rows }) {
  return { kind, settings, cells: Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols)) };
}

/**
 * The drawing as a board.
 * @param {Sketch} sketch
 * @returns {BoardData}
 */
export function boardOf({ rows, cols, cells, areas: area }) {
  const at = (/** @type {number} */ row, /** @type {number} */ col) => (row >= 0 && row < rows && col >= 0 && col < cols && !cells[row * cols + col].hole ? cells[row * cols + col].area : null);
  const edge = (/** @type {number | null} */ one, /** @type {number | null} */ other) => /** @type {Edge} */ (one === null && other === null ? "none" : one === other ? "thin" : "thick");
  const range = (/** @type {number} */ count) => [...Array(count).keys()];
  return {
    faces: range(rows).map((row) => range(cols).map((col) => {
      const { text, corner, hole } = cells[row * cols + col];
      return { text, corner, given: true, tone: /** @type {"hole" | "plain"} */ (hole ? "hole" : "plain") };
    })),
    vertical: range(rows).map((row) => range(cols + 1).map((col) => edge(at(row, col - 1), at(row, col)))),
    horizontal: range(rows + 1).map((row) => range(cols).map((col) => edge(at(row - 1, col), at(row, col)))),
    mark_shape: [0, 0],
    path: [],
    area,
  };
}

/**
 * @param {Sketch} sketch
 * @param {number} cell
 * @param {Partial<SketchCell>} change
 * @returns {Sketch}
 */
export const withCell = (sketch, cell, change) => ({ ...sketch, cells: sketch.cells.map((known, at) => (at === cell ? { ...known, ...change } : known)) });

/** The first cell of the area that a cell belongs to: where its target stands. @param {Sketch} sketch @param {number} cell */
export const firstOf = (sketch, cell) => sketch.cells.findIndex((other) => !other.hole && other.area === sketch.cells[cell].area);

/** Puts targets back where they belong: the first cell of an area has the first of those that the area holds. @param {Sketch} sketch @returns {Sketch} */
function settled(sketch) {
  if (!sketch.corners) return sketch;
  /** @type {Map<number, string>} */
  const targets = new Map();
  for (const { area, corner } of sketch.cells) if (corner && !targets.has(area)) targets.set(area, corner);
  const seen = new Set();
  const cells = sketch.cells.map((cell) => {
    const corner = seen.has(cell.area) ? "" : targets.get(cell.area) ?? "";
    seen.add(cell.area);
    return corner === cell.corner ? cell : { ...cell, corner };
  });
  return { ...sketch, cells };
}

/** Joins a cell to the area of another. @param {Sketch} sketch @param {number} from @param {number} cell @returns {Sketch} */
export const join = (sketch, from, cell) => (sketch.cells[from].area === sketch.cells[cell].area ? sketch : settled(withCell(sketch, cell, { area: sketch.cells[from].area, hole: false })));

/** Makes a cell an area of its own. @param {Sketch} sketch @param {number} cell @returns {Sketch} */
export function detach(sketch, cell) {
  const { area, corner } = sketch.cells[cell];
  if (sketch.cells.filter((other) => other.area === area).length === 1) return sketch;
  const free = Math.max(...sketch.cells.map((other) => other.area)) + 1;
  // What it leaves behind keeps the target.
  const rest = sketch.cells.findIndex((other, at) => at !== cell && other.area === area);
  const moved = withCell(withCell(sketch, cell, { area: free, corner: "" }), rest, corner ? { corner } : {});
  return settled(moved);
}

/** Whether nothing is drawn yet. @param {Sketch} sketch */
export const isUntouched = (sketch) => sketch.cells.every((cell) => !cell.text && !cell.corner && !cell.hole) && (!sketch.areas || new Set(sketch.cells.map((cell) => cell.area)).size === sketch.cells.length);

/** The cells of the area that a cell belongs to. @param {Sketch} sketch @param {number} cell */
export const areaOf = (sketch, cell) => sketch.cells.flatMap((other, at) => (!other.hole && other.area === sketch.cells[cell].area ? [at] : []));

/** The first cells of the areas that lack a target, larger areas first. @param {Sketch} sketch */
export function withoutTarget(sketch) {
  if (!sketch.corners) return [];
  const firsts = [...new Set(sketch.cells.flatMap((cell, at) => (cell.hole ? [] : [firstOf(sketch, at)])))].filter((at) => !sketch.cells[at].corner);
  const isAlone = (/** @type {number} */ at) => areaOf(sketch, at).length === 1;
  return [...firsts.filter((at) => !isAlone(at)), ...firsts.filter(isAlone)];
}

/**
 * The cells that belong to no area yet: those that are alone and have no target.
 * @param {Sketch} sketch
 */
export const loose = (sketch) => (sketch.areas ? sketch.cells.flatMap((cell, at) => (!cell.hole && !cell.corner && areaOf(sketch, at).length === 1 ? [at] : [])) : []);

/**
 * Says how far the areas of an unfinished drawing are, where cells are in none yet; empty otherwise.
 * @param {Sketch} sketch
 */
export function looseWords(sketch) {
  const alone = loose(sketch).length;
  const noun = sketch.areas ?? "area";
  const count = new Set(sketch.cells.filter((cell) => !cell.hole).map((cell) => cell.area)).size - alone;
  return alone ? `${counted(count, noun)} ${count === 1 ? "is" : "are"} drawn; ${counted(alone, "cell")} ${alone === 1 ? "is" : "are"} in no ${noun} yet.` : "";
}

/** The most areas to name. */
const NAMED = 3;

/**
 * Says which targets are missing; empty if none are.
 * @param {Sketch} sketch
 */
export function lackWords(sketch) {
  const all = withoutTarget(sketch);
  const alone = all.filter((at) => areaOf(sketch, at).length === 1);
  const areas = all.slice(0, all.length - alone.length);
  const noun = sketch.areas ?? "area";
  const names = areas.slice(0, NAMED).map((at) => cellName(at, sketch.cols));
  const more = areas.length > NAMED ? ` and ${areas.length - NAMED} more` : "";
  const words = [];
  if (areas.length === 1) words.push(`The ${noun} at ${names[0]} has no target.`);
  else if (areas.length) words.push(`${areas.length} ${noun}s have no target: at ${names.join(", ")}${more}.`);
  if (alone.length) words.push(`${counted(alone.length, "cell")} ${alone.length === 1 ? "is" : "are"} in no ${noun} yet${alone.length <= NAMED ? `: ${alone.map((at) => cellName(at, sketch.cols)).join(", ")}` : ""}.`);
  return words.join(" ");
}
