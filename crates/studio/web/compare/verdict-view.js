// The table of who wins at what, and where to find out whether that means anything.
import { classes, html, useMemo } from "../view.js";
import { methodWords } from "../form.js";
import { Button } from "../ui.js";
import { LETTERS } from "./arm.js";
import { verdict } from "./verdict.js";

/**
 * @param {{ about: About, arms: import("../watch/run.js").Method[], runs: import("../watch/run.js").Run[], onExperiment: () => void }} props
 */
export function Verdict({ about, arms, runs, onExperiment }) {
  const records = runs.map((run) => run.record);
  const lines = useMemo(() => verdict(about, arms, records), [about, arms, ...records]);
  const answer = (/** @type {RunRecord | null} */ record) => (record?.outcome === "solved" ? "✓ solved" : record?.outcome === "refuted" ? "✓ no solution" : "× gave up");
  return html`<section class="card verdict" aria-labelledby="verdict-title">
    <h2 id="verdict-title">Who wins at what</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="verdict-title"><table class="data">
      <thead><tr><th scope="col">Least</th>${arms.map((arm, number) => html`<th scope="col" class="number" title=${methodWords(about, arm)}><span class="letter" aria-hidden="true">${LETTERS[number]}</span><span class="hidden">${LETTERS[number]}: ${methodWords(about, arm)}</span></th>`)}<th scope="col">Winner</th></tr></thead>
      <tbody>
        <tr><th scope="row">answer</th>${records.map((record) => html`<td class="number">${answer(record)}</td>`)}<td></td></tr>
        ${lines.map((line) => html`<tr key=${line.name}><th scope="row" title=${line.about}>${line.name.replaceAll("_", " ")}</th>
          ${line.values.map((value, number) => html`<td class=${classes("number", line.best.includes(number) && "best")}>${value === null ? html`<span class="soft">–</span>` : line.write(value)}</td>`)}
          <td>${line.best.length ? html`<strong>${line.best.map((number) => LETTERS[number]).join(" and ")}</strong>` : html`<span class="soft">none</span>`}</td></tr>`)}
      </tbody></table></div>
    <div class="anecdote"><p><strong>One run: an anecdote, not evidence.</strong> Another puzzle or another seed may turn it round. Counts are compared within a family of methods only; the time includes taking the pictures.</p>
      <${Button} kind="primary" icon="grade" label="Make it an experiment" onClick=${onExperiment} /></div>
  </section>`;
}
