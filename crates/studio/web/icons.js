// Icons: strokes on a grid of 24, always beside a word or with a label on their button.
import { html } from "./view.js";

const PATHS = /** @type {Record<string, string>} */ ({
  undo: "M9 4 4 9l5 5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  redo: "m15 4 5 5-5 5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  check: "m5 12 5 5L20 7",
  steps: "M4 6h10M4 12h13M4 18h16",
  grade: "M5 20V12M12 20V7M19 20V3",
  share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.7l1.2-1.2",
  open: "M4 19V5h6l2 3h8v11z",
  draw: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  erase: "M4 16 14 6l6 6-8 8H8zM10 20h10",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5v14l9-7zM18 5v14",
  back: "M18 5v14l-9-7zM6 5v14",
  first: "M20 5v14l-8-7zM12 5v14l-8-7zM4 5v14",
  reverse: "M17 4v16L4 12z",
  last: "M4 5v14l8-7zM12 5v14l8-7zM20 5v14",
  stop: "M6 6h12v12H6z",
  run: "M13 3 5 14h6l-1 7 8-11h-6z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  help: "M9.5 9a2.5 2.5 0 1 1 3.6 2.3c-.7.3-1.1.9-1.1 1.7v.5M12 17h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  close: "M6 6l12 12M18 6 6 18",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  print: "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  plus: "M12 5v14M5 12h14",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  tree: "M12 4v4M12 8 6 13M12 8l6 5M6 13v3M18 13v3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
});

/** @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
