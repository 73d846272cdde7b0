// The board: one SVG drawing for every kind. It knows faces, lines and layers, and nothing of rules.
//
// A page gives it the faces to show; cells whose face is the same object as before are not drawn again, so that a page
// that changes a few of six hundred cells sixty times a second pays for those few.
import { Component, classes, html, useEffect, useMemo, useRef } from "./view.js";
import { faceWords, place, placeWords, shape } from "./cells.js";
import { SIDE, markDots, markTexts, useMarkShape, useSmall } from "./marks.js";

/** Room around the board, for half of its frame. */
const EDGE = 3;
/** A cell is at most so wide on the screen, in pixels: small boards need not fill it. */
const WIDEST = 76;
/** Room for the numbers of rows and columns. */
const RULER = 22;

/** The shapes that go with colours, so that they can be told apart without seeing them. */
export const SHAPES = ["", "●", "▲", "■", "◆", "✚", "★", "▼", "⬟", "✖"];

/**
 * @typedef {object} CellProps
 * @property {number} cell
 * @property {number} x
 * @property {number} y
 * @property {Face} face
 * @property {string} where
 * @property {string} id
 * @property {boolean} selected
 * @property {string} flags classes of the page's own: `cause`, `effect`
 * @property {[number, number]} marks the layout of marks
 * @property {number} values
 * @property {boolean} small whether marks are too small to be read
 * @property {boolean} wide whether the board has values of several characters, so that all are written smaller
 */

/** @extends {Component<CellProps>} */
class Cell extends Component {
  /** @param {CellProps} next */
  shouldComponentUpdate(next) {
    const now = /** @type {CellProps} */ (this.props);
    return next.face !== now.face || next.selected !== now.selected || next.flags !== now.flags || next.x !== now.x || next.y !== now.y || next.where !== now.where || next.marks[0] !== now.marks[0] || next.marks[1] !== now.marks[1] || next.small !== now.small || next.wide !== now.wide;
  }

  /** @param {CellProps} props */
  render({ cell, x, y, face, where, id, selected, flags, marks, values, small, wide }) {
    const tone = face.tone ?? "plain";
    const name = classes("cell", tone, face.accent, face.highlight && "highlight", face.entered && "entered", flags);
    const label = where && `${where}, ${faceWords(face)}${flags.includes("effect") ? ", the step is about this cell" : flags.includes("cause") ? ", the step rests on this cell" : flags.includes("area") ? ", the place to look at" : ""}`;
    // What a screen reader reads is the label of the paper; the drawing on it is for the eye.
    return html`<g class=${name} transform=${`translate(${x} ${y})`}>
      <rect class="paper" width=${SIDE} height=${SIDE} data-cell=${cell} id=${id} role=${where ? "gridcell" : undefined} aria-label=${label || undefined} aria-selected=${where ? selected : undefined} aria-invalid=${where && flags.includes("conflict") ? "true" : undefined} />
      <g aria-hidden="true">
        ${face.colours?.length ? colours(face.colours) : null}
        ${face.accent || flags || face.highlight ? signs(face, flags) : null}
        ${face.corner ? html`<text class=${face.corner === "○" ? "ring" : "target"} x=${face.corner === "○" ? SIDE - 9 : 6} y=${face.corner === "○" ? 13 : 15.5}>${face.corner}</text>` : null}
        ${face.name ? html`<text class="area-name" x="6" y="15.5">${face.name}</text>` : null}
        ${face.text ? mainText(face, wide) : null}
        ${!face.text && face.notes?.length ? html`<text class="notes" x=${face.corner ? 9 + 7 * face.corner.length : 6} y="15.5">${face.notes.join(" ")}</text>` : null}
        ${!face.text && face.marks?.length ? (small ? markDots(face, marks) : markTexts(face, marks, values)) : null}
      </g>
    </g>`;
  }
}

/**
 * @typedef {object} RowProps
 * @property {number} row
 * @property {number} cols
 * @property {Face[]} faces
 * @property {string[] | null} words where each cell of the board is; null on pictures
 * @property {string} id
 * @property {Set<number>} [selected]
 * @property {Map<number, string>} [flags]
 * @property {[number, number]} marks
 * @property {number} values
 * @property {boolean} small
 * @property {boolean} wide
 */

