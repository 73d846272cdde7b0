// The coach's answers: on a card beside the board, or on a sheet below it that replaces the keys.
import { classes, html, useEffect, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { levelName } from "../level.js";
import { Button, Choice, Failure, announce, sentence } from "../ui.js";
import { STAGES, hintWords, isUnwritten, verdictWords } from "./coach.js";

/**
 * @typedef {object} AdviceProps
 * @property {import("./coach.js").Advice} advice
 * @property {About} about
 * @property {View} view
 * @property {KindAbout} kind
 * @property {(advice: any) => void} onAdvice
 * @property {() => void} onMore the next stage of a hint
 * @property {(step: Step) => void} onApply
 * @property {(at: number) => void} onTake
 * @property {() => void} onAll
 * @property {import("./game.js").Layers} layers what has been entered
 * @property {() => void} onFill fills in the candidates that the rules leave, and asks again
 * @property {number[][]} related for every cell, the cells that a rule relates it to; empty while unknown
 * @property {(view: View) => void} onCorrected opens the puzzle after a correction
 * @property {() => void} onClose
 */

/** Windows in which advice is a sheet, as in style/play.css. */
export const COMPACT = "(max-width: 860px), (max-height: 560px)";

/** @param {AdviceProps} props */
export function AdviceCard(props) {
  const { advice, onClose } = props;
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // A sheet covers the button that was pressed, so move the focus to the sheet.
    if (matchMedia(COMPACT).matches && document.activeElement?.closest(".console")) card.current?.focus({ preventScroll: true });
  }, []);
  const stage = advice.sort === "hint" ? advice.stage : 0;
  useEffect(() => {
    // In a wide window the card may reach below the fold: its newest line and its buttons are what
    // was asked for.
    if (advice.sort !== "hint" || matchMedia(COMPACT).matches) return;
    for (const part of [".newest", ".advice-foot"]) card.current?.querySelector(part)?.scrollIntoView({ block: "nearest" });
  }, [advice.sort, stage]);
  const titles = { hint: "Hint", mistakes: "Mistakes", explain: "Step by step", grade: "How hard it is", solutions: "Solutions", error: "That did not work", busy: "One moment" };
  return html`<section class=${classes("card advice", isShort(advice) && "short")} aria-label=${titles[advice.sort]} tabindex="-1" ref=${card}>
    <header><h2>${titles[advice.sort]}</h2><${Button} icon="close" kind="quiet" title="Close" onClick=${onClose} /></header>
    ${body(props)}
  </section>`;
}

/** Whether an answer is a line or two, which need not cover all keys. @param {import("./coach.js").Advice} advice */
function isShort(advice) {
  switch (advice.sort) {
    case "mistakes": return !advice.mistakes.length;
    case "solutions": return advice.record.verdict === "unique";
    case "hint": return !advice.hint.step && advice.hint.outcome !== "mistakes" && advice.hint.outcome !== "none";
    default: return advice.sort === "busy";
  }
}

/** @param {AdviceProps} props */
function body(props) {
  const { advice } = props;
  switch (advice.sort) {
    case "hint": return html`<${HintBody} ...${props} />`;
    case "explain": return html`<${ExplainBody} ...${props} />`;
    case "mistakes": return html`<div class="advice-body" tabindex="0"><${Mistakes} mistakes=${advice.mistakes} fine=${advice.entries ? "Everything that you have entered so far is right." : "Nothing has been entered yet."} /></div>`;
    case "grade": return html`<div class="advice-body" tabindex="0"><${GradeBody} ...${props} /></div>`;
    case "solutions": return html`<div class="advice-body" tabindex="0"><${SolutionsBody} ...${props} /></div>`;
    case "error": return html`<div class="advice-body" tabindex="0"><${Failure} error=${advice.error} /></div>`;
    case "busy": return html`<div class="advice-body"><p class="soft" role="status">${advice.what}</p></div>`;
  }
}

