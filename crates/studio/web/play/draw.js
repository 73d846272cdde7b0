// Draw: a puzzle typed and drawn by hand, and whether it has one solution, told while it grows.
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Board } from "../board.js";
import { place } from "../cells.js";
import { Field, SettingsForm } from "../form.js";
import { recall, remember } from "../store.js";
import { Button, Choice, Failure, announce, sentence } from "../ui.js";
import { WhyNone } from "./advice.js";
import { suspects, verdictWords } from "./coach.js";
import { steer } from "./entering.js";
import { asked, blank, boardOf, detach, firstOf, firstSettings, join, readSketch, sides, withCell } from "./sketch.js";

/** @typedef {import("./sketch.js").Sketch} Sketch */

/** How long after a change the puzzle is looked at, in milliseconds. */
const SOON = 250;
/** A clue or a target is no longer than this. */
const LONGEST = 8;

/**
 * @param {object} props
 * @param {About} props.about
 * @param {any} props.drawing a sketch, or only the kind to begin with
 * @param {(state: any) => void} props.onState
 * @param {(view: View) => void} props.onOpen
 * @param {() => void} props.onClose
 */
export function Draw({ about, drawing, onState, onOpen, onClose }) {
  // What was being drawn goes on, unless the address has something else.
  const [sketch, setSketch] = useState(() => readSketch(drawing) ?? ofKind(readSketch(recall("drawing")), drawing.kind));
  const [past, setPast] = useState(/** @type {Sketch[]} */ ([]));
  const [future, setFuture] = useState(/** @type {Sketch[]} */ ([]));
  const [tool, setTool] = useState("text");
  const [cursor, setCursor] = useState(0);
  const [error, setError] = useState(/** @type {any} */ (null));
  const live = useRef(sketch);
  const stroke = useRef(/** @type {{ from: number, moved: boolean, base: Sketch } | null} */ (null));
  const kindId = sketch?.kind ?? drawing.kind;
  const kind = /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === kindId));
  /** The drawing that was asked for last: it may not be there yet. */
  const wanted = useRef({ kind, rows: sketch?.rows ?? 0, cols: sketch?.cols ?? 0 });
  const seen = useVerdict(sketch);
  const board = useMemo(() => (sketch ? boardOf(sketch) : null), [sketch]);
  useEffect(() => {
    setTimeout(() => /** @type {SVGElement | null} */ (document.querySelector(".drawing .board"))?.focus({ preventScroll: true }));
  }, []);

  /** @param {Sketch} next @param {boolean} [quiet] part of a stroke that is one change */
  const change = (next, quiet) => {
    if (!live.current || next === live.current) return;
    if (!quiet) setPast([...past, live.current]);
    setFuture([]);
    live.current = next;
    setSketch(next);
  };
  /** @param {KindAbout} of @param {number} rows @param {number} cols @param {Record<string, string>} settings */
  const begin = async (of, rows, cols, settings) => {
    const mine = (wanted.current = { kind: of, rows, cols });
    try {
      const next = await blank(of, rows, cols, settings);
      // Somebody who changes rows and then columns wants the last of both.
      if (wanted.current !== mine) return;
      if (live.current) change(next);
      live.current = next;
      setSketch(next);
      setCursor(0);
      setTool(next.texts ? "text" : "area");
      setError(null);
    } catch (failure) {
      setError(failure);
    }
  };
  useEffect(() => {
    if (!sketch) {
      const { rows, cols } = sides(kind);
      begin(kind, rows, cols, firstSettings(kind));
    } else setTool(sketch.areas ? "area" : "text");
  }, []);
  useEffect(() => {
    if (!sketch) return;
    onState({ drawing: sketch });
    remember("drawing", sketch);
  }, [sketch]);
  if (!sketch || !board) return html`<${Failure} error=${error} />`;

  const tools = [
    ...(sketch.areas ? [{ value: "area", label: `Draw ${plural(sketch.areas)}`, title: "Drag from cell to cell to join them; click a cell to take it out" }] : []),
    ...(sketch.texts ? [{ value: "text", label: "Type clues", title: "Choose a cell and type" }] : []),
    { value: "hole", label: "Holes", title: "Cells that are no part of the board" },
  ];
  /** @param {"down" | "move" | "up"} type @param {number} cell */
  const onPointer = (type, cell) => {
    const now = /** @type {Sketch} */ (live.current);
    if (type === "down") {
      setCursor(cell);
      stroke.current = { from: cell, moved: false, base: now };
      if (tool === "hole") change(withCell(now, cell, { hole: !now.cells[cell].hole, text: "", corner: "" }));
      return;
    }
    const from = stroke.current;
    if (!from) return;
    if (type === "move") {
      setCursor(cell);
      if (tool === "area") {
        if (!from.moved) setPast([...past, from.base]);
        from.moved = true;
        change(join(now, from.from, cell), true);
      } else if (tool === "hole") change(withCell(now, cell, { hole: now.cells[from.from].hole, text: "", corner: "" }), true);
      return;
    }
    if (tool === "area" && !from.moved) change(detach(now, cell));
    stroke.current = null;
  };
  /** Where what is typed goes: into the target of the area, or the clue of the cell. @returns {["corner" | "text", number]} */
  const spot = () => {
    const now = /** @type {Sketch} */ (live.current);
    return tool === "area" && now.corners ? ["corner", firstOf(now, cursor)] : ["text", cursor];
  };
  /** @param {string} glyph */
  const write = (glyph) => {
    const now = /** @type {Sketch} */ (live.current);
    const [field, at] = spot();
    if (field === "text" && !now.texts) return;
    const known = now.cells[at][field];
    // A clue of one digit is done with it, so that a newspaper's row can be typed in one go.
    const whole = field === "text" && now.short;
    if (whole || known.length < LONGEST) change(withCell(now, at, { [field]: whole ? glyph : known + glyph, hole: false }));
    if (whole) setCursor(Math.min(cursor + 1, now.cells.length - 1));
  };
  /** @param {boolean} all */
  const rub = (all) => {
    const now = /** @type {Sketch} */ (live.current);
    const [field, at] = spot();
    const back = field === "text" && now.short && !all && !now.cells[at].text ? Math.max(0, at - 1) : at;
    change(withCell(now, back, { [field]: all || (field === "text" && now.short) ? "" : now.cells[at][field].slice(0, -1) }));
    setCursor(field === "text" ? back : cursor);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const now = /** @type {Sketch} */ (live.current);
    const go = steer(now, cursor, event);
    const control = event.ctrlKey || event.metaKey;
    if (go !== null) {
      if (event.shiftKey && tool === "area") change(join(now, cursor, go));
      setCursor(go);
    } else if (control && event.key.toLowerCase() === "z" && !event.shiftKey) {
      undo();
    } else if (control && /^[yz]$/i.test(event.key)) {
      redo();
    } else if (control || event.altKey) {
      return;
    } else if (event.key === " " && tool === "area") {
      change(detach(now, cursor));
    } else if (event.key === " " && tool === "hole") {
      change(withCell(now, cursor, { hole: !now.cells[cursor].hole, text: "", corner: "" }));
    } else if (tool === "text" && (/^[ .]$/.test(event.key) || (event.key === "0" && now.short))) {
      // An empty cell of a newspaper's row.
      if (now.short) change(withCell(now, cursor, { text: "" }));
      setCursor(Math.min(cursor + 1, now.cells.length - 1));
    } else if (event.key === "Backspace" || event.key === "Delete") {
      rub(event.key === "Delete");
    } else if (/^[\w+\-*/=?×÷−]$/.test(event.key)) {
      write(shownAs(event.key));
    } else return;
    event.preventDefault();
  };
  /** Shows another of the drawings that there were. @param {Sketch} other */
  const turnTo = (other) => {
    live.current = other;
    wanted.current = { kind: /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === other.kind)), rows: other.rows, cols: other.cols };
    setSketch(other);
    setCursor(0);
    setTool(other.areas ? "area" : "text");
  };
  const undo = () => {
    const last = past[past.length - 1];
    if (!last) return;
    setPast(past.slice(0, -1));
    setFuture([...future, sketch]);
    turnTo(last);
  };
  const redo = () => {
    const next = future[future.length - 1];
    if (!next) return;
    setFuture(future.slice(0, -1));
    setPast([...past, sketch]);
    turnTo(next);
  };
  const { least, most } = sides(kind);
  const reading = kind.settings.filter((setting) => setting.reading);
  const resize = (/** @type {"rows" | "cols"} */ side) => (/** @type {number} */ asked) => {
    const value = Math.max(1, Math.min(most, asked));
    // Leaving a field must not empty the drawing.
    if (value && value !== wanted.current[side]) begin(wanted.current.kind, side === "rows" ? value : wanted.current.rows, side === "cols" ? value : wanted.current.cols, sketch.settings);
  };
  // Of an empty drawing there is nothing to say yet.
  const untouched = sketch.cells.every((cell) => !cell.text && !cell.corner && !cell.hole) && (!sketch.areas || new Set(sketch.cells.map((cell) => cell.area)).size === sketch.cells.length);
  const marked = untouched ? [] : seen.record?.differences ?? suspects(seen.record ?? {});
  const flags = new Map(marked.map((/** @type {string} */ name) => [place(name, sketch.cols), "effect"]));
  return html`<div class="drawing">
    <section class="table" aria-label="Drawing">
      <div class="table-head"><h2>Draw a puzzle</h2><${Button} icon="close" kind="quiet" label="Back" onClick=${onClose} /></div>
      <div class="board-frame"><${Board} board=${board} faces=${board.faces.flat()} values=${1} label=${`Drawing of a ${kind.title}, ${sketch.rows} by ${sketch.cols}`} cursor=${cursor} flags=${flags} rulers onKey=${onKey} onPointer=${onPointer} /></div>
      <p class="where soft">${advice(tool, sketch)}</p>
    </section>
    <div class="side">
      <div class="card stack">
        <${Choice} label="Kind" value=${kind.id} onChange=${(/** @type {string} */ id) => { const next = /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === id)); const { rows, cols } = sides(next); begin(next, rows, cols, firstSettings(next)); }} options=${about.kinds.map((entry) => ({ value: entry.id, label: entry.title }))} />
        <div class="fields">
          <${Side} label="Rows" least=${least} most=${most} value=${sketch.rows} onChange=${resize("rows")} />
          <${Side} label="Columns" least=${least} most=${most} value=${sketch.cols} onChange=${resize("cols")} />
        </div>
        ${reading.length ? html`<${SettingsForm} settings=${reading} values=${sketch.settings} onChange=${(/** @type {any} */ settings) => change({ ...sketch, settings })} />` : null}
        <${Choice} label="Tool" options=${tools} value=${tool} onChange=${setTool} />
        ${tool === "hole" || !glyphs(tool, sketch).length ? null : html`<div class="keys">${glyphs(tool, sketch).map((glyph) => html`<button type="button" class="key" onClick=${() => write(glyph)}>${glyph}</button>`)}
          <button type="button" class="key" aria-label="Remove" onClick=${() => rub(false)}>⌫</button></div>`}
        <div class="buttons"><${Button} icon="undo" label="Undo" onClick=${undo} disabled=${!past.length} /><${Button} icon="redo" label="Redo" onClick=${redo} disabled=${!future.length} /><${Button} icon="erase" label="Clear" onClick=${() => begin(kind, sketch.rows, sketch.cols, sketch.settings)} /></div>
      </div>
      <div class="card">
        <h2>So far</h2>
        <${Failure} error=${error} />
        ${untouched ? html`<p class="soft">Nothing is drawn yet.</p>` : seen.error ? html`<div class="notice gold"><strong>${sentence(seen.error.message)}</strong><p>${sentence(seen.error.remedy)}</p></div>` : seen.record ? html`<p class=${`notice ${seen.record.verdict === "unique" ? "good" : "gold"}`}>${verdictWords(seen.record)}${seen.record.verdict === "several" ? ` Two of them differ in the ${seen.record.differences.length} outlined cells.` : ""}</p>` : html`<p class="soft">One moment …</p>`}
        ${untouched ? null : seen.record?.warnings?.map((/** @type {Reason} */ warning) => html`<p class="notice gold">${sentence(warning.text)}</p>`)}
        ${seen.record && !untouched ? html`<${WhyNone} record=${seen.record} />` : null}
        <div class="buttons"><${Button} kind="primary" icon="play" label="Play it" disabled=${!seen.view} onClick=${() => seen.view && onOpen(seen.view)} /></div>
      </div>
    </div>
  </div>`;
}

