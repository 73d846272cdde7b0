// Another puzzle: a kind, one of its built-in sets, a number. Compact, for pages whose subject is something else.
import { html, useEffect, useMemo, useRef, useState } from "./view.js";
import { engine } from "./engine.js";
import { titleWords, useGrade } from "./level.js";
import { bare } from "./puzzle.js";
import { Button, Failure, announce } from "./ui.js";

/** Sets that have been fetched, by kind and name: they never change. @type {Map<string, Promise<Views>>} */
const sets = new Map();

/**
 * @param {string} kind
 * @param {string} set
 */
function fetched(kind, set) {
  const key = `${kind}/${set}`;
  const known = sets.get(key);
  if (known) return known;
  const asked = engine.corpus(kind, set);
  sets.set(key, asked);
  asked.catch(() => sets.delete(key));
  return asked;
}

/**
 * The puzzle at hand as a search begins with it; null until it is known.
 * @param {View} view
 * @returns {View | null}
 */
export function useBare(view) {
  const entered = Boolean(view.puzzle.entries || view.puzzle.marks);
  const [read, setRead] = useState(/** @type {{ of: View, view: View } | null} */ (null));
  useEffect(() => {
    if (!entered) return;
    let wanted = true;
    engine.read({ text: JSON.stringify(bare(view.puzzle)), format: "json" }).then(
      ({ puzzles }) => wanted && setRead({ of: view, view: puzzles[0] ?? view }),
      () => wanted && setRead({ of: view, view }),
    );
    return () => {
      wanted = false;
    };
  }, [view]);
  if (!entered) return view;
  return read?.of === view ? read.view : null;
}

/**
 * The title of the puzzle at hand.
 * @param {{ about: About, view: View }} props
 */
export const Heading = ({ about, view }) => html`<h2 data-id=${view.puzzle.id ?? ""}>${titleWords(about, view, useGrade(view))}</h2>`;

/**
 * @param {{ about: About, view: View, onView: (view: View) => void, first: (kind: string) => Promise<View> }} props `first`: picks the initial puzzle of a kind
 */
export function Picker({ about, view, onView, first }) {
  const [kind, setKind] = useState(view.kind);
  const [set, setSet] = useState("");
  const [puzzles, setPuzzles] = useState(/** @type {View[]} */ ([]));
  const [error, setError] = useState(/** @type {any} */ (null));
  const wanted = useRef("");
  const id = useMemo(() => `picker${Math.random().toString(36).slice(2, 8)}`, []);
  const entry = about.kinds.find((entry) => entry.id === kind) ?? about.kinds[0];
  const place = puzzles.findIndex((puzzle) => puzzle.puzzle.id && puzzle.puzzle.id === view.puzzle.id && puzzle.kind === view.kind);

  // A puzzle from elsewhere: its kind is shown, and the set that it is of if it is in the one shown.
  useEffect(() => {
    if (view.kind === kind) return;
    setKind(view.kind);
    setSet("");
    setPuzzles([]);
  }, [view]);
  // The set that the puzzle at hand is of, if it is of any.
  useEffect(() => {
    if (set || !view.puzzle.id) return;
    let asked = true;
    (async () => {
      for (const { name } of entry.corpus) {
        const found = await fetched(view.kind, name).catch(() => null);
        if (!asked) return;
        if (!found?.puzzles.some((puzzle) => puzzle.puzzle.id === view.puzzle.id)) continue;
        setSet(name);
        setPuzzles(found.puzzles);
        return;
      }
    })();
    return () => {
      asked = false;
    };
  }, [view]);

  /**
   * @param {string} kind
   * @param {string} set
   */
  const choose = async (kind, set) => {
    setKind(kind);
    setSet(set);
    setError(null);
    if (!set) return setPuzzles([]);
    wanted.current = `${kind}/${set}`;
    try {
      const found = await fetched(kind, set);
      if (wanted.current !== `${kind}/${set}`) return;
      setPuzzles(found.puzzles);
      take(found.puzzles[0]);
    } catch (failure) {
      setError(failure);
    }
  };
  /** The first puzzle of a kind; its set becomes known when it is at hand. @param {string} kind */
  const chooseKind = async (kind) => {
    setError(null);
    wanted.current = kind;
    try {
      const puzzle = await first(kind);
      if (wanted.current !== kind) return;
      setKind(kind);
      setSet("");
      setPuzzles([]);
      take(puzzle);
    } catch {
      choose(kind, ordinary(kind));
    }
  };
  const take = (/** @type {View | undefined} */ puzzle) => {
    if (!puzzle) return;
    onView(puzzle);
    announce(puzzle.title);
  };
  const ordinary = (/** @type {string} */ kind) => {
    const sets = about.kinds.find((entry) => entry.id === kind)?.corpus ?? [];
    return (sets.find((set) => set.name === "normal") ?? sets[0])?.name ?? "";
  };
  const step = (/** @type {number} */ by) => take(puzzles[(place + by + puzzles.length) % puzzles.length]);

  return html`<div class="picker" role="group" aria-label="Puzzle">
    <label class="hidden" for=${`${id}-kind`}>Kind</label>
    <select id=${`${id}-kind`} value=${kind} onChange=${(/** @type {any} */ event) => chooseKind(event.target.value)}>
      ${about.kinds.map((entry) => html`<option value=${entry.id}>${entry.title}</option>`)}
    </select>
    <label class="hidden" for=${`${id}-set`}>Set</label>
    <select id=${`${id}-set`} value=${set} onChange=${(/** @type {any} */ event) => choose(kind, event.target.value)}>
      ${place < 0 ? html`<option value="">your own</option>` : null}
      ${entry.corpus.map((entry) => html`<option value=${entry.name}>${entry.name}: ${entry.about}</option>`)}
    </select>
    ${puzzles.length ? html`<span class="picker-number">
      <${Button} kind="quiet" icon="back" title="Previous puzzle" onClick=${() => step(-1)} />
      <label class="hidden" for=${`${id}-number`}>Number in the set</label>
      <select id=${`${id}-number`} value=${place < 0 ? "" : String(place)} onChange=${(/** @type {any} */ event) => event.target.value && take(puzzles[Number(event.target.value)])}>
        ${place < 0 ? html`<option value="">choose</option>` : null}
        ${puzzles.map((_, index) => html`<option value=${String(index)}>${index + 1} of ${puzzles.length}</option>`)}
      </select>
      <${Button} kind="quiet" icon="next" title="Next puzzle" onClick=${() => step(1)} />
    </span>` : null}
    <${Failure} error=${error} />
  </div>`;
}