/** @extends {Component<RowProps>} */
class Row extends Component {
  /** @param {RowProps} next */
  shouldComponentUpdate(next) {
    const now = /** @type {RowProps} */ (this.props);
    const same = next.cols === now.cols && next.words === now.words && next.selected === now.selected && next.flags === now.flags && next.small === now.small && next.wide === now.wide && next.marks[0] === now.marks[0] && next.marks[1] === now.marks[1];
    return !same || next.faces.some((face, col) => face !== now.faces[col]);
  }

  /** @param {RowProps} props */
  render({ row, cols, faces, words, id, selected, flags, marks, values, small, wide }) {
    return html`<g role=${words ? "row" : undefined}>${faces.map((face, col) => {
      const cell = row * cols + col;
      return html`<${Cell} key=${cell} cell=${cell} x=${EDGE + col * SIDE} y=${EDGE + row * SIDE} face=${face} where=${words ? words[cell] : ""} id=${`${id}-${cell}`}
        selected=${selected?.has(cell) ?? false} flags=${flags?.get(cell) ?? ""} marks=${marks} values=${values} small=${small} wide=${wide} />`;
    })}</g>`;
  }
}

/** @param {Face} face @param {boolean} wide whether the board has values of several characters */
function mainText(face, wide) {
  const text = face.text ?? "";
  const kind = face.given ? "given" : "own";
  if (text === "★") return html`<text class=${`value star ${kind}`} x=${SIDE / 2} y=${SIDE / 2 + 11}>★</text>`;
  if (text === "·") return html`<path class="cross" d=${`M${SIDE * 0.38} ${SIDE * 0.38}L${SIDE * 0.62} ${SIDE * 0.62}M${SIDE * 0.62} ${SIDE * 0.38}L${SIDE * 0.38} ${SIDE * 0.62}`} />`;
  const size = text.length > 2 ? "small" : wide || text.length > 1 ? "medium" : "";
  // Below a cage's target there is less room.
  const low = face.corner && face.corner !== "○" ? 5.5 : 0;
  return html`<text class=${classes("value", kind, size)} x=${SIDE / 2} y=${SIDE / 2 + low + (size === "small" ? 6 : size === "medium" ? 8 : 9.5)}>${text}</text>`;
}

/** @param {number[]} numbers */
function colours(numbers) {
  const width = SIDE / numbers.length;
  return html`<g class="colours">${numbers.map((number, index) => html`
    <rect class=${`colour-${number}`} x=${index * width} width=${width} height=${SIDE} />
    <text class="shape" x=${(index + 1) * width - 5} y=${SIDE - 4}>${SHAPES[number]}</text>`)}</g>`;
}

/**
 * What tells a cell's state without colour.
 * @param {Face} face
 * @param {string} flags
 */
function signs(face, flags) {
  const inner = { x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, rx: 4 };
  return html`<g class="signs">
    ${face.accent === "right" ? html`<path class="sign" d=${`M${SIDE - 12} ${SIDE - 8}l3 3l6 -6.5`} />` : null}
    ${face.accent === "wrong" ? html`<path class="sign" d=${`M${SIDE - 11} ${SIDE - 11}l7 7m0 -7l-7 7`} />` : null}
    ${face.accent === "focus" ? html`<rect class="ring-focus" ...${inner} />` : null}
    ${face.highlight ? html`<rect class="ring-highlight" ...${inner} />` : null}
    ${flags.includes("conflict") ? html`<rect class="ring-conflict" ...${inner} /><path class="sign-conflict" d=${`M${SIDE - 8} 8v7m0 4v.5`} />` : null}
    ${flags.includes("loose") ? html`<rect class="ring-loose" x="8" y="8" width=${SIDE - 16} height=${SIDE - 16} rx="3" />` : null}
    ${flags.includes("cause") ? html`<rect class="ring-cause" ...${inner} />` : null}
    ${flags.includes("effect") ? html`<rect class="ring-effect" ...${inner} />` : null}
    ${flags.includes("mistake") ? html`<path class="sign-mistake" d=${`M4 ${SIDE - 4}L${SIDE - 4} 4`} />` : null}
  </g>`;
}

