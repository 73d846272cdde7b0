// Draw: a puzzle typed and drawn by hand, and whether it has one solution, told while it grows.
import { classes, html, useEffect, useMemo, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Board } from "../board.js";
import { cellName, place } from "../cells.js";
import { Field, SettingsForm } from "../form.js";
import { bare } from "../puzzle.js";
import { recall, remember } from "../store.js";
import { Button, Choice, Failure, announce, sentence } from "../ui.js";
import { WhyNone } from "./advice.js";
import { suspects, verdictWords, withNames } from "./coach.js";
import { steer } from "./entering.js";
import { areaOf, asked, blank, boardOf, detach, firstOf, firstSettings, isUntouched, join, lackWords, loose, looseWords, readSketch, sides, sketchOf, withCell, withoutTarget } from "./sketch.js";

/** @typedef {import("./sketch.js").Sketch} Sketch */

/** How long after a change the puzzle is looked at, in milliseconds. */
const SOON = 250;
/** A clue or a target is no longer than this. */
const LONGEST = 8;
/** A target takes up this part of its cell, across and down. */
const TARGET = [0.7, 0.42];

/**
 * @param {object} props
 * @param {About} props.about
 * @param {any} props.drawing a sketch, or only the kind to begin with, and perhaps a puzzle of it
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
  /** The puzzle that the drawing began with or can begin with, as a drawing. */
  const [source, setSource] = useState(/** @type {Sketch | null} */ (null));
  const live = useRef(sketch);
  /** Whether nothing would be lost with a drawing. @param {Sketch | null} known */
  const isNothing = (known) => !known || known === unchanged.current || isUntouched(known);
  const unchanged = useRef(/** @type {Sketch | null} */ (null));
  // The next key replaces the chosen target or clue instead of adding to it.
  const fresh = useRef(true);
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
  /** @param {number} cell */
  const go = (cell) => {
    fresh.current = true;
    setCursor(cell);
  };
  /** @param {KindAbout} of @param {number} rows @param {number} cols @param {Record<string, string>} settings */
  const begin = async (of, rows, cols, settings) => {
    const mine = (wanted.current = { kind: of, rows, cols });
    try {
      const next = await blank(of, rows, cols, settings);
      // Somebody who changes rows and then columns wants the last of both.
      if (wanted.current !== mine) return;
      if (!isNothing(live.current)) change(next);
      live.current = next;
      setSketch(next);
      go(0);
      setTool(next.texts ? "text" : "area");
      setError(null);
    } catch (failure) {
      setError(failure);
    }
  };
  /** Shows a whole drawing, which one undo takes back. @param {Sketch} next */
  const replace = (next) => {
    wanted.current = { kind: /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === next.kind)), rows: next.rows, cols: next.cols };
    if (!isNothing(live.current)) change(next);
    live.current = next;
    setSketch(next);
    go(0);
    setTool(next.areas ? "area" : "text");
  };
  useEffect(() => {
    if (sketch) setTool(sketch.areas ? "area" : "text");
    const { rows, cols } = sides(kind);
    const empty = () => begin(kind, rows, cols, firstSettings(kind));
    if (!drawing.board) {
      if (!sketch) empty();
      return;
    }
    sketchOf(about, bare(drawing.board.puzzle)).then((next) => {
      unchanged.current = next;
      setSource(next);
      // A drawing under way goes on; the puzzle on the board is offered beside it.
      if (isNothing(live.current)) replace(next);
    }, () => {
      if (!sketch) empty();
    });
  }, []);
  useEffect(() => {
    if (!sketch) return;
    onState({ drawing: sketch });
    // A puzzle that was not changed is not a drawing of one's own.
    if (sketch !== unchanged.current) remember("drawing", sketch);
  }, [sketch]);
  if (!sketch || !board) return html`<${Failure} error=${error} />`;

  const tools = [
    ...(sketch.areas ? [{ value: "area", label: `Draw ${plural(sketch.areas)}`, title: "Drag from cell to cell to join them; click a cell to take it out" }] : []),
    ...(sketch.areas && sketch.corners ? [{ value: "corner", label: "Type targets", title: `Choose a ${sketch.areas} and type its target` }] : []),
    ...(sketch.texts ? [{ value: "text", label: "Type clues", title: "Choose a cell and type" }] : []),
    ...(kind.holes ? [{ value: "hole", label: "Holes", title: "Cells that are not part of the board" }] : []),
  ];
  /** Whether a click is on the target of an area. @param {number} cell @param {PointerEvent} event */
  const isOnTarget = (cell, event) => {
    if (!sketch.cells[cell].corner) return false;
    const box = /** @type {Element} */ (event.currentTarget).querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    return box !== undefined && event.clientX - box.left < TARGET[0] * box.width && event.clientY - box.top < TARGET[1] * box.height;
  };
  /** @param {"down" | "move" | "up"} type @param {number} cell @param {PointerEvent} event */
  const onPointer = (type, cell, event) => {
    const now = /** @type {Sketch} */ (live.current);
    if (type === "down") {
      go(cell);
      if (tool === "area" && isOnTarget(cell, event)) {
        setTool("corner");
        return;
      }
      stroke.current = { from: cell, moved: false, base: now };
      if (tool === "hole") change(withCell(now, cell, { hole: !now.cells[cell].hole, text: "", corner: "" }));
      return;
    }
    const from = stroke.current;
    if (!from) return;
    if (type === "move") {
      go(cell);
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
    return (tool === "area" || tool === "corner") && now.corners ? ["corner", firstOf(now, cursor)] : ["text", cursor];
  };
  /** @param {string} glyph */
  const write = (glyph) => {
    const now = /** @type {Sketch} */ (live.current);
    const [field, at] = spot();
    if (field === "text" && !now.texts) return;
    const known = now.cells[at][field];
    // A clue of one digit is done with it, so that a newspaper's row can be typed in one go.
    const whole = (field === "text" && now.short) || fresh.current;
    fresh.current = false;
    if (whole || known.length < LONGEST) change(withCell(now, at, { [field]: whole ? glyph : known + glyph, hole: false }));
    if (field === "text" && now.short) go(Math.min(cursor + 1, now.cells.length - 1));
  };
  /** Moves to the next area without a target, in reading order. */
  const nextLack = () => {
    const lacks = withoutTarget(/** @type {Sketch} */ (live.current)).sort((one, other) => one - other);
    const next = lacks.find((at) => at > cursor) ?? lacks[0];
    if (next === undefined) return;
    setTool("corner");
    go(next);
    // Send the next key to the board, not to the button.
    const board = /** @type {SVGElement | null} */ (document.querySelector(".drawing .board"));
    board?.scrollIntoView({ block: "nearest" });
    board?.focus({ preventScroll: true });
  };
  /** @param {boolean} all */
  const rub = (all) => {
    const now = /** @type {Sketch} */ (live.current);
    const [field, at] = spot();
    fresh.current = false;
    const back = field === "text" && now.short && !all && !now.cells[at].text ? Math.max(0, at - 1) : at;
    change(withCell(now, back, { [field]: all || (field === "text" && now.short) ? "" : now.cells[at][field].slice(0, -1) }));
    setCursor(field === "text" ? back : cursor);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const now = /** @type {Sketch} */ (live.current);
    const to = steer(now, cursor, event);
    const control = event.ctrlKey || event.metaKey;
    if (to !== null) {
      if (event.shiftKey && tool === "area") change(join(now, cursor, to));
      go(to);
    } else if (control && event.key.toLowerCase() === "z" && !event.shiftKey) {
      undo();
    } else if (control && /^[yz]$/i.test(event.key)) {
      redo();
    } else if (control || event.altKey) {
      return;
    } else if (tool === "corner" && (event.key === " " || event.key === "Enter")) {
      nextLack();
    } else if (event.key === " " && tool === "area") {
      change(detach(now, cursor));
    } else if (event.key === " " && tool === "hole") {
      change(withCell(now, cursor, { hole: !now.cells[cursor].hole, text: "", corner: "" }));
    } else if (tool === "text" && (/^[ .]$/.test(event.key) || (event.key === "0" && now.short))) {
      // An empty cell of a newspaper's row.
      if (now.short) change(withCell(now, cursor, { text: "" }));
      go(Math.min(cursor + 1, now.cells.length - 1));
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
    go(0);
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
  const resize = (/** @type {"rows" | "cols" | "both"} */ side) => (/** @type {number} */ asked) => {
    const value = Math.max(1, Math.min(most, asked));
    const { rows, cols } = wanted.current;
    const [high, wide] = [side === "cols" ? rows : value, side === "rows" ? cols : value];
    // Leaving a field must not empty the drawing.
    if (value && (high !== rows || wide !== cols)) begin(wanted.current.kind, high, wide, sketch.settings);
  };
  const choose = (/** @type {string} */ id) => {
    const next = /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === id));
    const { rows, cols } = sides(next);
    begin(next, rows, cols, firstSettings(next));
  };
  // Of an empty drawing there is nothing to say yet.
  const untouched = isUntouched(sketch);
  const lacks = untouched ? "" : lackWords(sketch);
  const unfinished = untouched ? "" : sentence(seen.view?.unfinished?.text ?? "");
  const missing = lacks || (unfinished && [looseWords(sketch), unfinished].filter(Boolean)[0]);
  const record = untouched || missing ? undefined : seen.record;
  const marked = record?.differences ?? suspects(record ?? {});
  const flags = new Map(marked.map((/** @type {string} */ name) => [place(name, sketch.cols), "effect"]));
  // Cells in no area would look like areas of one cell.
  if (untouched || missing) for (const at of loose(sketch)) flags.set(at, "loose");
  // Show the names of areas while a text mentions them.
  const isNamed = record?.verdict === "none" || record?.warnings?.length;
  const faces = isNamed && seen.view ? withNames(seen.view, board.faces.flat()) : board.faces.flat();
  const keys = glyphs(tool, sketch);
  return html`<div class="drawing">
    <section class="table" aria-label="Drawing">
      <div class="table-head">
        <h2 class="draw-title"><span>Draw</span>
          <label class="hidden" for="draw-kind">Kind</label>
          <select id="draw-kind" value=${kind.id} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>${about.kinds.map((entry) => html`<option value=${entry.id}>${entry.title}</option>`)}</select></h2>
        <div class="draw-size">${kind.square
          ? html`<${Side} label="Size" least=${least} most=${most} value=${sketch.rows} onChange=${resize("both")} /><span class="soft" aria-hidden="true">× ${sketch.rows}</span>`
          : html`<${Side} label="Rows" least=${least} most=${most} value=${sketch.rows} onChange=${resize("rows")} /><span class="soft" aria-hidden="true">×</span><${Side} label="Columns" least=${least} most=${most} value=${sketch.cols} onChange=${resize("cols")} />`}</div>
        <${Button} icon="close" kind="quiet" label="Back" onClick=${onClose} />
      </div>
      <div class="board-frame"><${Board} board=${board} faces=${faces} values=${1} label=${`Drawing of a ${kind.title}, ${sketch.rows} by ${sketch.cols}`} cursor=${cursor} selected=${tool === "corner" ? new Set(areaOf(sketch, cursor)) : undefined} flags=${flags} rulers onKey=${onKey} onPointer=${onPointer} /></div>
      <p class="where soft">${advice(tool, sketch, cursor)}</p>
    </section>
    <div class="side">
      <div class="card draw-tools">
        <div class="pad-row">
          <${Choice} label="Tool" options=${tools} value=${tool} onChange=${(/** @type {string} */ next) => { setTool(next); fresh.current = true; }} />
          <div class="buttons tight"><${Button} icon="undo" label="Undo" title="Undo (Ctrl+Z)" onClick=${undo} disabled=${!past.length} /><${Button} icon="redo" label="Redo" title="Redo (Ctrl+Y)" onClick=${redo} disabled=${!future.length} /><${Button} icon="erase" label="Clear" title="Clear the drawing" onClick=${() => begin(kind, sketch.rows, sketch.cols, sketch.settings)} disabled=${untouched} /></div>
        </div>
        ${keys.length ? html`<div class=${classes("keys", keys.length > 12 && "more")}>${keys.map((glyph) => html`<button type="button" class="key" onClick=${() => write(glyph)}>${glyph}</button>`)}
          <button type="button" class="key" aria-label="Remove" onClick=${() => rub(false)}>⌫</button>
          ${tool === "corner" || (tool === "area" && sketch.corners) ? html`<button type="button" class="key" aria-label=${`Next ${sketch.areas} without a target`} title=${`Next ${sketch.areas} without a target`} disabled=${!withoutTarget(sketch).length} onClick=${nextLack}>→</button>` : null}</div>` : null}
      </div>
      <div class="card draw-verdict">
        <h2>So far</h2>
        <${Failure} error=${error} />
        ${untouched ? html`<p class="soft">Nothing is drawn yet.</p>`
          : missing ? html`<div class="notice unfinished" role="status"><strong>Not finished yet.</strong> ${missing}</div>`
          : seen.error ? html`<div class="notice gold"><strong>${sentence(seen.error.message)}</strong><p>${sentence(seen.error.remedy)}</p></div>`
          : record ? html`<p class=${classes("notice", record.verdict === "unique" ? "good" : record.verdict === "none" && "gold")}>${record.verdict === "several" ? `So far it has more than one solution. Two of them differ in the ${record.differences.length} outlined cells.` : verdictWords(record)}</p>`
          : html`<p class="soft">One moment …</p>`}
        ${record?.warnings?.map((/** @type {Reason} */ warning) => html`<p class="notice gold">${sentence(warning.text)}</p>`)}
        ${record && seen.view ? html`<${WhyNone} puzzle=${seen.view.puzzle} record=${record} onCorrected=${(/** @type {View} */ view) => sketchOf(about, bare(view.puzzle)).then(replace, setError)} />` : null}
        <div class="buttons"><${Button} kind="primary" icon="play" label="Play it" disabled=${!seen.view || Boolean(missing)} onClick=${() => seen.view && onOpen(seen.view)} />
          ${source && JSON.stringify(source.cells) !== JSON.stringify(sketch.cells) ? html`<${Button} kind="quiet" label="Use the puzzle on the board" title="Start again from the puzzle that Play shows; undo brings the drawing back" onClick=${() => replace(source)} />` : null}</div>
      </div>
      ${reading.length ? html`<div class="card draw-setup"><${SettingsForm} settings=${reading} values=${sketch.settings} onChange=${(/** @type {any} */ settings) => change({ ...sketch, settings })} /></div>` : null}
      <p class="soft draw-help">${helpWords(tool, sketch)} <span class="by-keyboard">${keyWords(tool, sketch)}</span></p>
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
const glyphs = (tool, sketch) => {
  const isTarget = sketch.corners && (tool === "area" || tool === "corner");
  return tool === "hole" || (tool === "area" && !isTarget) ? [] : [..."1234567890", ...(isTarget ? ["+", "−", "×", "÷"] : [])];
};

/** @param {Sketch | null} sketch @param {string} kind */
const ofKind = (sketch, kind) => (sketch?.kind === kind ? sketch : null);

/** A key as boards show it. @param {string} key */
const shownAs = (key) => /** @type {Record<string, string>} */ ({ "*": "×", x: "×", "/": "÷", "-": "−" })[key] ?? key;

/** Says what to do with the current tool. @param {string} tool @param {Sketch} sketch @param {number} cursor */
function advice(tool, sketch, cursor) {
  if (tool === "hole") return "Click cells that are not part of the board.";
  if (tool === "text") return sketch.short ? "Type row by row; a space or a dot is an empty cell. Or choose a cell first." : "Choose a cell and type what is given there.";
  if (tool === "area") return `Drag from cell to cell to join them into a ${sketch.areas}.${sketch.corners ? ` Type a number in a single cell to make it a ${sketch.areas}.` : ""}`;
  const first = firstOf(sketch, cursor);
  if (first < 0) return "";
  const { corner } = sketch.cells[first];
  return `The ${sketch.areas} at ${cellName(first, sketch.cols)}: ${corner ? `${corner}; type another target, or go on` : "type its target, such as 12+"}.`;
}

/** Says what else the tool can do by mouse or touch. @param {string} tool @param {Sketch} sketch */
function helpWords(tool, sketch) {
  if (tool === "corner") return `Choose a ${sketch.areas} on the board.`;
  if (tool !== "area") return "";
  return `Dragging also takes cells from another ${sketch.areas}. Click a cell to take it out${sketch.corners ? `, or a target to change it` : ""}.`;
}

/** Says what its keys do. @param {string} tool @param {Sketch} sketch */
function keyWords(tool, sketch) {
  if (tool === "corner") return `Enter goes on to the next ${sketch.areas} without a target.`;
  if (tool === "text") return sketch.short ? "Delete empties a cell." : "Space goes on to the next cell.";
  return tool === "area" ? "Keys: Shift with an arrow joins, Space takes out." : "";
}

/**
 * The puzzle that a sketch shows, and how many solutions it has; nothing while that is not known.
 * @param {Sketch | null} sketch
 * @returns {{ view?: View, record?: RunRecord, error?: any }}
 */
function useVerdict(sketch) {
  const [seen, setSeen] = useState(/** @type {{ sketch: Sketch | null, view?: View, record?: RunRecord, error?: any }} */ ({ sketch: null }));
  useEffect(() => {
    if (!sketch || isUntouched(sketch) || withoutTarget(sketch).length) return;
    const mine = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const view = await engine.sketch(asked(sketch), mine.signal);
        setSeen({ sketch, view });
        if (view.unfinished) return;
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
