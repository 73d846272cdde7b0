// Marks: what is still possible in a cell, as small numbers; as dots where numbers would be too small to be read.
import { html, useLayoutEffect, useRef, useState } from "./view.js";

/** The side of a cell in units of the drawing. */
export const SIDE = 48;
/** The least width of a mark that can be read, in pixels. */
const READABLE = 6;

/**
 * Where a mark stands in its cell. Values have a place of their own if there is room for all of them.
 * @param {number[]} marks
 * @param {[number, number]} grid
 * @param {number} values how many values there are
 */
function slots(marks, [rows, cols], values) {
  if (rows * cols >= values) return marks.map((mark) => [mark, Math.floor((mark - 1) / cols), (mark - 1) % cols]);
  const shown = marks.length > rows * cols ? marks.slice(0, rows * cols - 1) : marks;
  return shown.map((mark, index) => [mark, Math.floor(index / cols), index % cols]);
}

/**
 * @param {Face} face
 * @param {[number, number]} grid
 * @param {number} values
 */
export function markTexts(face, grid, values) {
  const [rows, cols] = grid;
  if (!rows || !cols) return null;
  const top = face.corner || face.notes?.length ? 15 : 2;
  const [width, height] = [(SIDE - 4) / cols, (SIDE - top - 2) / rows];
  const size = Math.min(13, height * 0.95, (width / (values > 9 ? 1.45 : 0.75)));
  const all = face.marks ?? [];
  const left = all.length > rows * cols && rows * cols < values ? all.length - rows * cols + 1 : 0;
  const shown = slots(all, grid, values);
  const at = (/** @type {number} */ row, /** @type {number} */ col) => ({ x: 2 + (col + 0.5) * width, y: top + (row + 0.5) * height + size * 0.36 });
  return html`<g class="marks" font-size=${size.toFixed(1)}>
    ${shown.map(([mark, row, col]) => {
      const { x, y } = at(row, col);
      const kind = face.gone?.includes(mark) ? "gone" : face.picked?.includes(mark) ? "picked" : undefined;
      if (!kind) return html`<text x=${x} y=${y}>${mark}</text>`;
      return html`<g class=${kind}><circle cx=${x} cy=${y - size * 0.36} r=${size * 0.62} /><text x=${x} y=${y}>${mark}</text>
        ${kind === "gone" ? html`<path d=${`M${x - size * 0.55} ${y + size * 0.15}L${x + size * 0.55} ${y - size * 0.9}`} />` : null}</g>`;
    })}
    ${left > 0 ? html`<text class="more" x=${at(rows - 1, cols - 1).x} y=${at(rows - 1, cols - 1).y}>+${left}</text>` : null}
  </g>`;
}

/** The dots of cells by their marks: a board has few different ones, and draws them over and over. @type {Map<string, string>} */
const drawn = new Map();

/**
 * A dot for every mark, where the mark would stand: one shape for all of them, which draws twenty times as fast as numbers.
 * @param {Face} face
 * @param {[number, number]} grid
 */
export function markDots(face, [rows, cols]) {
  const marks = face.marks ?? [];
  const top = face.corner || face.notes?.length ? 15 : 2;
  const key = `${rows} ${cols} ${top} ${marks}`;
  let path = drawn.get(key);
  if (path === undefined) {
    const [width, height] = [(SIDE - 4) / cols, (SIDE - top - 2) / rows];
    path = marks.map((mark) => `M${(2 + (((mark - 1) % cols) + 0.5) * width).toFixed(1)} ${(top + (Math.floor((mark - 1) / cols) + 0.5) * height).toFixed(1)}h.01`).join("");
    if (drawn.size > 20_000) drawn.clear();
    drawn.set(key, path);
  }
  return html`<path class="dots" d=${path} />`;
}

/**
 * The layout of marks: the board's own, or one with a place for every value if there are few; else as many as the fullest cell needs.
 * @param {BoardData} board
 * @param {Face[]} faces
 * @param {number} values
 * @returns {[number, number]}
 */
export function useMarkShape(board, faces, values) {
  const grown = useRef(0);
  if (board.mark_shape[0] > 0 && board.mark_shape[0] * board.mark_shape[1] >= values) return board.mark_shape;
  if (values <= 25) {
    const cols = Math.ceil(Math.sqrt(values));
    return [Math.ceil(values / cols), cols];
  }
  // The layout does not jump while cells fill and empty.
  const fullest = Math.max(...faces.map((face) => face.marks?.length ?? 0));
  grown.current = Math.min(9, Math.max(grown.current, fullest));
  const cols = Math.max(1, Math.ceil(Math.sqrt(grown.current)));
  return [cols, cols];
}

/**
 * Whether marks are too small to be read on a drawing of so many units, and have places of their own that dots can take.
 * @param {{ current: SVGSVGElement | null }} svg
 * @param {number} units
 * @param {[number, number]} marks
 * @param {number} values
 */
export function useSmall(svg, units, [rows, cols], values) {
  const [small, setSmall] = useState(false);
  const placed = rows * cols >= values;
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element || !placed) return setSmall(false);
    const measure = () => {
      const { width } = element.getBoundingClientRect();
      if (width) setSmall(((width / units) * SIDE) / cols < READABLE);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [units, cols, placed]);
  return small;
}
