// Watch: a method at work on the puzzle, picture by picture, forwards and backwards.
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { Board } from "../board.js";
import { linesOf, place, shape } from "../cells.js";
import { MethodForm, methodWords } from "../form.js";
import { Heading, Picker, useBare } from "../picker.js";
import { Button, announce, counted, grouped } from "../ui.js";
import { unsolved } from "../puzzle.js";
import { eventful, usualMethods } from "./eventful.js";
import { CostCurve, Counters, Legend, Outcome } from "./parts.js";
import { Population } from "./population.js";
import { storedMethod, request, storedTerms, useRun } from "./run.js";
import { outcome, story } from "./story.js";
import { TermsForm } from "./terms.js";
import { Transport, still, useKeys, usePlayer } from "./transport.js";
import { TreeView } from "./tree-view.js";

/** What is watched first: a method whose work can be followed. @param {About} about @returns {import("./run.js").Method} */
const firstMethod = (about) => usualMethods(about)[0];

/**
 * What the page opens with if no puzzle was chosen.
 * @param {About} about
 * @param {string} kind
 */
export async function opening(about, kind) {
  const { view, method } = await eventful(kind, usualMethods(about));
  return { view, state: { method } };
}

/** @type {Map<number, string>} */
const NONE = new Map();

/**
 * The cells that say why the search went back.
 * @param {Picture | null} picture
 * @param {number} cols
 */
const causes = (picture, cols) => (picture?.why?.cells.length ? new Map(picture.why.cells.map((name) => [place(name, cols), "cause"])) : NONE);

/** @param {import("../app.js").PageProps} props */
export default function Watch({ about, view, onView, state, onState }) {
  const start = useBare(view);
  return html`<div class="watch">
    <div class="film-bar"><${Heading} about=${about} view=${view} /><${Picker} about=${about} view=${view} onView=${onView} first=${async (/** @type {string} */ kind) => (await eventful(kind, usualMethods(about))).view} /></div>
    ${start ? html`<${Film} about=${about} view=${start} state=${state} onState=${onState} onView=${onView} />` : null}
  </div>`;
}

