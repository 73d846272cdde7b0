// Films side by side, each as far as it had got when it had spent as much of a counter as the others.
import { atMost } from "../watch/reel.js";

/** Side by side by the number of pictures. */
export const PICTURE = "picture";

/**
 * How far a reel has got at each of its frames.
 * @param {import("../watch/reel.js").Reel} reel
 * @param {string} by a counter, or `picture`
 * @returns {Float64Array}
 */
const spent = (reel, by) => (by === PICTURE ? Float64Array.from({ length: reel.length }, (_, frame) => frame) : reel.series(by));

/** Several films on one clock. */
export class Clock {
  /**
   * @param {import("../watch/reel.js").Reel[]} reels
   * @param {string} by
   */
  constructor(reels, by) {
    this.by = by;
    this.spent = reels.map((reel) => spent(reel, by));
    /** The moments in which something happens in any of them. */
    this.moments = merged(this.spent);
  }

  /**
   * The frame of a reel at a moment: the last one that had spent no more.
   * @param {number} arm
   * @param {number} index of the moment
   */
  frame(arm, index) {
    return Math.max(0, atMost(this.spent[arm], this.at(index)) - 1);
  }

  /** What has been spent at a moment. @param {number} index */
  at(index) {
    return this.moments[Math.max(0, Math.min(this.moments.length - 1, index))] ?? 0;
  }
}

/**
 * All numbers of several sorted lists, each once, sorted.
 * @param {Float64Array[]} lists
 */
function merged(lists) {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let length = 0;
  for (const list of lists) {
    all.set(list, length);
    length += list.length;
  }
  all.sort();
  let kept = 0;
  for (let index = 0; index < all.length; index++) if (index === 0 || all[index] !== all[index - 1]) all[kept++] = all[index];
  return all.subarray(0, Math.max(1, kept));
}

/**
 * The method of an arm.
 * @param {About} about
 * @param {{ id: string }} arm
 */
export const methodOf = (about, arm) => about.methods.find((method) => method.id === arm.id) ?? about.methods[0];

/**
 * The counters that a comparison can go by: those that any arm spends, with the arms that never spend them.
 * @param {About} about
 * @param {{ id: string }[]} arms
 */
export function currencies(about, arms) {
  const methods = arms.map((arm) => methodOf(about, arm));
  return about.counters
    .filter(({ name }) => methods.some((method) => method.spends.includes(name)))
    .map((counter) => ({ ...counter, without: methods.flatMap((method, arm) => (method.spends.includes(counter.name) ? [] : [arm])) }));
}