/**
 * Lines of a sort, as one path.
 * @param {BoardData} board
 * @param {Edge} sort
 */
function lines(board, sort) {
  const [rows, cols] = shape(board);
  let path = "";
  for (let row = 0; row <= rows; row++) {
    for (let col = 0; col <= cols; col++) {
      const [x, y] = [EDGE + col * SIDE, EDGE + row * SIDE];
      if (row < rows && board.vertical[row]?.[col] === sort) path += `M${x} ${y}v${SIDE}`;
      if (col < cols && board.horizontal[row]?.[col] === sort) path += `M${x} ${y}h${SIDE}`;
    }
  }
  return path;
}

/**
 * The outline of a set of cells, as one path.
 * @param {Set<number>} cells
 * @param {number} cols
 */
function outline(cells, cols) {
  let path = "";
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const [x, y] = [EDGE + col * SIDE, EDGE + row * SIDE];
    if (row === 0 || !cells.has(cell - cols)) path += `M${x} ${y + 1.5}h${SIDE}`;
    if (!cells.has(cell + cols)) path += `M${x} ${y + SIDE - 1.5}h${SIDE}`;
    if (col === 0 || !cells.has(cell - 1)) path += `M${x + 1.5} ${y}v${SIDE}`;
    if (col === cols - 1 || !cells.has(cell + 1)) path += `M${x + SIDE - 1.5} ${y}v${SIDE}`;
  }
  return path;
}

let boards = 0;

/**
 * @typedef {object} BoardProps
 * @property {BoardData} board lines, layout of marks, path
 * @property {Face[]} faces what to show, in reading order
 * @property {number} values how many values a cell can have
 * @property {string} label what the board is called by screen readers
 * @property {number} [cursor] the cell at hand; none on boards that are only looked at
 * @property {Set<number>} [selected]
 * @property {Map<number, string>} [flags] `cause`, `effect` and the like, by cell
 * @property {number[][]} [lines] cells that lines run through
 * @property {boolean} [picture] whether it is a picture for screen readers, without cells to read
 * @property {boolean} [pan] whether a finger moves the board, which may be larger than the screen, and only a tap touches a cell
 * @property {boolean} [rulers] whether rows and columns are numbered
 * @property {(event: KeyboardEvent) => void} [onKey]
 * @property {(type: "down" | "move" | "up", cell: number, event: PointerEvent) => void} [onPointer]
 */

/**
 * A board. With a cursor it takes the keyboard: one stop for Tab, and the page moves the cursor.
 * @param {BoardProps} props
 */
