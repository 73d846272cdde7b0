// Help on the board: its options, which the browser remembers, and the form that sets them.
import { html, useState } from "../view.js";
import { recall, remember } from "../store.js";

/** @typedef {{ conflicts: boolean, same: boolean, seen: boolean, tidy: boolean }} Options */

/** @type {{ name: keyof Options, words: string, first: boolean, toggles: boolean }[]} */
const ALL = [
  { name: "conflicts", words: "Show broken rules as I enter", first: true, toggles: true },
  { name: "same", words: "Highlight cells with the same value", first: true, toggles: true },
  { name: "seen", words: "Highlight the cells that the chosen one sees", first: false, toggles: true },
  { name: "tidy", words: "Rule marks out as I enter", first: true, toggles: false },
];

/** The options, and how to change one. @returns {[Options, (name: keyof Options, value: boolean) => void]} */
export function useOptions() {
  const [options, setOptions] = useState(/** @type {Options} */ (Object.fromEntries(ALL.map(({ name, first }) => {
    const known = recall(name);
    return [name, typeof known === "boolean" ? known : first];
  }))));
  const change = (/** @type {keyof Options} */ name, /** @type {boolean} */ value) => {
    remember(name, value);
    setOptions({ ...options, [name]: value });
  };
  return [options, change];
}

/**
 * @param {{ options: Options, toggles: boolean, onChange: (name: keyof Options, value: boolean) => void }} props `toggles`: whether cells have no marks
 */
export const OptionTicks = ({ options, toggles, onChange }) => html`<details class="options">
  <summary>Help on the board</summary>
  ${ALL.filter((option) => option.toggles || !toggles).map(({ name, words }) => html`<label class="tick"><input type="checkbox" checked=${options[name]} onChange=${(/** @type {any} */ event) => onChange(name, event.target.checked)} /> ${words}</label>`)}
</details>`;
