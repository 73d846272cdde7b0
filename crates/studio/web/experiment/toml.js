// An experiment as a form holds it, and as the lab reads it: TOML.

/**
 * A group of puzzles: a built-in set, or made for the experiment.
 * @typedef {object} Group
 * @property {"set" | "made"} source
 * @property {string} kind
 * @property {string} set
 * @property {Record<string, string>} settings of the kind's generator
 * @property {string} count empty: all of the set, or as many as is usual
 * @property {string} seed
 * @property {string} group a name of its own
 */

/**
 * A method to compare.
 * @typedef {object} ArmDraft
 * @property {string} label
 * @property {string} id
 * @property {string} [preset]
 * @property {string} model
 * @property {Record<string, string>} settings
 * @property {boolean} baseline
 * @property {boolean} tuned
 */

/**
 * @typedef {object} Draft
 * @property {string} name
 * @property {string} question
 * @property {Group[]} groups
 * @property {ArmDraft[]} arms
 * @property {Record<string, string[]> | null} factors with them, the only arm is what all combinations of these levels have in common
 * @property {string} seeds
 * @property {string} firstSeed
 * @property {boolean} prove
 * @property {string} measure
 * @property {Record<string, string>} budget
 * @property {string[]} tunedOn
 */

/** What a run may be limited by. */
export const BUDGETS = ["checks", "nodes", "evaluations", "seconds"];

/** Fields of a group and of an arm that are not settings. */
const OF_GROUP = ["group", "corpus", "files", "kind", "count", "seed"];
const OF_ARM = ["label", "method", "preset", "model", "baseline", "tuned", "budget", "first_seed", "seeds"];

/** @param {string} text */
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007F");

/** A setting as TOML: numbers and flags as such, everything else as a text. @param {string} value */
function written(value) {
  if (/^(0|[1-9]\d{0,14})(\.\d+)?$/.test(value)) return value;
  if (value === "yes" || value === "no") return String(value === "yes");
  return quoted(value);
}

/** A whole number with its thousands apart, as TOML allows. @param {string} text */
const spaced = (text) => (/^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "_") : text);

/** @param {string} name */
const key = (name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name));

/**
 * The TOML of a draft.
 * @param {Draft} draft
 */
export function write(draft) {
  const lines = [`name = ${quoted(draft.name)}`];
  if (draft.question) lines.push(`question = ${quoted(draft.question)}`);
  if (draft.seeds) lines.push(`seeds = ${spaced(draft.seeds)}`);
  if (draft.firstSeed) lines.push(`first_seed = ${spaced(draft.firstSeed)}`);
  if (draft.prove) lines.push("solutions = 2");
  if (draft.measure) lines.push(`measure = ${quoted(draft.measure)}`);
  if (draft.tunedOn.length) lines.push(`tuned_on = [${draft.tunedOn.map(quoted).join(", ")}]`);
  const budget = Object.entries(draft.budget).filter(([, value]) => value);
  if (budget.length) lines.push("", "[budget]", ...budget.map(([name, value]) => `${key(name)} = ${spaced(value)}`));
  for (const group of draft.groups) {
    lines.push("", "[[instances]]");
    if (group.group) lines.push(`group = ${quoted(group.group)}`);
    if (group.source === "set") lines.push(`corpus = ${quoted(`${group.kind}/${group.set}`)}`);
    else lines.push(`kind = ${quoted(group.kind)}`, ...Object.entries(group.settings).map(([name, value]) => `${key(name)} = ${written(value)}`));
    if (group.count) lines.push(`count = ${spaced(group.count)}`);
    if (group.source === "made" && group.seed) lines.push(`seed = ${spaced(group.seed)}`);
  }
  for (const arm of draft.arms) {
    lines.push("", draft.factors ? "[base]" : "[[arms]]");
    if (arm.label) lines.push(`label = ${quoted(arm.label)}`);
    lines.push(`method = ${quoted(arm.id)}`);
    if (arm.preset) lines.push(`preset = ${quoted(arm.preset)}`);
    if (arm.model) lines.push(`model = ${quoted(arm.model)}`);
    lines.push(...Object.entries(arm.settings).map(([name, value]) => `${key(name)} = ${written(value)}`));
    if (arm.baseline) lines.push("baseline = true");
    if (arm.tuned) lines.push("tuned = true");
  }
  if (draft.factors) lines.push("", "[factors]", ...Object.entries(draft.factors).map(([name, levels]) => `${key(name)} = [${levels.map(written).join(", ")}]`));
  return `${lines.join("\n")}\n`;
}

