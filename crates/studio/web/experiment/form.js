// The form of an experiment: what is compared, on what, and what a run may spend.
import { html } from "../view.js";
import { Field, MethodForm, SettingsForm, titled } from "../form.js";
import { Button, Choice } from "../ui.js";
import { FactorsForm, apart, combined } from "./factors.js";
import { BUDGETS } from "./toml.js";

/** @typedef {import("./toml.js").Draft} Draft */
/** @typedef {import("./toml.js").Group} Group */
/** @typedef {import("./toml.js").ArmDraft} ArmDraft */

/**
 * A list with one entry changed, or left out.
 * @template T
 * @param {T[]} list
 * @param {number} at
 * @param {T | null} entry
 * @returns {T[]}
 */
const changed = (list, at, entry) => list.flatMap((each, index) => (index !== at ? [each] : entry === null ? [] : [entry]));

/** @param {{ label: string, value: string, onChange: (value: string) => void, placeholder?: string, help?: string, wide?: boolean, whole?: boolean }} props */
const TextField = ({ label, value, onChange, placeholder, help, wide, whole }) => html`<${Field} label=${label} help=${help} wide=${wide}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
  <input id=${id} aria-describedby=${described} value=${value} placeholder=${placeholder} autocomplete="off" inputmode=${whole ? "numeric" : undefined} onInput=${(/** @type {any} */ event) => onChange(whole ? event.target.value.replace(/[^0-9.]/g, "") : event.target.value)} />`}<//>`;

