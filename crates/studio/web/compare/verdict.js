// Who wins at what: one run of each arm on one puzzle.
import { duration, grouped } from "../ui.js";
import { methodOf } from "./sync.js";

/**
 * @typedef {object} Line
 * @property {string} name what is compared
 * @property {string} about
 * @property {(number | null)[]} values by arm; null for an arm that is not compared here
 * @property {number[]} best the arms that needed the least; several if they needed the same
 * @property {(value: number) => string} write
 */

/**
 * Time for all arms; counts within a family only, since a check of one costs another thing than a check of the other.
 * @param {About} about
 * @param {{ id: string }[]} arms
 * @param {(RunRecord | null)[]} records
 * @returns {Line[]}
 */
export function verdict(about, arms, records) {
  const solved = records.map((record) => record?.outcome === "solved" || record?.outcome === "refuted");
  /**
   * @param {string} name
   * @param {string} words
   * @param {(number | null)[]} values
   * @param {(value: number) => string} write
   * @returns {Line}
   */
  const line = (name, words, values, write) => {
    const fit = values.flatMap((value, arm) => (value !== null && solved[arm] ? [value] : []));
    const least = Math.min(...fit);
    return { name, about: words, values, write, best: fit.length ? values.flatMap((value, arm) => (value === least && solved[arm] ? [arm] : [])) : [] };
  };
  const lines = [line("time", "seconds of the run, pictures included", records.map((record) => record?.seconds ?? null), duration)];
  const methods = arms.map((arm) => methodOf(about, arm));
  const families = [...new Set(methods.map((method) => method.family))];
  for (const family of families) {
    const members = methods.flatMap((method, arm) => (method.family === family ? [arm] : []));
    if (members.length < 2) continue;
    for (const { name, about: words } of about.counters) {
      if (!members.every((arm) => methods[arm].spends.includes(name))) continue;
      const values = records.map((record, arm) => (members.includes(arm) ? (record?.counters[name] ?? 0) : null));
      // A counter that no arm spends tells nothing.
      if (!values.some(Boolean)) continue;
      lines.push(line(families.length > 1 ? `${name}, ${family}` : name, words, values, grouped));
    }
  }
  return lines;
}
