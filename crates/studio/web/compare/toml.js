// The comparison as an experiment for the lab: the same arms, but on puzzles enough to tell.
import { methodText } from "../form.js";
import { shape } from "../cells.js";

/** Puzzles of the experiment: below twenty, its linter would warn. */
const PUZZLES = 24;

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);

/**
 * What of a puzzle makes others like it: the settings of its kind that it has a plain value for, and its size.
 * @param {About} about
 * @param {View} view
 * @returns {string[]}
 */
function likeness(about, view) {
  const settings = about.kinds.find((kind) => kind.id === view.kind)?.settings ?? [];
  const [rows, cols] = shape(view.board);
  return settings.flatMap(({ name, takes }) => {
    const value = view.puzzle[name];
    // A size of boxes says the size of the board, too; only what both readers and makers of puzzles know is taken over.
    if (name === "size") return [`size = ${quoted(`${rows}x${cols}`)}`];
    if (takes.type === "size" && Array.isArray(value)) return [`${name} = ${quoted(value.join("x"))}`];
    if (takes.type === "flag" && typeof value === "boolean") return value ? [`${name} = true`] : [];
    if (takes.type === "whole" && typeof value === "number") return [`${name} = ${value}`];
    return [];
  });
}

/**
 * @param {About} about
 * @param {View} view
 * @param {(import("../watch/run.js").Method & { label: string })[]} arms
 * @param {import("../watch/run.js").Terms} terms
 */
export function experiment(about, view, arms, terms) {
  const title = about.kinds.find((kind) => kind.id === view.kind)?.title ?? view.kind;
  const budget = ["checks", "nodes", "seconds"].flatMap((name) => {
    const value = Number(/** @type {any} */ (terms)[name]);
    return value > 0 ? [`${name} = ${value}`] : [];
  });
  const lines = [
    `name = ${quoted(`${title}: ${arms.map((arm) => arm.label).join(", ")}`)}`,
    `question = ${quoted("Which of these methods needs the least?")}`,
    ...(budget.length ? ["", "[budget]", ...budget] : []),
    "", "[[instances]]", `kind = ${quoted(view.kind)}`, ...likeness(about, view), `count = ${PUZZLES}`, "seed = 1",
    ...arms.flatMap((arm) => ["", "[[arms]]", `label = ${quoted(arm.label)}`, `method = ${quoted(methodText(arm))}`, ...(arm.preset ? [`preset = ${quoted(arm.preset)}`] : []), ...(terms.model ? [`model = ${quoted(terms.model)}`] : [])]),
  ];
  return `${lines.join("\n")}\n`;
}
