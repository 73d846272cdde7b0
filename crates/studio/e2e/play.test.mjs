// Play: a puzzle of every kind solved by keyboard with hints, moves taken back, nothing lost by a reload or to a late answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { board, center, drag, press, words } from "./board.mjs";
import { KINDS, accessible, addressOf, openPuzzle, studio } from "./harness.mjs";

const it = studio();

for (const kind of KINDS) {
  test(`${kind}: solved by keyboard alone, with hints`, async (context) => {
    const { page } = await openPuzzle(it, context, kind);
    await page.focus(".board");
    // A hint tells more at every stage, and lights up cells at the last two.
    await press(page, "h");
    await page.waitForSelector(".advice .technique");
    await press(page, "h");
    await page.waitForSelector(".board .area");
    // Regions show their letters while the hint mentions them.
    assert.equal((await page.locator(".board .area-name").count()) > 0, kind === "star-battle");
    await press(page, "h");
    await page.waitForSelector(".board .cause");
    await press(page, "h");
    await page.waitForSelector(".board .effect");
    await accessible(page, `${kind} with a hint`);
    for (let step = 0; step < 400 && !(await page.isVisible(".solved")); step++) {
      await page.focus(".board");
      await press(page, "h");
      const more = await page.waitForFunction(() => document.querySelector(".advice .technique, .solved")).catch(() => null);
      assert.ok(more, await page.textContent(".side"));
      if (await page.isVisible(".solved")) break;
      await press(page, "d");
      await page.waitForFunction(() => !document.querySelector(".advice"));
      // The last step is followed by the verdict.
      await page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true), 0)));
    }
    await page.waitForSelector(".solved");
    await accessible(page, `${kind} solved`);
  });
}

test("values, notes, marks and colours, several cells at once, and all of it taken back", async (context) => {
  const { page } = await openPuzzle(it, context, "sudoku");
  const before = await board(page);
  await page.focus(".board");
  const at = async () => (await page.getAttribute(".board", "aria-activedescendant")).split("-")[1];
  await press(page, "1");
  assert.match(await words(page, 0), /row 1, column 1, box 1, 1$/);
  await press(page, "Delete", "Shift+Digit2", "Shift+Digit3");
  assert.match(await words(page, 0), /notes 2 3$/);
  await press(page, "c", "1", "4");
  assert.match(await words(page, 0), /marks 1 4, notes 2 3$/);
  await press(page, "v", "5");
  assert.match(await words(page, 0), /colour 5$/);
  await press(page, "z", "End");
  assert.equal(await at(), "3");
  await press(page, "Home", "Control+End");
  assert.equal(await at(), "15");
  await press(page, "Control+Home", "Control+a", "v", "2");
  assert.ok((await board(page)).every((cell) => /colour (2|2 and 5)$/.test(cell)));
  for (let move = 0; move < 20; move++) await press(page, "Control+z");
  assert.deepEqual(await board(page), before);
  for (let move = 0; move < 20; move++) await press(page, "Control+y");
  assert.ok((await board(page)).every((cell) => /colour (2|2 and 5)$/.test(cell)));
});

test("nothing is lost by a reload, nor the moves that led there", async (context) => {
  const { page } = await openPuzzle(it, context, "hitori");
  await page.focus(".board");
  await press(page, "Enter", "ArrowRight", "Enter", "Enter", "ArrowDown", "v", "3");
  const before = await board(page);
  await page.waitForFunction(() => location.hash.length > 20);
  await page.reload();
  await page.waitForSelector(".board");
  assert.deepEqual(await board(page), before);
  await page.focus(".board");
  await press(page, "Control+z", "Control+z", "Control+z", "Control+z");
  assert.ok((await board(page)).every((cell) => !/shaded|white|colour/.test(cell)));
  // The address alone, in a browser that remembers nothing.
  await press(page, "Control+y", "Control+y", "Control+y", "Control+y");
  const hash = await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(location.hash), 500)));
  const other = await it.open(context, `/${hash}`);
  await other.waitForSelector(".board");
  await other.waitForFunction((expected) => document.querySelectorAll(".board .shaded").length === expected, before.filter((cell) => /shaded/.test(cell)).length);
  assert.deepEqual(await board(other), before);
});

