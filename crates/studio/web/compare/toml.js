// The comparison as an experiment for the lab: the same arms, but on puzzles enough to tell.
import { shape } from "../cells.js";
import { BUDGETS, write } from "../experiment/toml.js";

/** Puzzles of the experiment: below twenty, its linter would warn. */
const PUZZLES = 24;

/**
 * What of a puzzle makes others like it: the settings of its kind that it has a plain value for, and its size.
 * @param {About} about
 * @param {View} view
 * @returns {Record<string, string>}
 */
function likeness(about, view) {
  const settings = about.kinds.find((kind) => kind.id === view.kind)?.settings ?? [];
  const [rows, cols] = shape(view.board);
  return Object.fromEntries(settings.flatMap(({ name, takes }) => {
    const value = view.puzzle[name];
    // A size of boxes says the size of the board, too; only what both readers and makers of puzzles know is taken over.
    if (name === "size") return [[name, `${rows}x${cols}`]];
    if (takes.type === "size" && Array.isArray(value)) return [[name, value.join("x")]];
    if (takes.type === "flag" && value === true) return [[name, "yes"]];
    if (takes.type === "whole" && typeof value === "number") return [[name, String(value)]];
    return [];
  }));
}

/**
 * @param {About} about
 * @param {View} view
 * @param {(import("../watch/run.js").Method & { label: string })[]} arms
 * @param {import("../watch/run.js").Terms} terms
 */
export function experiment(about, view, arms, terms) {
  const title = about.kinds.find((kind) => kind.id === view.kind)?.title ?? view.kind;
  const limit = (/** @type {string} */ name) => Number(/** @type {any} */ (terms)[name]);
  return write({
    name: `${title}: ${arms.map((arm) => arm.label).join(", ")}`,
    question: "Which of these methods needs the least?",
    groups: [{ source: "made", kind: view.kind, set: "", settings: likeness(about, view), count: String(PUZZLES), seed: "1", group: "" }],
    arms: arms.map(({ label, id, preset, settings }) => ({ label, id, preset, settings, model: terms.model, baseline: false, tuned: false })),
    factors: null, seeds: "", firstSeed: "", prove: false, measure: "",
    budget: Object.fromEntries(BUDGETS.filter((name) => limit(name) > 0).map((name) => [name, String(limit(name))])),
    tunedOn: [],
  });
}
