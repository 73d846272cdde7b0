// What happens in a frame, in a sentence, and how a search ended.
import { counted, grouped, sentence } from "../ui.js";
import { cellName, shape } from "../cells.js";
import { populationSize } from "./population.js";

/**
 * Several things in a row of words.
 * @param {string[]} things
 * @param {number} [most]
 */
function listed(things, most = 3) {
  const shown = things.slice(0, most);
  const rest = things.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}` : shown.join("");
}

/**
 * What a face says about its cell: `is 7`, `has a star`.
 * @param {Face} face
 * @param {View} view
 */
function look(face, view) {
  const tone = (/** @type {Face} */ one) => one.tone ?? "plain";
  const entry = view.entries.find(({ face: made }) => tone(made) === tone(face) && (!made.text || made.text === face.text) && (!made.corner || made.corner === face.corner));
  return entry?.words ?? "is open";
}

/**
 * A decision as it is written: `r3c5 = 4`, `r3c5 = white`.
 * @param {{ cell: number | CellName, value: string } | null | undefined} decision
 * @param {View} view
 */
export function decisionWords(decision, view) {
  if (!decision) return "";
  const name = typeof decision.cell === "number" ? cellName(decision.cell, shape(view.board)[1]) : decision.cell;
  const entry = view.entries.find(({ symbol, face }) => symbol === decision.value || face.text === decision.value);
  // What an entry is called, without its verb: `is white`, `has no star`.
  const value = entry?.words.replace(/^(is|has)( an?)? /, "") ?? decision.value;
  return value ? `${name} = ${value}` : name;
}

/**
 * What happens in a frame.
 * @param {import("./run.js").Run} run
 * @param {number} frame
 * @param {View} view
 * @returns {{ title: string, text: string }}
 */
export function story(run, frame, view) {
  const { reel, tree } = run;
  const size = populationSize(run);
  const [, cols] = shape(view.board);
  const picture = reel.picture(frame);
  if (!picture) return { title: "The start", text: "The puzzle before the search." };
  const before = reel.counters(frame - 1);
  const grown = (/** @type {string} */ name) => (picture.counters[name] ?? 0) - (before[name] ?? 0);
  const changed = picture.faces.map(([cell, face]) => ({ name: cellName(cell, cols), face }));
  const focus = changed.filter(({ face }) => face.accent === "focus").map(({ name }) => name);
  const cost = reel.cost(frame);
  const costWords = () => {
    const then = reel.cost(frame - 1);
    if (cost === null) return "";
    return then === null || then === cost ? ` Cost ${grouped(cost)}.` : ` Cost ${grouped(then)} → ${grouped(cost)}, ${cost < then ? "better" : "worse"}.`;
  };
  const found = () => {
    const told = [];
    if (grown("prunings") > 0) told.push(`${counted(grown("prunings"), "value")} ruled out`);
    if (grown("propagated") > 0) told.push(`${counted(grown("propagated"), "cell")} left with one`);
    return told.join(", ");
  };
  switch (picture.shot) {
    case "start":
      if (size) {
        const { generation, boards } = reel.population(frame);
        return generation
          ? { title: `Child ${grouped(boards)}`, text: `Bred from two boards of generation ${grouped(generation)} for the next one.${costWords()}` }
          : { title: `Board ${grouped(boards)} of ${grouped(size)}`, text: `A random board of the first generation.${costWords()}` };
      }
      return { title: "A board to start from", text: `Every cell is filled; now it is mended.${costWords()}` };
    case "about":
      return { title: "About to change", text: `${focus.length ? `Picks ${listed(focus)}` : "Picks nothing"}.${costWords()}` };
    case "step": {
      // Other cells may look different because they are right or wrong now; the move is what was announced.
      const meant = new Set(reel.picture(frame - 1)?.faces.flatMap(([cell, face]) => (face.accent === "focus" ? [cellName(cell, cols)] : [])));
      const moved = changed.filter(({ name }) => !meant.size || meant.has(name));
      return { title: "A move", text: `${moved.length ? `Now ${listed(moved.map(({ name, face }) => `${name} ${look(face, view)}`))}.` : "The board stays as it was."}${costWords()}` };
    }
    case "assign": {
      const what = decisionWords(tree.decision[tree.at[frame]] ?? null, view);
      return { title: `Decision ${picture.depth}`, text: what ? `Tries ${what}.` : "Tries a value." };
    }
    case "backtrack": {
      const undone = tree.at[frame - 1];
      const what = decisionWords(picture.decision ? { cell: picture.decision[0], value: picture.decision[1] } : tree.decision[undone], view);
      const why = picture.why?.text ?? (tree.children[undone]?.length ? "nothing below it works" : "a rule cannot be kept any more");
      return { title: "Back", text: what ? `Undoes ${what}: ${why.replace(/[.]?$/, ".")}` : sentence(why) };
    }
    case "look":
      return { title: "Looking ahead", text: sentence(found() || "the rules are looked at, and nothing follows") };
    case "infer":
      return { title: "Inference", text: sentence(found() || "a rule is looked at, and nothing follows") };
    case "generation": {
      const costs = picture.generation;
      const spread = costs ? ` Its costs: ${grouped(costs.lowest)} to ${grouped(costs.highest)}, on average ${costs.mean.toFixed(1)}.` : "";
      return { title: `Generation ${grouped(reel.counters(frame).generations ?? 0)}`, text: `${size ? counted(size, "board") : "Boards"} that survive or were bred; this is the best of them.${spread}` };
    }
    case "hand-over":
      return { title: "Handed over", text: "The engine leaves the rest to another method." };
    case "solution":
      return { title: "Solved", text: "Every rule is kept." };
    default:
      return { title: picture.shot, text: costWords().trim() };
  }
}

const OUTCOMES = /** @type {Record<string, { sign: string, title: string, tone: string }>} */ ({
  solved: { sign: "✓", title: "Solved", tone: "good" },
  refuted: { sign: "∅", title: "There is no solution", tone: "gold" },
  "gave-up": { sign: "…", title: "Gave up", tone: "bad" },
});

/**
 * How a search ended.
 * @param {import("./run.js").Run} run
 * @returns {{ sign: string, title: string, tone: string, text: string } | null}
 */
export function outcome({ state, record, error }) {
  if (state === "stopped") return { sign: "■", title: "Stopped", tone: "", text: "What was seen until then is kept." };
  if (state === "failed") return { sign: "!", title: "It could not be run", tone: "bad", text: [error?.what ?? error?.message, typeof error?.remedy === "string" ? error.remedy : error?.remedy?.text].filter(Boolean).map(sentence).join(" ") };
  if (state !== "ended" || !record) return null;
  const known = OUTCOMES[record.outcome] ?? { sign: "?", title: record.outcome, tone: "" };
  const texts = [record.reason?.text, record.error?.what, record.remedy?.text ?? record.error?.remedy?.text].filter(Boolean);
  return { ...known, text: record.outcome === "solved" ? "" : texts.map(sentence).join(" ") };
}
