// Puzzles as links, texts and files.
import { engine } from "./engine.js";
import { address, pack } from "./link.js";
import { unsolved } from "./puzzle.js";

/** Requests under way at a time, so that a large selection leaves workers for the rest of the page. */
const AT_ONCE = 4;

/**
 * The address at which a puzzle is played, with what else belongs to its position.
 * @param {{ puzzle: PuzzleJson }} position
 */
export const playLink = async (position) => `${location.origin}/${address("play", await pack({ ...position, puzzle: unsolved(position.puzzle) }))}`;

/**
 * Puzzles as one text. Lines follow each other; boards of several lines have an empty line between them.
 * @param {PuzzleJson[]} puzzles
 * @param {string} format
 */
export async function written(puzzles, format) {
  /** @type {string[]} */
  const texts = new Array(puzzles.length);
  let next = 0;
  const work = async () => {
    while (next < puzzles.length) {
      const index = next++;
      texts[index] = (await engine.write(unsolved(puzzles[index]), format)).replace(/\n+$/, "");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const apart = texts.some((text) => text.includes("\n")) ? "\n\n" : "\n";
  return `${texts.join(apart)}\n`;
}

/**
 * A name for a file of puzzles, without its ending.
 * @param {string} kind
 * @param {number[]} numbers of the puzzles in the gallery
 */
export const fileName = (kind, numbers) => `${kind}${numbers.length === 1 ? `-${numbers[0]}` : `-${numbers.length}-puzzles`}`;

/**
 * How a file in a format ends.
 * @param {string} format
 * @param {boolean} several
 */
export function ending(format, several) {
  if (format === "json") return several ? "jsonl" : "json";
  return format === "csv" || format === "sdk" ? format : "txt";
}
