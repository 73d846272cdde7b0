// The pad: keys for values, the mode of entry, and undo.
import { classes, html, useEffect, useRef, useState } from "../view.js";
import { Button, Choice } from "../ui.js";
import { Icon } from "../icons.js";
import { SHAPES } from "../board.js";
import { titled } from "../form.js";

const MODES = [
  { value: "value", label: "Value", title: "Enter values (Z)" },
  { value: "corner", label: "Corner", title: "Notes in the corner (X, or Shift with a key)" },
  { value: "centre", label: "Centre", title: "Marks: what is still possible; hints start from them (C, or Ctrl with a key)" },
  { value: "colour", label: "Colour", title: "Colours (V)" },
];

/** With more values than this, the keys scroll. */
const MANY = 25;
/** The most keys in a row, as fit a phone. */
const WIDEST = 7;

/**
 * Lays out `count` keys and the erase key, which fills the rest of the last row, so that all rows
 * are equally long.
 * @param {number} count
 */
export function grid(count) {
  const rows = Math.ceil((count + 1) / WIDEST);
  const cols = Math.ceil((count + 1) / rows);
  return { rows, cols, last: rows * cols - count };
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {import("./entering.js").Sheet} props.on
 * @param {import("./game.js").Game} props.game
 * @param {import("./entering.js").Mode} props.mode
 * @param {(mode: any) => void} props.onMode
 * @param {(value: number) => void} props.onEnter
 * @param {() => void} props.onErase
 * @param {() => void} props.onUndo
 * @param {() => void} props.onRedo
 * @param {number[]} props.counts how often each value stands on the board, by its place among the entries
 * @param {number | null} props.likely the value that probably comes next, where there are many
 */
export function Pad({ view, on, game, mode, onMode, onEnter, onErase, onUndo, onRedo, counts, likely }) {
  const modes = on.toggles ? MODES.filter(({ value }) => value === "value" || value === "colour") : MODES;
  // Where values are as many as rows, each stands once in every row: then one can be used up. The same holds for a path, on which each stands once.
  const full = view.entries.length === on.rows ? on.rows : on.path ? 1 : Infinity;
  const many = view.entries.length > MANY && mode !== "colour";
  const keys = mode === "colour"
    ? SHAPES.slice(1).map((shape, index) => html`<button type="button" class=${`key swatch colour-${index + 1}`} aria-label=${`Colour ${index + 1}`} onClick=${() => onEnter(index + 1)}>${shape}</button>`)
    : view.entries.map((entry, index) => {
      const done = counts[index] >= full;
      return html`<button type="button" class=${classes("key", done && "done", many && entry.value === likely && "likely")} title=${`${titled(entry.words)}${done ? " – all there" : ""}`} onClick=${() => onEnter(entry.value)}>${on.toggles ? titled(entry.words.replace(/^(is|has) /, "")) : entry.symbol}</button>`;
    });
  const { rows, cols, last } = grid(keys.length);
  const erase = html`<button type="button" class="key erase" aria-label="Empty the selected cells" title="Empty the selected cells (Delete)" style=${{ gridColumn: many ? undefined : `span ${last}` }} onClick=${onErase}><${Icon} name="erase" /></button>`;
  return html`<section class="pad" aria-label="Entry">
    <div class="pad-row">
      <${Choice} label="What to enter" options=${modes} value=${mode} onChange=${onMode} />
      <div class="buttons tight">
        ${many ? erase : null}
        <${Button} icon="undo" title="Undo (Ctrl+Z)" onClick=${onUndo} disabled=${!game.past.length} />
        <${Button} icon="redo" title="Redo (Ctrl+Y)" onClick=${onRedo} disabled=${!game.future.length} />
      </div>
    </div>
    ${many
      ? html`<${Reel} likely=${likely} words=${`Numbers, ${view.entries[0].symbol} to ${view.entries[view.entries.length - 1].symbol}`}>${keys}<//>`
      : html`<div class=${classes("keys even", on.toggles && "toggles", mode)} style=${{ gridTemplateColumns: `repeat(${cols}, minmax(0, 1fr))`, maxHeight: `${rows * 4.5}rem` }}>${keys}${erase}</div>`}
  </section>`;
}

/**
 * Keys for many values. They scroll, fade out towards hidden keys, and keep the likely one in
 * sight.
 * @param {{ likely: number | null, words: string, children?: any }} props
 */
function Reel({ likely, words, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [hidden, setHidden] = useState({ above: "", below: "" });
  const measure = () => {
    const reel = box.current;
    if (!reel) return;
    const [isAbove, isBelow] = [reel.scrollTop > 4, reel.scrollTop + reel.clientHeight < reel.scrollHeight - 4];
    reel.classList.toggle("above", isAbove);
    reel.classList.toggle("below", isBelow);
    const keys = /** @type {HTMLElement[]} */ ([...reel.querySelectorAll(".key")]);
    const range = (/** @type {HTMLElement[]} */ out) => [...new Set([out[0], out[out.length - 1]])].map((key) => key?.textContent).join(" – ");
    const above = isAbove ? range(keys.filter((key) => key.offsetTop + key.offsetHeight / 2 < reel.scrollTop)) : "";
    const below = isBelow ? range(keys.filter((key) => key.offsetTop + key.offsetHeight / 2 > reel.scrollTop + reel.clientHeight)) : "";
    setHidden((/** @type {any} */ last) => (last.above === above && last.below === below ? last : { above, below }));
  };
  const turn = (/** @type {1 | -1} */ way) => {
    const reel = box.current;
    if (reel) reel.scrollTop += way * (reel.clientHeight - 40);
  };
  useEffect(() => {
    const [reel, key] = [box.current, /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector(".likely"))];
    // Only the keys scroll, not the page.
    if (reel && key) reel.scrollTop = key.offsetTop - (reel.clientHeight - key.offsetHeight) / 2;
    measure();
  }, [likely]);
  useEffect(() => {
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  // For the mouse and the finger: the keys themselves are in the order of Tab.
  const cue = (/** @type {string} */ range, /** @type {1 | -1} */ way) => html`<button type="button" class=${`reel-cue ${way < 0 ? "up" : "down"}`} tabindex="-1" aria-hidden="true" onClick=${() => turn(way)}>${way < 0 ? "▲" : "▼"} ${range}</button>`;
  return html`<div class="reel">
    <div class="keys many" ref=${box} role="group" aria-label=${words} onScroll=${measure}>${children}</div>
    ${hidden.above ? cue(hidden.above, -1) : null}${hidden.below ? cue(hidden.below, 1) : null}
  </div>`;
}