/** @param {{ mistakes: Reason[], fine: string }} props */
function Mistakes({ mistakes, fine }) {
  if (!mistakes.length) return html`<p class="notice good">${fine}</p>`;
  return html`<p>${mistakes.length === 1 ? "This is not right:" : `These ${mistakes.length} are not right:`}</p>
    <ul class="plain">${mistakes.map((mistake) => html`<li>${sentence(mistake.text)}</li>`)}</ul>`;
}

/** @param {AdviceProps} props */
function HintBody({ advice, view, layers, related, onMore, onApply, onAdvice, onAll, onFill, onCorrected }) {
  if (advice.sort !== "hint") return null;
  const { hint, stage } = advice;
  const step = hint.step;
  if (!step) {
    if (hint.outcome === "mistakes") return html`<div class="advice-body" tabindex="0"><p>Put this right first:</p><${Mistakes} mistakes=${hint.mistakes ?? []} fine="" /></div>`;
    if (hint.outcome === "none") return html`<div class="advice-body" tabindex="0"><p class="notice gold">There is no solution.</p><${WhyNone} puzzle=${view.puzzle} record=${hint} onCorrected=${onCorrected} /></div>`;
    return html`<div class="advice-body" tabindex="0"><p class=${`notice ${hint.outcome === "solved" ? "good" : "gold"}`}>${hintWords(hint, 0)}</p></div>`;
  }
  const several = hint.steps && hint.steps.length > 1;
  const last = stage === STAGES.length - 1;
  const reasons = last ? step.unwritten ?? [] : [];
  return html`<div class="advice-body" tabindex="0">
    ${several ? html`<div class="field"><label for="which-step">${hint.steps?.length} steps can be taken now</label>
      <select id="which-step" onChange=${(/** @type {any} */ event) => onAdvice({ ...advice, stage: 3, hint: { ...hint, step: hint.steps?.[Number(event.target.value)] } })}>
        ${hint.steps?.map((each, index) => html`<option value=${index}>${each.title}: ${each.text[1].replace(/^Look at /, "")}</option>`)}
      </select></div>` : null}
    <p class="technique"><strong>${step.title}</strong> <span class="badge">tier ${step.tier}, rated ${step.rating.toFixed(1)}</span></p>
    ${step.text.slice(1, stage + 1).map((text, index) => html`<p class=${index + 2 > stage ? "newest" : last ? "soft told" : "soft"}>${text}</p>`)}
    ${reasons.length ? html`<details open=${reasons.length < 3}><summary>Why ${reasons.length === 1 ? "a mark is" : "marks are"} out</summary><ul class="plain">${reasons.map((reason) => html`<li>${sentence(reason.text)}</li>`)}</ul></details>` : null}
    ${last && isUnwritten(view, step, layers, related) ? html`<p class="beside-button soft">It rests on marks that are not written down. <${Button} label="Fill them in first" onClick=${onFill} /></p>` : null}
    ${view.legend && stage > 0 ? html`<p class=${view.names.length ? "hidden" : "soft small"}>${view.legend}</p>` : null}
    </div>
    <div class="buttons advice-foot">
      ${!last ? html`<${Button} label=${`Tell me more: ${STAGES[stage + 1].toLowerCase()}`} onClick=${onMore} kind="primary" />` : null}
      <${Button} label="Do it" icon="check" onClick=${() => onApply(step)} kind=${last ? "primary" : ""} />
      ${advice.all ? null : html`<${Button} label="All steps" kind="quiet" onClick=${onAll} />`}
    </div>`;
}

