// Compare: two to four methods on the same puzzle, side by side on one clock.
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { methodWords } from "../form.js";
import { Heading, Picker, useBare } from "../picker.js";
import { Button, announce, grouped } from "../ui.js";
import { eventful } from "../watch/eventful.js";
import { request, storedMethod, storedTerms, useRun } from "../watch/run.js";
import { outcome } from "../watch/story.js";
import { TermsForm } from "../watch/terms.js";
import { Transport, still, useKeys, usePlayer } from "../watch/transport.js";
import { unsolved } from "../puzzle.js";
import { Arm, LETTERS } from "./arm.js";
import { Clock, PICTURE, currencies, methodOf } from "./sync.js";
import { Verdict } from "./verdict-view.js";
import { experiment } from "./toml.js";

/** The most arms; as many searches as the studio runs at a time. */
const MOST = LETTERS.length;
/** How often the clock is set again while searches run, in milliseconds. */
const BEAT = 250;

/** Arms to begin with, in the order in which they are added. @type {import("../watch/run.js").Method[]} */
const USUAL = [
  { id: "backtracking", settings: { inference: "forward" } },
  { id: "backtracking", settings: { inference: "mac" } },
  { id: "min-conflicts", settings: {} },
  { id: "annealing", settings: {} },
];

/**
 * @param {About} about
 * @param {number} number
 */
const usual = (about, number) => storedMethod(about, USUAL[number]) ?? { id: about.methods[number % about.methods.length].id, settings: {} };

/**
 * The arms that an address holds, or the usual ones.
 * @param {About} about
 * @param {any} given
 * @returns {import("../watch/run.js").Method[]}
 */
function armsOf(about, given) {
  const known = Array.isArray(given) ? given.slice(0, MOST).map((arm) => storedMethod(about, arm)) : [];
  const arms = known.flatMap((arm) => arm ?? []);
  return arms.length >= 2 ? arms : [usual(about, 0), usual(about, 1)];
}

/**
 * What the page opens with if no puzzle was chosen: one on which the first arm backtracks now and
 * then.
 * @param {About} about
 * @param {string} kind
 */
export async function opening(about, kind) {
  const arms = [usual(about, 0), usual(about, 1)];
  const { view } = await eventful(kind, arms);
  return { view, state: { arms } };
}

/** @param {import("../app.js").PageProps} props */
export default function Compare({ about, view, onView, state, onState, go }) {
  const start = useBare(view);
  return html`<div class="compare">
    <div class="film-bar"><${Heading} about=${about} view=${view} /><${Picker} about=${about} view=${view} onView=${onView} first=${async (/** @type {string} */ kind) => (await opening(about, kind)).view} /></div>
    ${start ? html`<${Films} about=${about} view=${start} state=${state} onState=${onState} go=${go} />` : null}
  </div>`;
}

