// A new puzzle by kind, size and level: in a bar, or in a sheet if the window is small. Also the
// welcome on a first visit.
import { classes, html, useEffect, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Thumbnail } from "../board.js";
import { fitting, levelsOf, sizeProblem } from "../boards.js";
import { shape } from "../cells.js";
import { Icon } from "../icons.js";
import { levelName, noteGrade, titleWords, useGrade } from "../level.js";
import { address } from "../link.js";
import { bare } from "../puzzle.js";
import { KindChoice, LevelField, SizeField, anySeed, kept, picturesOf } from "../make/form.js";
import { puzzleName, recall, recallGames, remember } from "../store.js";
import { Button, Dialog, Failure, Waiting, announce } from "../ui.js";

/** @typedef {{ kind: string, settings: Record<string, string> }} Wish */

/**
 * Makes new puzzles, one at a time.
 * @param {About} about
 * @param {string} kind the kind to begin with
 * @param {(view: View) => void} onView
 */
export function useNewPuzzle(about, kind, onView) {
  const [wish, setWish] = useState(/** @type {Wish} */ ({ kind, settings: {} }));
  const [making, setMaking] = useState(false);
  const [error, setError] = useState(/** @type {any} */ (null));
  const [picking, setPicking] = useState(false);
  const abort = useRef(/** @type {AbortController | null} */ (null));
  // After a puzzle of another kind was opened, offer more of that kind.
  useEffect(() => setWish((/** @type {Wish} */ last) => (last.kind === kind ? last : { kind, settings: kept(about, kind, last.settings) })), [kind]);
  useEffect(() => () => abort.current?.abort(), []);

  const stop = () => abort.current?.abort();
  const make = async () => {
    stop();
    const entry = about.kinds.find((entry) => entry.id === wish.kind) ?? about.kinds[0];
    const problem = sizeProblem(entry, wish.settings.size ?? "");
    if (problem) return setError(problem);
    const control = new AbortController();
    abort.current = control;
    setMaking(true);
    setError(null);
    /** @type {any} */
    let made = null;
    /** @type {any} */
    let failure = null;
    const see = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name === "made") made = data;
      else if (name === "failed") failure = unmade(about, entry, wish, data);
      else if (data.stopped) failure = unmade(about, entry, wish, { ...data, error: data.stopped });
    };
    try {
      await engine.make({ ...wish, seed: anySeed(), from: 0, count: 1 }, see, control.signal);
    } catch (caught) {
      failure = caught;
    }
    if (abort.current !== control) return;
    abort.current = null;
    setMaking(false);
    if (control.signal.aborted) return;
    if (!made) return setError(failure ?? { what: "No puzzle was made.", remedy: "Try again." });
    noteGrade(made.view, made.grade);
    setPicking(false);
    onView(made.view);
    announce(titleWords(about, made.view, made.grade));
  };
  /** Opens a puzzle, and offers more like it. @param {View} view @param {Record<string, string>} settings */
  const begin = (view, settings) => {
    setWish({ kind: view.kind, settings });
    onView(view);
  };
  return { wish, setWish, making, error, picking, setPicking, make, stop, begin };
}

/**
 * Why no puzzle was made. The generator advises settings that this page does not have, so the advice
 * is the page's own.
 * @param {About} about
 * @param {KindAbout} kind
 * @param {Wish} wish
 * @param {{ error: ErrorBody, rejects: number }} failure
 */
function unmade(about, kind, { settings: { size, level } }, { error, rejects }) {
  const words = [kind.title, size && (size.includes("x") ? size.replace("x", "×") : `${size}×${size}`), level && `of level ${level} (${levelName(about, Number(level))})`].filter(Boolean).join(" ");
  return { what: rejects ? `No ${words} was found.` : error.what, remedy: level ? "Choose another level or size, or try again: the next attempt may find one." : "Choose another size, or try again." };
}

/** @typedef {ReturnType<typeof useNewPuzzle>} NewPuzzle */