/** @param {{ about: About, view: View, state: any, onState: (state: any) => void, onView: (view: View) => void }} props */
function Film({ about, view, state, onState, onView }) {
  const faces = useMemo(() => view.board.faces.flat(), [view]);
  const [method, setMethod] = useState(/** @type {import("./run.js").Method} */ (storedMethod(about, state?.method) ?? firstMethod(about)));
  const [terms, setTerms] = useState(/** @type {import("./run.js").Terms} */ (storedTerms(state?.terms)));
  const { run, begin, stop, reset } = useRun(faces);
  const player = usePlayer(run.reel.length, run.state === "running");
  const [, cols] = shape(view.board);
  // Once it runs, what it does matters more than how it is set.
  const [setup, setSetup] = useState(true);
  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  const { frame } = player;
  const running = run.state === "running";

  // Another puzzle, another film.
  const seen = useRef(view);
  useEffect(() => {
    if (seen.current === view) return;
    seen.current = view;
    reset(faces);
    player.go(0);
    // A method or a model of another kind would be refused.
    if (!about.methods.some(({ id, kind }) => id === method.id && (!kind || kind === view.kind))) setMethod(firstMethod(about));
    else if (method.preset && !about.kinds.find((kind) => kind.id === view.kind)?.presets.some((preset) => preset.method === method.id && preset.name === method.preset)) setMethod({ ...method, preset: undefined });
    if (terms.model && !about.kinds.find((kind) => kind.id === view.kind)?.models.some((model) => model.name === terms.model)) setTerms({ ...terms, model: "" });
  }, [view]);
  useEffect(() => onState({ puzzle: unsolved(view.puzzle), method, terms }), [view, method, terms]);

  const start = () => {
    setSetup(false);
    player.go(0);
    begin(faces, request(view.puzzle, method, terms));
    if (still()) announce("The search runs. Step through it with the arrow keys.");
    else player.play(1);
  };
  // How it ended is said once.
  const said = useRef(run.state);
  useEffect(() => {
    if (said.current === run.state) return;
    said.current = run.state;
    const ended = outcome(run);
    if (ended) announce(`${ended.title}. ${ended.text} ${counted(run.reel.length - 1, "picture")}.`);
  }, [run.state]);

  const told = story(run, frame, view);
  const picture = run.reel.picture(frame);
  const flags = useMemo(() => causes(picture, cols), [picture]);
  const speak = (/** @type {number} */ at) => {
    const { title, text } = story(run, at, view);
    announce(`Picture ${at}: ${title}. ${text}`);
  };
  useKeys(player, stage, speak);
  const now = run.reel.faces(frame);
  const lines = useMemo(() => linesOf(view, now), [view, now]);
  // A search without backtracks offers little to watch. One that only infers has a single node.
  const counters = run.record?.outcome === "solved" && !run.reel.costly && !run.tree.frontier ? run.record.counters : null;
  const smooth = counters && counters.nodes > 0 && !counters.backtracks;
  const rougher = async () => {
    const found = await eventful(view.kind, [method, ...usualMethods(about)]).catch(() => null);
    if (!found) return announce("No such puzzle was found.");
    setMethod(found.method);
    onView(found.view);
  };
  const where = run.state === "ready" ? "not run yet" : `${grouped(frame)} of ${grouped(player.last)}${running ? "…" : ""}`;
  const blank = run.state === "ready";

  return html`<div class="film">
    <section class="film-stage" ref=${stage} aria-label="Film">
      <${Transport} player=${player} running=${running} ready=${true} run=${blank ? "Run" : "Run again"} onRun=${start} onStop=${stop} where=${where} words=${`picture ${frame} of ${player.last}: ${told.title}. ${told.text}`} onStep=${speak} />
      <div class="story"><strong>${blank ? "Ready" : told.title}</strong> <span>${blank ? "Choose a method and run it: every decision, every move and every step back becomes a picture." : told.text}</span></div>
      <div class=${`board-frame size-${cols > 16 ? "large" : "normal"}`}><${Board} board=${view.board} faces=${now} lines=${lines} values=${view.entries.length} label=${`${view.title}, picture ${frame}`} flags=${flags} /></div>
      <${Legend} solved=${run.plan?.solved ?? true} />
    </section>
    <div class="film-side">
      <details class="card setup" open=${setup} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setSetup(event.currentTarget.open)}>
        <summary>Method ${setup ? null : html`<span class="soft">${methodWords(about, method)}</span>`}</summary>
        <${MethodForm} about=${about} kind=${view.kind} value=${method} onChange=${setMethod} />
        <details><summary>Seed and budget</summary><${TermsForm} about=${about} kind=${view.kind} value=${terms} onChange=${setTerms} /></details>
      </details>
      ${blank ? html`<${Hints} />` : html`<section class="card now" aria-labelledby="now-title">
        <header><h2 id="now-title">This search</h2>${picture?.depth ? html`<span class="badge">depth ${picture.depth}</span>` : null}</header>
        <${Outcome} run=${run} />
        ${smooth ? html`<p class="soft">${counters.assignments ? "No dead ends: every decision was right the first time." : "No dead ends: it made no decisions."}</p><div class="buttons"><${Button} icon="tree" label="A puzzle with dead ends" onClick=${rougher} /></div>` : null}
        <${Population} run=${run} frame=${frame} onGo=${player.go} />
        <${CostCurve} run=${run} frame=${frame} onGo=${player.go} />
        <${Counters} about=${about} run=${run} frame=${frame} />
      </section>`}
      ${run.tree.worth ? html`<${TreeView} tree=${run.tree} frame=${frame} version=${run.version} view=${view} onGo=${player.go} />` : null}
    </div>
  </div>`;
}

const KEYS = [["Space", "play and pause"], ["← →", "one picture back, one forward"], ["Home End", "first picture, last picture"], ["+ −", "faster, slower"]];

function Hints() {
  return html`<section class="card hints" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
    <dl>${KEYS.map(([keys, words]) => html`<div><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words}</dd></div>`)}</dl></section>`;
}
