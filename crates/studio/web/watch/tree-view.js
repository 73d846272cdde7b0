// The search tree: as many rows as there is room for are drawn, however many nodes there are.
import { classes, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../view.js";
import { Button, counted, grouped } from "../ui.js";
import { decisionWords } from "./story.js";
import { ROOT } from "./tree.js";

/** The height of a row, in pixels. */
const ROW = 30;
/** Rows drawn beyond what is to be seen, so that scrolling shows no gap. */
const SPARE = 6;
/** Levels that are indented; deeper ones stand below each other. */
const LEVELS = 8;

const SIGNS = { solution: "✓", dead: "×", alive: "○", ahead: "·" };
const WORDS = { solution: "leads to the solution", dead: "dead", alive: "open", ahead: "later" };

let trees = 0;

/**
 * @param {{ tree: import("./tree.js").Tree, frame: number, version: number, view: View, onGo: (frame: number) => void }} props
 */
export function TreeView({ tree, frame, version, view: puzzle, onGo }) {
  const [folds, setFolds] = useState(/** @type {Map<number, boolean>} */ (new Map()));
  const [ahead, setAhead] = useState(false);
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [view, setView] = useState({ top: 0, height: 360 });
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const id = useMemo(() => `tree${++trees}`, []);
  const now = tree.at[Math.min(frame, tree.at.length - 1)] ?? ROOT;
  const until = ahead ? Infinity : frame;
  const rows = useMemo(() => tree.rows(frame, until, folds), [tree, version, frame, until, folds]);
  const place = useMemo(() => new Map(rows.map(({ node }, index) => [node, index])), [rows]);

  useEffect(() => {
    setFolds(new Map());
    setChosen(null);
  }, [tree]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  /** Scrolls as little as shows the row. */
  const reveal = (/** @type {number | undefined} */ index) => {
    const element = box.current;
    if (!element || index === undefined) return;
    // What is known of the box is enough: asking it would make the browser lay out the page between two changes of it.
    const [top, { top: from, height }] = [index * ROW, view];
    if (top < from) element.scrollTop = Math.max(0, top - ROW);
    else if (top + 2 * ROW > from + height) element.scrollTop = top + 2 * ROW - height;
  };
  useEffect(() => reveal(place.get(now)), [now]);

  const fold = (/** @type {number} */ node, /** @type {boolean} */ open) => setFolds(new Map(folds).set(node, open));
  const at = chosen !== null && place.has(chosen) ? chosen : place.has(now) ? now : ROOT;
  const choose = (/** @type {number} */ index) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    setChosen(row.node);
    reveal(place.get(row.node));
  };
  const go = (/** @type {number} */ node) => {
    setChosen(node);
    onGo(tree.entered[node]);
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const index = place.get(at) ?? 0;
    const row = rows[index];
    const page = Math.max(1, Math.floor(view.height / ROW) - 1);
    const open = () => (row.open === false ? fold(at, true) : row.open && choose(index + 1));
    const shut = () => (row.open ? fold(at, false) : tree.parent[at] >= 0 && choose(place.get(tree.parent[at]) ?? 0));
    /** @type {Record<string, () => void>} */
    const keys = { ArrowDown: () => choose(index + 1), ArrowUp: () => choose(index - 1), Home: () => choose(0), End: () => choose(rows.length - 1), PageDown: () => choose(index + page), PageUp: () => choose(index - page), ArrowRight: open, ArrowLeft: shut, Enter: () => go(at), " ": () => go(at) };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  };

  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const shown = rows.slice(first, first + Math.ceil(view.height / ROW) + 2 * SPARE);
  // The row that the keyboard is at exists even if it has been scrolled away.
  const here = place.get(at) ?? 0;
  if (!shown.some(({ node }) => node === at)) shown.push(rows[here]);
  const states = useMemo(() => tally(tree, frame), [tree, version, frame]);

  return html`<section class="card tree-card" aria-labelledby=${`${id}-title`}>
    <header><h2 id=${`${id}-title`}>Search tree</h2><span class="soft">${counted(states.nodes, "node")}, ${grouped(states.dead)} dead</span></header>
    <div class="tree" ref=${box} role="tree" tabindex="0" aria-labelledby=${`${id}-title`} aria-activedescendant=${`${id}-${at}`} onKeyDown=${press}
      onScroll=${(/** @type {any} */ event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}>
      <div role="presentation" class="tree-length" style=${{ height: `${rows.length * ROW}px` }}></div>
      ${shown.map((row) => {
        const { node } = row;
        const state = tree.state(node, frame);
        const held = row.open === false ? tree.below(node, until) : 0;
        const name = node === ROOT ? "start" : decisionWords(tree.decision[node], puzzle) || "decision";
        return html`<div key=${node} id=${`${id}-${node}`} role="treeitem" class=${classes("tree-row", state, node === now && "now", node === at && "at")} title=${state === "dead" && tree.why[node] ? `${name}: ${tree.why[node]}` : undefined}
          aria-level=${tree.depth[node] + 1} aria-posinset=${row.place} aria-setsize=${row.of} aria-expanded=${row.open === null ? undefined : String(row.open)} aria-selected=${String(node === at)} aria-current=${node === now ? "step" : undefined} data-node=${node}
          style=${{ top: `${(place.get(node) ?? 0) * ROW}px`, "--level": Math.min(tree.depth[node], LEVELS) }} onClick=${() => go(node)}>
          <span class="twist" aria-hidden="true" onClick=${(/** @type {Event} */ event) => {
            if (row.open === null) return;
            event.stopPropagation();
            setChosen(node);
            fold(node, !row.open);
          }}>${row.open === null ? "" : row.open ? "▾" : "▸"}</span>
          <span class="tree-sign" aria-hidden="true">${node === now ? "●" : SIGNS[state]}</span>
          ${tree.depth[node] > LEVELS ? html`<small aria-hidden="true">${tree.depth[node]}</small>` : null}
          <span class="tree-name">${name}<span class="hidden">, ${node === now ? "where the search is, " : ""}${WORDS[state]}</span></span>
          ${held ? html`<span class="tree-held"><span class="hidden">, folded: </span>${counted(held, "node")}</span>` : null}
        </div>`;
      })}
    </div>
    <div class="buttons tree-tools">
      <label class="tick"><input type="checkbox" checked=${ahead} onChange=${(/** @type {any} */ event) => setAhead(event.target.checked)} /> Also what comes later</label>
      ${folds.size ? html`<${Button} kind="quiet" label="Reset folding" onClick=${() => setFolds(new Map())} />` : null}
    </div>
  </section>`;
}

/**
 * How many nodes have been entered by a frame, and how many of them are dead.
 * @param {import("./tree.js").Tree} tree
 * @param {number} frame
 */
function tally(tree, frame) {
  const nodes = tree.below(ROOT, frame) + 1;
  // Whatever has been entered is either dead or on the way to where the search is.
  return { nodes, dead: nodes - 1 - tree.depth[tree.at[Math.min(frame, tree.at.length - 1)]] };
}
