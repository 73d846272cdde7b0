// Experiments to start from. Each asks one question, of whichever kind one likes.

/** @typedef {import("./toml.js").Draft} Draft */

/**
 * @param {string} label
 * @param {string} id
 * @param {Record<string, string>} [settings]
 * @returns {import("./toml.js").ArmDraft}
 */
const arm = (label, id, settings = {}) => ({ label, id, settings, model: "", baseline: false, tuned: false });

/**
 * The arms are of methods that every kind has; the set is the first that is large enough to tell something.
 * @type {{ id: string, question: string, about: string, set: number, measure: string, budget: Record<string, string>, arms: import("./toml.js").ArmDraft[] }[]}
 */
const QUESTIONS = [
  {
    id: "inference", question: "Does stronger inference pay for itself?", about: "Backtracking with forward checking against maintained arc consistency.", set: 1, measure: "checks", budget: { checks: "1000000" },
    arms: [arm("forward checking", "backtracking", { inference: "forward" }), arm("arc consistency", "backtracking", { inference: "mac" })],
  },
  {
    id: "order", question: "Does it matter which cell is decided next?", about: "Backtracking in reading order against the fewest values left.", set: 0, measure: "nodes", budget: { checks: "1000000" },
    arms: [arm("in order", "backtracking", { order: "in-order", inference: "forward" }), arm("fewest values left", "backtracking", { order: "mrv", inference: "forward" })],
  },
  {
    id: "walks", question: "Which local search is more reliable?", about: "Minimum conflicts against annealing, with thirty seeds on each puzzle.", set: 0, measure: "checks", budget: { checks: "100000" },
    arms: [arm("minimum conflicts", "min-conflicts"), arm("annealing", "annealing")],
  },
  {
    id: "time", question: "Is a solver made for the puzzle faster than clause learning?", about: "The kind's own engine against SAT, by time.", set: 1, measure: "seconds", budget: {},
    arms: [arm("own engine", "exact"), arm("clause learning", "sat")],
  },
];

/**
 * The examples for a kind, as far as its methods are there.
 * @param {About} about
 * @param {KindAbout} kind
 * @returns {{ id: string, question: string, about: string, draft: Draft }[]}
 */
export function examples(about, kind) {
  const has = (/** @type {string} */ id) => about.methods.some((method) => method.id === id && (!method.kind || method.kind === kind.id));
  return QUESTIONS.filter(({ arms }) => arms.every(({ id }) => has(id))).map(({ id, question, about: words, set, measure, budget, arms }) => ({
    id,
    question,
    about: words,
    draft: {
      name: `${kind.title}: ${arms.map(({ label }) => label).join(" or ")}`,
      question,
      groups: [{ source: /** @type {"set"} */ ("set"), kind: kind.id, set: (kind.corpus[set] ?? kind.corpus[0]).name, settings: {}, count: "", seed: "", group: "" }],
      arms: arms.map((entry, index) => ({ ...entry, settings: { ...entry.settings }, baseline: index === 0 })),
      factors: null, seeds: "", firstSeed: "", prove: false, measure, budget, tunedOn: [],
    },
  }));
}
