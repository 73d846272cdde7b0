// What this browser remembers: games under way, the last one, and how the studio is set. A browser may refuse to remember; then nothing is kept and nothing breaks.

import { bare } from "./puzzle.js";

const PREFIX = "pencilmark:";
/** Games that are remembered; the ones played longest ago are forgotten. */
const GAMES = 60;

/**
 * @param {string} key
 * @returns {any}
 */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The games that are remembered, newest first: the name of the puzzle and the game's own, with a dot between them. @returns {string[]} */
const games = () => (recall("games") ?? []).filter((/** @type {any} */ game) => typeof game === "string");

/**
 * Remembers a game of a puzzle. There may be several of one puzzle: one's own, and those that began with somebody's link.
 * @param {string} puzzle
 * @param {string} id
 * @param {any} game
 */
export function rememberGame(puzzle, id, game) {
  const name = `${puzzle}.${id}`;
  const all = [name, ...games().filter((other) => other !== name)];
  for (const old of all.splice(GAMES)) localStorage.removeItem(`${PREFIX}game:${old}`);
  while (!remember(`game:${name}`, game) && all.length > 1) {
    // No room: the oldest goes.
    localStorage.removeItem(`${PREFIX}game:${all.pop()}`);
  }
  remember("games", all);
}

/**
 * A game of a puzzle, by its own name or the newest; null if there is none.
 * @param {string} puzzle
 * @param {string} [id]
 * @returns {{ id: string, puzzle: PuzzleJson, game: any } | null}
 */
export function recallGame(puzzle, id) {
  const name = games().find((game) => game.startsWith(`${puzzle}.`) && (id === undefined || game === `${puzzle}.${id}`));
  return name ? recall(`game:${name}`) : null;
}

/** All games, newest first. @returns {{ id: string, puzzle: PuzzleJson, game: any }[]} */
export const recallGames = () => games().map((name) => recall(`game:${name}`)).filter((game) => game?.puzzle && typeof game.id === "string");

/**
 * A short name for a puzzle: the same puzzle has the same one.
 * @param {PuzzleJson} puzzle
 */
export function puzzleName(puzzle) {
  let hash = 0xcbf29ce484222325n;
  for (const glyph of JSON.stringify(bare(puzzle))) hash = BigInt.asUintN(64, (hash ^ BigInt(glyph.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(36);
}
