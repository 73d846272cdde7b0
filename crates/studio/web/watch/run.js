// A search under way: asks the engine, fills the reel, can be stopped.
import { useCallback, useEffect, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { bare } from "../puzzle.js";
import { methodText } from "../form.js";
import { Reel } from "./reel.js";
import { Tree } from "./tree.js";

/**
 * @typedef {object} Run
 * @property {Reel} reel
 * @property {Tree} tree
 * @property {"ready" | "running" | "ended" | "stopped" | "failed"} state
 * @property {any} plan how the search is set; null before it has begun
 * @property {RunRecord | null} record how it ended
 * @property {number} leftOut pictures beyond those that are kept
 * @property {any} error
 * @property {number} version another number whenever there is something new
 */

/**
 * @typedef {object} Method
 * @property {string} id
 * @property {Record<string, string>} settings
 * @property {string} [preset]
 */

/** What a search may spend, and how it is run; texts as they stand in fields. @typedef {{ seed: string, model: string, seconds: string, nodes: string, checks: string, tries: boolean }} Terms */

/** @type {Terms} */
export const TERMS = { seed: "0", model: "", seconds: "10", nodes: "", checks: "", tries: false };

/**
 * The terms that an address holds: anybody may have written it.
 * @param {any} given
 * @returns {Terms}
 */
export function storedTerms(given) {
  const known = Object.entries(TERMS).map(([name, usual]) => {
    const value = given?.[name];
    if (typeof usual === "string" && (typeof value === "string" || typeof value === "number")) return [name, String(value)];
    return [name, typeof value === typeof usual ? value : usual];
  });
  return Object.fromEntries(known);
}

/**
 * The method that an address holds; null if it holds none that there is.
 * @param {About} about
 * @param {any} given
 * @returns {Method | null}
 */
export function storedMethod(about, given) {
  const method = about.methods.find((entry) => entry.id === given?.id);
  if (!method) return null;
  const takes = (/** @type {string} */ name, /** @type {any} */ value) => method.settings.some((setting) => setting.name === name && (setting.takes.type !== "word" || setting.takes.words.some((word) => word.name === value)));
  const settings = Object.entries(given.settings ?? {}).filter(([name, value]) => typeof value === "string" && takes(name, value));
  return { id: method.id, settings: /** @type {Record<string, string>} */ (Object.fromEntries(settings)), preset: typeof given.preset === "string" ? given.preset : undefined };
}

/**
 * A request for the engine.
 * @param {PuzzleJson} puzzle
 * @param {Method} method
 * @param {Terms} terms
 */
export function request(puzzle, method, terms) {
  const number = (/** @type {string} */ text) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : undefined);
  return {
    puzzle: bare(puzzle),
    method: methodText(method),
    preset: method.preset,
    model: terms.model || undefined,
    seed: number(terms.seed) ?? 0,
    seconds: number(terms.seconds),
    nodes: number(terms.nodes),
    checks: number(terms.checks),
    tries: terms.tries,
  };
}

/**
 * @param {Face[]} start
 * @returns {Run}
 */
const ready = (start) => ({ reel: new Reel(start), tree: new Tree(), state: "ready", plan: null, record: null, leftOut: 0, error: null, version: 0 });

/**
 * Runs searches of puzzles that begin with `start`, one at a time. What arrives is shown once a frame at most, however much it is.
 * Leaving the page ends the search.
 * @param {Face[]} start
 */
export function useRun(start) {
  const [run, setRun] = useState(() => ready(start));
  const current = useRef(run);
  const control = useRef(/** @type {AbortController | null} */ (null));
  const pending = useRef(0);

  const show = useCallback(() => {
    pending.current ||= requestAnimationFrame(() => {
      pending.current = 0;
      current.current = { ...current.current, version: current.current.version + 1 };
      setRun(current.current);
    });
  }, []);
  const reset = useCallback((/** @type {Face[]} */ faces) => {
    control.current?.abort();
    control.current = null;
    current.current = ready(faces);
    setRun(current.current);
  }, []);
  useEffect(() => () => {
    control.current?.abort();
    cancelAnimationFrame(pending.current);
  }, []);

  /** Resolves when the search has ended, however it did. */
  const begin = useCallback(async (/** @type {Face[]} */ faces, /** @type {Record<string, any>} */ wanted) => {
    control.current?.abort();
    const abort = new AbortController();
    control.current = abort;
    current.current = { ...ready(faces), state: "running" };
    setRun(current.current);
    const set = (/** @type {Partial<Run>} */ change) => {
      if (control.current !== abort) return;
      Object.assign(current.current, change);
      show();
    };
    /**
     * @param {string} name
     * @param {any} data
     */
    const see = (name, data) => {
      if (control.current !== abort) return;
      if (name === "plan") return set({ plan: data });
      if (name === "end" && data.left_out) current.current.tree.gap();
      if (name === "end") return set({ state: "ended", record: data.record, leftOut: data.left_out });
      if (name === "failed") return set({ state: "failed", error: data.error });
      if (name !== "pictures") return;
      current.current.reel.push(data.pictures);
      current.current.tree.push(data.pictures);
      show();
    };
    try {
      await engine.watch(wanted, see, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) set({ state: "failed", error });
    }
    if (current.current.state === "running") set({ state: "stopped" });
  }, []);
  const stop = useCallback(() => control.current?.abort(), []);
  return { run, begin, stop, reset };
}
