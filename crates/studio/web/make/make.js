// New puzzles: asked for on the left, shown on the right as they come.
import { html, useCallback, useEffect, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Button, Failure, Progress, Waiting, announce, counted, sentence } from "../ui.js";
import { MakeForm, anySeed, wishWords } from "./form.js";
import { Gallery } from "./gallery.js";
import { unsolved } from "../puzzle.js";

/** @typedef {import("./form.js").Wish} Wish */
/** @typedef {import("./card.js").Made} Made */

/**
 * A run of the generator.
 * @typedef {object} Batch
 * @property {Wish} wish what was asked for
 * @property {Made[]} made
 * @property {{ index: number, error: ErrorBody }[]} failed
 * @property {number} rejects drafts that were not what was asked for
 * @property {"running" | "ended" | "stopped"} state
 */

/** How many are asked for unless somebody says otherwise. */
const COUNT = 12;

/** The last batch: it is still there after a look at another page. @type {Batch | null} */
let kept = null;

/**
 * @param {Wish} one
 * @param {Wish | undefined} other
 */
const same = (one, other) => JSON.stringify(plain(one)) === JSON.stringify(other && plain(other));

/** @param {Wish} wish */
const plain = ({ kind, settings, seed, count }) => ({ kind, settings: Object.fromEntries(Object.entries(settings).sort()), seed, count });

/**
 * What an address asks for; whatever it leaves open is as usual.
 * @param {any} state
 * @param {About} about
 * @param {View} view
 * @returns {Wish}
 */
function wished(state, about, view) {
  const kind = about.kinds.find((entry) => entry.id === (state?.kind ?? view.kind)) ?? about.kinds[0];
  const known = Object.entries(state?.settings ?? {}).filter(([name, value]) => typeof value === "string" && kind.settings.some((setting) => setting.name === name));
  return {
    kind: kind.id,
    settings: Object.fromEntries(/** @type {[string, string][]} */ (known)),
    seed: Number.isSafeInteger(state?.seed) && state.seed >= 0 ? state.seed : anySeed(),
    count: Number.isSafeInteger(state?.count) ? state.count : COUNT,
  };
}

/** @param {import("../app.js").PageProps} props */
export default function Make({ about, view, onView, state, onState, go }) {
  const [wish, setWish] = useState(() => (state || !kept ? wished(state, about, view) : kept.wish));
  const [batch, setBatch] = useState(/** @type {Batch | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const abort = useRef(/** @type {AbortController | null} */ (null));

  /** @param {Batch} next */
  const keep = (next) => {
    kept = next;
    setBatch(next);
  };

  /**
   * Asks for the puzzles of a wish, or for those that come after the ones of a batch.
   * @param {Wish} wish
   * @param {Batch | null} after
   */
  const run = async (wish, after) => {
    abort.current?.abort();
    const control = new AbortController();
    abort.current = control;
    setError(null);
    setWish(wish);
    onState({ ...plain(wish), made: true });
    const from = after?.wish.count ?? 0;
    /** @type {Batch} */
    let now = { wish, made: after?.made ?? [], failed: after?.failed ?? [], rejects: 0, state: "running" };
    keep(now);
    let whole = false;
    const see = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (control.signal.aborted) return;
      if (name === "made") now = { ...now, made: [...now.made, { index: data.index, view: data.view, grade: data.grade }], rejects: data.rejects };
      else if (name === "failed") now = { ...now, failed: [...now.failed, { index: data.index, error: data.error }], rejects: data.rejects };
      else if (name === "end") {
        whole = true;
        now = { ...now, rejects: data.rejects };
        if (data.stopped) setError(data.stopped);
      }
      keep(now);
    };
    try {
      await engine.make({ kind: wish.kind, settings: wish.settings, seed: wish.seed, from, count: wish.count - from }, see, control.signal);
      // A wish that cannot be met at all ends the run with its first puzzle.
      if (!whole && !control.signal.aborted) throw now.failed.at(-1)?.error ?? { what: "The run broke off.", remedy: "Make them again." };
    } catch (failure) {
      if (!control.signal.aborted) {
        setError(failure);
        now = { ...now, wish: after?.wish ?? wish, failed: after?.failed ?? [] };
      }
    }
    if (abort.current !== control) return;
    abort.current = null;
    keep({ ...now, state: control.signal.aborted ? "stopped" : "ended" });
    const results = document.querySelector(".results");
    // On a phone the puzzles are below the form.
    if (now.made.length && results && results.getBoundingClientRect().top > innerHeight) results.scrollIntoView({ block: "start" });
    announce(control.signal.aborted ? `Stopped with ${counted(now.made.length, "puzzle")}.` : `${counted(now.made.length, "puzzle")} made.`);
  };
  useEffect(() => {
    if (kept && same(wish, kept.wish)) setBatch(kept);
    else if (state && state.seed !== undefined && state.made !== false) run(wish, null);
    return () => {
      if (abort.current && kept) kept = { ...kept, state: "stopped" };
      abort.current?.abort();
      abort.current = null;
    };
  }, []);

  const change = (/** @type {Wish} */ next) => {
    setWish(next);
    onState({ ...plain(next), made: batch !== null && same(next, batch.wish) });
  };
  const onOpen = useCallback((/** @type {string} */ page, /** @type {Made} */ item) => {
    onView(item.view);
    go(page, { puzzle: unsolved(item.view.puzzle) });
  }, []);

  const running = batch?.state === "running";
  const again = batch !== null && batch.state === "ended" && batch.made.length > 0 && same(wish, batch.wish);
  const more = batch && batch.state !== "running" && batch.made.length > 0 ? Math.min(batch.wish.count, COUNT, about.limits.puzzles - batch.wish.count) : 0;
  return html`<div class="make">
    <${MakeForm} about=${about} wish=${wish} onChange=${change} running=${running} again=${again} onStop=${() => abort.current?.abort()} onMake=${() => run(again ? { ...wish, seed: anySeed() } : wish, null)}>
      <${Failure} error=${error} />
    <//>
    <section class="results" aria-label="Puzzles" aria-busy=${running}>
      ${batch && (running || batch.made.length || batch.failed.length || batch.state === "stopped") ? html`<${Results} about=${about} batch=${batch} onOpen=${onOpen} />` : html`<${Nothing} />`}
      ${more > 0 && batch?.state === "ended" ? html`<p class="buttons more"><${Button} icon="plus" label=${`${more} more of these`} onClick=${() => run({ ...batch.wish, count: batch.wish.count + more }, batch)} /></p>` : null}
    </section>
  </div>`;
}

