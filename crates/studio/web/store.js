// What this browser remembers: games under way, the last one, and how the studio is set. A browser may refuse to remember; then nothing is kept and nothing breaks.

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

/**
 * Remembers a game under the name of its puzzle.
 * @param {string} name
 * @param {any} game
 */
export function rememberGame(name, game) {
  /** @type {string[]} */
  const games = (recall("games") ?? []).filter((/** @type {string} */ other) => other !== name);
  games.unshift(name);
  for (const old of games.splice(GAMES)) localStorage.removeItem(`${PREFIX}game:${old}`);
  while (!remember(`game:${name}`, game) && games.length > 1) {
    // No room: the oldest goes.
    localStorage.removeItem(`${PREFIX}game:${games.pop()}`);
  }
  remember("games", games);
}

/** @param {string} name */
export const recallGame = (name) => recall(`game:${name}`);

/**
 * A short name for a puzzle: the same puzzle has the same one.
 * @param {PuzzleJson} puzzle
 */
export function puzzleName(puzzle) {
  const { entries, marks, solution, ...rest } = puzzle;
  let hash = 0xcbf29ce484222325n;
  for (const glyph of JSON.stringify(rest)) hash = BigInt.asUintN(64, (hash ^ BigInt(glyph.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(36);
}