test("mistakes are told on demand, and before a hint", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "sudoku");
  const cell = puzzle.grid.flat().findIndex((given) => !given);
  const wrong = (solution.flat()[cell] % 4) + 1;
  await page.mouse.click(...(await center(page, cell)));
  await press(page, String(wrong), "m");
  await page.waitForSelector(".board .mistake");
  assert.match(await page.textContent(".advice"), /is not|cannot be/);
  await press(page, "Escape", "h");
  await page.waitForSelector(".advice ul");
  assert.ok((await page.locator(".board .mistake").count()) >= 1);
});

test("marks are filled in on demand, and an entry rules them out", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "sudoku", {}, "normal");
  await page.click("text=Fill in marks");
  await page.waitForSelector(".board .marks");
  const cell = puzzle.grid.flat().findIndex((given) => !given);
  const value = solution.flat()[cell];
  const marks = async () => (await board(page)).filter((_, other) => Math.floor(other / 9) === Math.floor(cell / 9)).filter((label) => new RegExp(`marks.*\\b${value}\\b`).test(label)).length;
  assert.ok((await marks()) > 0);
  await page.mouse.click(...(await center(page, cell)));
  await press(page, String(value));
  await page.waitForFunction(([row, value]) => [...document.querySelectorAll(".board [data-cell]")].slice(row * 9, row * 9 + 9).every((cell) => !new RegExp(`marks.*\\b${value}\\b`).test(cell.getAttribute("aria-label"))), [Math.floor(cell / 9), value]);
  await press(page, "Control+z");
  assert.ok((await marks()) > 0);
});

test("stars and shades by touch and stroke, a path by dragging", async (context) => {
  const { page } = await openPuzzle(it, context, "star-battle");
  await page.mouse.click(...(await center(page, 3)));
  assert.match(await words(page, 3), /, star$/);
  await page.mouse.click(...(await center(page, 3)));
  assert.match(await words(page, 3), /no star$/);
  await page.mouse.move(...(await center(page, 6)));
  await page.mouse.down({ button: "right" });
  for (const cell of [7, 8, 9]) await page.mouse.move(...(await center(page, cell)), { steps: 3 });
  await page.mouse.up({ button: "right" });
  for (const cell of [6, 7, 8, 9]) assert.match(await words(page, cell), /no star$/);
  await page.focus(".board");
  await press(page, "Control+z");
  for (const cell of [6, 7, 8, 9]) assert.match(await words(page, cell), /empty$/);

  const path = await openPuzzle(it, context, "hidato");
  const flat = path.solution.flat();
  const given = path.puzzle.grid.flat();
  // From a given number along the solution.
  const from = given.findIndex((number, cell) => number > 0 && !given.includes(number + 1) && flat.includes(number + 2) && cell >= 0);
  const cells = [from, flat.indexOf(given[from] + 1), flat.indexOf(given[from] + 2)];
  await drag(path.page, cells);
  assert.match(await words(path.page, cells[1]), new RegExp(`, ${given[from] + 1}$`));
  await path.page.focus(".board");
  await press(path.page, "Control+z");
  assert.match(await words(path.page, cells[1]), /empty$/);
  // And downwards to a lower number that is there: the numbers between count the other way.
  const upper = given.findIndex((number) => number > 2 && !given.includes(number - 1) && given.includes(number - 2));
  const down = [upper, flat.indexOf(given[upper] - 1), flat.indexOf(given[upper] - 2)];
  await drag(path.page, down);
  assert.match(await words(path.page, down[1]), new RegExp(`, ${given[upper] - 1}$`));
});

