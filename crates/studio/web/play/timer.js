// The clock beside a puzzle. It stops while the page is hidden or a dialog covers the board.
import { html, useEffect, useState } from "../view.js";
import { Button } from "../ui.js";

/** @param {{ seconds: { current: number }, running: boolean, move: any }} props `move`: what changes with each move, which resumes the clock */
export function Timer({ seconds, running, move }) {
  const [, setShown] = useState(0);
  const [paused, setPaused] = useState(false);
  useEffect(() => setPaused(false), [move]);
  useEffect(() => {
    if (!running || paused) return;
    const tick = setInterval(() => {
      if (document.hidden || document.querySelector("dialog[open]")) return;
      seconds.current += 1;
      setShown(seconds.current);
    }, 1000);
    return () => clearInterval(tick);
  }, [running, paused]);
  const [minutes, rest] = [Math.floor(seconds.current / 60), Math.floor(seconds.current % 60)];
  return html`<div class="timer"><span role="timer" aria-label="Time">${minutes}:${String(rest).padStart(2, "0")}</span><${Button} icon=${paused ? "play" : "pause"} kind="quiet" title=${paused ? "Resume the clock" : "Pause the clock"} onClick=${() => setPaused(!paused)} disabled=${!running} /></div>`;
}
