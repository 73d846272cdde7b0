// What to make: a kind, the settings of its generator, how many, and from which seed.
import { html, useEffect, useMemo, useState } from "../view.js";
import { engine } from "../engine.js";
import { Field, SettingsForm, titled } from "../form.js";
import { Thumbnail } from "../board.js";
import { fitting, levelsOf, nextSize, sizeOf, sizeProblem } from "../boards.js";
import { levelName } from "../level.js";
import { Button, Choice, sentence } from "../ui.js";

/** Settings that most people look for; the registry says which of them a kind has. */
const COMMON = ["size", "level", "teach"];

/**
 * @typedef {object} Wish
 * @property {string} kind
 * @property {Record<string, string>} settings
 * @property {number} seed
 * @property {number} count
 */

/** A seed that nobody has used yet. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

/** The first puzzle of the first built-in set of every kind. @type {Promise<(View | undefined)[]> | null} */
let samples = null;

/** The pictures of the kinds. @param {About} about */
export const picturesOf = (about) => (samples ??= Promise.all(about.kinds.map((kind) => engine.corpus(kind.id, kind.corpus[0].name).then((views) => views.puzzles[0], () => undefined))));

/**
 * The kinds, each with a picture.
 * @param {{ about: About, value: string, onChange: (kind: string) => void }} props
 */
export function KindChoice({ about, value, onChange }) {
  const [pictures, setPictures] = useState(/** @type {(View | undefined)[]} */ ([]));
  useEffect(() => {
    picturesOf(about).then(setPictures);
  }, []);
  return html`<fieldset class="kinds"><legend>Kind</legend>
    ${about.kinds.map((kind, index) => html`<label class="kind" key=${kind.id}>
      <input type="radio" name="kind" class="hidden" value=${kind.id} checked=${kind.id === value} onChange=${() => onChange(kind.id)} />
      <span class="kind-picture" aria-hidden="true">${pictures[index] ? html`<${Thumbnail} view=${pictures[index]} />` : null}</span>
      <span>${kind.title}</span>
    </label>`)}
  </fieldset>`;
}

/**
 * `3` and `2..4` as the two ends of a range.
 * @param {string} text
 */
const ends = (text) => {
  const [from = "", to = from] = text.split("..");
  return [from, to];
};

/**
 * The names of the levels in a range; for a single level, also what it asks of a solver.
 * @param {About} about
 * @param {string} from
 * @param {string} to
 */
function levelRangeWords(about, from, to) {
  const first = about.levels[Number(from) - 1];
  if (from !== to || !first) return sentence(`${levelName(about, Number(from))} to ${levelName(about, Number(to))}`);
  return sentence(`${first.name}: ${first.about}`);
}

/**
 * One level, or a range of them.
 * @param {{ about: About, setting: Setting, value: string, onChange: (value: string) => void, possible?: number[] }} props `possible`: the levels that boards of this size can have
 */
export function LevelField({ about, setting, value, onChange, possible }) {
  const { least = 1, most = 6 } = /** @type {any} */ (setting.takes);
  const levels = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  const isOut = (/** @type {string} */ level) => possible !== undefined && !possible.includes(Number(level));
  const [from, to] = ends(value);
  const pick = (/** @type {string} */ first, /** @type {string} */ last) => onChange(!first ? "" : Number(last) > Number(first) ? `${first}..${last}` : first);
  return html`<div class="field wide">
    <span class="label">Level</span>
    <div class="levels">
      <${Choice} label="Level" value=${from} onChange=${(/** @type {string} */ level) => pick(level, level)} options=${[{ value: "", label: "Any" }, ...levels.map((level) => ({ value: level, label: level, title: isOut(level) ? "No board of this size has this level" : levelName(about, Number(level)), disabled: isOut(level) }))]} />
      ${from && from !== levels.at(-1) ? html`<label class="up-to"><span>up to</span><select aria-label="Up to level" value=${to} onChange=${(/** @type {any} */ event) => pick(from, event.target.value)}>
        ${levels.filter((level) => Number(level) >= Number(from)).map((level) => html`<option value=${level}>${level}</option>`)}
      </select></label>` : null}
    </div>
    <p class="help">${from ? levelRangeWords(about, from, to) : `${possible?.[0] ?? 1} is the easiest, ${most} the hardest.`}</p>
  </div>`;
}

/**
 * Rows and columns, with buttons for the next smaller and larger board.
 * @param {{ kind: KindAbout, setting: Setting, value: string, onChange: (value: string) => void }} props
 */
export function SizeField({ kind, setting, value, onChange }) {
  const { least = 1, most = 99 } = /** @type {any} */ (setting.takes);
  const size = sizeOf(setting, value);
  const [smaller, larger] = [-1, 1].map((step) => size && nextSize(kind, size, /** @type {1 | -1} */ (step)));
  const to = (/** @type {[number, number] | null} */ next) => next && onChange(next.join("x") === setting.default ? "" : next.join("x"));
  const problem = sizeProblem(kind, value);
  return html`<${Field} label="Size" help=${`Rows and columns, ${least} to ${most}.`} error=${problem ? `${problem.what} ${problem.remedy}` : undefined}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<div class="stepper">
    <${Button} title="Smaller" disabled=${!smaller} onClick=${() => to(smaller)}>−<//>
    <input id=${id} aria-describedby=${described} value=${value} placeholder=${setting.default} inputmode="text" autocomplete="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => onChange(event.target.value.trim())} />
    <${Button} title="Larger" disabled=${!larger} onClick=${() => to(larger)}>+<//>
  </div>`}<//>`;
}

/**
 * A technique that the puzzles need.
 * @param {{ techniques: Technique[], value: string, onChange: (value: string) => void }} props
 */