test("a stroke over cells is for crosses, and the keys work wherever the mouse was", async (context) => {
  const { page } = await openPuzzle(it, context, "star-battle");
  await drag(page, [0, 1, 2, 3]);
  for (const cell of [0, 1, 2, 3]) assert.match(await words(page, cell), /no star$/);
  await page.click('button[title^="Undo"]');
  await press(page, "Control+y");
  assert.match(await words(page, 0), /no star$/);
  await press(page, "Control+z", "ArrowDown", "ArrowDown");
  assert.match(await words(page, 0), /empty$/);
});

test("back and forward lead from puzzle to puzzle", async (context) => {
  const { page } = await openPuzzle(it, context, "hitori");
  await page.focus(".board");
  await press(page, "Enter");
  const mine = await board(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await page.click("text=Open …");
  await page.click("dialog >> text=Paste or file");
  await page.fill("textarea", "hitori/4/4/1114142333214213");
  await page.click("dialog .button.primary");
  await page.waitForSelector('.board[data-rows="4"]');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await page.goBack();
  await page.waitForSelector('.board[data-rows="5"]');
  assert.deepEqual(await board(page), mine);
  await page.goForward();
  await page.waitForSelector('.board[data-rows="4"]');
});

test("the whole way, click by click; the grade; and whether there is one solution", async (context) => {
  const { page } = await openPuzzle(it, context, "kenken");
  await page.click("text=Explain all");
  await page.waitForSelector(".steps li");
  const steps = await page.locator(".steps li").count();
  await page.click(`.steps li:nth-child(${Math.ceil(steps / 2)}) button`);
  await page.waitForSelector(".board .effect");
  await accessible(page, "explanation");
  await page.click('button[title="The end"]');
  assert.match(await page.textContent(".advice .notice"), /solved|solution/i);
  await page.click("text=Grade");
  await page.waitForSelector(".level");
  await accessible(page, "grade");
  await page.click("text=One solution?");
  await page.waitForSelector("text=exactly one solution");

  const several = await it.open(context);
  const open = { kind: "sudoku", box: [2, 2], grid: [[0, 2, 0, 0], [4, 0, 1, 0], [0, 0, 0, 0], [2, 0, 0, 0]] };
  await several.goto(it.url + (await addressOf(several, "play", { puzzle: open })));
  await several.click("text=One solution?");
  await several.waitForSelector("text=more than one solution");
  const one = await board(several);
  await several.click("text=The other");
  assert.notDeepEqual(await board(several), one);
  assert.equal(await several.locator(".board .effect").count(), 7);
});

test("a puzzle without solution: which change helps comes first, the conflict is folded", async (context) => {
  const page = await it.open(context);
  const line = "6.15.9......3..8..3.41..7.5243.1...9...9.234.......18.7596.12...2.78....8...95.7.";
  const grid = [...Array(9).keys()].map((row) => [...line.slice(9 * row, 9 * row + 9)].map((glyph) => Number(glyph) || 0));
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { kind: "sudoku", box: [3, 3], grid } })));
  for (const button of ["One solution?", "Hint"]) {
    await page.click(`.coach >> text=${button}`);
    await page.waitForSelector(".advice >> text=r1c3 = 2 or 7");
    assert.equal(await page.isVisible(".advice details li"), false, button);
    assert.doesNotMatch(await page.textContent(".advice > :not(details)"), /\(given\)/);
    await page.click(".advice summary");
    assert.equal(await page.locator(".advice details li").count(), 9);
    await accessible(page, `no solution, ${button}`);
    await page.click('.advice button[title="Close"]');
  }
  for (const button of ["Explain all", "Grade"]) {
    await page.click(`.coach >> text=${button}`);
    await page.locator(".advice").getByRole("button", { name: "Change r1c3 to 7" }).waitFor();
    await page.click('.advice button[title="Close"]');
  }
  // A correction is applied, and what has been entered stays.
  await page.mouse.click(...(await center(page, 1)));
  await press(page, "8");
  await page.getByRole("button", { name: "What is wrong?" }).click();
  await page.getByRole("button", { name: "Change r1c3 to 2" }).click();
  await page.waitForSelector('.board [data-cell="2"][aria-label$="given 2"]');
  assert.match(await words(page, 1), /, 8$/);
  await page.click(".coach >> text=One solution?");
  await page.waitForSelector("text=exactly one solution");
  assert.equal(await page.getByText("It has no solution.").count(), 0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await page.goBack();
  await page.waitForSelector('.board [data-cell="2"][aria-label$="given 1"]');
});

