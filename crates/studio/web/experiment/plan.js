// What an experiment would do, and what is wrong with it, told while it is written.
import { html } from "../view.js";
import { titled } from "../form.js";
import { Button, Failure, Waiting, counted, duration, grouped, sentence } from "../ui.js";

/**
 * @typedef {object} Plan
 * @property {any} experiment
 * @property {{ puzzles: number, arms: number, runs: number, most: { checks: number | null, nodes: number | null, evaluations: number | null, seconds: number } }} counts
 * @property {Remark[]} remarks
 * @property {boolean} cut
 * @property {ErrorBody | null} refused
 */

/** @typedef {{ rule: string, observed: string, remedy: string }} Remark */

/**
 * `20 puzzles × 2 arms × 30 seeds = 1,200 runs`, if that is how it comes about.
 * @param {Plan} plan
 */
export function countWords({ counts: { puzzles, arms, runs }, cut, experiment }) {
  const product = `${counted(puzzles, "puzzle")} × ${counted(arms, "arm")}`;
  const about = cut ? "about " : "";
  if (!runs) return product;
  if (runs === puzzles * arms) return `${product} = ${about}${counted(runs, "run")}`;
  if (runs === puzzles * arms * experiment.seeds) return `${product} × ${counted(experiment.seeds, "seed")} = ${about}${counted(runs, "run")}`;
  return `${product}: ${about}${counted(runs, "run")}, up to ${counted(experiment.seeds, "seed")} for randomised methods`;
}

/** @param {{ remarks: Remark[], rules: Named[] }} props */
export const Remarks = ({ remarks, rules }) => html`<ul class="remarks">${remarks.map(({ rule, observed, remedy }) => html`
  <li class="notice gold" key=${`${rule} ${observed}`}><strong title=${rules.find(({ name }) => name === rule)?.about}>${titled(rule)}</strong> ${sentence(observed)}<p>${sentence(remedy)}</p></li>`)}</ul>`;

/**
 * `children`, the button that starts it, stands before what may be long.
 * @param {{ about: About, plan: Plan | null, error: any, checking: boolean, onPlace: (line: number, column: number) => void, children?: any }} props
 */
export function PlanPanel({ about, plan, error, checking, onPlace, children }) {
  const place = error?.line ? html`<${Button} kind="place" label=${`Line ${error.line}, column ${error.column}`} onClick=${() => onPlace(error.line, error.column)} />` : null;
  const remedy = error?.remedy ? html`<p>${sentence(error.remedy)}</p>` : null;
  return html`<div class="plan" aria-busy=${checking} data-plan=${error ? "error" : plan ? "ok" : "none"}>
    ${error ? html`<div class="notice bad" role="alert" id="plan-error"><strong>${sentence(error.message)}</strong>${remedy}${place}</div>` : null}
    ${plan && !error ? html`
      <p class="counts">${countWords(plan)}</p>
      ${plan.counts.runs ? html`<p class="soft">${most(plan)}</p>` : null}
      ${plan.refused ? html`<${Failure} error=${plan.refused} />` : null}` : null}
    ${!plan && !error ? html`<p class="soft">Looking at it…</p>` : null}
    <${Waiting} />
    ${children}
    ${plan && !error ? html`${plan.remarks.length ? html`<h3>Linter warnings</h3><${Remarks} remarks=${plan.remarks} rules=${about.experiment?.rules ?? []} />`
        : plan.counts.runs ? html`<p class="notice good">No warnings from the linter${plan.cut ? " on the puzzles that could be made in the time" : ""}.</p>` : null}` : null}
  </div>`;
}

/** What all runs together may spend at most; time is only a safety cap where effort is limited. @param {Plan} plan */
function most({ counts: { most } }) {
  const efforts = [["checks", most.checks], ["nodes", most.nodes], ["evaluations", most.evaluations]].filter(([, count]) => count !== null).map(([name, count]) => `${grouped(Number(count))} ${name}`);
  return `At most ${efforts.join(", ") || duration(most.seconds)} in all; usually far less.`;
}
