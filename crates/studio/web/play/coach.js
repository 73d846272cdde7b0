// Help with a puzzle: the next step, what is wrong, the whole way, how hard it is, whether there is one solution. `useCoach` asks the engine;
// `shown` says what the board looks like meanwhile.
import { useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { fixedCells, place, shape } from "../cells.js";
import { announce } from "../ui.js";
import { bare } from "../puzzle.js";
import { begin, drawn } from "./game.js";

/**
 * What the coach says.
 * @typedef {{ sort: "hint", hint: Hint, stage: number, all: boolean }
 *   | { sort: "mistakes", mistakes: Reason[], entries: number }
 *   | { sort: "explain", explained: Explained, at: number, record?: RunRecord }
 *   | { sort: "grade", grade: Grade, record?: RunRecord }
 *   | { sort: "solutions", record: RunRecord, at: 0 | 1 }
 *   | { sort: "error", error: any }
 *   | { sort: "busy", what: string }} Advice
 */

/** The stages of a hint: the technique, where, which cells, the whole reason. */
export const STAGES = ["Technique", "Where", "Cells", "Reason"];

/** The advice at hand, and how to ask for it. @param {View} view */
export function useCoach(view) {
  const [advice, setAdvice] = useState(/** @type {Advice | null} */ (null));
  const asked = useRef(/** @type {AbortController | null} */ (null));
  /**
   * @param {string} what
   * @param {(signal: AbortSignal) => Promise<Advice>} question
   */
  const ask = async (what, question) => {
    asked.current?.abort();
    const mine = (asked.current = new AbortController());
    // What is quick to answer should not flicker.
    const slow = setTimeout(() => setAdvice({ sort: "busy", what }), 250);
    try {
      const answer = await question(mine.signal);
      if (!mine.signal.aborted) setAdvice(answer);
      return answer;
    } catch (error) {
      if (!mine.signal.aborted) setAdvice({ sort: "error", error });
    } finally {
      clearTimeout(slow);
    }
  };
  const close = () => {
    asked.current?.abort();
    setAdvice(null);
  };
  return {
    advice,
    setAdvice,
    close,
    /** @param {PuzzleJson} position @param {boolean} [all] */
    hint: (position, all = false) => ask("Looking for the next step …", async (signal) => {
      const hint = await engine.hint({ puzzle: position, all }, signal);
      announce(hintWords(hint, 0));
      return { sort: "hint", hint, stage: 0, all };
    }),
    /** @param {PuzzleJson} position */
    mistakes: (position) => ask("Checking what you have entered …", async (signal) => {
      const record = await engine.check(position, signal);
      const mistakes = /** @type {Reason[]} */ (record.progress?.mistakes ?? []);
      announce(mistakes.length ? mistakes.map((mistake) => mistake.text).join("; ") : "No mistakes so far.");
      return { sort: "mistakes", mistakes, entries: record.progress?.entries ?? 0 };
    }),
    /** @param {PuzzleJson} puzzle @param {boolean} from */
    explain: (puzzle, from) => ask("Working out the whole way …", async (signal) => {
      const explained = await engine.explain({ puzzle, uniqueness: true, from_position: from }, signal);
      // Why there is no solution is a question of its own.
      if (explained.verdict === "none") return { sort: "explain", explained, at: 0, record: await engine.check(bare(view.puzzle), signal) };
      announce(explained.steps[0] ? `${explained.steps.length} steps. ${explained.steps[0].text[3]}` : explained.ending);
      return { sort: "explain", explained, at: 0 };
    }),
    grade: () => ask("Grading …", async (signal) => {
      const grade = await engine.grade({ puzzle: bare(view.puzzle), uniqueness: true }, signal);
      announce(grade.level ? `Level ${grade.level}` : "No level");
      return { sort: "grade", grade, record: grade.verdict === "none" ? await engine.check(bare(view.puzzle), signal) : undefined };
    }),
    solutions: () => ask("Looking for solutions …", async (signal) => {
      const record = await engine.check(bare(view.puzzle), signal);
      announce(verdictWords(record));
      return { sort: "solutions", record, at: 0 };
    }),
  };
}

/** @param {RunRecord} record */
export function verdictWords(record) {
  switch (record.verdict) {
    case "unique": return "It has exactly one solution.";
    case "several": return "It has more than one solution.";
    case "none": return "It has no solution.";
    default: return "Whether it has one solution could not be decided in time.";
  }
}

/**
 * What a hint says up to a stage.
 * @param {Hint} hint
 * @param {number} stage
 */
export function hintWords(hint, stage) {
  switch (hint.outcome) {
    case "step": return /** @type {Step} */ (hint.step).text[stage];
    case "mistakes": return `Before a hint: ${hint.mistakes?.map((mistake) => mistake.text).join("; ")}.`;
    case "solved": return "It is solved.";
    case "none": return `There is no solution. ${hint.corrections?.text ?? hint.reason?.text ?? ""}`;
    case "fork": return `There are several solutions, and ${hint.fork?.cell} differs between them. No easy step follows.`;
    case "gave-up": return "No step was found in time.";
    default: return "No technique sees a step here.";
  }
}

/**
 * Whether a step relies on eliminations that the board does not show: in cells without pencil marks,
 * of values that no cell related to them holds.
 * @param {View} view
 * @param {Step} step
 * @param {import("./game.js").Layers} layers
 * @param {number[][]} related for every cell, the cells that a rule relates it to
 */
export function isUnwritten(view, step, layers, related) {
  if (view.entries.length <= 2 || !related.length) return false;
  const [, cols] = shape(view.board);
  const fixed = new Set(view.fixed);
  const given = new Map(view.entries.map((entry) => [entry.face.text, entry.value]));
  const values = view.board.faces.flat().map((face, cell) => layers.entry[cell] ?? (face.given ? given.get(face.text) : undefined));
  return step.because.some(({ cell, lacks }) => {
    if (lacks === undefined || fixed.has(cell)) return false;
    const at = place(cell, cols);
    if (layers.entry[at] !== null || layers.marks[at].length) return false;
    // On a path each value stands once, wherever it is.
    return !(view.path ? values.includes(lacks) : related[at].some((other) => values[other] === lacks));
  });
}

/**
 * Faces and flags that show a step.
 * @param {View} view
 * @param {Face[]} faces
 * @param {Step} step
 * @param {number} stage
 */
function showStep(view, faces, step, stage) {
  const [, cols] = shape(view.board);
  /** @type {Map<number, string>} */
  const flags = new Map();
  if (stage < 1) return { faces, flags };
  for (const name of step.area ?? []) flags.set(place(name, cols), "area");
  if (stage < 2) return { faces, flags };
  for (const name of step.cells) flags.set(place(name, cols), "cause");
  if (stage < 3) return { faces, flags };
  const next = [...faces];
  const face = (/** @type {number} */ cell) => (next[cell] === faces[cell] ? (next[cell] = { ...faces[cell] }) : next[cell]);
  const add = (/** @type {number[] | undefined} */ list, /** @type {number} */ value) => [...new Set([...(list ?? []), value])].sort((a, b) => a - b);
  const numbers = view.entries.length > 2;
  for (const { cell, value } of step.marks ?? []) {
    const at = face(place(cell, cols));
    if (!at.text && numbers) Object.assign(at, { marks: add(at.marks, value), picked: add(at.picked, value) });
  }
  for (const { cell, value } of step.removes) {
    const at = face(place(cell, cols));
    if (!at.text && numbers) Object.assign(at, { marks: add(at.marks, value), gone: add(at.gone, value) });
    flags.set(place(cell, cols), "effect");
  }
  for (const { cell, value } of step.places) {
    const at = face(place(cell, cols));
    const entry = view.entries.find((entry) => entry.value === value);
    if (entry && !at.text) Object.assign(at, { text: entry.face.text || at.text, entered: true });
    if (entry?.face.tone) at.tone = entry.face.tone;
    if (entry?.face.corner) at.corner = entry.face.corner;
    flags.set(place(cell, cols), "effect");
  }
  return { faces: next, flags };
}

/**
 * The position before step `at` of an explanation, or after the last one.
 * @param {View} view
 * @param {Explained} explained
 * @param {number} at
 */
export function positionAt(view, explained, at) {
  const [, cols] = shape(view.board);
  const { layers } = begin({ ...view, puzzle: bare(view.puzzle) });
  for (const states of explained.positions.slice(0, at + 1)) {
    for (const { cell, entry, marks } of states) {
      const here = place(cell, cols);
      layers.entry[here] = entry;
      layers.marks[here] = entry === null && view.entries.length > 2 ? marks : [];
    }
  }
  const fixed = fixedCells(view);
  layers.entry = layers.entry.map((entry, cell) => (fixed.has(cell) ? null : entry));
  return layers;
}

/**
 * The suspicious cells of a puzzle without a solution: those of clues whose change gives exactly
 * one, or else those of the conflict.
 * @param {RunRecord | Hint} record
 * @returns {CellName[]}
 */
export function suspects({ corrections, conflict }) {
  const changes = corrections?.changes ?? [];
  return (changes.length ? changes : conflict?.rules ?? []).flatMap((/** @type {{ cells: CellName[] }} */ { cells }) => cells);
}

/**
 * Adds the names of the areas to a board, for texts that mention them.
 * @param {View} view
 * @param {Face[]} faces
 * @returns {Face[]}
 */
export function withNames(view, faces) {
  if (!view.names.length) return faces;
  const [, cols] = shape(view.board);
  const named = [...faces];
  for (const { cell, name } of view.names) named[place(cell, cols)] = { ...named[place(cell, cols)], name };
  return named;
}

/**
 * How the board looks while an answer of the coach is open; null if no different.
 * @param {View} view
 * @param {Face[]} faces
 * @param {Advice | null} advice
 * @returns {{ faces: Face[], flags: Map<number, string> } | null}
 */
export function shown(view, faces, advice) {
  const picture = pictured(view, faces, advice);
  if (!picture || (advice?.sort === "hint" && advice.hint.step && advice.stage < 1)) return picture;
  return { ...picture, faces: withNames(view, picture.faces) };
}

/**
 * @param {View} view
 * @param {Face[]} faces
 * @param {Advice | null} advice
 * @returns {{ faces: Face[], flags: Map<number, string> } | null}
 */
function pictured(view, faces, advice) {
  const [, cols] = shape(view.board);
  if (advice?.sort === "hint" && advice.hint.step) return showStep(view, faces, advice.hint.step, advice.stage);
  const wrong = advice?.sort === "mistakes" ? advice.mistakes : advice?.sort === "hint" ? advice.hint.mistakes : advice?.sort === "explain" ? advice.explained.mistakes : undefined;
  if (wrong?.length) return { faces, flags: new Map(wrong.flatMap((mistake) => mistake.cells.map((name) => [place(name, cols), "mistake"]))) };
  if (advice?.sort === "hint" && advice.hint.outcome === "none") return { faces, flags: new Map(suspects(advice.hint).map((name) => [place(name, cols), "cause"])) };
  if (advice?.sort === "hint" && advice.hint.fork) return { faces, flags: new Map([[place(advice.hint.fork.cell, cols), "effect"]]) };
  if ((advice?.sort === "explain" || advice?.sort === "grade") && advice.record) return { faces, flags: new Map(suspects(advice.record).map((name) => [place(name, cols), "cause"])) };
  if (advice?.sort === "explain") {
    const { explained, at } = advice;
    const position = drawn(view, positionAt(view, explained, at), null);
    const step = explained.steps[at];
    return step ? showStep(view, position, step, 3) : { faces: position, flags: new Map() };
  }
  if (advice?.sort === "solutions") {
    const { record, at } = advice;
    if (record.verdict === "none") return { faces, flags: new Map(suspects(record).map((name) => [place(name, cols), "cause"])) };
    if (record.verdict !== "several") return null;
    const solution = (at === 1 ? record.second_solution : record.solution).flat();
    const fixed = fixedCells(view);
    const layers = begin({ ...view, puzzle: bare(view.puzzle) }).layers;
    layers.entry = layers.entry.map((_, cell) => (fixed.has(cell) ? null : solution[cell]));
    return { faces: drawn(view, layers, null), flags: new Map(record.differences.map((/** @type {string} */ name) => [place(name, cols), "effect"])) };
  }
  return null;
}
