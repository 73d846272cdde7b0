// What the rules say about the current board: which entries break one, and which cells the chosen
// one sees.
import { useEffect, useMemo, useState } from "../view.js";
import { engine } from "../engine.js";
import { cellName, place } from "../cells.js";
import { bare } from "../puzzle.js";
import { announce } from "../ui.js";

/** Delay between an entry and the check of the rules, in milliseconds. */
const SOON = 120;

/**
 * The rules that the entries break; null while unknown, or if not wanted.
 * @param {PuzzleJson} position
 * @param {(number | null)[]} entries
 * @param {boolean} wanted
 * @returns {BrokenRules | null}
 */
export function useBroken(position, entries, wanted) {
  const [broken, setBroken] = useState(/** @type {BrokenRules | null} */ (null));
  const asked = wanted && entries.some((entry) => entry !== null);
  useEffect(() => {
    if (!asked) return setBroken(null);
    const mine = new AbortController();
    const { marks: _, ...entered } = position;
    const timer = setTimeout(() => engine.broken(/** @type {PuzzleJson} */ (entered), mine.signal).then((found) => {
      const known = new Set(broken?.rules.map((reason) => reason.text));
      const news = found.rules.filter((reason) => !known.has(reason.text));
      setBroken(found);
      if (news.length) announce(news.map((reason) => reason.text).join("; "));
    }, () => {}), SOON);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [entries, asked]);
  return asked ? broken : null;
}

/** @type {CellName[]} */
const NONE = [];
/** @type {number[][]} */
const UNRELATED = [];

/**
 * The clues that cannot all be right, if the puzzle has no solution and a look at them shows why.
 * @param {View} view
 * @param {boolean} wanted
 * @returns {CellName[]}
 */
export function useClashing(view, wanted) {
  const [clashing, setClashing] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    const asked = new AbortController();
    engine.check(bare(view.puzzle), asked.signal).then((record) => setClashing(record.reason?.cells ?? NONE), () => {});
    return () => asked.abort();
  }, [wanted]);
  return clashing;
}

/**
 * For every cell, the cells that a rule relates it to; fetched on first use.
 * @param {PuzzleJson} puzzle
 * @param {number} cols
 * @param {boolean} wanted
 * @returns {number[][]}
 */
export function useRelated(puzzle, cols, wanted) {
  const [related, setRelated] = useState(UNRELATED);
  const asks = wanted && !related.length;
  useEffect(() => {
    if (asks) engine.related(puzzle).then((rows) => setRelated(rows.flat(1).map((names) => names.map((name) => place(name, cols)))), () => {});
  }, [asks]);
  return wanted ? related : UNRELATED;
}

/**
 * Flags of cells: those that break a rule and, if a cell is chosen, those with the same value and
 * those that it sees.
 * @param {object} props
 * @param {number[][]} props.related for every cell, the cells that a rule relates it to
 * @param {CellName[]} props.clashing clues that cannot all be right
 * @param {Face[]} props.faces
 * @param {number} props.cols
 * @param {number | null} props.cursor the chosen cell, if one is
 * @param {BrokenRules | null} props.broken
 * @param {import("./options.js").Options} props.options
 * @returns {Map<number, string>}
 */
export function useFlags({ related, clashing, faces, cols, cursor, broken, options }) {
  return useMemo(() => {
    /** @type {Map<number, string>} */
    const flags = new Map();
    const text = cursor === null ? "" : faces[cursor]?.text;
    if (cursor !== null && options.seen) for (const cell of related[cursor] ?? []) flags.set(cell, "seen");
    if (options.same && text && /\d/.test(text)) faces.forEach((face, cell) => face.text === text && flags.set(cell, "same"));
    for (const name of clashing) flags.set(place(name, cols), "conflict");
    if (options.conflicts) for (const reason of broken?.rules ?? []) for (const name of reason.cells) flags.set(place(name, cols), "conflict");
    return flags;
  }, [faces, cursor, broken, options, related, clashing]);
}

/**
 * The rule that the chosen cell breaks, or else the first broken rule.
 * @param {BrokenRules | null} broken
 * @param {number} cursor
 * @param {number} cols
 * @returns {string}
 */
export function brokenWords(broken, cursor, cols) {
  const here = broken?.rules.find((reason) => reason.cells.includes(cellName(cursor, cols)));
  return (here ?? broken?.rules[0])?.text ?? "";
}
