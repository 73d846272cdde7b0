// Drawing by hand: a puzzle of every kind stroke by stroke, shared by link, and never lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { center, drag, press, words } from "./board.mjs";
import { KINDS, accessible, openPuzzle, sample, studio } from "./harness.mjs";

const it = studio();

for (const kind of KINDS) {
  test(`${kind}: drawn by hand, stroke by stroke, and shared by link`, async (context) => {
    const view = await sample(it.url, kind);
    const [rows, cols] = [view.board.faces.length, view.board.faces[0].length];
    const page = await it.open(context, "/");
    await page.click("text=Draw …");
    const about = await (await fetch(`${it.url}/api/about`)).json();
    const { square, holes, title } = about.kinds.find((entry) => entry.id === kind);
    await page.getByLabel("Kind").selectOption(kind);
    await page.waitForSelector(`.drawing .board[aria-label^="Drawing of a ${title}"]`);
    assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true, "nothing has been done");
    assert.equal(await page.getByRole("button", { name: "Holes" }).count(), holes ? 1 : 0);
    for (const [label, side] of square ? [["Size", rows]] : [["Rows", rows], ["Columns", cols]]) {
      await page.getByLabel(label, { exact: true }).fill(String(side));
      await page.getByLabel(label, { exact: true }).press("Enter");
    }
    await page.waitForFunction(([rows, cols]) => document.querySelector(`.board[data-rows="${rows}"][data-cols="${cols}"]`), [rows, cols]);
    if (await page.getByLabel("Stars").count()) await page.getByLabel("Stars").fill(String(view.puzzle.stars));
    const area = await page.evaluate(async (board) => (await import("/cells.js")).areas(board), view.board);
    await page.focus(".board");
    const faces = view.board.faces.flat();
    const walls = await page.locator("text=/^Draw .*s$/").count();
    if (walls) {
      await page.click("text=/^Draw .*s$/");
      // Each area grows from its first cell, by a stroke of the mouse for every further one.
      const joined = new Set();
      for (let first = 0; first < faces.length; first++) {
        if (joined.has(first) || area[first] < 0) continue;
        const open = [first];
        joined.add(first);
        for (let cell = open.shift(); cell !== undefined; cell = open.shift()) {
          const around = [(cell + 1) % cols ? cell + 1 : -1, cell % cols ? cell - 1 : -1, cell + cols, cell - cols];
          for (const next of around.filter((next) => area[next] === area[cell] && !joined.has(next))) {
            joined.add(next);
            open.push(next);
            await drag(page, [cell, next]);
            // An unfinished drawing is not called wrong.
            assert.equal(await page.locator(".drawing .notice:is(.gold, .bad)").count(), 0);
          }
        }
      }
    }
    const at = async (cell) => {
      await press(page, "Control+Home");
      for (let row = 0; row < Math.floor(cell / cols); row++) await press(page, "ArrowDown");
      for (let col = 0; col < cell % cols; col++) await press(page, "ArrowRight");
    };
    await page.focus(".board");
    for (const [cell, face] of faces.entries()) {
      const text = walls ? face.corner : face.given ? face.text : "";
      if (!text) continue;
      await at(cell);
      await page.keyboard.type(text.replace("×", "x").replace("÷", "/").replace("−", "-"));
    }
    await page.waitForSelector("text=exactly one solution");
    await page.click("text=Play it");
    await page.click("text=Share …");
    await page.waitForFunction(() => [...document.querySelectorAll("dialog input[readonly]")].at(-1)?.value.includes("#/play/"));
    const link = await page.getByLabel("Link to this studio").inputValue();
    const other = await it.open(context, link.slice(link.indexOf("/#")));
    await other.waitForSelector(`.board[data-rows="${rows}"]`);
    const shown = await other.evaluate(async (hash) => {
      const { parse, unpack } = await import("/link.js");
      return (await unpack(parse(hash).packed)).puzzle;
    }, link.slice(link.indexOf("#")));
    const { id, solution, ...rest } = view.puzzle;
    assert.deepEqual(shown, rest);
  });
}

test("drawing begins with the puzzle on the board, so that a mistyped clue can be mended", async (context) => {
  for (const kind of KINDS) {
    const { page } = await openPuzzle(it, context, kind);
    const shown = async () => page.$$eval(".board text:not(.rulers text)", (texts) => texts.map((text) => text.textContent));
    const clues = await shown();
    await page.click("text=Draw …");
    await page.waitForSelector(".drawing .board");
    await page.waitForSelector("text=exactly one solution");
    assert.deepEqual(await shown(), clues, kind);
    assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
  }
  const { page, puzzle } = await openPuzzle(it, context, "sudoku");
  const given = puzzle.grid.flat().findIndex((value) => value > 0);
  await page.click("text=Draw …");
  await page.waitForSelector("text=exactly one solution");
  await page.mouse.click(...(await center(page, given)));
  await page.keyboard.type(String((puzzle.grid.flat()[given] % 4) + 1));
  // A correction mends the drawing as well.
  const mend = page.locator(".draw-verdict .corrections button").first();
  await mend.waitFor();
  await mend.click();
  await page.waitForSelector("text=exactly one solution");
  await page.click(".drawing >> text=Undo");
  await page.waitForSelector(".draw-verdict .corrections");
  // A drawing under way goes on, and the puzzle on the board is offered beside it.
  await page.click(".drawing >> text=Back");
  await page.click("text=Draw …");
  await page.waitForSelector(".draw-verdict .corrections");
  await page.getByRole("button", { name: "Use the puzzle on the board" }).click();
  await page.waitForSelector("text=exactly one solution");
});

