// A game under way: the moves, what this browser and the address remember of it, and whether it is solved.
import { useEffect, useMemo, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { announce } from "../ui.js";
import { puzzleName, recallGame, remember, rememberGame } from "../store.js";
import { bare } from "../puzzle.js";
import { begin, claimOf, isGame, isUntouched, move, positionOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * The game to go on with: the one that the address names, if this browser knows it; the newest of this puzzle, if the address has no position;
 * a new one from the position in the address, if it is somebody else's.
 * @param {View} view
 * @param {any} state
 * @returns {{ game: Game, id: string }}
 */
function resume(view, state) {
  const name = puzzleName(view.puzzle);
  const linked = begin(view, state);
  const saved = typeof state?.id === "string" && recallGame(name, state.id) || (isUntouched(linked.layers) && recallGame(name));
  if (saved && isGame(saved.game, linked.layers.entry.length)) return { game: saved.game, id: saved.id };
  return { game: linked, id: Math.random().toString(36).slice(2) };
}

/**
 * @param {View} view
 * @param {any} state what the address said
 * @param {(state: any) => void} onState
 * @param {() => void} onMove
 * @param {boolean} tidy whether an entry rules out marks
 */
export function useGame(view, state, onState, onMove, tidy) {
  const name = puzzleName(view.puzzle);
  const resumed = useMemo(() => resume(view, state), [view]);
  const [game, setGame] = useState(resumed.game);
  const [solved, setSolved] = useState(false);
  const seconds = useRef(game.seconds);
  const live = useRef(game);
  const position = useMemo(() => positionOf(view, game.layers), [view, game.layers]);

  /** What the address holds. */
  const record = () => ({
    puzzle: position,
    notes: game.layers.notes.some((list) => list.length) ? game.layers.notes : undefined,
    colours: game.layers.colours.some((list) => list.length) ? game.layers.colours : undefined,
    seconds: Math.round(seconds.current),
    id: resumed.id,
  });
  /** A position that is only looked at is not a game yet: the link has it. */
  const save = () => {
    const now = live.current;
    if (now.past.length || now.future.length) rememberGame(name, resumed.id, { id: resumed.id, puzzle: bare(view.puzzle), game: { ...now, seconds: seconds.current } });
  };
  useEffect(() => {
    save();
    onState(record());
  }, [game]);
  useEffect(() => {
    remember("last", bare(view.puzzle));
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, []);
  useEffect(() => {
    // Whoever fills in the last cell wants to know.
    setSolved(false);
    const claim = claimOf(view, game.layers);
    if (!claim) return;
    const asked = new AbortController();
    const timer = setTimeout(() => engine.check({ ...bare(view.puzzle), solution: claim }, asked.signal).then((result) => {
      if (!result.claim?.right) return;
      setSolved(true);
      announce("Solved. Well done!");
    }, () => {}), 150);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [game.layers.entry]);

  /** Makes a move. @param {Game} next */
  const play = (next) => {
    if (next === live.current) return;
    live.current = next;
    setGame(next);
    onMove();
  };
  /** Makes a move, and rules out the marks that it leaves no room for. @param {Game} next */
  const playTidily = async (next) => {
    if (next === live.current) return;
    play(next);
    if (!tidy || !next.layers.marks.some((list) => list.length)) return;
    const { marks: _, ...without } = positionOf(view, next.layers);
    const left = (await engine.marks(/** @type {PuzzleJson} */ (without)).catch(() => null))?.flat(1);
    if (!left || live.current !== next) return;
    const tidied = move(next, next.layers.marks.map((list, cell) => ["marks", cell, next.layers.entry[cell] === null ? list.filter((mark) => left[cell].includes(mark)) : list]));
    if (tidied === next) return;
    // It belongs to the entry: one undo takes both back.
    const [entry, marks] = tidied.past.slice(-2);
    live.current = { ...tidied, past: [...tidied.past.slice(0, -2), [...entry, ...marks]] };
    setGame(live.current);
  };
  return { game, live, play, playTidily, position, record, seconds, solved };
}
