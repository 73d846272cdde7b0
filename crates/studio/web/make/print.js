// Pages to print: a dialog that asks how they are to look, and the PDF that comes of it.
import { html, useEffect, useState } from "../view.js";
import { engine } from "../engine.js";
import { Field } from "../form.js";
import { Button, Choice, Dialog, Failure, announce, download } from "../ui.js";
import { recall, remember } from "../store.js";
import { fileName } from "../files.js";
import { unsolved } from "../puzzle.js";

const PAPERS = [{ value: "a4", label: "A4" }, { value: "letter", label: "Letter" }];
const PER_PAGE = [1, 2, 4, 6, 9].map((number) => ({ value: number, label: String(number) }));
const SOLUTIONS = [{ value: "end", label: "At end" }, { value: "below", label: "Below" }, { value: "none", label: "None" }];
const RULES = [{ value: "short", label: "Short" }, { value: "full", label: "Full" }, { value: "none", label: "None" }];
const USUAL = { paper: "a4", per_page: 4, solutions: "end", rules: "short", large: false, levels: true };

/**
 * @param {{ items: import("./card.js").Made[], kind: KindAbout, onClose: () => void }} props
 */
export function PrintDialog({ items, kind, onClose }) {
  const [title, setTitle] = useState(kind.title);
  const [look, setLook] = useState(() => ({ ...USUAL, ...recall("print"), ...(items.length === 1 ? { per_page: 1 } : {}) }));
  const [pdf, setPdf] = useState(/** @type {{ blob: Blob, url: string } | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {any} */ (null));
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    setLook({ ...look, [name]: value });
    setPdf(null);
  };
  useEffect(() => () => pdf && URL.revokeObjectURL(pdf.url), [pdf]);
  const make = async () => {
    setBusy(true);
    setError(null);
    if (items.length > 1) remember("print", look);
    try {
      const blob = await engine.print({ puzzles: items.map((item) => unsolved(item.view.puzzle)), title: title || undefined, ...look });
      setPdf({ blob, url: URL.createObjectURL(blob) });
      announce("The PDF is ready.");
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const name = `${fileName(kind.id, items.map((item) => item.index + 1))}.pdf`;
  const row = (/** @type {string} */ label, /** @type {string} */ field, /** @type {any[]} */ options) => html`<div class="field"><span class="label">${label}</span><${Choice} label=${label} options=${options} value=${look[field]} onChange=${set(field)} /></div>`;
  return html`<${Dialog} title=${items.length === 1 ? "Print a puzzle" : `Print ${items.length} puzzles`} onClose=${onClose}>
    <div class="print-form">
      <${Field} label="Title">${(/** @type {string} */ id) => html`<input id=${id} value=${title} onInput=${(/** @type {any} */ event) => { setTitle(event.target.value); setPdf(null); }} />`}<//>
      ${row("Paper", "paper", PAPERS)}
      ${row("Puzzles a page", "per_page", PER_PAGE)}
      ${row("Solutions", "solutions", SOLUTIONS)}
      ${row("Rules", "rules", RULES)}
      <div class="ticks">
        <label class="tick"><input type="checkbox" checked=${look.large} onChange=${(/** @type {any} */ event) => set("large")(event.target.checked)} />Large print</label>
        <label class="tick"><input type="checkbox" checked=${look.levels} onChange=${(/** @type {any} */ event) => set("levels")(event.target.checked)} />Levels</label>
      </div>
      <${Failure} error=${error} />
      ${pdf
        ? html`<div class="notice good"><p><strong>The PDF is ready.</strong> ${Math.ceil(pdf.blob.size / 1024)} kB</p>
            <div class="buttons"><a class="button primary" href=${pdf.url} target="_blank" rel="noopener">Open in a new tab</a><${Button} icon="download" label="Download PDF" onClick=${() => download(pdf.blob, name)} /></div></div>`
        : html`<div class="buttons"><${Button} icon="print" label=${busy ? "Laying out pages…" : "Make PDF"} kind="primary" disabled=${busy} onClick=${make} /></div>`}
    </div>
  <//>`;
}