function TeachField({ techniques, value, onChange }) {
  const tiers = [...new Set(techniques.map((technique) => technique.tier))].sort((one, other) => one - other);
  const chosen = techniques.find((technique) => technique.id === value);
  return html`<${Field} wide label="Technique to practise" help=${chosen?.about ?? "Puzzles that need this technique, and nothing harder."}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
    <select id=${id} aria-describedby=${described} value=${value} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      <option value="">Any</option>
      ${tiers.map((tier) => html`<optgroup label=${`Level ${tier}`}>${techniques.filter((technique) => technique.tier === tier).map((technique) => html`<option value=${technique.id}>${technique.title}</option>`)}</optgroup>`)}
    </select>`}<//>`;
}

/**
 * The form. `children` stands below its button.
 * @param {{ about: About, wish: Wish, onChange: (wish: Wish) => void, onMake: () => void, onStop: () => void, running: boolean, again: boolean, children?: any }} props
 */
export function MakeForm({ about, wish, onChange, onMake, onStop, running, again, children }) {
  const kind = about.kinds.find((entry) => entry.id === wish.kind) ?? about.kinds[0];
  const [open, setOpen] = useState(() => Object.keys(wish.settings).some((name) => !COMMON.includes(name)));
  const [size, level, teach] = COMMON.map((name) => kind.settings.find((setting) => setting.name === name));
  const rest = useMemo(() => kind.settings.filter((setting) => !COMMON.includes(setting.name)), [kind]);
  const props = (/** @type {Setting} */ setting) => ({ key: `${kind.id} ${setting.name}`, setting, value: wish.settings[setting.name] ?? "", onChange: set(setting.name) });
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    const { [name]: _, ...others } = wish.settings;
    const settings = value ? { ...others, [name]: value } : others;
    onChange({ ...wish, settings: name === "size" && !isFree(settings) ? fitting(kind, settings) : settings });
  };
  // Another setting, such as the number of stars, may allow levels that the size alone does not.
  const isFree = (/** @type {Record<string, string>} */ settings) => Object.keys(settings).some((name) => !COMMON.includes(name));
  const changed = rest.filter((setting) => wish.settings[setting.name]).length;
  const most = about.limits.puzzles;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!running) onMake();
  };
  return html`<form class="card make-form" onSubmit=${submit} novalidate>
    <${KindChoice} about=${about} value=${kind.id} onChange=${(/** @type {string} */ id) => onChange({ ...wish, kind: id, settings: kept(about, id, wish.settings) })} />
    <div class="fields">
      ${size ? html`<${SizeField} kind=${kind} ...${props(size)} />` : null}
      <${Field} label="How many" help=${`At most ${most}.`}>${(/** @type {string} */ id, /** @type {string} */ described) => html`
        <input id=${id} aria-describedby=${described} type="number" min="1" max=${most} step="1" value=${wish.count || ""} onInput=${(/** @type {any} */ event) => onChange({ ...wish, count: Math.floor(Number(event.target.value)) })} />`}<//>
      ${level ? html`<${LevelField} about=${about} possible=${isFree(wish.settings) ? undefined : levelsOf(kind, wish.settings.size ?? "")} ...${props(level)} />` : null}
      ${teach ? html`<${TeachField} techniques=${kind.techniques} ...${props(teach)} />` : null}
      <${Field} wide label="Seed" help="The same seed and settings give the same puzzles.">${(/** @type {string} */ id, /** @type {string} */ described) => html`<div class="stepper">
        <input id=${id} aria-describedby=${described} type="number" min="0" step="1" value=${wish.seed} onInput=${(/** @type {any} */ event) => onChange({ ...wish, seed: Math.max(0, Math.floor(Number(event.target.value))) })} />
        <${Button} icon="dice" title="Another seed" onClick=${() => onChange({ ...wish, seed: anySeed() })} />
      </div>`}<//>
    </div>
    <details class="more-settings" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>More settings${changed ? html` <span class="badge">${changed} set</span>` : null}</summary>
      <${SettingsForm} key=${kind.id} settings=${rest} values=${wish.settings} onChange=${(/** @type {Record<string, string>} */ settings) => onChange({ ...wish, settings })} />
    </details>
    <div class="buttons make-buttons">
      ${running
        ? html`<${Button} icon="stop" label="Stop" onClick=${onStop} />`
        : html`<button type="submit" class="button primary">${again ? "Make others" : `Make ${wish.count || ""}`}</button>`}
    </div>
    ${children}
  </form>`;
}

/**
 * The settings that another kind has too, at least by name; what suits one kind's size seldom suits another's.
 * @param {About} about
 * @param {string} id
 * @param {Record<string, string>} settings
 */
export function kept(about, id, settings) {
  const kind = about.kinds.find((kind) => kind.id === id);
  const level = kind?.settings.some((setting) => setting.name === "level") ? settings.level : undefined;
  return kind && level ? fitting(kind, { level }) : {};
}

/**
 * What is wished for, in words: `KenKen · size 6x6 · level 3`.
 * @param {About} about
 * @param {Wish} wish
 */
export function wishWords(about, wish) {
  const kind = about.kinds.find((entry) => entry.id === wish.kind);
  const technique = (/** @type {string} */ id) => kind?.techniques.find((entry) => entry.id === id)?.title ?? id;
  const settings = Object.entries(wish.settings).map(([name, value]) => (name === "teach" ? technique(value) : `${titled(name).toLowerCase()} ${value.replace("..", "–")}`));
  return [kind?.title ?? wish.kind, ...settings, `seed ${wish.seed}`].join(" · ");
}