test("givens that clash are marked when the puzzle is opened", async (context) => {
  const page = await it.open(context);
  const grid = [[1, 0, 0, 1], [0, 2, 0, 0], [0, 0, 3, 0], [4, 0, 0, 0]];
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { kind: "sudoku", box: [2, 2], grid } })));
  for (const cell of [0, 3]) await page.waitForSelector(`.board [data-cell="${cell}"][aria-invalid="true"]`);
  await accessible(page, "clashing givens");
});

test("a hint that follows from what is on the board asks for no marks", async (context) => {
  const page = await it.open(context);
  const line = "1.....2.." + ".".repeat(9) + "....1...." + ".".repeat(18) + "........." + ".......1." + ".".repeat(18);
  const grid = [...Array(9).keys()].map((row) => [...line.slice(9 * row, 9 * row + 9)].map((glyph) => Number(glyph) || 0));
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { kind: "sudoku", box: [3, 3], grid } })));
  await page.waitForSelector(".play .board");
  const verdict = await page.evaluate(async (puzzle) => {
    const { isUnwritten } = await import("/play/coach.js");
    const { begin } = await import("/play/game.js");
    const { engine } = await import("/engine.js");
    const { place } = await import("/cells.js");
    const { puzzles: [view] } = await engine.read({ text: JSON.stringify(puzzle), format: "json" });
    const related = (await engine.related(puzzle)).flat(1).map((names) => names.map((name) => place(name, 9)));
    const { layers } = begin(view);
    const step = (because) => isUnwritten(view, { because }, layers, related);
    // The 1 at r1c1 rules out 1 in its row; nothing rules out 5.
    return [step([{ cell: "r1c5", lacks: 1 }]), step([{ cell: "r1c5", lacks: 1 }, { cell: "r1c5", lacks: 5 }])];
  }, { kind: "sudoku", box: [3, 3], grid });
  assert.deepEqual(verdict, [false, true]);
  // The first hints of an easy puzzle.
  const easy = await openPuzzle(it, context, "sudoku", {}, "normal");
  for (let stage = 0; stage < 4; stage++) await easy.page.click(stage ? ".advice .button.primary" : ".coach >> text=Hint");
  await easy.page.waitForResponse("**/api/related").catch(() => {});
  assert.equal(await easy.page.getByRole("button", { name: "Fill them in first" }).count(), 0);
});

test("the chosen cell is outlined from the start, and named in full until the first entry", async (context) => {
  const { page } = await openPuzzle(it, context, "sudoku");
  const stroke = () => page.evaluate(() => getComputedStyle(document.querySelector(".board .cursor")).stroke);
  assert.doesNotMatch(await stroke(), /transparent|rgba\(0, 0, 0, 0\)/);
  assert.match(await page.textContent(".where"), /^r1c1 \(row 1, column 1\): /);
  await page.click(".keys >> text=1");
  assert.match(await page.textContent(".where"), /^r1c1: 1/);
});

test("a cage of one cell takes its number, and the board is solved by hand", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "kenken");
  assert.ok(puzzle.cages.some((cage) => cage.cells.length === 1));
  await page.focus(".board");
  for (const [cell, value] of solution.flat().entries()) {
    await page.mouse.click(...(await center(page, cell)));
    await press(page, String(value));
  }
  await page.waitForSelector(".solved >> text=Every rule holds.");
});

test("wrong entries are struck out when an explanation asks to put them right", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "sudoku");
  const cell = puzzle.grid.flat().findIndex((given) => !given);
  await page.mouse.click(...(await center(page, cell)));
  await press(page, String((solution.flat()[cell] % 4) + 1));
  await page.click("text=Explain all");
  await page.waitForSelector(".advice >> text=Put this right first:");
  await page.waitForSelector(".board .mistake");
});