/** @param {AdviceProps} props */
function ExplainBody({ advice, view, onAdvice, onTake, onCorrected }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const at = advice.sort === "explain" ? advice.at : 0;
  useEffect(() => {
    // Only the list scrolls, not the page: the board is to stay where it is.
    const [box, step] = [list.current, /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector("[aria-current]"))];
    if (box && step) box.scrollTop = Math.min(Math.max(box.scrollTop, step.offsetTop + step.offsetHeight - box.clientHeight), step.offsetTop);
  }, [at]);
  if (advice.sort !== "explain") return null;
  const { explained } = advice;
  const { steps } = explained;
  if (explained.mistakes?.length) return html`<div class="advice-body" tabindex="0"><p>Put this right first:</p><${Mistakes} mistakes=${explained.mistakes} fine="" /></div>`;
  if (!steps.length) return html`<div class="advice-body" tabindex="0"><p class="notice gold">${explained.ending}</p>${advice.record ? html`<${WhyNone} puzzle=${view.puzzle} record=${advice.record} onCorrected=${onCorrected} />` : null}</div>`;
  const show = (/** @type {number} */ next) => onAdvice({ ...advice, at: Math.max(0, Math.min(steps.length, next)) });
  return html`
    <div class="buttons advice-foot films">
      <${Button} icon="first" title="First step" onClick=${() => show(0)} disabled=${at === 0} />
      <${Button} icon="back" title="Previous step" onClick=${() => show(at - 1)} disabled=${at === 0} />
      <span class="number">${Math.min(at + 1, steps.length)} / ${steps.length}</span>
      <${Button} icon="next" title="Next step" onClick=${() => show(at + 1)} disabled=${at >= steps.length} />
      <${Button} icon="last" title="The end" onClick=${() => show(steps.length)} disabled=${at >= steps.length} />
      <${Button} label="Go on from here" kind="quiet" onClick=${() => onTake(at)} title="Takes this position over into your game; undo brings yours back" />
    </div>
    <div class="advice-body" tabindex="0"><div class="reason" aria-live="polite">${at < steps.length ? html`<p class="technique"><strong>${steps[at].title}</strong> <span class="badge">tier ${steps[at].tier}</span></p><p>${steps[at].text[3]}</p>` : html`<p class="notice good">${explained.ending}</p>`}</div>
    ${view.legend ? html`<p class=${view.names.length ? "hidden" : "soft small"}>${view.legend}</p>` : null}
    <ol class="steps" ref=${list}>${steps.map((step, index) => html`<li key=${index}><button type="button" aria-current=${index === at ? "step" : undefined} onClick=${() => show(index)}><span>${step.title}</span> <span class="soft">${conclusion(view, step)}</span></button></li>`)}</ol></div>`;
}

/**
 * What a step comes to, in short: `r5c1 is 1`, `3 marks go`.
 * @param {View} view
 * @param {Step} step
 */
function conclusion(view, step) {
  const words = (/** @type {Mark} */ mark) => `${mark.cell} ${view.entries.find((entry) => entry.value === mark.value)?.words ?? `is ${mark.value}`}`;
  if (step.places.length) return words(step.places[0]) + (step.places.length > 1 ? ` and ${step.places.length - 1} more` : "");
  return step.removes.length === 1 ? `not ${step.removes[0].value} in ${step.removes[0].cell}` : `${step.removes.length} marks go`;
}

