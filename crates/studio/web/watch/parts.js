// What stands beside a film: counters, the curve of costs, the outcome, what colours mean.
import { classes, html, useMemo } from "../view.js";
import { counted, duration, grouped } from "../ui.js";
import { outcome } from "./story.js";

/** Points of a curve: more would be narrower than a pixel. */
const POINTS = 300;
const [WIDTH, HEIGHT] = [600, 110];

/**
 * Counters at a frame, those that have just changed emphasised.
 * @param {{ about: About, run: import("./run.js").Run, frame: number, only?: string[] }} props
 */
export function Counters({ about, run, frame, only }) {
  const ever = run.record?.counters ?? run.reel.newest.counters;
  const now = run.reel.counters(frame);
  const changed = run.reel.picture(frame)?.counters ?? {};
  const rows = about.counters.filter(({ name }) => (only ? only.includes(name) : ever[name] || now[name]));
  if (!rows.length) return html`<p class="soft">Nothing has been counted yet.</p>`;
  return html`<table class="data counters"><caption class="hidden">Counters at this picture</caption>
    <tbody>${rows.map(({ name, about: words }) => html`<tr key=${name} class=${name in changed ? "changed" : ""}>
      <th scope="row" title=${words}>${name.replaceAll("_", " ")}<span class="hidden">: ${words}</span></th>
      <td class="number">${name in changed ? html`<span class="sign" aria-hidden="true">▲</span>` : null}${grouped(now[name] ?? 0)}</td></tr>`)}</tbody></table>`;
}

/**
 * The costs of a reel as points: few enough to draw, and no peak left out.
 * @param {import("./reel.js").Reel} reel
 */
function curve(reel) {
  const count = reel.pictures.length;
  const each = Math.max(1, Math.ceil(count / POINTS));
  let [most, path] = [1, ""];
  for (const { cost } of reel.pictures) if (cost !== undefined && cost > most) most = cost;
  const y = (/** @type {number} */ cost) => (HEIGHT - 4 - (cost / most) * (HEIGHT - 10)).toFixed(1);
  for (let first = 0; first < count; first += each) {
    let [low, high] = [Infinity, -Infinity];
    for (let index = first; index < Math.min(count, first + each); index++) {
      const { cost } = reel.pictures[index];
      if (cost === undefined) continue;
      low = Math.min(low, cost);
      high = Math.max(high, cost);
    }
    if (high < 0) continue;
    const x = (((first + each / 2) / count) * WIDTH).toFixed(1);
    path += `${path ? "L" : "M"}${x} ${y(high)}${low < high ? `L${x} ${y(low)}` : ""}`;
  }
  return { path, most };
}

/**
 * Cost against picture; a click goes there.
 * @param {{ run: import("./run.js").Run, frame: number, onGo?: (frame: number) => void }} props
 */
export function CostCurve({ run, frame, onGo }) {
  const { path, most } = useMemo(() => curve(run.reel), [run.reel, run.version]);
  if (!run.reel.costly) return null;
  const last = Math.max(1, run.reel.length - 1);
  const x = (frame / last) * WIDTH;
  const cost = run.reel.cost(frame);
  const click = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onGo?.(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return html`<figure class="cost-curve">
    <figcaption><span>Cost</span><strong class="number">${cost === null ? "–" : grouped(cost)}</strong></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Cost by picture: now ${cost ?? "not known"}, at most ${most}`} class=${classes(onGo && "live")} onClick=${click}>
      <path class="zero" d=${`M0 ${HEIGHT - 4}H${WIDTH}`} /><path class="line" d=${path} /><path class="now" d=${`M${x} 0V${HEIGHT}`} />
    </svg>
    <div class="scale" aria-hidden="true"><span>${grouped(most)}</span></div>
  </figure>`;
}

/** @param {{ run: import("./run.js").Run }} props */
export function Outcome({ run }) {
  const ended = outcome(run);
  if (!ended) return null;
  return html`<div class=${classes("outcome", ended.tone)}>
    <span class="outcome-sign" aria-hidden="true">${ended.sign}</span>
    <div><strong>${ended.title}</strong>${run.record ? html` <span class="soft">in ${duration(run.record.seconds)}</span>` : null}${ended.text ? html`<p>${ended.text}</p>` : null}
      ${run.leftOut ? html`<p>The film is full: ${counted(run.leftOut, "more picture")} ${run.leftOut === 1 ? "was" : "were"} left out.</p>` : null}</div>
  </div>`;
}

/**
 * What colours and signs mean.
 * @param {{ solved: boolean }} props whether right and wrong are told by the solution
 */
export function Legend({ solved }) {
  return html`<ul class="legend" aria-label="Colours">
    <li><span class="swatch right" aria-hidden="true">✓</span>${solved ? "right" : "breaks no rule"}</li>
    <li><span class="swatch wrong" aria-hidden="true">×</span>${solved ? "wrong" : "breaks a rule"}</li>
    <li><span class="swatch focus" aria-hidden="true"></span>about to change</li>
    <li><span class="swatch cause" aria-hidden="true"></span>why it went back</li>
    <li><span class="swatch mark" aria-hidden="true">12</span>number or dot: still possible</li>
  </ul>`;
}
