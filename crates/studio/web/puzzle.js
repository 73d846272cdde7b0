// A puzzle without what came along with it.

/**
 * Without its solution: what is shared must not give it away.
 * @param {PuzzleJson} puzzle
 * @returns {PuzzleJson}
 */
export function unsolved(puzzle) {
  const { solution, ...rest } = puzzle;
  return /** @type {PuzzleJson} */ (rest);
}

/**
 * Without its solution and without what has been entered: what a search or a game begins with.
 * @param {PuzzleJson} puzzle
 * @returns {PuzzleJson}
 */
export function bare(puzzle) {
  const { solution, entries, marks, ...rest } = puzzle;
  return /** @type {PuzzleJson} */ (rest);
}
