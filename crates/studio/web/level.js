// How hard a puzzle is, in words. Grades it once, in the background, and keeps the grade while the
// page is open.
import { useEffect, useState } from "./view.js";
import { engine } from "./engine.js";
import { bare } from "./puzzle.js";
import { puzzleName } from "./store.js";

/** The time limit of a background grade, in seconds. */
const PATIENCE = 3;

/** Grades of puzzles, by name. @type {Map<string, Grade>} */
const known = new Map();

/**
 * The name of a level: `medium`.
 * @param {About} about
 * @param {number} level from 1 on
 */
export const levelName = (about, level) => about.levels[level - 1]?.name ?? `level ${level}`;

/**
 * Remembers a grade that arrived with a puzzle.
 * @param {View} view
 * @param {Grade | null} grade
 */
export function noteGrade(view, grade) {
  if (grade) known.set(puzzleName(view.puzzle), grade);
}

/**
 * The grade of a puzzle; null while it is unknown, or if there is none.
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
 * The names of the levels of several puzzles, graded one after the other.
 * @param {About} about
 * @param {View[]} views
 * @param {boolean} wanted
 * @returns {(string | null)[]}
 */
export function useLevels(about, views, wanted) {
  const [, setRead] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    const asked = new AbortController();
    const grade = async () => {
      for (const view of views) {
        const name = puzzleName(view.puzzle);
        if (!known.has(name)) known.set(name, await engine.grade({ puzzle: bare(view.puzzle), seconds: PATIENCE, brief: true }, asked.signal));
        if (asked.signal.aborted) return;
        setRead((/** @type {number} */ count) => count + 1);
      }
    };
    grade().catch(() => {});
    return () => asked.abort();
  }, [views, wanted]);
  return views.map((view) => levelWords(about, known.get(puzzleName(view.puzzle)) ?? null));
}

/**
 * A level in words; null if a puzzle has none.
 * @param {About} about
 * @param {Grade | null} grade
 */
const levelWords = (about, grade) => (grade?.level ? levelName(about, grade.level) : grade?.needs_search ? "needs search" : null);

/**
 * The title of a puzzle: `Sudoku 9×9, easy`.
 * @param {About} about
 * @param {View} view
 * @param {Grade | null} grade
 */
export function titleWords(about, view, grade) {
  return [...view.title.split(" · "), levelWords(about, grade)].filter(Boolean).join(", ");
}
