// The pictures of a search, stored so that any of them can be shown at once, in either direction.
//
// A picture says what has changed since the one before. Every so often all faces are kept, and a frame is made from the ones
// kept last before it. A face that has not changed is the same object in every frame: boards draw again only what is another one.

/** Pictures from one full array of faces to the next. */
const APART = 200;

export class Reel {
  /** @param {Face[]} start the board before the search: frame 0 */
  constructor(start) {
    /** Picture `n` leads to frame `n + 1`. @type {Picture[]} */
    this.pictures = [];
    /** Frames 0, 200, 400 … @type {{ faces: Face[], counters: Record<string, number> }[]} */
    this.keys = [{ faces: start, counters: {} }];
    /** The newest frame, where the next picture goes on. */
    this.newest = { faces: start.slice(), counters: /** @type {Record<string, number>} */ ({}) };
    /** Whether there are costs at all. */
    this.costly = false;
    /** The generations of a population, each with the frame that shows its best board. @type {{ frame: number, lowest: number, mean: number, highest: number }[]} */
    this.generations = [];
    /** The frames that show a new complete board. @type {number[]} */
    this.starts = [];
    /** Equal faces are one object, so that far jumps, too, draw only what looks different. @type {Map<string, Face>} */
    this.known = new Map(start.map((face) => [JSON.stringify(face), face]));
    /** @type {{ frame: number, faces: Face[] }} */
    this.shown = { frame: 0, faces: start };
  }

  /** How many frames there are: the start and one for every picture. */
  get length() {
    return this.pictures.length + 1;
  }

  /** @param {Picture[]} pictures */
  push(pictures) {
    for (const picture of pictures) {
      picture.faces = picture.faces.map(([cell, face]) => [cell, this.one(face)]);
      this.pictures.push(picture);
      if (picture.cost !== undefined) this.costly = true;
      if (picture.generation) this.generations.push({ frame: this.pictures.length, ...picture.generation });
      if (picture.shot === "start") this.starts.push(this.pictures.length);
      for (const [cell, face] of picture.faces) this.newest.faces[cell] = face;
      Object.assign(this.newest.counters, picture.counters);
      if (this.pictures.length % APART === 0) this.keys.push({ faces: this.newest.faces.slice(), counters: { ...this.newest.counters } });
    }
  }

  /**
   * The one object for all faces that look like this.
   * @param {Face} face
   */
  one(face) {
    const text = JSON.stringify(face);
    const known = this.known.get(text);
    if (known) return known;
    this.known.set(text, face);
    return face;
  }

  /** @param {number} frame */
  within(frame) {
    return Math.max(0, Math.min(this.pictures.length, Math.floor(frame)));
  }

  /**
   * The faces of a frame. The array is the same one as long as the frame is.
   * @param {number} frame
   * @returns {Face[]}
   */
  faces(frame) {
    const wanted = this.within(frame);
    if (this.shown.frame === wanted) return this.shown.faces;
    const key = Math.floor(wanted / APART);
    const nearer = this.shown.frame < wanted && this.shown.frame > key * APART;
    const faces = (nearer ? this.shown.faces : this.keys[key].faces).slice();
    for (let index = nearer ? this.shown.frame : key * APART; index < wanted; index++) {
      for (const [cell, face] of this.pictures[index].faces) faces[cell] = face;
    }
    this.shown = { frame: wanted, faces };
    return faces;
  }

  /**
   * The counters at a frame; those at zero are missing.
   * @param {number} frame
   * @returns {Record<string, number>}
   */
  counters(frame) {
    const wanted = this.within(frame);
    const key = Math.floor(wanted / APART);
    const counters = { ...this.keys[key].counters };
    for (let index = key * APART; index < wanted; index++) Object.assign(counters, this.pictures[index].counters);
    return counters;
  }

  /**
   * The picture that led to a frame; none leads to the first.
   * @param {number} frame
   * @returns {Picture | null}
   */
  picture(frame) {
    return this.pictures[this.within(frame) - 1] ?? null;
  }

  /**
   * What the board costs at a frame: as told by its picture or the last one before it that told.
   * @param {number} frame
   * @returns {number | null}
   */
  cost(frame) {
    if (!this.costly) return null;
    for (let index = this.within(frame) - 1; index >= 0; index--) {
      const { cost } = this.pictures[index];
      if (cost !== undefined) return cost;
    }
    return null;
  }

  /**
   * The generation that the search has reached at a frame, and the number of boards made since.
   * @param {number} frame
   * @returns {{ generation: number, boards: number }} no generation is complete before the first
   */
  population(frame) {
    const generation = atMost(this.generations.map((each) => each.frame), frame);
    const since = generation ? this.generations[generation - 1].frame : 0;
    return { generation, boards: atMost(this.starts, frame) - atMost(this.starts, since) };
  }

  /**
   * A counter at every frame.
   * @param {string} name
   * @returns {Float64Array}
   */
  series(name) {
    const series = new Float64Array(this.length);
    let value = 0;
    this.pictures.forEach((picture, index) => {
      value = picture.counters[name] ?? value;
      series[index + 1] = value;
    });
    return series;
  }
}

/**
 * How many numbers of a sorted list are at most this one.
 * @param {ArrayLike<number>} sorted
 * @param {number} number
 */
export function atMost(sorted, number) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