export function Board({ board, faces, values, label, cursor, selected, flags, lines: strokes, picture, pan, rulers, onKey, onPointer }) {
  const [rows, cols] = shape(board);
  const id = useMemo(() => `board${++boards}`, []);
  const words = useMemo(() => placeWords(board), [board]);
  const thin = useMemo(() => lines(board, "thin"), [board]);
  const thick = useMemo(() => lines(board, "thick"), [board]);
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const held = useRef(/** @type {number | null} */ (null));
  const margin = rulers ? RULER : 0;
  const [width, height] = [cols * SIDE + 2 * EDGE + margin, rows * SIDE + 2 * EDGE + margin];
  const marks = useMarkShape(board, faces, values);
  const small = useSmall(svg, width, marks, values);
  const wide = useMemo(() => board.faces.flat().some((face) => (face.text ?? "").length > 1), [board]);
  const paths = strokes ?? [board.path.map((name) => place(name, cols))];
  const middle = (/** @type {number} */ cell) => `${EDGE + ((cell % cols) + 0.5) * SIDE} ${EDGE + (Math.floor(cell / cols) + 0.5) * SIDE}`;

  /** @param {PointerEvent} event */
  const cellAt = (event) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    const scale = width / box.width;
    const col = Math.floor(((event.clientX - box.left) * scale - margin - EDGE) / SIDE);
    const row = Math.floor(((event.clientY - box.top) * scale - margin - EDGE) / SIDE);
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    const cell = cellAt(event);
    if (cell === null || event.button === 1) return;
    held.current = cell;
    svg.current?.focus({ preventScroll: true });
    // A finger that moves the board is taken away by the browser: what it does is known when it is lifted.
    if (isPanning(event)) return;
    svg.current?.setPointerCapture(event.pointerId);
    onPointer?.("down", cell, event);
  };
  /** @param {PointerEvent} event */
  const isPanning = (event) => pan && event.pointerType === "touch";
  /** @param {PointerEvent} event */
  const cancel = (event) => (isPanning(event) ? (held.current = null) : up(event));
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (held.current === null || isPanning(event)) return;
    // A quick hand leaves out cells: events in between have been put together by the browser.
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const cell = cellAt(each);
      if (cell === null || cell === held.current) continue;
      held.current = cell;
      onPointer?.("move", cell, event);
    }
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (held.current === null) return;
    const cell = held.current;
    held.current = null;
    if (isPanning(event)) onPointer?.("down", cell, event);
    onPointer?.("up", cell, event);
  };
  useEffect(() => {
    // Large boards scroll on small screens: the cursor stays in sight.
    if (cursor === undefined || document.activeElement !== svg.current) return;
    document.getElementById(`${id}-${cursor}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [cursor]);

  const active = cursor !== undefined;
  return html`<svg ref=${svg} class=${classes("board", onPointer && "live", pan && "pan", `board-${Math.max(rows, cols) > 16 ? "large" : "normal"}`)} viewBox=${`${-margin} ${-margin} ${width} ${height}`}
      role=${picture ? "img" : "grid"} aria-label=${label} aria-rowcount=${picture ? undefined : rows} aria-colcount=${picture ? undefined : cols} aria-multiselectable=${active ? "true" : undefined}
      tabindex=${active ? 0 : undefined} aria-activedescendant=${active ? `${id}-${cursor}` : undefined}
      data-rows=${rows} data-cols=${cols} style=${{ maxWidth: `${(width / SIDE) * WIDEST}px` }}
      onKeyDown=${onKey} onPointerDown=${onPointer && down} onPointerMove=${onPointer && move} onPointerUp=${onPointer && up} onPointerCancel=${onPointer && cancel} onContextMenu=${onPointer && ((/** @type {Event} */ event) => event.preventDefault())}>
    ${rulers ? html`<${Rulers} rows=${rows} cols=${cols} />` : null}
    ${board.faces.map((_, row) => html`<${Row} key=${row} row=${row} cols=${cols} faces=${faces.slice(row * cols, (row + 1) * cols)} words=${picture ? null : words} id=${id} selected=${selected} flags=${flags} marks=${marks} values=${values} small=${small} wide=${wide} />`)}
    <path class="thin" d=${thin} /><path class="thick" d=${thick} />
    ${paths.map((path) => (path.length > 1 ? html`<polyline class="path" points=${path.map(middle).join(" ")} />` : null))}
    ${selected?.size ? html`<path class="selection" d=${outline(selected, cols)} />` : null}
    ${active && cursor >= 0 ? html`<rect class="cursor" x=${EDGE + (cursor % cols) * SIDE + 3} y=${EDGE + Math.floor(cursor / cols) * SIDE + 3} width=${SIDE - 6} height=${SIDE - 6} rx="5" />` : null}
  </svg>`;
}

/** @param {{ rows: number, cols: number }} props */
function Rulers({ rows, cols }) {
  const range = (/** @type {number} */ count) => [...Array(count).keys()];
  return html`<g class="rulers" aria-hidden="true">
    ${range(cols).map((col) => html`<text x=${EDGE + (col + 0.5) * SIDE} y=${-6}>${col + 1}</text>`)}
    ${range(rows).map((row) => html`<text x=${-11} y=${EDGE + (row + 0.5) * SIDE + 5}>${row + 1}</text>`)}
  </g>`;
}

/**
 * A small board to look at, not to read cell by cell: a picture for screen readers.
 * @param {{ view: View, faces?: Face[] }} props
 */
export function Thumbnail({ view, faces }) {
  return html`<span class="thumbnail"><${Board} board=${view.board} faces=${faces ?? view.board.faces.flat()} values=${view.entries.length} label=${view.title} picture /></span>`;
}