/** @param {{ about: About, group: Group, usual: number, onChange: (group: Group) => void }} props */
function GroupForm({ about, group, usual, onChange }) {
  const kind = about.kinds.find((entry) => entry.id === group.kind) ?? about.kinds[0];
  const set = kind.corpus.find((entry) => entry.name === group.set);
  const generator = kind.settings;
  return html`<div class="fields">
      <${Field} label="Kind">${(/** @type {string} */ id) => html`<select id=${id} value=${kind.id} onChange=${(/** @type {any} */ event) => {
        const next = about.kinds.find((entry) => entry.id === event.target.value) ?? kind;
        onChange({ ...group, kind: next.id, set: next.corpus.some((entry) => entry.name === group.set) ? group.set : next.corpus[0].name, settings: {} });
      }}>${about.kinds.map((entry) => html`<option value=${entry.id}>${entry.title}</option>`)}</select>`}<//>
      <div class="field"><span class="label">Puzzles</span><${Choice} label="Where the puzzles come from" value=${group.source} onChange=${(/** @type {"set" | "made"} */ source) => onChange({ ...group, source, set: set?.name ?? kind.corpus[0].name })}
        options=${[{ value: "set", label: "Built-in" }, { value: "made", label: "Made for it" }]} /></div>
      ${group.source === "set"
        ? html`<${Field} label="Set" help=${set?.about}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<select id=${id} aria-describedby=${described} value=${group.set} onChange=${(/** @type {any} */ event) => onChange({ ...group, set: event.target.value })}>
            ${kind.corpus.map((entry) => html`<option value=${entry.name}>${entry.name}</option>`)}</select>`}<//>`
        : null}
      <${TextField} whole label="How many" value=${group.count} placeholder=${group.source === "set" ? "all" : String(usual)} onChange=${(/** @type {string} */ count) => onChange({ ...group, count })} />
      ${group.source === "made" ? html`<${TextField} whole label="Seed of the generator" value=${group.seed} placeholder="0" onChange=${(/** @type {string} */ seed) => onChange({ ...group, seed })} />` : null}
    </div>
    ${group.source === "made" ? html`<details><summary>Settings of the puzzles${Object.keys(group.settings).length ? html` <span class="badge">${Object.keys(group.settings).length} set</span>` : null}</summary>
      <${SettingsForm} key=${kind.id} settings=${generator} values=${group.settings} onChange=${(/** @type {Record<string, string>} */ settings) => onChange({ ...group, settings })}
        suggestions=${{ teach: kind.techniques.map((technique) => ({ name: technique.id, about: technique.title })) }} />
    </details>` : null}`;
}

/** @param {{ about: About, kind: KindAbout, arm: ArmDraft, number: number, onChange: (arm: ArmDraft) => void, onBaseline: () => void, baseline: boolean }} props */
function ArmForm({ about, kind, arm, number, onChange, onBaseline, baseline }) {
  return html`<${MethodForm} about=${about} kind=${kind.id} value=${arm} onChange=${(/** @type {any} */ { id, settings, preset }) => onChange({ ...arm, id, settings, preset })} />
    <div class="fields">
      <${TextField} label="Name in tables" value=${arm.label} placeholder="made from its settings" onChange=${(/** @type {string} */ label) => onChange({ ...arm, label })} />
      <${ModelField} kind=${kind} arm=${arm} onChange=${onChange} />
    </div>
    <label class="tick"><input type="radio" name="baseline" checked=${baseline} aria-label=${`Method ${number} is what the others are compared with`} onChange=${onBaseline} />The others are compared with this one</label>`;
}

/**
 * One method, and the levels of its settings.
 * @param {{ about: About, kind: KindAbout, base: ArmDraft, factors: Record<string, string[]>, onChange: (part: Partial<Draft>) => void }} props
 */
function Factorial({ about, kind, base, factors, onChange }) {
  const method = about.methods.find((entry) => entry.id === base.id) ?? about.methods[0];
  const count = Object.values(factors).reduce((product, levels) => product * levels.length, 1);
  return html`<div class="part" role="group" aria-label="Factorial">
    <${MethodForm} about=${about} kind=${kind.id} value=${base} label="Base method" onChange=${(/** @type {any} */ { id, settings, preset }) => onChange({ arms: [{ ...base, id, settings, preset }], factors: id === base.id ? factors : {} })} />
    <${ModelField} kind=${kind} arm=${base} onChange=${(/** @type {ArmDraft} */ next) => onChange({ arms: [next] })} />
    <h3>Levels to combine <span class="badge">${count === 1 ? "1 arm" : `${count} arms`}</span></h3>
    <${FactorsForm} key=${base.id} settings=${method.settings} factors=${factors} onChange=${(/** @type {Record<string, string[]>} */ next) => onChange({ factors: next, arms: [{ ...base, settings: Object.fromEntries(Object.entries(base.settings).filter(([name]) => !next[name])) }] })} />
  </div>`;
}

/** @param {{ kind: KindAbout, arm: ArmDraft, onChange: (arm: ArmDraft) => void }} props */
const ModelField = ({ kind, arm, onChange }) => (kind.models.length > 1 ? html`<${Field} label="Model" help=${kind.models.find((model) => model.name === arm.model)?.about}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<select id=${id} aria-describedby=${described} value=${arm.model} onChange=${(/** @type {any} */ event) => onChange({ ...arm, model: event.target.value })}>
  <option value="">default</option>${kind.models.map((model) => html`<option value=${model.name}>${model.name}</option>`)}</select>`}<//>` : null);

/**
 * @param {{ about: About, draft: Draft, onChange: (draft: Draft) => void }} props
 */
