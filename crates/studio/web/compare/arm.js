// One arm of a comparison: its method, its board at this moment, what it has spent, how it ended.
import { classes, html, useMemo } from "../view.js";
import { Board } from "../board.js";
import { linesOf } from "../cells.js";
import { MethodForm, methodWords } from "../form.js";
import { Button, counted, grouped } from "../ui.js";
import { CostCurve, Outcome } from "../watch/parts.js";
import { story } from "../watch/story.js";
import { methodOf } from "./sync.js";

/** What arms are called. */
export const LETTERS = ["A", "B", "C", "D"];

/**
 * @typedef {object} ArmProps
 * @property {About} about
 * @property {View} view
 * @property {number} number
 * @property {import("../watch/run.js").Method} arm
 * @property {import("../watch/run.js").Run} run
 * @property {number} frame
 * @property {string} by what keeps the arms in step
 * @property {string[]} counters those that any arm spends
 * @property {(arm: import("../watch/run.js").Method) => void} onChange
 * @property {(() => void) | null} onRemove
 * @property {(frame: number) => void} onGo
 */
/** @param {ArmProps} props */
export function Arm({ about, view, number, arm, run, frame, by, counters, onChange, onRemove, onGo }) {
  const method = methodOf(about, arm);
  const letter = LETTERS[number];
  const set = methodWords(about, arm).slice(method.title.length + 2);
  const told = useMemo(() => story(run, frame, view), [run, frame, view]);
  const faces = run.reel.faces(frame);
  const lines = useMemo(() => linesOf(view, faces), [view, faces]);
  const now = run.reel.counters(frame);
  const blank = run.state === "ready";
  return html`<section class="card arm" tabindex="-1" aria-label=${`${letter}: ${methodWords(about, arm)}`}>
    <header><span class="letter" aria-hidden="true">${letter}</span><div class="arm-name"><h3>${method.title}</h3><p class="soft">${set || "default settings"}</p></div>
      ${onRemove ? html`<${Button} kind="quiet" icon="close" title=${`Remove ${letter}`} onClick=${onRemove} />` : null}</header>
    <details class="arm-method"><summary>Change the method</summary><${MethodForm} about=${about} kind=${view.kind} value=${arm} onChange=${onChange} label=${`Method of ${letter}`} /></details>
    <${Board} board=${view.board} faces=${faces} lines=${lines} values=${view.entries.length} label=${`${letter}: ${view.title}`} />
    <p class="arm-story">${blank ? html`<span class="soft">Not run yet.</span>` : html`<strong>${told.title}</strong> ${told.text}`}</p>
    ${blank ? null : html`
      <table class="data counters"><caption class="hidden">What ${letter} has spent</caption><tbody>
        <tr class=${classes(by === "picture" && "by")}><th scope="row">pictures</th><td class="number">${grouped(frame)} of ${grouped(run.reel.length - 1)}</td></tr>
        ${about.counters.filter(({ name }) => counters.includes(name)).map(({ name, about: words }) => html`<tr key=${name} class=${classes(by === name && "by")}><th scope="row" title=${words}>${name.replaceAll("_", " ")}</th>
          <td class="number">${method.spends.includes(name) || now[name] ? grouped(now[name] ?? 0) : html`<span class="soft" title="never spent by this method">–</span>`}</td></tr>`)}
      </tbody></table>
      <${CostCurve} run=${run} frame=${frame} onGo=${onGo} />
      ${run.state === "running" ? html`<p class="soft arm-running">Searching… ${counted(run.reel.length - 1, "picture")} so far</p>` : html`<${Outcome} run=${run} />`}`}
  </section>`;
}