/**
 * The length of a side: what is being typed stays until it is done.
 * @param {{ label: string, least: number, most: number, value: number, onChange: (value: number) => void }} props
 */
function Side({ label, least, most, value, onChange }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const done = (/** @type {any} */ event) => {
    setTyped(null);
    onChange(Number(event.target.value));
  };
  return html`<${Field} label=${label}>${(/** @type {string} */ id) => html`<input id=${id} type="number" min=${least} max=${most} value=${typed ?? value} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} onChange=${done} />`}<//>`;
}

/** @param {string} noun */
const plural = (noun) => `${noun}${/x$/.test(noun) ? "es" : "s"}`;

/** What can be typed with the tool at hand. @param {string} tool @param {Sketch} sketch */
const glyphs = (tool, sketch) => (tool === "area" && !sketch.corners ? [] : [..."1234567890", ...(tool === "area" ? ["+", "−", "×", "÷"] : [])]);

/** @param {Sketch | null} sketch @param {string} kind */
const ofKind = (sketch, kind) => (sketch?.kind === kind ? sketch : null);

/** A key as boards show it. @param {string} key */
const shownAs = (key) => /** @type {Record<string, string>} */ ({ "*": "×", x: "×", "/": "÷", "-": "−" })[key] ?? key;

/** @param {string} tool @param {Sketch} sketch */
function advice(tool, sketch) {
  if (tool === "hole") return "Click cells that are no part of the board.";
  if (tool === "text") return sketch.short ? "Type row by row, with a space or a dot for an empty cell; or choose a cell." : "Choose a cell and type what is given there; space goes on to the next.";
  const keys = `Drag from cell to cell to join them into a ${sketch.areas}; a cell of another ${sketch.areas} changes over. Click a cell to take it out. Keys: Shift with an arrow joins, Space takes out.`;
  return sketch.corners ? `${keys} Then type the target of the ${sketch.areas}, such as 12+.` : keys;
}

/**
 * The puzzle that a sketch shows, and how many solutions it has; nothing while that is not known.
 * @param {Sketch | null} sketch
 * @returns {{ view?: View, record?: RunRecord, error?: any }}
 */
function useVerdict(sketch) {
  const [seen, setSeen] = useState(/** @type {{ sketch: Sketch | null, view?: View, record?: RunRecord, error?: any }} */ ({ sketch: null }));
  useEffect(() => {
    if (!sketch) return;
    const mine = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const view = await engine.sketch(asked(sketch), mine.signal);
        setSeen({ sketch, view });
        const record = await engine.check(view.puzzle, mine.signal);
        setSeen({ sketch, view, record });
        announce(verdictWords(record));
      } catch (error) {
        if (!mine.signal.aborted) setSeen({ sketch, error });
      }
    }, SOON);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [sketch]);
  return seen.sketch === sketch ? seen : {};
}