test("an explanation taken over to its end is not called solved, and an entry resumes the clock", async (context) => {
  const { page } = await openPuzzle(it, context, "kenken");
  await page.click("text=Explain all");
  await page.click('button[title="The end"]');
  await page.click("text=Go on from here");
  await page.waitForSelector(".solved >> text=Shown to the end.");
  await page.focus(".board");
  await press(page, "Control+z");
  await page.waitForSelector(".solved", { state: "detached" });
  await page.click('button[title="Pause the clock"]');
  await page.waitForSelector('button[title="Resume the clock"]');
  await page.focus(".board");
  await press(page, "1");
  await page.waitForSelector('button[title="Pause the clock"]');
});

test("a region in two pieces is said below the board", async (context) => {
  const page = await it.open(context);
  const regions = [[0, 0, 1, 1], [2, 0, 1, 1], [2, 2, 3, 3], [2, 0, 3, 3]];
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { kind: "star-battle", stars: 1, regions } })));
  await page.waitForSelector(".table >> text=Region A is in 2 pieces: r4c2 is apart from its other 3 cells");
  assert.deepEqual(await page.locator(".board .area-name").allTextContents(), ["A", "B", "C", "D"]);
  await accessible(page, "a region in two pieces");
});

test("two digits on a given cell take nothing back", async (context) => {
  const { page, puzzle } = await openPuzzle(it, context, "hidato");
  const grid = puzzle.grid.flat();
  const [open, given] = [grid.indexOf(0), grid.findIndex((number) => number > 0)];
  await page.mouse.click(...(await center(page, open)));
  await press(page, "7");
  await page.mouse.click(...(await center(page, given)));
  await press(page, "1", "2");
  assert.match(await words(page, open), /, 7$/);
  await page.mouse.click(...(await center(page, open)));
  await press(page, "1", "2");
  assert.match(await words(page, open), /, 12$/);
  await press(page, "Control+z");
  assert.match(await words(page, open), /, 7$/);
});

test("an answer that comes late changes nothing", async (context) => {
  const { page, puzzle } = await openPuzzle(it, context, "sudoku");
  let release = () => {};
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/marks", async (route) => {
    await held;
    await route.continue();
  });
  const open = puzzle.grid.flat().indexOf(0);
  await page.click("text=Fill in marks");
  await page.mouse.click(...(await center(page, open)));
  await press(page, "3");
  const answered = page.waitForResponse("**/api/marks");
  release();
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.match(await words(page, open), /, 3$/);
});

test("a path that is drawn never repeats a number", async (context) => {
  const { page } = await openPuzzle(it, context, "hidato");
  const puzzle = { kind: "hidato", grid: [[1, 0, 0], [0, 0, 0], [0, 0, 9]] };
  await page.goto(it.url + (await addressOf(page, "play", { puzzle })));
  await page.waitForSelector('.board[data-rows="3"]');
  const values = async () => (await board(page)).map((label) => Number(/(\d+)$/.exec(label)?.[1] ?? 0));
  await page.mouse.click(...(await center(page, 2)));
  await press(page, "3");
  await drag(page, [0, 1, 4, 3]);
  assert.deepEqual(await values(), [1, 2, 3, 0, 0, 0, 0, 0, 9], "3 is elsewhere: the line ends before it");
  await page.waitForFunction(() => document.getElementById("announcements")?.textContent.includes("3 is at r1c3 already."));
  await drag(page, [1, 2, 5, 2]);
  assert.deepEqual(await values(), [1, 2, 3, 0, 0, 0, 0, 0, 9], "what was there before the stroke stays");
});

