// The tree of a backtracking search, built from its pictures.
//
// Nodes are numbered as they are entered. Backtracking enters a tree in depth-first order, so whatever is below a node has the
// numbers that follow it: how many nodes a subtree holds is a subtraction, at any moment of the search.
import { atMost } from "./reel.js";

/** The node that the search begins in. */
export const ROOT = 0;

export class Tree {
  constructor() {
    /** @type {number[]} */
    this.parent = [-1];
    /** How many decisions lead to the node. @type {number[]} */
    this.depth = [0];
    /** The frame in which it is entered. @type {number[]} */
    this.entered = [0];
    /** The frame in which it is left for good. @type {number[]} */
    this.left = [Infinity];
    /** The frame in which it turns out to be a solution. @type {number[]} */
    this.solved = [Infinity];
    /** The last node below it, or itself. @type {number[]} */
    this.last = [0];
    /** @type {number[][]} */
    this.children = [[]];
    /** @type {({ cell: number | CellName, value: string } | null)[]} */
    this.decision = [null];
    /** Why it was left. @type {(string | undefined)[]} */
    this.why = [undefined];
    /** The node at every frame. @type {number[]} */
    this.at = [ROOT];
    /** Whether there is a frontier: then decisions do not nest, and this is no tree of them. */
    this.frontier = false;
  }

  /** How many nodes there are, the root among them. */
  get size() {
    return this.parent.length;
  }

  /** Whether there is anything to draw. */
  get worth() {
    return this.size > 1 && !this.frontier;
  }

  /** @param {Picture[]} pictures */
  push(pictures) {
    for (const picture of pictures) {
      const frame = this.at.length;
      let node = this.at[frame - 1];
      if (picture.counters.generated) this.frontier = true;
      if (picture.shot === "assign") node = this.enter(this.ancestor(node, picture.depth - 1), picture, frame);
      else if (picture.shot === "backtrack") node = this.leave(node, picture, frame);
      else if (picture.shot === "solution") this.solve(node, frame);
      // Another method goes on with the board as it is.
      else if (picture.shot === "hand-over" || picture.shot === "start") node = ROOT;
      this.at.push(node);
    }
  }

  /**
   * The node itself or the one above it at a depth.
   * @param {number} node
   * @param {number} depth
   */
  ancestor(node, depth) {
    let above = node;
    while (above !== ROOT && this.depth[above] > depth) above = this.parent[above];
    return above;
  }

  /**
   * @param {number} parent
   * @param {Picture} picture
   * @param {number} frame
   */
  enter(parent, picture, frame) {
    const node = this.size;
    // Where the picture does not say what was decided, the cell about to change does.
    const focus = picture.faces.find(([, face]) => face.accent === "focus");
    this.parent.push(parent);
    this.depth.push(this.depth[parent] + 1);
    this.entered.push(frame);
    this.left.push(Infinity);
    this.solved.push(Infinity);
    this.last.push(node);
    this.children.push([]);
    this.decision.push(picture.decision ? { cell: picture.decision[0], value: picture.decision[1] } : focus ? { cell: focus[0], value: focus[1].text ?? (focus[1].tone === "shaded" ? "shaded" : "") } : null);
    this.why.push(undefined);
    this.children[parent].push(node);
    for (let above = parent; above >= 0; above = this.parent[above]) this.last[above] = node;
    return node;
  }

  /**
   * @param {number} from
   * @param {Picture} picture
   * @param {number} frame
   */
  leave(from, picture, frame) {
    let node = from;
    while (node !== ROOT && this.depth[node] > picture.depth) {
      this.left[node] = frame;
      this.why[node] = picture.why?.text;
      node = this.parent[node];
    }
    return node;
  }

  /**
   * @param {number} node
   * @param {number} frame
   */
  solve(node, frame) {
    for (let above = node; above >= 0; above = this.parent[above]) this.solved[above] = Math.min(this.solved[above], frame);
  }

  /** Pictures before the last one are missing: the way to the solution is not the one that is known. */
  gap() {
    this.solved.fill(Infinity);
    this.at[this.at.length - 1] = ROOT;
  }

  /**
   * How a node stands at a frame.
   * @param {number} node
   * @param {number} frame
   * @returns {"solution" | "dead" | "alive" | "ahead"}
   */
  state(node, frame) {
    if (this.entered[node] > frame) return "ahead";
    if (this.solved[node] <= frame) return "solution";
    return this.left[node] <= frame ? "dead" : "alive";
  }

  /**
   * How many nodes below a node had been entered by a frame.
   * @param {number} node
   * @param {number} frame
   */
  below(node, frame) {
    return Math.max(0, Math.min(this.last[node], atMost(this.entered, frame) - 1) - node);
  }

  /**
   * The rows to draw: the whole tree with subtrees folded away. A dead one is folded unless a person has opened it, and where the search is now is open
   * unless a person has folded it.
   * @param {number} frame where the search is
   * @param {number} until nodes that are entered later are left out
   * @param {Map<number, boolean>} folds what a person has folded or opened
   * @returns {{ node: number, open: boolean | null, place: number, of: number }[]}
   */
  rows(frame, until, folds) {
    const path = new Set();
    for (let node = this.at[Math.min(frame, this.at.length - 1)]; node >= 0; node = this.parent[node]) path.add(node);
    /** @type {{ node: number, open: boolean | null, place: number, of: number }[]} */
    const rows = [];
    /** @type {{ node: number, place: number, of: number }[]} */
    const open = [{ node: ROOT, place: 1, of: 1 }];
    while (open.length) {
      const { node, place, of } = /** @type {{ node: number, place: number, of: number }} */ (open.pop());
      const children = this.children[node];
      // Children are entered one after the other: those that are there by now come first.
      let count = children.length;
      while (count > 0 && this.entered[children[count - 1]] > until) count--;
      const shown = count > 0 && (folds.get(node) ?? (path.has(node) || this.state(node, until) !== "dead"));
      rows.push({ node, open: count > 0 ? shown : null, place, of });
      if (shown) for (let index = count - 1; index >= 0; index--) open.push({ node: children[index], place: index + 1, of: count });
    }
    return rows;
  }
}