/** @param {{ about: About, view: View, state: any, onState: (state: any) => void, go: (page: string, state?: any) => void }} props */
function Films({ about, view, state, onState, go }) {
  const faces = useMemo(() => view.board.faces.flat(), [view]);
  const [arms, setArms] = useState(() => armsOf(about, state?.arms));
  const [terms, setTerms] = useState(/** @type {import("../watch/run.js").Terms} */ (storedTerms(state?.terms)));
  const [by, setBy] = useState(/** @type {string} */ (about.counters.some((counter) => counter.name === state?.by) ? state.by : PICTURE));
  // As many runs as there can be arms: what is asked of a component may not change from one time to the next.
  const all = [useRun(faces), useRun(faces), useRun(faces), useRun(faces)];
  const used = all.slice(0, arms.length);
  const runs = used.map(({ run }) => run);
  const running = runs.some((run) => run.state === "running");
  const blank = runs.every((run) => run.state === "ready");

  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setBeat((/** @type {number} */ beat) => beat + 1), BEAT);
    return () => clearInterval(timer);
  }, [running]);
  const stamp = running ? `beat ${beat}` : runs.map((run) => run.version).join(" ");
  const clock = useMemo(() => new Clock(runs.map((run) => run.reel), by), [stamp, by, arms.length, ...all.map(({ run }) => run.reel)]);
  const player = usePlayer(clock.moments.length, running);
  // Another clock has other moments: one stays where as much has been spent, or at the end if one is there.
  const before = useRef({ clock, index: 0 });
  useEffect(() => {
    const { clock: old, index } = before.current;
    if (old !== clock) {
      const end = old.by !== clock.by && index > 0 && index === old.moments.length - 1;
      const near = old.by === clock.by ? clock.moments.findLastIndex((moment) => moment <= old.at(index)) : Math.round((index / Math.max(1, old.moments.length - 1)) * (clock.moments.length - 1));
      const place = end ? clock.moments.length - 1 : Math.max(0, near);
      if (place !== player.frame) player.show(place);
      before.current = { clock, index: place };
    } else before.current.index = player.frame;
  }, [clock, player.frame]);

  const reset = () => {
    all.forEach((run) => run.reset(faces));
    player.go(0);
  };
  const seen = useRef(view);
  useEffect(() => {
    if (seen.current === view) return;
    seen.current = view;
    reset();
    setArms(arms.map((arm, number) => fitting(about, view.kind, arm) ?? usual(about, number)));
    if (terms.model && !about.kinds.find((kind) => kind.id === view.kind)?.models.some((model) => model.name === terms.model)) setTerms({ ...terms, model: "" });
  }, [view]);
  useEffect(() => onState({ puzzle: unsolved(view.puzzle), arms, terms, by }), [view, arms, terms, by]);

  const counters = useMemo(() => currencies(about, arms), [about, arms]);
  useEffect(() => {
    if (by !== PICTURE && !counters.some((counter) => counter.name === by)) setBy(PICTURE);
  }, [counters]);

  const change = (/** @type {import("../watch/run.js").Method[]} */ next) => {
    setArms(next);
    reset();
  };
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const remove = (/** @type {number} */ number) => {
    change(arms.filter((_, place) => place !== number));
    announce(`${LETTERS[number]} has been removed.`);
    // The button that had the focus is gone: the arm that took its place has it now.
    requestAnimationFrame(() => /** @type {HTMLElement | undefined} */ (list.current?.children[Math.min(number, arms.length - 2)])?.focus());
  };
  const start = async () => {
    player.go(0);
    const ended = used.map(({ begin }, number) => begin(faces, request(view.puzzle, arms[number], terms)));
    if (!still()) player.play(1);
    await Promise.all(ended);
  };
  const said = useRef(false);
  useEffect(() => {
    if (said.current && !running && !blank) announce(`All have ended. ${runs.map((run, number) => `${LETTERS[number]}: ${outcome(run)?.title ?? "stopped"}`).join(". ")}.`);
    said.current = running;
  }, [running]);

  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  useKeys(player, stage);
  const spent = clock.at(player.frame);
  const most = clock.moments[clock.moments.length - 1];
  const unit = by === PICTURE ? "picture" : by.replaceAll("_", " ");
  const where = blank ? "not run yet" : `${unit} ${grouped(spent)} of ${grouped(most)}${running ? "…" : ""}`;
  const ended = !running && runs.every((run) => run.record);

  return html`<section class="compare-stage" ref=${stage} aria-label="Films">
      <${Transport} player=${player} running=${running} ready=${true} run=${blank ? "Run all" : "Run all again"} onRun=${start} onStop=${() => used.forEach(({ stop }) => stop())} where=${where} words=${where} />
      <div class="compare-body">
      <div class="together card">
        <div class="field by"><label for="by">In step by</label>
          <select id="by" value=${by} onChange=${(/** @type {any} */ event) => setBy(event.target.value)}>
            <option value=${PICTURE}>picture</option>
            ${counters.map(({ name, without }) => html`<option value=${name}>${name.replaceAll("_", " ")}${without.length ? ` (not spent by ${without.map((arm) => LETTERS[arm]).join(", ")})` : ""}</option>`)}
          </select></div>
        <details class="setup"><summary>Seed and budget, the same for all</summary><${TermsForm} about=${about} kind=${view.kind} value=${terms} tries=${false} onChange=${(/** @type {any} */ next) => { setTerms(next); if (!blank) reset(); }} /></details>
        ${arms.length < MOST ? html`<${Button} icon="plus" label="Add a method" onClick=${() => change([...arms, usual(about, arms.length)])} />` : null}
        <${Remark} about=${about} arms=${arms} by=${by} counters=${counters} />
      </div>
      <div class=${`arms arms-${arms.length}`} ref=${list}>${arms.map((arm, number) => html`<${Arm} key=${number} about=${about} view=${view} number=${number} arm=${arm} run=${runs[number]} frame=${blank ? 0 : clock.frame(number, player.frame)} by=${by}
        counters=${counters.map((counter) => counter.name)} onChange=${(/** @type {any} */ next) => change(arms.map((old, place) => (place === number ? next : old)))}
        onRemove=${arms.length > 2 ? () => remove(number) : null}
        onGo=${(/** @type {number} */ frame) => player.go(clock.moments.findLastIndex((moment) => moment <= clock.spent[number][frame]))} />`)}</div>
      </div>
    </section>
    ${ended ? html`<${Verdict} about=${about} arms=${arms} runs=${runs} onExperiment=${() => go("experiment", { toml: experiment(about, view, arms.map((arm, number) => ({ ...arm, label: `${LETTERS[number]} ${methodWords(about, arm)}` })), terms) })} />` : null}`;
}

/**
 * The arm as it can be for a kind; null if its method is of another.
 * @param {About} about
 * @param {string} kind
 * @param {import("../watch/run.js").Method} arm
 */
function fitting(about, kind, arm) {
  if (!about.methods.some((method) => method.id === arm.id && (!method.kind || method.kind === kind))) return null;
  const known = !arm.preset || about.kinds.find((entry) => entry.id === kind)?.presets.some((preset) => preset.method === arm.id && preset.name === arm.preset);
  return known ? arm : { ...arm, preset: undefined };
}

/**
 * What makes the chosen clock unfair to some of the methods.
 * @param {{ about: About, arms: { id: string }[], by: string, counters: ReturnType<typeof currencies> }} props
 */
function Remark({ about, arms, by, counters }) {
  const without = counters.find((counter) => counter.name === by)?.without ?? [];
  const families = new Set(arms.map((arm) => methodOf(about, arm).family));
  const fair = counters.filter((counter) => !counter.without.length).map((counter) => counter.name.replaceAll("_", " "));
  if (without.length) {
    return html`<p class="notice gold">${without.map((arm) => LETTERS[arm]).join(" and ")} never ${without.length > 1 ? "spend" : "spends"} ${by.replaceAll("_", " ")}, and ${without.length > 1 ? "stand" : "stands"} at the end. ${fair.length ? `All arms spend ${fair.join(", ")}.` : ""}</p>`;
  }
  if (by !== PICTURE && families.size > 1) return html`<p class="notice gold">These methods are of different families: ${by.replaceAll("_", " ")} do not cost each method the same time.</p>`;
  return null;
}