test("the ring around a cell leaves the target of its cage alone", async (context) => {
  const { page, puzzle } = await openPuzzle(it, context, "kenken");
  assert.ok(puzzle.cages);
  await page.mouse.click(...(await center(page, 0)));
  const [target, ring] = await page.evaluate(() => [".board .target", ".board .cursor"].map((part) => {
    const { x, y } = document.querySelector(part).getBoundingClientRect();
    return { x, y };
  }));
  const [scale, width] = await page.evaluate(() => {
    const board = document.querySelector(".board");
    return [board.getScreenCTM().a, parseFloat(getComputedStyle(document.querySelector(".board .cursor")).strokeWidth)];
  });
  // The box of a shape does not count its stroke.
  assert.ok(target.x >= ring.x + (width / 2) * scale, JSON.stringify({ target, ring, width, scale }));
});

test("a rule is seen to be broken as it is, unless one does not want to know", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "sudoku");
  const grid = puzzle.grid.flat();
  const given = grid.findIndex((value, cell) => value && grid.slice(Math.floor(cell / 4) * 4, Math.floor(cell / 4) * 4 + 4).includes(0));
  const row = Math.floor(given / 4) * 4;
  const open = grid.findIndex((value, cell) => !value && cell >= row);
  await page.mouse.click(...(await center(page, open)));
  await press(page, String(grid[given]));
  await page.waitForSelector(`.board [data-cell="${open}"][aria-invalid="true"]`);
  assert.match(await page.textContent(".where"), /holds each digit once/);
  await page.click("text=Help on the board");
  await page.click("text=Show broken rules");
  await page.waitForSelector(".board .conflict", { state: "detached" });
  // The choice is remembered: a full, wrong board is reported without marking cells.
  const entries = solution.map((values) => [...values]);
  [entries[Math.floor(open / 4)][open % 4]] = [(solution.flat()[open] % 4) + 1];
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { ...puzzle, entries }, id: "full" })));
  await page.waitForSelector(".solved-not");
  assert.equal(await page.locator(".board .conflict").count(), 0);
  await page.click("text=Help on the board");
  await page.click("text=Show broken rules");
  await page.waitForSelector(".board .conflict");
  await accessible(page, "full but wrong");
  // Highlights of cells with the chosen value, and of those that the chosen cell sees.
  await page.mouse.click(...(await center(page, given)));
  await page.waitForSelector(".board .same");
  await page.click("text=Highlight the cells that");
  await page.waitForSelector(".board .seen");
});

test("the clock stops behind a dialog, and a puzzle that it opens is in sight with the number that comes next", async (context) => {
  const { page } = await openPuzzle(it, context, "sudoku", { width: 390, height: 600 });
  await page.waitForFunction(() => document.querySelector("[role=timer]").textContent !== "0:00");
  await page.click("text=Open …");
  assert.ok(await page.evaluate(() => scrollY > 0));
  // The clock stops behind a dialog.
  const time = await page.textContent("[role=timer]");
  await page.waitForTimeout(1200);
  assert.equal(await page.textContent("[role=timer]"), time);
  await page.click('dialog >> text="Hidato"');
  await page.locator('dialog select').selectOption("normal");
  await page.waitForFunction(() => document.querySelector("dialog .puzzle-card")?.textContent.includes("Hidato"));
  await page.locator("dialog .puzzle-card").first().click();
  await page.waitForSelector(".keys.many .likely");
  assert.equal(await page.evaluate(() => scrollY), 0);
  const inside = await page.evaluate(() => {
    const [reel, key] = [".keys.many", ".keys.many .likely"].map((name) => document.querySelector(name).getBoundingClientRect());
    return key.top >= reel.top && key.bottom <= reel.bottom;
  });
  assert.ok(inside);
  await page.waitForSelector(".keys.many.below, .keys.many.above");
  // The keys out of sight are named, and a click leads there.
  const cue = page.locator(".reel-cue.up");
  const [, first, last] = /▲ (\d+) – (\d+)/.exec(await cue.textContent());
  assert.equal(first, "1");
  await cue.click();
  await page.waitForFunction((last) => {
    const [reel, key] = [document.querySelector(".keys.many"), [...document.querySelectorAll(".keys.many .key")].find((key) => key.textContent === last)].map((part) => part.getBoundingClientRect());
    return key.top >= reel.top && key.bottom <= reel.bottom;
  }, last);
});