/** @param {{ about: About, batch: Batch, onOpen: (page: string, item: Made) => void }} props */
function Results({ about, batch, onOpen }) {
  const { wish, made, failed, rejects, state } = batch;
  const kind = about.kinds.find((entry) => entry.id === wish.kind) ?? about.kinds[0];
  const level = kind.settings.find((setting) => setting.name === "level")?.takes;
  const most = level && "most" in level ? level.most ?? 6 : 6;
  const told = `${made.length} of ${wish.count}${rejects ? ` · ${counted(rejects, "draft")} put aside` : ""}`;
  return html`<div class="results-head">
      <h2>${wishWords(about, wish)}</h2>
      ${state === "running" ? html`<${Progress} done=${made.length + failed.length} total=${wish.count} label=${told} /><${Waiting} />` : html`<p class="soft" data-state=${state}>${state === "stopped" ? `Stopped: ${told}` : told}</p>`}
    </div>
    ${failed.length ? html`<${Failed} failed=${failed} />` : null}
    ${made.length ? html`<${Gallery} made=${made} kind=${kind} most=${most} onOpen=${onOpen} />` : state === "running" ? html`<p class="soft waiting">The first one is being made…</p>` : null}`;
}

/**
 * What could not be made. Puzzles that failed for the same reason share a line.
 * @param {{ failed: Batch["failed"] }} props
 */
function Failed({ failed }) {
  /** @type {Map<string, { error: ErrorBody, numbers: number[] }>} */
  const reasons = new Map();
  for (const { index, error } of failed) {
    // Counts of drafts differ from puzzle to puzzle, the reason does not.
    const reason = error.what.replace(/\d+ drafts/, "drafts");
    const known = reasons.get(reason);
    if (known) known.numbers.push(index + 1);
    else reasons.set(reason, { error, numbers: [index + 1] });
  }
  return html`<div class="notice gold failed" role="alert"><strong>${counted(failed.length, "puzzle")} could not be made.</strong>
    <ul>${[...reasons.values()].map(({ error, numbers }) => html`<li>Puzzle ${numbers.slice(0, 8).join(", ")}${numbers.length > 8 ? " …" : ""}: ${sentence(error.what)} ${sentence(error.remedy.text)}</li>`)}</ul></div>`;
}

/** Before anything is made. */
const Nothing = () => html`<div class="nothing">
  <div class="ghosts" aria-hidden="true">${Array.from({ length: 6 }, () => html`<span></span>`)}</div>
  <h2>Puzzles that you make appear here</h2>
  <p class="soft">Each has one solution and a level. Play them, watch methods solve them, share them by link, or print them.</p>
</div>`;
