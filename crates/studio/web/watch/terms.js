// What every search is run with, whatever its method: seed, budgets, model.
import { html } from "../view.js";
import { Field } from "../form.js";
import { Button } from "../ui.js";

/** Seeds that the dice throw: short enough to be read out. */
const SEEDS = 10_000;

/**
 * @param {{ about: About, kind: string, value: import("./run.js").Terms, onChange: (value: any) => void, model?: boolean, tries?: boolean }} props
 */
export function TermsForm({ about, kind, value, onChange, model, tries }) {
  const models = about.kinds.find((entry) => entry.id === kind)?.models ?? [];
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => onChange({ ...value, [name]: event.target.value });
  const number = (/** @type {string} */ label, /** @type {"seconds" | "nodes" | "checks"} */ name, /** @type {number} */ least, /** @type {number | undefined} */ most) => html`
    <${Field} label=${label}>${(/** @type {string} */ id) => html`<input id=${id} type="number" min=${least} max=${most} step=${name === "seconds" ? "any" : 1} placeholder="any" value=${value[name]} onInput=${set(name)} />`}<//>`;
  return html`<div class="terms">
    <${Field} label="Seed">${(/** @type {string} */ id) => html`<span class="seed"><input id=${id} type="number" min="0" step="1" value=${value.seed} onInput=${set("seed")} />
      <${Button} icon="dice" title="Another seed" onClick=${() => onChange({ ...value, seed: String(Math.floor(Math.random() * SEEDS)) })} /></span>`}<//>
    ${number("Seconds at most", "seconds", 0.1, about.limits.run_seconds)}
    ${number("Nodes at most", "nodes", 1, undefined)}
    ${number("Checks at most", "checks", 1, undefined)}
    ${model !== false && models.length > 1 ? html`<${Field} wide label="Model" help=${models.find((entry) => entry.name === value.model)?.about}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
      <select id=${id} aria-describedby=${described} value=${value.model} onChange=${set("model")}><option value="">default</option>${models.map((entry) => html`<option value=${entry.name}>${entry.name}: ${entry.about}</option>`)}</select>`}<//>` : null}
    ${tries !== false ? html`<label class="tick wide"><input type="checkbox" checked=${value.tries} onChange=${(/** @type {any} */ event) => onChange({ ...value, tries: event.target.checked })} /> Show moves that are only tried, too</label>` : null}
  </div>`;
}
