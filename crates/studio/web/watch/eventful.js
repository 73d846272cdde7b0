// The initial puzzle: one on which the search hits dead ends now and then, found by trying.
import { engine } from "../engine.js";
import { methodText } from "../form.js";
import { storedMethod } from "./run.js";

/** Backtracks of a search that is worth watching: enough to see some, few enough to see the end. */
const [LEAST, MOST] = [20, 200];

/** @typedef {import("./run.js").Method} Method */

/** A method that is easy to follow, and its variant with less inference for puzzles on which it never hits a dead end. @type {Method[]} */
const USUAL = [{ id: "backtracking", settings: {} }, { id: "backtracking", settings: { inference: "forward" } }];

/**
 * The methods to try, as far as the engine has them.
 * @param {About} about
 * @returns {Method[]}
 */
export const usualMethods = (about) => {
  const known = USUAL.flatMap((method) => storedMethod(about, method) ?? []);
  return known.length ? known : [{ id: about.methods[0].id, settings: {} }];
};

/**
 * A puzzle of a kind, with the method among these that backtracks on it.
 * @param {string} kind
 * @param {Method[]} methods the preferred one first
 * @returns {Promise<{ view: View, method: Method }>}
 */
export async function eventful(kind, methods) {
  const found = await engine.eventful({ kind, methods: methods.map(methodText), least: LEAST, most: MOST });
  return { view: found.view, method: methods.find((method) => methodText(method) === found.method) ?? methods[0] };
}
