// A puzzle of the gallery.
import { Component, classes, html, useEffect, useMemo, useRef, useState } from "../view.js";
import { Thumbnail } from "../board.js";
import { shape } from "../cells.js";
import { Button } from "../ui.js";

/**
 * @typedef {object} Made
 * @property {number} index its number among those of the seed, from 0
 * @property {View} view
 * @property {Grade | null} grade
 */

/** What to do when an element comes near the screen. @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const near = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    near.unobserve(entry.target);
    waiting.get(entry.target)?.();
  }
}, { rootMargin: "600px" });

/**
 * A board that is drawn once it comes near the screen: hundreds of them have tens of thousands of cells.
 * @param {{ view: View }} props
 */
export function LazyBoard({ view }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (place.current);
    const show = () => setSeen(true);
    waiting.set(element, show);
    near.observe(element);
    // A printed page has all of them.
    addEventListener("beforeprint", show);
    return () => {
      near.unobserve(element);
      removeEventListener("beforeprint", show);
    };
  }, []);
  const [rows, cols] = shape(view.board);
  const board = useMemo(() => html`<${Thumbnail} view=${view} />`, [view]);
  return html`<span class="lazy-board" ref=${place} style=${{ aspectRatio: `${cols} / ${rows}` }}>${seen ? board : null}</span>`;
}

/**
 * A level as a word and as bars.
 * @param {{ grade: Grade | null, most: number }} props
 */
export function LevelBadge({ grade, most }) {
  if (!grade?.level) return html`<span class="badge no-level">no level</span>`;
  const level = grade.level;
  return html`<span class="badge made-level"><span class="level-bars" aria-hidden="true">${Array.from({ length: most }, (_, bar) => html`<i class=${classes(bar < level && "full")}></i>`)}</span>Level ${level}</span>`;
}

/**
 * What a puzzle asks of its solver.
 * @param {Grade | null} grade
 * @param {Technique[]} techniques
 */
export function hardestWords(grade, techniques) {
  if (!grade) return "";
  if (grade.needs_search) return "needs a search";
  return techniques.find((technique) => technique.id === grade.hardest)?.title ?? grade.hardest ?? "";
}

/**
 * @typedef {object} CardProps
 * @property {Made} item
 * @property {KindAbout} kind
 * @property {number} most the highest level
 * @property {boolean} picked
 * @property {boolean} hidden whether a selection is printed, and this is not in it
 * @property {(item: Made, picked: boolean, event: MouseEvent) => void} onPick
 * @property {(page: string, item: Made) => void} onOpen
 * @property {(item: Made) => void} onShare
 */

/** @extends {Component<CardProps>} */
export class Card extends Component {
  /** @param {CardProps} next */
  shouldComponentUpdate(next) {
    const now = /** @type {CardProps} */ (this.props);
    return next.item !== now.item || next.picked !== now.picked || next.hidden !== now.hidden;
  }

  /** @param {CardProps} props */
  render({ item, kind, most, picked, hidden, onPick, onOpen, onShare }) {
    const { view, grade, index } = item;
    const name = `puzzle ${index + 1}`;
    return html`<li class=${classes("made", picked && "picked", hidden && "not-printed")}>
      <div class="made-board"><${LazyBoard} view=${view} /><button type="button" class="cover" aria-label=${`Play ${name}: ${view.title}`} onClick=${() => onOpen("play", item)}></button></div>
      <div class="made-about">
        <div class="made-title"><label class="tick"><input type="checkbox" checked=${picked} aria-label=${`Select ${name}`} onClick=${(/** @type {any} */ event) => onPick(item, event.target.checked, event)} /><span class="soft" aria-hidden="true">${index + 1}</span></label>
          <strong>${view.title}</strong></div>
        <div class="made-grade"><${LevelBadge} grade=${grade} most=${most} />${grade?.score ? html`<span class="soft" title="Score">${grade.score.toFixed(1)}</span>` : null}</div>
        <p class="soft made-hardest">${hardestWords(grade, kind.techniques) || "\u00a0"}</p>
        <div class="made-buttons">
          <${Button} icon="play" label="Play" kind="quiet" aria-label=${`Play ${name}`} onClick=${() => onOpen("play", item)} />
          <${Button} icon="eye" kind="quiet" title=${`Watch ${name} being solved`} onClick=${() => onOpen("watch", item)} />
          <${Button} icon="share" kind="quiet" title=${`Share ${name}: link, text, picture`} onClick=${() => onShare(item)} />
        </div>
      </div>
    </li>`;
  }
}