/**
 * The button that makes a puzzle, or stops making it.
 * @param {{ next: NewPuzzle }} props
 */
const MakeButton = ({ next }) => (next.making
  ? html`<${Button} icon="stop" label="Stop" onClick=${next.stop} />`
  : html`<${Button} kind="primary" icon="dice" label="New puzzle" onClick=${next.make} />`);

/**
 * The kind, and its most common settings.
 * @param {About} about
 * @param {NewPuzzle} next
 */
function chosen(about, { wish, setWish }) {
  const kind = about.kinds.find((entry) => entry.id === wish.kind) ?? about.kinds[0];
  const props = (/** @type {string} */ name) => {
    const setting = kind.settings.find((setting) => setting.name === name);
    const change = (/** @type {string} */ value) => setWish((/** @type {Wish} */ last) => {
      const { [name]: _, ...others } = last.settings;
      return { ...last, settings: fitting(kind, value ? { ...others, [name]: value } : others) };
    });
    return setting && { key: `${kind.id} ${name}`, setting, value: wish.settings[name] ?? "", onChange: change };
  };
  const onKind = (/** @type {string} */ id) => setWish({ kind: id, settings: kept(about, id, wish.settings) });
  return { kind, onKind, size: props("size"), level: props("level"), possible: levelsOf(kind, wish.settings.size ?? "") };
}

/**
 * Kind, size and level on one row.
 * @param {{ about: About, next: NewPuzzle }} props
 */
export function PuzzleBar({ about, next }) {
  const { kind, onKind, size, level, possible } = chosen(about, next);
  const { least = 1, most = 6 } = /** @type {any} */ (level?.setting.takes ?? {});
  return html`<form class="puzzle-bar" aria-label="New puzzle" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); next.make(); }}>
      <label class="bar-field"><span>Kind</span><select value=${kind.id} onChange=${(/** @type {any} */ event) => onKind(event.target.value)}>${about.kinds.map((entry) => html`<option value=${entry.id}>${entry.title}</option>`)}</select></label>
      ${size ? html`<${SizeField} kind=${kind} ...${size} />` : null}
      ${level ? html`<label class="bar-field"><span>Level</span><select value=${level.value} onChange=${(/** @type {any} */ event) => level.onChange(event.target.value)}>
        <option value="">any</option>${Array.from({ length: most - least + 1 }, (_, index) => html`<option value=${String(least + index)} disabled=${!possible.includes(least + index)}>${least + index}: ${levelName(about, least + index)}${possible.includes(least + index) ? "" : " – not at this size"}</option>`)}
      </select></label>` : null}
      <${MakeButton} next=${next} />
      <${Waiting} />
    </form>
    ${next.picking ? null : html`<${Failure} error=${next.error} />`}`;
}

/**
 * Kind, size and level in a sheet, with pictures of the kinds.
 * @param {{ about: About, next: NewPuzzle }} props
 */
export function PuzzleSheet({ about, next }) {
  const { kind, onKind, size, level, possible } = chosen(about, next);
  return html`<${Dialog} title="New puzzle" onClose=${() => { next.stop(); next.setPicking(false); }}>
    <div class="stack picking">
      <${KindChoice} about=${about} value=${kind.id} onChange=${onKind} />
      ${size ? html`<${SizeField} kind=${kind} ...${size} />` : null}
      ${level ? html`<${LevelField} about=${about} possible=${possible} ...${level} />` : null}
      <div class="buttons"><${MakeButton} next=${next} /></div>
      <${Waiting} />
      <${Failure} error=${next.error} />
    </div>
  <//>`;
}

/** Titles longer than this are set smaller in a small window. */
const LONG = 26;

/**
 * The title of the puzzle, with a button that opens the sheet if the window is small.
 * @param {{ about: About, view: View, onPick: () => void }} props
 */
export function PuzzleTitle({ about, view, onPick }) {
  const grade = useGrade(view);
  const title = titleWords(about, view, grade);
  return html`<h2 class=${classes("puzzle-title", title.length > LONG && "long")} data-id=${view.puzzle.id ?? ""}>${title}</h2>
    <button type="button" class="button pick" title="New puzzle: kind, size, level" onClick=${onPick}><${Icon} name="dice" /><span>New</span></button>`;
}