/** A value of the server's as a text. @param {any} value */
const text = (value) => (value === undefined || value === null ? "" : value === true ? "yes" : value === false ? "no" : String(value));

/**
 * The fields that are not among these, as texts; null if one is a list.
 * @param {Record<string, any>} object
 * @param {string[]} known
 * @returns {Record<string, string> | null}
 */
function settingsIn(object, known) {
  const rest = Object.entries(object).filter(([name]) => !known.includes(name));
  return rest.some(([, value]) => typeof value === "object") ? null : Object.fromEntries(rest.map(([name, value]) => [name, text(value)]));
}

/**
 * `annealing/report:focus=1,model=cells` in its parts.
 * @param {string} method
 */
function methodParts(method) {
  const [, id = method, preset = "", rest = ""] = /^([^/:]+)(?:\/([^:]+))?(?::(.*))?$/.exec(method) ?? [];
  const { model = "", ...settings } = Object.fromEntries(rest.split(",").filter(Boolean).map((part) => part.split("=").map((side) => side.trim())));
  return { id, preset, model, settings: /** @type {Record<string, string>} */ (settings) };
}

/**
 * A draft of an experiment as the server understands it, or in a sentence why a form cannot hold it.
 * @param {any} experiment
 * @param {string} source its TOML
 * @returns {Draft | string}
 */
export function read(experiment, source) {
  const written = /** @type {Record<string, any>} */ (experiment.factors ?? {});
  if (experiment.base && experiment.arms?.length) return "It has both a factorial and single arms.";
  if (Object.values(written).some((levels) => !Array.isArray(levels) || levels.some((level) => typeof level === "object"))) return "A factor is not a list of levels.";
  const factors = experiment.base ? Object.fromEntries(Object.entries(written).map(([name, levels]) => [name, levels.map(text)])) : null;
  /** @type {Group[]} */
  const groups = [];
  for (const entry of experiment.instances ?? []) {
    const settings = settingsIn(entry, OF_GROUP);
    if (!settings) return "A group of puzzles has a list of values for a setting.";
    if (entry.files?.length) return "A group of puzzles is read from files.";
    const [kind = "", set = ""] = (entry.corpus ?? "").split("/");
    groups.push({ source: entry.corpus ? "set" : "made", kind: entry.kind ?? kind, set, settings, count: text(entry.count), seed: text(entry.seed || ""), group: text(entry.group) });
  }
  /** @type {ArmDraft[]} */
  const arms = [];
  for (const entry of experiment.base ? [experiment.base] : experiment.arms ?? []) {
    if (entry.budget || entry.seeds !== undefined || entry.first_seed !== undefined) return "An arm has a budget or seeds of its own.";
    const settings = settingsIn(entry, OF_ARM);
    if (!settings) return "An arm has a list of values for a setting.";
    const parts = methodParts(entry.method);
    arms.push({ label: text(entry.label), id: parts.id, preset: entry.preset ?? (parts.preset || undefined), model: entry.model ?? parts.model, settings: { ...parts.settings, ...settings }, baseline: entry.baseline === true, tuned: entry.tuned === true });
  }
  if (experiment.solutions > 2) return "It looks for more than two solutions.";
  // What is not in the text is what the server holds every run within.
  const inText = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(source);
  const budget = Object.fromEntries(Object.entries(experiment.budget ?? {}).filter(([name]) => inText(name)).map(([name, value]) => [name, text(value)]));
  return {
    name: text(experiment.name),
    question: text(experiment.question),
    groups,
    arms,
    factors,
    seeds: inText("seeds") ? text(experiment.seeds) : "",
    firstSeed: text(experiment.first_seed || ""),
    prove: experiment.solutions === 2,
    measure: text(experiment.measure),
    budget,
    tunedOn: experiment.tuned_on ?? [],
  };
}