test("cells in no area look like none, and are counted as such", async (context) => {
  const page = await it.open(context);
  await page.click("text=Draw …");
  await page.getByLabel("Kind").selectOption("kenken");
  await page.waitForSelector('.drawing .board[aria-label^="Drawing of a KenKen"]');
  assert.equal(await page.locator(".board .ring-loose").count(), 36);
  await page.getByText("Type a number in a single cell to make it a cage.").waitFor();
  await page.mouse.click(...(await center(page, 0)));
  await page.keyboard.type("3");
  assert.equal(await page.locator(".board .ring-loose").count(), 35);
  await page.getByLabel("Kind").selectOption("star-battle");
  await page.waitForSelector('.drawing .board[aria-label^="Drawing of a Star Battle"]');
  await drag(page, [0, 1, 2]);
  await page.locator(".draw-verdict").getByText("1 region is drawn; 97 cells are in no region yet.").waitFor();
  await accessible(page, "cells in no region");
});

test("a drawing is not lost: not by Empty, nor by another size, nor by going back to the game", async (context) => {
  const page = await it.open(context);
  await page.click("text=Draw …");
  await page.getByLabel("Kind").selectOption("sudoku");
  await page.waitForSelector('.board[data-rows="9"]');
  await page.focus(".board");
  // As it stands in a newspaper, row by row; and by the pad.
  await page.keyboard.type("5 3");
  assert.match(await words(page, 2), /given 3$/);
  await page.mouse.click(...(await center(page, 1)));
  await page.click('.drawing .key >> text="7"');
  assert.match(await words(page, 1), /given 7$/);
  await page.click(".drawing >> text=Clear");
  await page.waitForSelector('.board [data-cell="0"][aria-label$="empty"]');
  await page.click(".drawing >> text=Undo");
  await page.waitForSelector('.board [data-cell="0"][aria-label$="given 5"]');
  await page.click(".drawing >> text=Redo");
  await page.waitForSelector('.board [data-cell="0"][aria-label$="empty"]');
  await page.click(".drawing >> text=Undo");
  await page.click(".drawing >> text=Back");
  await page.waitForSelector(".play");
  await page.click("text=Draw …");
  await page.waitForSelector('.drawing .board [data-cell="0"][aria-label$="given 5"]');
});

test("a cage without a target is named, and a click on a target edits it, on a phone without scrolling", async (context) => {
  const page = await it.open(context, "/", { width: 390, height: 844 });
  await page.click("text=Draw …");
  await page.getByLabel("Kind").selectOption("kenken");
  await page.waitForSelector('.drawing .board[aria-label^="Drawing of a KenKen"]');
  await page.getByLabel("Size").fill("4");
  await page.getByLabel("Size").press("Enter");
  await page.waitForSelector('.board[data-rows="4"]');
  for (const row of [0, 1, 2, 3]) await drag(page, [4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3]);
  await page.getByText("4 cages have no target: at r1c1, r2c1, r3c1 and 1 more.").waitFor();
  const box = async (part) => page.locator(part).first().boundingBox();
  const [drawn, keys] = [await box(".drawing .board"), await box(".drawing .keys")];
  assert.ok(drawn.y >= 0 && keys.y + keys.height <= 844, `${JSON.stringify(drawn)} ${JSON.stringify(keys)}`);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.getByRole("button", { name: "Type targets" }).click();
  for (const cage of [0, 1, 3]) {
    await page.mouse.click(...(await center(page, 4 * cage + 1)));
    for (const key of ["1", "0", "+"]) await page.click(`.drawing .key >> text="${key}"`);
  }
  await page.getByText("The cage at r3c1 has no target.").waitFor();
  await page.getByRole("button", { name: "Next cage without a target" }).click();
  await page.getByText("The cage at r3c1: type its target").waitFor();
  // A bad target on the way is reported in the page and logs no error.
  await page.keyboard.type("+");
  await page.locator(".draw-verdict code").getByText("+", { exact: true }).waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("9+");
  await page.locator(".draw-verdict").getByText("It has no solution.").waitFor();
  // A click on the target edits it; elsewhere in the cell, this tool would take the cell out.
  await page.getByRole("button", { name: "Draw cages" }).click();
  const cell = await page.locator('.board [data-cell="8"]').boundingBox();
  await page.mouse.click(cell.x + 12, cell.y + 12);
  await page.keyboard.type("10+");
  assert.match(await words(page, 8), /cage 10 plus/);
  assert.equal(await page.locator(".board .target").count(), 4);
  await page.locator(".draw-verdict").getByText("So far it has more than one solution.").waitFor();
  await accessible(page, "a drawing");
});
