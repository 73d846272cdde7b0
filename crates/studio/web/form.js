// Forms made from the registries: a field for every setting, whatever it is a setting of.
import { classes, html, useMemo, useState } from "./view.js";

let fields = 0;

/**
 * A label, a control and what there is to say about it.
 * @param {{ label: string, help?: string, error?: string, children: (id: string, described: string | undefined) => any, wide?: boolean }} props
 */
export function Field({ label, help, error, children, wide }) {
  const id = useMemo(() => `field${++fields}`, []);
  return html`<div class=${classes("field", wide && "wide", error && "in-error")}>
    <label for=${id}>${label}</label>
    ${children(id, help || error ? `${id}-help` : undefined)}
    ${help || error ? html`<p class="help" id=${`${id}-help`}>${error || help}</p>` : null}
  </div>`;
}

/** @param {string} name */
export const titled = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

/**
 * One setting. An empty value leaves it at its default.
 * @param {{ setting: Setting, value: string, onChange: (value: string) => void, suggestions?: Named[] }} props
 */
export function SettingField({ setting, value, onChange, suggestions }) {
  const { takes } = setting;
  const change = (/** @type {any} */ event) => onChange(event.target.value);
  const unset = setting.default ? `default: ${setting.default}` : "any";
  /** @type {(id: string, described: string | undefined) => any} */
  let control;
  if (takes.type === "word" || takes.type === "flag") {
    const words = takes.type === "word" ? takes.words : [{ name: "yes", about: "" }, { name: "no", about: "" }];
    control = (id, described) => html`<select id=${id} aria-describedby=${described} value=${value} onChange=${change}>
      <option value="">${unset}</option>
      ${words.map((word) => html`<option value=${word.name} title=${word.about}>${word.name}${word.about ? ` – ${word.about}` : ""}</option>`)}
    </select>`;
  } else if (suggestions) {
    control = (id, described) => html`<select id=${id} aria-describedby=${described} value=${value} onChange=${change}>
      <option value="">${unset}</option>
      ${suggestions.map((word) => html`<option value=${word.name}>${word.about}</option>`)}
    </select>`;
  } else if (takes.type === "whole" || takes.type === "number") {
    control = (id, described) => html`<input id=${id} aria-describedby=${described} type="number" min=${takes.least} max=${takes.most ?? undefined} step=${takes.type === "number" ? "any" : 1}
      placeholder=${setting.default || "any"} value=${value} onInput=${change} />`;
  } else {
    control = (id, described) => html`<input id=${id} aria-describedby=${described} type="text" placeholder=${setting.default || (takes.type === "size" ? "3x3" : setting.takes_words)} value=${value} onInput=${change} autocomplete="off" spellcheck=${false} />`;
  }
  return html`<${Field} label=${titled(setting.name)} help=${setting.help}>${control}<//>`;
}

/**
 * The settings of a kind or a method.
 * @param {{ settings: Setting[], values: Record<string, string>, onChange: (values: Record<string, string>) => void, suggestions?: Record<string, Named[]> }} props
 */
export function SettingsForm({ settings, values, onChange, suggestions }) {
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    const { [name]: _, ...rest } = values;
    onChange(value === "" ? rest : { ...rest, [name]: value });
  };
  return html`<div class="fields">${settings.map((setting) => html`<${SettingField} key=${setting.name} setting=${setting} value=${values[setting.name] ?? ""} onChange=${set(setting.name)} suggestions=${suggestions?.[setting.name]} />`)}</div>`;
}

/**
 * A method as it is written for the engine: `backtracking:order=mrv,inference=mac`.
 * @param {{ id: string, settings: Record<string, string> }} method
 */
export function methodText({ id, settings }) {
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return set.length ? `${id}:${set.join(",")}` : id;
}

/**
 * The settings that differ from their defaults, in words.
 * @param {MethodAbout} method
 * @param {Record<string, string>} settings
 */
const changedSettings = (method, settings) => Object.entries(settings)
  .filter(([name, value]) => value !== method.settings.find((setting) => setting.name === name)?.default)
  .map(([name, value]) => `${name} ${value}`);

/**
 * A method in a few words, with what is set of it.
 * @param {About} about
 * @param {{ id: string, settings: Record<string, string>, preset?: string }} value
 */
export function methodWords(about, { id, settings, preset }) {
  const title = about.methods.find((method) => method.id === id)?.title ?? id;
  return [title, preset && `preset ${preset}`, ...Object.entries(settings).map(([name, value]) => `${name} ${value}`)].filter(Boolean).join(", ");
}

/**
 * A method, its preset and its settings.
 * @param {{ about: About, kind: string, value: { id: string, settings: Record<string, string>, preset?: string }, onChange: (value: any) => void, label?: string }} props
 */
export function MethodForm({ about, kind, value, onChange, label }) {
  const methods = about.methods.filter((method) => !method.kind || method.kind === kind);
  const method = methods.find((method) => method.id === value.id) ?? methods[0];
  const presets = about.kinds.find((entry) => entry.id === kind)?.presets.filter((preset) => preset.method === method.id && preset.name !== "default") ?? [];
  const families = [...new Set(methods.map((method) => method.family))];
  const [open, setOpen] = useState(false);
  const set = changedSettings(method, value.settings);
  return html`<div class="method-form">
    <${Field} label=${label ?? "Method"} help=${method.source}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
      <select id=${id} aria-describedby=${described} value=${method.id} onChange=${(/** @type {any} */ event) => onChange({ id: event.target.value, settings: {} })}>
        ${families.map((family) => html`<optgroup label=${titled(family)}>${methods.filter((method) => method.family === family).map((method) => html`<option value=${method.id}>${method.title}</option>`)}</optgroup>`)}
      </select>`}<//>
    ${presets.length ? html`<${Field} label="Preset" help=${presets.find((preset) => preset.name === value.preset)?.about}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
      <select id=${id} aria-describedby=${described} value=${value.preset ?? ""} onChange=${(/** @type {any} */ event) => onChange({ ...value, preset: event.target.value || undefined })}>
        <option value="">default</option>${presets.map((preset) => html`<option value=${preset.name}>${preset.name}</option>`)}
      </select>`}<//>` : null}
    ${method.settings.length ? html`<details open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>Settings${set.length ? html` <span class="soft">${set.join(", ")}</span>` : null}</summary>
      <${SettingsForm} settings=${method.settings} values=${value.settings} onChange=${(/** @type {any} */ settings) => onChange({ ...value, settings })} />
    </details>` : null}
  </div>`;
}
