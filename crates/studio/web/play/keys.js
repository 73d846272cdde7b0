// The keys of a game, and the list of them that help shows.
import { steer } from "./entering.js";

/** What keys do, for the list. */
export const KEYS = [
  ["Arrows, Home, End, Page up, Page down", "move; with Shift, select"],
  ["1 – 9, letters, two digits in a row", "enter a value; several cells at once if several are selected"],
  ["Space, Enter", "the next of shade, star, cross (or the next mode, where values are entered)"],
  ["Delete, Backspace", "empty the selected cells"],
  ["Z, X, C, V", "values, notes in corners, marks, colours"],
  ["Shift / Ctrl with a digit", "a note in the corner / a mark"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+A, Escape", "select everything, nothing"],
  ["H", "a hint; again for more of it"],
  ["D", "do what the hint says"],
  ["M", "mistakes so far"],
  ["?", "this list"],
];

/**
 * What a key means.
 * @typedef {{ go: number, extend: boolean } | { value: number, mode?: "corner" | "centre", digit?: string } | { mode: string } | { act: "erase" | "undo" | "redo" | "toggle" | "nextMode" | "all" | "close" | "hint" | "do" | "mistakes" | "help" }} Meaning
 */

/**
 * The meaning of a key; null if it has none here.
 * @param {KeyboardEvent} event
 * @param {View} view
 * @param {import("./entering.js").Sheet} on
 * @param {number} cursor
 * @returns {Meaning | null}
 */
export function meaning(event, view, on, cursor) {
  // Alt belongs to the browser: with an arrow it goes back a page.
  if (event.altKey) return null;
  const go = steer(on, cursor, event);
  if (go !== null) return { go, extend: event.shiftKey };
  const { key } = event;
  const control = event.ctrlKey || event.metaKey;
  const letter = key.toLowerCase();
  if (control && letter === "z") return { act: event.shiftKey ? "redo" : "undo" };
  if (control && letter === "y") return { act: "redo" };
  if (control && letter === "a") return { act: "all" };
  if (key === "Delete" || key === "Backspace") return { act: "erase" };
  if (key === "Escape") return { act: "close" };
  if (key === " " || key === "Enter") return { act: on.toggles ? "toggle" : "nextMode" };
  // With Shift, a digit's key says something else.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(key) ? key : undefined);
  if (digit !== undefined && !on.toggles) return { value: Number(digit), digit, mode: event.shiftKey ? "corner" : control ? "centre" : undefined };
  if (control) return null;
  const entry = view.entries.find((entry) => !/^\d/.test(entry.symbol) && entry.symbol.toLowerCase() === letter) ?? (on.toggles && digit !== undefined ? view.entries.find((entry) => String(entry.value) === digit) : undefined);
  if (entry) return { value: entry.value };
  const modes = /** @type {Record<string, string>} */ ({ z: "value", x: "corner", c: "centre", v: "colour" });
  if (modes[letter] && (!on.toggles || letter === "z" || letter === "v")) return { mode: modes[letter] };
  const acts = /** @type {Record<string, any>} */ ({ h: "hint", d: "do", m: "mistakes", "?": "help" });
  return acts[letter] ? { act: acts[letter] } : null;
}