export function ExperimentForm({ about, draft, onChange }) {
  const set = (/** @type {Partial<Draft>} */ part) => onChange({ ...draft, ...part });
  const kind = about.kinds.find((entry) => entry.id === draft.groups[0]?.kind) ?? about.kinds[0];
  const usual = about.experiment ?? {};
  const baseline = Math.max(0, draft.arms.findIndex((arm) => arm.baseline));
  const spent = draft.arms.map((arm) => about.methods.find((method) => method.id === arm.id)?.spends ?? []);
  // Counts are compared only where every arm spends them; time always is.
  const measures = /** @type {Named[]} */ (usual.measures ?? []).filter(({ name }) => !about.counters.some((counter) => counter.name === name) || spent.every((names) => names.includes(name)));
  const another = () => ({ ...(draft.arms.at(-1) ?? { id: about.methods[0].id, settings: {}, model: "", tuned: false }), label: "", baseline: false });
  return html`<section class="card"><h2>Question</h2>
      <div class="fields">
        <${TextField} wide label="Name" value=${draft.name} onChange=${(/** @type {string} */ name) => set({ name })} />
        <${TextField} wide label="What is asked" value=${draft.question} placeholder="Does … pay off?" onChange=${(/** @type {string} */ question) => set({ question })} />
      </div>
    </section>
    <section class="card"><h2>Puzzles</h2>
      ${draft.groups.map((group, at) => html`<div class="part" role="group" aria-label=${`Puzzles ${at + 1}`} key=${at}>
        ${draft.groups.length > 1 ? html`<header><h3>Group ${at + 1}</h3><${Button} icon="close" kind="quiet" title=${`Remove group ${at + 1}`} onClick=${() => set({ groups: changed(draft.groups, at, null) })} /></header>` : null}
        <${GroupForm} about=${about} group=${group} usual=${usual.puzzles ?? 20} onChange=${(/** @type {Group} */ next) => set({ groups: changed(draft.groups, at, next) })} />
      </div>`)}
      <${Button} icon="plus" kind="quiet" label="Another group" onClick=${() => set({ groups: [...draft.groups, draft.groups.at(-1) ?? { source: "set", kind: kind.id, set: kind.corpus[0].name, settings: {}, count: "", seed: "", group: "" }] })} />
    </section>
    <section class="card"><h2>Methods to compare</h2>
      <${Choice} label="What is compared" value=${draft.factors !== null} onChange=${(/** @type {boolean} */ factorial) => set(factorial ? combined(draft.arms) : { arms: apart(draft.arms[0], draft.factors ?? {}), factors: null })}
        options=${[{ value: false, label: "Single methods" }, { value: true, label: "Combinations", title: "One method, with every combination of some of its settings" }]} />
      ${draft.factors ? html`<${Factorial} about=${about} kind=${kind} base=${draft.arms[0]} factors=${draft.factors} onChange=${set} />` : html`
      <div class="arm-list">${draft.arms.map((arm, at) => html`<div class="part" role="group" aria-label=${`Method ${at + 1}`} key=${at}>
        <header><h3>${arm.label || titled(arm.id)}</h3>${draft.arms.length > 2 ? html`<${Button} icon="close" kind="quiet" title=${`Remove method ${at + 1}`} onClick=${() => set({ arms: changed(draft.arms, at, null) })} />` : null}</header>
        <${ArmForm} about=${about} kind=${kind} arm=${arm} number=${at + 1} baseline=${at === baseline} onBaseline=${() => set({ arms: draft.arms.map((each, index) => ({ ...each, baseline: index === at })) })} onChange=${(/** @type {ArmDraft} */ next) => set({ arms: changed(draft.arms, at, next) })} />
      </div>`)}</div>
      <${Button} icon="plus" kind="quiet" label="Another method" onClick=${() => set({ arms: [...draft.arms, another()] })} />`}
    </section>
    <section class="card"><h2>Runs</h2>
      <div class="fields">
        <${Field} label="Measure" help=${measures.find(({ name }) => name === draft.measure)?.about ?? "What effort is compared by."}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<select id=${id} aria-describedby=${described} value=${draft.measure} onChange=${(/** @type {any} */ event) => set({ measure: event.target.value })}>
          <option value="">default for the methods</option>${measures.map(({ name }) => html`<option value=${name}>${name}</option>`)}
          ${draft.measure && !measures.some(({ name }) => name === draft.measure) ? html`<option value=${draft.measure}>${draft.measure}</option>` : null}</select>`}<//>
        <${TextField} whole label="Seeds" value=${draft.seeds} placeholder=${String(usual.seeds ?? "")} help="Runs of each randomised method on each puzzle." onChange=${(/** @type {string} */ seeds) => set({ seeds })} />
        ${BUDGETS.map((name) => html`<${TextField} whole key=${name} label=${`At most ${name}`} value=${draft.budget[name] ?? ""} placeholder=${name === "checks" && !Object.values(draft.budget).some(Boolean) ? String(usual.checks ?? "") : name === "seconds" ? String(usual.seconds ?? "") : "no limit"}
          onChange=${(/** @type {string} */ value) => set({ budget: { ...draft.budget, [name]: value } })} />`)}
      </div>
      <label class="tick"><input type="checkbox" checked=${draft.prove} onChange=${(/** @type {any} */ event) => set({ prove: event.target.checked })} />Measure the proof that there is no second solution</label>
    </section>`;
}
