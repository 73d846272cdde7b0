// A factorial: one method, and every combination of some of its settings.
import { html, useEffect, useState } from "../view.js";
import { Field, titled } from "../form.js";

/** @typedef {import("./toml.js").ArmDraft} ArmDraft */
/** @typedef {Record<string, string[]>} Factors */

/** Arms that are made of a factorial at most when it is taken apart. */
const MOST = 8;

/**
 * Single arms as a factorial of the first one's method: what they differ in are its factors.
 * @param {ArmDraft[]} arms
 * @returns {{ arms: ArmDraft[], factors: Factors }}
 */
export function combined(arms) {
  const alike = arms.filter((arm) => arm.id === arms[0].id);
  const names = new Set(alike.flatMap((arm) => Object.keys(arm.settings)));
  /** @type {Factors} */
  const factors = {};
  for (const name of names) {
    const levels = [...new Set(alike.flatMap((arm) => arm.settings[name] ?? []))];
    if (levels.length > 1) factors[name] = levels;
  }
  const settings = Object.fromEntries(Object.entries(arms[0].settings).filter(([name]) => !factors[name]));
  return { arms: [{ ...arms[0], label: "", baseline: false, settings }], factors };
}

/**
 * A factorial as single arms.
 * @param {ArmDraft} base
 * @param {Factors} factors
 * @returns {ArmDraft[]}
 */
export function apart(base, factors) {
  let all = [base.settings];
  for (const [name, levels] of Object.entries(factors)) all = all.flatMap((settings) => levels.map((level) => ({ ...settings, [name]: level })));
  const arms = all.slice(0, MOST).map((settings, index) => ({ ...base, settings, baseline: index === 0 }));
  return arms.length > 1 ? arms : [...arms, { ...base, baseline: false }];
}

/** @param {string} text */
const parts = (text) => text.split(",").map((level) => level.trim()).filter(Boolean);

/**
 * Levels between commas. What is being typed stays as it is; levels that come from elsewhere replace it.
 * @param {{ id: string, described: string | undefined, levels: string[], onChange: (levels: string[]) => void }} props
 */
function LevelsInput({ id, described, levels, onChange }) {
  const [text, setText] = useState(levels.join(", "));
  const known = levels.join();
  useEffect(() => {
    if (parts(text).join() !== known) setText(levels.join(", "));
  }, [known]);
  const type = (/** @type {any} */ event) => {
    setText(event.target.value);
    onChange(parts(event.target.value));
  };
  return html`<input id=${id} aria-describedby=${described} value=${text} placeholder="levels, such as 1, 2, 3" autocomplete="off" onInput=${type} />`;
}

/**
 * The levels of every setting of a method. One that has levels is a factor.
 * @param {{ settings: Setting[], factors: Factors, onChange: (factors: Factors) => void }} props
 */
export function FactorsForm({ settings, factors, onChange }) {
  const set = (/** @type {string} */ name, /** @type {string[]} */ levels) => {
    const { [name]: _, ...rest } = factors;
    onChange(levels.length ? { ...factors, [name]: levels } : rest);
  };
  return html`<div class="factors">${settings.map((setting) => {
    const levels = factors[setting.name] ?? [];
    const { takes } = setting;
    if (takes.type !== "word" && takes.type !== "flag") {
      return html`<${Field} key=${setting.name} label=${titled(setting.name)} help=${setting.help}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
        <${LevelsInput} id=${id} described=${described} levels=${levels} onChange=${(/** @type {string[]} */ next) => set(setting.name, next)} />`}<//>`;
    }
    const words = takes.type === "word" ? takes.words : [{ name: "yes", about: "" }, { name: "no", about: "" }];
    return html`<fieldset class="bare-fieldset factor" key=${setting.name}><legend>${titled(setting.name)}</legend>
      ${words.map((word) => html`<label class="tick" title=${word.about} key=${word.name}><input type="checkbox" checked=${levels.includes(word.name)} onChange=${(/** @type {any} */ event) => set(setting.name, event.target.checked ? [...levels, word.name] : levels.filter((level) => level !== word.name))} />${word.name}</label>`)}
    </fieldset>`;
  })}</div>`;
}
