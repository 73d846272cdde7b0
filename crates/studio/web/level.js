// How hard a puzzle is, in words: asked for once, in the background, and remembered as long as the page is open.
import { useEffect, useState } from "./view.js";
import { engine } from "./engine.js";
import { bare } from "./puzzle.js";
import { puzzleName } from "./store.js";

/** How long a grade may take that nobody has asked for, in seconds. */
const PATIENCE = 3;

/** Grades of puzzles, by name. @type {Map<string, Grade>} */
const known = new Map();

/**
 * What a level is called: `medium`.
 * @param {About} about
 * @param {number} level from 1 on
 */
export const levelName = (about, level) => about.levels[level - 1]?.name ?? `level ${level}`;

/**
 * Remembers a grade that came along with a puzzle.
 * @param {View} view
 * @param {Grade | null} grade
 */
export function noteGrade(view, grade) {
  if (grade) known.set(puzzleName(view.puzzle), grade);
}

/**
 * The grade of a puzzle; null until it is known, and if there is none.
 * @param {View} view
 * @returns {Grade | null}
 */
export function useGrade(view) {
  const name = puzzleName(view.puzzle);
  const [, setRead] = useState(0);
  useEffect(() => {
    if (known.has(name)) return;
    const asked = new AbortController();
    engine.grade({ puzzle: bare(view.puzzle), seconds: PATIENCE, brief: true }, asked.signal).then((grade) => {
      known.set(name, grade);
      setRead((/** @type {number} */ count) => count + 1);
    }, () => {});
    return () => asked.abort();
  }, [name]);
  return known.get(name) ?? null;
}

/**
 * What a puzzle is called: `Sudoku 9×9, easy`.
 * @param {About} about
 * @param {View} view
 * @param {Grade | null} grade
 */
export function titleWords(about, view, grade) {
  const level = grade?.level ? levelName(about, grade.level) : grade?.needs_search ? "needs search" : null;
  return [...view.title.split(" · "), level].filter(Boolean).join(", ");
}
