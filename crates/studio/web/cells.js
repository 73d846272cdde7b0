// Cells, by number in reading order and by name, and what belongs together.

/**
 * `r3c5` as a number, on a board with so many columns.
 * @param {CellName} name
 * @param {number} cols
 */
export function place(name, cols) {
  const [row, col] = name.slice(1).split("c").map(Number);
  return (row - 1) * cols + col - 1;
}

/**
 * The name of a cell.
 * @param {number} cell
 * @param {number} cols
 */
export const cellName = (cell, cols) => `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;

/**
 * Rows and columns.
 * @param {BoardData} board
 * @returns {[number, number]}
 */
export const shape = (board) => [board.faces.length, board.faces[0]?.length ?? 0];

/**
 * The area of every cell, numbered from 0 in reading order: cells that no thick line divides. Holes have -1.
 * @param {BoardData} board
 * @returns {number[]}
 */
export function areas(board) {
  const [rows, cols] = shape(board);
  /** @type {number[]} */
  const area = new Array(rows * cols).fill(-1);
  let count = 0;
  for (let first = 0; first < area.length; first++) {
    if (area[first] >= 0 || board.faces[Math.floor(first / cols)][first % cols].tone === "hole") continue;
    const open = [first];
    while (open.length) {
      const cell = /** @type {number} */ (open.pop());
      if (area[cell] >= 0) continue;
      area[cell] = count;
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      if (row > 0 && board.horizontal[row][col] === "thin") open.push(cell - cols);
      if (row + 1 < rows && board.horizontal[row + 1][col] === "thin") open.push(cell + cols);
      if (col > 0 && board.vertical[row][col] === "thin") open.push(cell - 1);
      if (col + 1 < cols && board.vertical[row][col + 1] === "thin") open.push(cell + 1);
    }
    count++;
  }
  return area;
}

/**
 * Consecutive numbers in neighbouring cells, as lines from cell to cell.
 * @param {(number | null)[]} values of the cells, in reading order
 * @param {number} cols
 * @returns {number[][]}
 */
export function pathLines(values, cols) {
  const places = new Map(values.flatMap((value, cell) => (value === null ? [] : [/** @type {[number, number]} */ ([value, cell])])));
  const isStep = (/** @type {number} */ from, /** @type {number} */ to) => Math.abs(Math.floor(from / cols) - Math.floor(to / cols)) <= 1 && Math.abs((from % cols) - (to % cols)) <= 1;
  /** @type {number[][]} */
  const lines = [];
  for (const value of [...places.keys()].sort((one, other) => one - other)) {
    const [from, to] = [places.get(value), places.get(value + 1)];
    if (from === undefined || to === undefined || !isStep(from, to)) continue;
    const last = lines[lines.length - 1];
    if (last?.[last.length - 1] === from) last.push(to);
    else lines.push([from, to]);
  }
  return lines;
}

/**
 * The lines that a board shows, if its values form a path from cell to cell.
 * @param {View} view
 * @param {Face[]} faces
 * @returns {number[][] | undefined}
 */
export const linesOf = (view, faces) => (view.path ? pathLines(faces.map((face) => (/^\d+$/.test(face.text ?? "") ? Number(face.text) : null)), shape(view.board)[1]) : undefined);

/**
 * The cells in which nothing can be entered: holes, and those that show what is given. A clue may
 * settle a cell without showing its value, as a cage of one cell does.
 * @param {View} view
 * @returns {Set<number>}
 */
export function fixedCells(view) {
  const [, cols] = shape(view.board);
  const faces = view.board.faces.flat();
  return new Set(view.fixed.map((name) => place(name, cols)).filter((cell) => faces[cell].tone === "hole" || (faces[cell].given && faces[cell].text)));
}

const SIGNS = /** @type {Record<string, string>} */ ({ "+": "plus", "−": "minus", "-": "minus", "×": "times", "÷": "divided", "=": "" });

/**
 * A sign read aloud: `12+` is `12 plus`.
 * @param {string} text
 */
const spoken = (text) => text.replace(/[+−\-×÷=]/g, (sign) => ` ${SIGNS[sign]}`).trim();

/**
 * For every cell, the words that say where it is: `row 3, column 5, cage 12 plus`.
 * @param {BoardData} board
 * @returns {string[]}
 */
export function placeWords(board) {
  const [, cols] = shape(board);
  const faces = board.faces.flat();
  const area = areas(board);
  /** @type {string[]} */
  const names = [];
  area.forEach((number, cell) => {
    if (number >= 0 && names[number] === undefined) {
      const target = faces[cell].corner;
      names[number] = target ? spoken(target) : String(number + 1);
    }
  });
  return area.map((number, cell) => {
    const where = `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`;
    return board.area && number >= 0 ? `${where}, ${board.area} ${names[number]}` : where;
  });
}

const ACCENTS = { right: "right", wrong: "wrong", focus: "changing" };

/**
 * What a cell holds, in words.
 * @param {Face} face
 */
export function faceWords(face) {
  if (face.tone === "hole") return "hole";
  const words = [];
  if (face.text) words.push(face.text === "★" ? "star" : face.text === "·" ? "no star" : face.given ? `given ${face.text}` : face.text);
  if (face.tone === "shaded") words.push("shaded");
  if (face.corner === "○") words.push("white");
  if (!face.text && face.marks?.length) words.push(`marks ${face.marks.join(" ")}`);
  if (!face.text && face.notes?.length) words.push(`notes ${face.notes.join(" ")}`);
  if (face.colours?.length) words.push(`colour ${face.colours.join(" and ")}`);
  if (face.accent) words.push(ACCENTS[face.accent]);
  if (face.highlight) words.push("highlighted");
  return words.join(", ") || "empty";
}
