// Which boards a kind's generator makes: sizes, and the levels that a size can have.

/**
 * Rows and columns of a size: `8x10`, or `9` for a square. The default if it is empty; null if it is
 * not a size.
 * @param {Setting | undefined} setting
 * @param {string} value
 * @returns {[number, number] | null}
 */
export function sizeOf(setting, value) {
  const parts = (value || setting?.default || "").split("x").map((part) => (part.trim() ? Number(part) : NaN));
  const [rows, cols = rows] = parts;
  return parts.length <= 2 && Number.isInteger(rows) && Number.isInteger(cols) ? [rows, cols] : null;
}

/** @param {KindAbout} kind @param {string} name */
const settingOf = (kind, name) => kind.settings.find((setting) => setting.name === name);

/**
 * What is wrong with a size, and what to write instead; null if nothing is.
 * @param {KindAbout} kind
 * @param {string} value
 * @returns {{ what: string, remedy: string } | null}
 */
export function sizeProblem(kind, value) {
  const setting = settingOf(kind, "size");
  const sides = kind.boards.map((board) => board.side);
  if (!setting || setting.takes.type !== "size" || !sides.length) return null;
  const { least, most } = setting.takes;
  const size = sizeOf(setting, value);
  if (!size) return { what: `${value} is not a size.`, remedy: kind.square ? `Write the number of rows, such as ${sides[0]}.` : "Write rows and columns, such as 8x10." };
  const [rows, cols] = size;
  if (kind.square && rows !== cols) return { what: `A ${kind.title} has as many rows as columns.`, remedy: `Write one number, such as ${sides.includes(rows) ? rows : sides[0]}.` };
  if (Math.min(rows, cols) < least || Math.max(rows, cols) > most) return { what: `${rows} × ${cols} is out of range.`, remedy: `Rows and columns are from ${least} to ${most}.` };
  if (rows === cols && !sides.includes(rows)) return { what: `There is no ${kind.title} of ${rows} × ${cols}.`, remedy: `Sizes near it: ${near(sides, rows).join(", ")}.` };
  return null;
}

/** The sides next to one that does not exist. @param {number[]} sides @param {number} side */
const near = (sides, side) => [sides.filter((other) => other < side).at(-1), sides.find((other) => other > side)].filter((other) => other !== undefined);

/**
 * The next smaller or larger size; null if there is none.
 * @param {KindAbout} kind
 * @param {[number, number]} size
 * @param {1 | -1} step
 * @returns {[number, number] | null}
 */
export function nextSize(kind, [rows, cols], step) {
  const setting = settingOf(kind, "size");
  if (setting?.takes.type !== "size") return null;
  const { least, most } = setting.takes;
  if (rows === cols && kind.boards.length) {
    const sides = kind.boards.map((board) => board.side);
    const side = step > 0 ? sides.find((other) => other > rows) : sides.filter((other) => other < rows).at(-1);
    return side === undefined ? null : [side, side];
  }
  const next = /** @type {[number, number]} */ ([rows + step, cols + step]);
  return Math.min(...next) < least || Math.max(...next) > most ? null : next;
}

/**
 * The levels that boards of a size can have, as far as the generator knows without searching.
 * @param {KindAbout} kind
 * @param {string} size
 * @returns {number[]}
 */
export function levelsOf(kind, size) {
  const level = settingOf(kind, "level");
  const { least = 1, most = 6 } = /** @type {any} */ (level?.takes ?? {});
  const [rows] = sizeOf(settingOf(kind, "size"), size) ?? [];
  return kind.boards.find((board) => board.side === rows)?.levels ?? Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/**
 * Settings whose level the size can have: a level that it cannot have gives way to the next harder
 * one.
 * @param {KindAbout} kind
 * @param {Record<string, string>} settings
 * @returns {Record<string, string>}
 */
export function fitting(kind, settings) {
  const { level, ...others } = settings;
  if (!level || !/^\d+$/.test(level)) return settings;
  const levels = levelsOf(kind, settings.size ?? "");
  if (levels.includes(Number(level))) return settings;
  const next = levels.find((other) => other > Number(level)) ?? levels.at(-1);
  return next === undefined ? others : { ...others, level: String(next) };
}
