// A population over its generations: the lowest, mean and highest costs of its boards.
import { classes, html, useMemo } from "../view.js";
import { counted, grouped } from "../ui.js";

const [WIDTH, HEIGHT] = [600, 90];
/** The most generations to draw: more would be narrower than a pixel. */
const POINTS = 300;

/**
 * The size of the population, if the method has one.
 * @param {import("./run.js").Run} run
 * @returns {number | null}
 */
export const populationSize = (run) => Number(run.plan?.settings?.population) || null;

/**
 * The lowest, mean and highest costs as paths.
 * @param {import("./reel.js").Reel["generations"]} generations
 */
function band(generations) {
  const each = Math.max(1, Math.ceil(generations.length / POINTS));
  const shown = generations.filter((_, index) => index % each === 0);
  const most = Math.max(1, ...shown.map((generation) => generation.highest));
  const x = (/** @type {number} */ index) => ((shown.length > 1 ? index / (shown.length - 1) : 0) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ cost) => (HEIGHT - 4 - (cost / most) * (HEIGHT - 10)).toFixed(1);
  const points = (/** @type {"lowest" | "mean" | "highest"} */ of) => shown.map((generation, index) => `${x(index)} ${y(generation[of])}`);
  const line = (/** @type {string[]} */ all) => (all.length ? `M${all.join("L")}` : "");
  const all = points("highest");
  return { most, area: all.length > 1 ? `${line([...all, ...points("lowest").reverse()])}Z` : "", mean: line(points("mean")), lowest: line(points("lowest")) };
}

/**
 * Shows the population at a frame and over all generations. A click goes to a generation.
 * @param {{ run: import("./run.js").Run, frame: number, onGo: (frame: number) => void }} props
 */
export function Population({ run, frame, onGo }) {
  const size = populationSize(run);
  const { generations } = run.reel;
  const { area, mean, lowest, most } = useMemo(() => band(generations), [run.reel, generations.length]);
  if (!size) return null;
  const { generation, boards } = run.reel.population(frame);
  const now = generations[generation - 1];
  const last = Math.max(1, generations.length - 1);
  const click = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = generations[Math.round(((event.clientX - box.left) / box.width) * last)];
    if (wanted) onGo(wanted.frame);
  };
  const at = (Math.max(0, generation - 1) / last) * WIDTH;
  return html`<figure class="cost-curve population">
    <figcaption><span>Population: ${counted(size, "board")}</span><strong>${generation ? `generation ${grouped(generation)} of ${grouped(generations.length)}` : "first generation"}</strong></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Costs by generation, at most ${most}`} class=${classes("live")} onClick=${click}>
      <path class="spread" d=${area} /><path class="mean" d=${mean} /><path class="line" d=${lowest} />${generation ? html`<path class="now" d=${`M${at} 0V${HEIGHT}`} />` : null}
    </svg>
    <p class="soft">${now ? html`Costs of generation ${grouped(generation)}: best ${grouped(now.lowest)}, mean ${now.mean.toFixed(1)}, worst ${grouped(now.highest)}. ` : null}${boards ? (generation ? `${counted(boards, "child", "children")} bred for the next one.` : `${grouped(boards)} of ${counted(size, "board")} drawn.`) : ""}</p>
  </figure>`;
}
