// Moving through the frames of a film: play in both directions, step, scrub, speed, and the keys for all of them.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../view.js";
import { Button, Waiting } from "../ui.js";

/** Frames a second to choose from. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** The longest time between two drawings that playing makes up for, in seconds. */
const LONGEST = 0.25;

/** Whether this person has asked for less motion: then nothing begins to move by itself. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where in a film one is.
 * @param {number} length how many frames there are
 * @param {boolean} growing whether more are to come
 */
export function usePlayer(length, growing) {
  const [frame, setFrame] = useState(0);
  const [direction, setDirection] = useState(/** @type {-1 | 0 | 1} */ (0));
  const [speed, setSpeed] = useState(10);
  const last = Math.max(0, length - 1);
  const now = useRef({ frame, last, growing, speed });
  now.current = { ...now.current, last, growing, speed };

  const show = useCallback((/** @type {number} */ wanted) => {
    const place = Math.max(0, Math.min(now.current.last, Math.round(wanted)));
    now.current.frame = place;
    setFrame(place);
    return place;
  }, []);
  const go = useCallback((/** @type {number} */ wanted) => {
    setDirection(0);
    return show(wanted);
  }, []);
  const step = useCallback((/** @type {number} */ by) => go(now.current.frame + by), []);
  const play = useCallback((/** @type {-1 | 0 | 1} */ wanted) => {
    const { frame, last, growing } = now.current;
    // At the end there is nothing left to play: it begins anew.
    if (wanted === 1 && frame >= last && !growing) show(0);
    if (wanted === -1 && frame <= 0) show(last);
    setDirection(wanted);
  }, []);
  const faster = useCallback((/** @type {number} */ by) => {
    const place = SPEEDS.indexOf(now.current.speed);
    setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place + by))]);
  }, []);

  useEffect(() => {
    if (!direction) return;
    let [place, before] = [now.current.frame, performance.now()];
    /** @type {number} */
    let asked;
    const tick = (/** @type {number} */ time) => {
      const { last, growing, speed, frame } = now.current;
      // Someone else has moved: go on from there.
      if (Math.floor(place) !== frame) place = frame;
      place = Math.max(0, Math.min(last, place + direction * Math.min(LONGEST, Math.max(0, (time - before) / 1000)) * speed));
      before = time;
      const shown = direction > 0 ? Math.floor(place) : Math.ceil(place);
      if (shown !== frame) {
        now.current.frame = shown;
        setFrame(shown);
      }
      if (direction < 0) place = Math.min(place, shown);
      if (direction > 0 ? shown >= last && !growing : shown <= 0) return setDirection(0);
      asked = requestAnimationFrame(tick);
    };
    asked = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(asked);
  }, [direction]);

  return { frame: Math.min(frame, last), last, direction, speed, go, show, step, play, faster, setSpeed };
}

/** @typedef {ReturnType<typeof usePlayer>} Player */

/**
 * Keys for a film, while the focus is nowhere or inside of `stage`: space, arrows, Home, End, plus and minus.
 * @param {Player} player
 * @param {{ current: HTMLElement | null }} stage
 * @param {(frame: number) => void} [onStep] told of every step that a key made
 */
export function useKeys(player, stage, onStep) {
  const latest = useRef({ player, onStep });
  latest.current = { player, onStep };
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (target !== document.body && target.id !== "main" && !stage.current?.contains(target)) return;
      if (target.closest("select, textarea, input:not([type=range]), [role=tree], dialog")) return;
      const { player, onStep } = latest.current;
      const range = target instanceof HTMLInputElement;
      const stepped = (/** @type {number} */ frame) => onStep?.(frame);
      /** @type {Record<string, () => void>} */
      const keys = { "+": () => player.faster(1), "=": () => player.faster(1), "-": () => player.faster(-1) };
      // A slider moves by these keys already, a button is pressed by the space bar.
      if (!range) Object.assign(keys, { ArrowLeft: () => stepped(player.step(-1)), ArrowRight: () => stepped(player.step(1)), Home: () => stepped(player.go(0)), End: () => stepped(player.go(player.last)) });
      if (!target.closest("button, a, summary")) keys[" "] = () => player.play(player.direction ? 0 : 1);
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/**
 * The bar.
 * @typedef {object} TransportProps
 * @property {Player} player
 * @property {boolean} running whether a search is under way
 * @property {boolean} ready whether one can be begun
 * @property {string} run what the button says that begins one
 * @property {() => void} onRun
 * @property {() => void} onStop
 * @property {string} where where one is, for people who see it
 * @property {string} words the same and what happens there, for people who hear it
 * @property {(frame: number) => void} [onStep]
 */
/** @param {TransportProps} props */
export function Transport({ player, running, ready, run, onRun, onStop, where, words, onStep }) {
  const { frame, last, direction, speed } = player;
  const id = useMemo(() => `transport${Math.random().toString(36).slice(2, 8)}`, []);
  const none = last === 0;
  const step = (/** @type {number} */ place) => onStep?.(place);
  // After a click with the mouse the keys are the film's, not the button's.
  const clicked = (/** @type {MouseEvent} */ event) => {
    if (event.detail > 0) /** @type {HTMLElement} */ (event.target).closest("button")?.blur();
  };
  return html`<div class="transport" role="group" aria-label="Film" onClick=${clicked}>
    ${running
      ? html`<${Button} kind="primary run-button" icon="stop" label="Stop" onClick=${onStop} />`
      : html`<${Button} kind="primary run-button" icon="run" label=${run} disabled=${!ready} onClick=${onRun} />`}
    <div class="film-keys">
      <${Button} kind="quiet" icon="first" title="First picture (Home)" disabled=${none} onClick=${() => step(player.go(0))} />
      <${Button} kind="quiet" icon=${direction === -1 ? "pause" : "reverse"} title=${direction === -1 ? "Pause" : "Play backwards"} disabled=${none} onClick=${() => player.play(direction === -1 ? 0 : -1)} />
      <${Button} kind="quiet" icon="back" title="Step back (left arrow)" disabled=${none} onClick=${() => step(player.step(-1))} />
      <${Button} kind="main" icon=${direction === 1 ? "pause" : "play"} title=${direction === 1 ? "Pause (space)" : "Play (space)"} disabled=${none && !running} onClick=${() => player.play(direction === 1 ? 0 : 1)} />
      <${Button} kind="quiet" icon="next" title="Step forward (right arrow)" disabled=${none} onClick=${() => step(player.step(1))} />
      <${Button} kind="quiet" icon="last" title="Last picture (End)" disabled=${none} onClick=${() => step(player.go(last))} />
    </div>
    <div class="speed">
      <label for=${`${id}-speed`}>Speed</label>
      <input id=${`${id}-speed`} type="range" min="0" max=${SPEEDS.length - 1} value=${SPEEDS.indexOf(speed)} aria-valuetext=${`${speed} pictures a second`}
        onInput=${(/** @type {any} */ event) => player.setSpeed(SPEEDS[Number(event.target.value)])} />
      <output for=${`${id}-speed`}>${speed}/s</output>
    </div>
    <div class="scrub">
      <label class="hidden" for=${`${id}-scrub`}>Picture</label>
      <input id=${`${id}-scrub`} class="scrubber" type="range" min="0" max=${last} value=${frame} step="1" disabled=${none} aria-valuetext=${words}
        onInput=${(/** @type {any} */ event) => player.go(Number(event.target.value))} />
      <span class="where">${where}</span>
    </div>
    ${running ? html`<${Waiting} />` : null}
  </div>`;
}