/** The other pages, and what they do. */
const PLACES = [
  ["watch", "Watch", "a method solve a puzzle, step by step"],
  ["compare", "Compare", "methods side by side"],
  ["make", "Make", "puzzles by the dozen, and print them"],
  ["experiment", "Experiment", "which method is better, and how sure is that?"],
];

/**
 * Whether this is a first visit: nothing was played, and no shared link was followed.
 * @param {any} state what the address said
 */
export function isFirstVisit(state) {
  const last = recall("last");
  const theirs = state?.puzzle && !(last && puzzleName(last) === puzzleName(state.puzzle));
  return !recall("welcomed") && !theirs && !recallGames().length;
}

/** The seed of the first puzzle of each kind, which is the same for everybody. */
const FIRST_SEED = 1;

/**
 * A first puzzle of a kind, and the settings that make more like it: the usual size if its first
 * built-in puzzle is at the easiest level, or else a small board of that level.
 * @param {KindAbout} kind
 * @returns {Promise<[View, Record<string, string>]>}
 */
async function firstPuzzle(kind) {
  const first = async (/** @type {string} */ name) => (await engine.corpus(kind.id, kind.corpus.find((set) => set.name === name)?.name ?? kind.corpus[0].name)).puzzles[0];
  const usual = await first("normal");
  const grade = await engine.grade({ puzzle: bare(usual.puzzle), brief: true });
  const [easiest] = levelsOf(kind, "");
  if (grade.level === easiest) return [usual, { level: String(easiest) }];
  const small = await first("small");
  const size = shape(small.board).join("x");
  const settings = { size, level: String(levelsOf(kind, size)[0]) };
  /** @type {View | null} */
  let made = null;
  await engine.make({ kind: kind.id, settings, seed: FIRST_SEED, from: 0, count: 1 }, (name, data) => {
    if (name !== "made") return;
    noteGrade(data.view, data.grade);
    made = data.view;
  }, new AbortController().signal);
  return [made ?? small, settings];
}

/**
 * The welcome on a first visit: every kind and every page. In a small window it is one row, so that
 * the board, its keys and the coach fit below it.
 * @param {{ about: About, kind: string, onBegin: (view: View, settings: Record<string, string>) => void, onClose: () => void }} props
 */
export function Welcome({ about, kind, onBegin, onClose }) {
  const [pictures, setPictures] = useState(/** @type {(View | undefined)[]} */ ([]));
  useEffect(() => {
    picturesOf(about).then(setPictures);
  }, []);
  const [error, setError] = useState(/** @type {any} */ (null));
  const open = (/** @type {KindAbout} */ entry) => firstPuzzle(entry).then(([view, settings]) => onBegin(view, settings), setError);
  return html`<section class="card welcome" aria-labelledby="welcome-title">
    <header><h2 id="welcome-title">Choose a puzzle, or see what else there is</h2><${Button} kind="quiet" icon="close" title="Do not show this again" onClick=${onClose} /></header>
    <ul class="welcome-kinds">${about.kinds.map((entry, index) => html`<li key=${entry.id}>
      <button type="button" class=${classes("welcome-kind", entry.id === kind && "now")} aria-current=${entry.id === kind ? "true" : undefined} onClick=${() => open(entry)}>
        <span class="welcome-picture" aria-hidden="true">${pictures[index] ? html`<${Thumbnail} view=${pictures[index]} />` : null}</span><span>${entry.title}</span>
      </button></li>`)}</ul>
    <${Failure} error=${error} />
    <ul class="welcome-places">${PLACES.map(([page, title, about]) => html`<li><a href=${address(page)}>${title}</a> <span>${about}</span></li>`)}</ul>
  </section>`;
}

/** Remembers that the welcome has been seen. */
export const welcomed = () => remember("welcomed", true);
