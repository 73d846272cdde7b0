// The pad below the board: what to enter, as what, and undo.
import { classes, html } from "../view.js";
import { Button, Choice } from "../ui.js";
import { SHAPES } from "../board.js";
import { titled } from "../form.js";

const MODES = [
  { value: "value", label: "Value", title: "Enter values (Z)" },
  { value: "corner", label: "Corner", title: "Notes in the corner (X, or Shift with a key)" },
  { value: "centre", label: "Centre", title: "Marks: what is still possible; hints start from them (C, or Ctrl with a key)" },
  { value: "colour", label: "Colour", title: "Colours (V)" },
];

/** Above this many values, the buttons are small and scroll, and each value stands on the board once. */
const MANY = 25;

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
 */
export function Pad({ view, on, game, mode, onMode, onEnter, onErase, onUndo, onRedo, counts }) {
  const modes = on.toggles ? MODES.filter(({ value }) => value === "value" || value === "colour") : MODES;
  // Where values are as many as rows, each stands once in every row: then one can be used up. The same holds for a path, on which each stands once.
  const full = view.entries.length === on.rows ? on.rows : on.path ? 1 : Infinity;
  const shown = view.entries.map((entry, index) => ({ entry, count: counts[index] }));
  return html`<section class="pad" aria-label="Entry">
    <div class="pad-row">
      <${Choice} label="What to enter" options=${modes} value=${mode} onChange=${onMode} />
      <div class="buttons tight">
        <${Button} icon="undo" title="Undo (Ctrl+Z)" onClick=${onUndo} disabled=${!game.past.length} />
        <${Button} icon="redo" title="Redo (Ctrl+Y)" onClick=${onRedo} disabled=${!game.future.length} />
        <${Button} icon="erase" title="Empty the selected cells (Delete)" onClick=${onErase} />
      </div>
    </div>
    ${mode === "colour"
      ? html`<div class="keys colours">${SHAPES.slice(1).map((shape, index) => html`<button type="button" class=${`key swatch colour-${index + 1}`} aria-label=${`Colour ${index + 1}`} onClick=${() => onEnter(index + 1)}>${shape}</button>`)}</div>`
      : html`<div class=${classes("keys", on.toggles && "toggles", view.entries.length > MANY && "many", mode)}>${shown.map(({ entry, count }) => html`
          <button type="button" class=${classes("key", count >= full && "done")} title=${`${titled(entry.words)}${count >= full ? " – all there" : ""}`} onClick=${() => onEnter(entry.value)}>${on.toggles ? titled(entry.words.replace(/^(is|has) /, "")) : entry.symbol}</button>`)}</div>`}
  </section>`;
}
