// A puzzle to begin with: one on which the search goes wrong now and then, found by trying.
import { engine } from "../engine.js";
import { methodText } from "../form.js";
import { storedMethod } from "./run.js";

/** How often a search goes back that is worth watching: there is something to see, and an end of it. */
const [LEAST, MOST] = [20, 200];

/** @typedef {import("./run.js").Method} Method */

/** A method whose work can be followed, and the same with less inference for puzzles on which it never goes wrong. @type {Method[]} */
const USUAL = [{ id: "backtracking", settings: {} }, { id: "backtracking", settings: { inference: "forward" } }];

/**
 * The methods that are tried, as far as there are such.
 * @param {About} about
 * @returns {Method[]}
 */
export const usualMethods = (about) => {
  const known = USUAL.flatMap((method) => storedMethod(about, method) ?? []);
  return known.length ? known : [{ id: about.methods[0].id, settings: {} }];
};

/**
 * A puzzle of a kind, and the method among these that goes back on it.
 * @param {string} kind
 * @param {Method[]} methods the preferred one first
 * @returns {Promise<{ view: View, method: Method }>}
 */
export async function eventful(kind, methods) {
  const found = await engine.eventful({ kind, methods: methods.map(methodText), least: LEAST, most: MOST });
  return { view: found.view, method: methods.find((method) => methodText(method) === found.method) ?? methods[0] };
}