/** @param {AdviceProps} props */
function GradeBody({ advice, about, kind, view, onCorrected }) {
  if (advice.sort !== "grade") return null;
  const { grade } = advice;
  if (grade.verdict !== "unique") return html`<p class="notice gold">${verdictWords(grade)} Only a puzzle with one solution has a grade.</p>${advice.record ? html`<${WhyNone} puzzle=${view.puzzle} record=${advice.record} onCorrected=${onCorrected} />` : null}`;
  const hardest = kind.techniques.find((technique) => technique.id === grade.hardest);
  /** @type {number[]} */
  const tiers = grade.tiers ?? [];
  const most = Math.max(1, ...tiers);
  return html`
    <p class="grade-line"><span class="level">${grade.level ? sentence(levelName(about, grade.level)).slice(0, -1) : "Beyond the techniques"}</span>${grade.level ? html` <span class="soft">level ${grade.level} of ${tiers.length}</span>` : null}</p>
    ${hardest ? html`<p>Hardest technique: <strong>${hardest.title}</strong>. <span class="soft">${hardest.about}</span></p>` : null}
    <details class="grade-details"><summary>Details</summary>
    <dl class="facts">
      <div><dt>Score</dt><dd>${Number(grade.score ?? 0).toFixed(2)}</dd></div>
      <div><dt title="Places where only one step leads on">Bottlenecks</dt><dd>${grade.bottlenecks}</dd></div>
      ${grade.er ? html`<div><dt title="Ratings of Sudoku Explainer">ER / EP / ED</dt><dd>${grade.er} / ${grade.ep} / ${grade.ed}</dd></div>` : null}
    </dl>
    <h3>Steps by tier</h3>
    <div class="bars" role="img" aria-label=${`Steps by tier, from 1: ${tiers.join(", ")}`}>${tiers.map((count, tier) => html`<div><div class="bar" style=${{ height: `${(100 * count) / most}%` }}></div><span>${count}</span><span class="soft">${tier + 1}</span></div>`)}</div></details>`;
}

/** @param {AdviceProps} props */
function SolutionsBody({ advice, view, onAdvice, onCorrected }) {
  if (advice.sort !== "solutions") return null;
  const { record } = advice;
  const good = record.verdict === "unique" ? "good" : "gold";
  return html`<p class=${`notice ${good}`}>${verdictWords(record)}</p>
    ${record.verdict === "several" ? html`<p>Two of them are shown; they differ in the ${record.differences.length} outlined cells.</p>
      <${Choice} label="Which solution" value=${advice.at} onChange=${(/** @type {any} */ at) => onAdvice({ ...advice, at })} options=${[{ value: 0, label: "One" }, { value: 1, label: "The other" }]} />` : null}
    <${WhyNone} puzzle=${view.puzzle} record=${record} onCorrected=${onCorrected} />`;
}

/** The most corrections to offer as buttons. */
const OFFERED = 12;

/**
 * What a correction does: `Change r1c2 to 3`, `Change cage at r1c1 to 24×`, `Put r2c3 in region B`.
 * @param {Correction} correction
 */
function correctionWords({ cells, text }) {
  const [clue, value] = text.split(" = ");
  return value ? `Change ${clue} to ${value}` : cells.length ? `Put ${text}` : `Change it to ${text}`;
}

/**
 * Why a puzzle has no solution, and changes of one clue that give it one.
 * @param {{ puzzle: PuzzleJson, record: RunRecord | Hint, onCorrected: (view: View) => void }} props
 */
export function WhyNone({ puzzle, record, onCorrected }) {
  const { reason, conflict, corrections } = record;
  const rules = conflict?.rules ?? [];
  const [error, setError] = useState(/** @type {any} */ (null));
  const correct = (/** @type {Correction} */ correction) => engine.correct(puzzle, correction).then((view) => {
    announce(`${correction.text}.`);
    onCorrected(view);
  }, setError);
  return html`
    ${corrections ? html`<p>${corrections.text}</p>` : null}
    ${corrections?.changes.length ? html`<div class="buttons corrections">${corrections.changes.slice(0, OFFERED).map((/** @type {Correction} */ change) => html`<${Button} label=${correctionWords(change)} onClick=${() => correct(change)} />`)}</div>` : null}
    <${Failure} error=${error} />
    ${reason ? html`<p>${sentence(reason.text)}</p>` : null}
    ${rules.length ? html`<details class="conflict">
      <summary>${rules.length === 1 ? "One rule cannot hold" : `${rules.length} rules cannot all hold`}</summary>
      ${conflict.minimal && rules.length > 1 ? html`<p class="soft small">Each of them is needed.</p>` : null}
      <ul class="plain">${rules.map((/** @type {Reason} */ rule) => html`<li>${sentence(rule.text)}</li>`)}</ul>
    </details>` : null}`;
}
