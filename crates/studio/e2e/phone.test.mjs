// Play in small windows: board, keys and coach on one screen, and answers that nothing covers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { center } from "./board.mjs";
import { KINDS, accessible, addressOf, openPuzzle, studio } from "./harness.mjs";

const it = studio();

test("a large board moves under a finger, and a tap touches a cell", async (context) => {
  const page = await it.open(context, "/", { width: 360, height: 740 });
  const grid = Array.from({ length: 25 }, (_, row) => Array.from({ length: 25 }, (_, col) => ((row * 7 + col * 3) % 25) + 1));
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { kind: "hitori", grid } })));
  await page.waitForSelector('.board[data-rows="25"]');
  const session = await page.context().newCDPSession(page);
  const [x, y] = await center(page, 5 * 25 + 5);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 10; step++) await touch("touchMove", [{ x: x - 12 * step, y }]);
  await touch("touchEnd", []);
  // It has moved, and come to rest.
  await page.waitForFunction(async () => {
    const at = () => document.querySelector(".board-frame").scrollLeft;
    const before = at();
    await new Promise((resolve) => setTimeout(resolve, 150));
    return before > 20 && at() === before;
  });
  assert.equal(await page.locator(".board .shaded").count(), 0);
  const [left, top] = await center(page, 7 * 25 + 9);
  await touch("touchStart", [{ x: left, y: top }]);
  await touch("touchEnd", []);
  await page.waitForSelector('.board [data-cell="184"][aria-label$="shaded"]');
});

/** Small windows: phones in portrait and landscape, a narrow window, a tablet. */
const SMALL = [[360, 740], [390, 844], [430, 932], [844, 390], [640, 700], [768, 1024]];

for (const kind of KINDS) {
  test(`${kind}: board, keys and the coach's buttons are on one screen of a phone, in light and dark`, async (context) => {
    for (const scheme of ["light", "dark"]) {
      const { page } = await openPuzzle(it, context, kind, { width: 360, height: 740, scheme }, "normal");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
      await accessible(page, `${kind} ${scheme}`);
      if (scheme === "dark") continue;
      for (const [width, height] of SMALL) {
        await page.setViewportSize({ width, height });
        const outside = await page.evaluate(async () => {
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const parts = [...document.querySelectorAll(".board, .pad-row button, .keys.even .key, .keys.many, .coach .button")];
          const isOutside = (part) => {
            const box = part.getBoundingClientRect();
            return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
          };
          const board = document.querySelector(".board").getBoundingClientRect();
          return [...parts.filter(isOutside).map((part) => part.getAttribute("class") + part.textContent.slice(0, 20)), ...(scrollY ? ["scrolled"] : []), ...(Math.min(board.width, board.height) < 200 ? ["small board"] : [])];
        });
        assert.deepEqual(outside, [], `${kind} at ${width}x${height}`);
        // All rows of keys are equally long.
        const ends = await page.$$eval(".keys.even .key", (keys) => Object.values(Object.groupBy(keys, (key) => Math.round(key.getBoundingClientRect().top))).map((row) => Math.round(row.at(-1).getBoundingClientRect().right)));
        assert.equal(new Set(ends).size <= 1, true, `${kind} at ${width}x${height}: ${ends}`);
      }
    }
  });
}

test("on a first visit everything is on one screen; a hint takes the welcome away and no room from the board", async (context) => {
  for (const [width, height] of SMALL) {
    const page = await it.open(context, "/", { width, height, welcomed: false });
    await page.locator(".welcome-kind").first().waitFor();
    const side = async () => (await page.locator(".board.live").boundingBox()).width;
    const bottom = await page.locator(".coach").boundingBox().then((box) => box.y + box.height);
    assert.ok(bottom <= height, `${width}x${height}: the coach ends at ${bottom}`);
    const last = await page.locator(".welcome-kind").last().boundingBox();
    const close = await page.getByRole("button", { name: "Do not show this again" }).boundingBox();
    assert.ok(last.x + last.width <= close.x + 1 && close.x + close.width <= width, `${width}x${height}: the welcome is one row`);
    const before = await side();
    await page.click(".coach >> text=Hint");
    await page.waitForSelector(".advice .technique");
    await page.waitForSelector(".welcome", { state: "detached" });
    assert.ok((await side()) >= before, `${width}x${height}`);
  }
  // The first entry takes it away as well.
  const page = await it.open(context, "/", { width: 390, height: 844, welcomed: false });
  await page.locator(".welcome-kind").first().waitFor();
  await page.click(".keys >> text=3");
  await page.waitForSelector(".welcome", { state: "detached" });
});

test("the board keeps its size when an answer opens, and a short one leaves the coach in sight", async (context) => {
  for (const kind of KINDS) {
    const { page } = await openPuzzle(it, context, kind, { width: 360, height: 740 }, "normal");
    const side = async () => (await page.locator(".board.live").boundingBox()).width;
    for (const [width, height] of SMALL) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const before = await side();
      await page.click(".coach >> text=Hint");
      await page.waitForSelector(".advice .technique, .advice .notice");
      assert.ok(Math.abs((await side()) - before) < 1, `${kind} at ${width}x${height}`);
      await page.click('.advice header button[title="Close"]');
    }
    await page.click(".coach >> text=Mistakes");
    await page.waitForSelector(".advice >> text=Nothing has been entered yet.");
    assert.equal(await page.locator(".coach").isVisible(), true, kind);
  }
});

test("in a wide window with the welcome, the newest line of a hint and its buttons are in sight", async (context) => {
  const page = await it.open(context, "/", { welcomed: false });
  await page.locator(".welcome-kind").first().waitFor();
  for (let stage = 0; stage < 4; stage++) {
    await page.keyboard.press("h");
    await page.locator(".advice .newest, .advice .technique").last().waitFor();
  }
  await page.waitForFunction(() => [".advice .newest", ".advice .advice-foot"].every((part) => {
    const box = document.querySelector(part).getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  }));
});

test("on a phone, an experiment starts from any part of its form, and a comparison names its winner", async (context) => {
  const page = await it.open(context, "/#/experiment", { width: 360, height: 740 });
  const start = page.getByRole("button", { name: /^Start/ });
  await start.waitFor();
  const box = await start.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box));
  await accessible(page, "a sticky start");
  await page.goto(`${it.url}/#/compare`);
  await page.getByRole("button", { name: "Run all", exact: true }).click();
  const winner = page.getByRole("columnheader", { name: "Winner" });
  await winner.waitFor({ timeout: 60_000 });
  const head = await winner.boundingBox();
  assert.ok(head.x + head.width <= 360, JSON.stringify(head));
});

/** The share of the first lines of an answer that can be seen, and whether cells that it marks can. */
const inView = (page) => page.evaluate(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const body = document.querySelector(".advice .advice-body");
  const { left, right, top } = body.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(body).lineHeight);
  const shown = document.createRange();
  shown.selectNodeContents(body);
  const bottom = Math.min(top + 3 * line, shown.getBoundingClientRect().bottom);
  let [seen, all] = [0, 0];
  for (let row = 0; row < 6; row++) {
    for (let col = 0; col < 8; col++) {
      const at = document.elementFromPoint(left + ((col + 0.5) / 8) * (right - left), top + ((row + 0.5) / 6) * (bottom - top));
      all++;
      if (at && body.contains(at)) seen++;
    }
  }
  const cells = [...document.querySelectorAll(".board :is(.area, .cause, .effect, .mistake) .paper")];
  const covered = cells.filter((cell) => {
    const box = cell.getBoundingClientRect();
    return !document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(".board");
  });
  return { share: seen / all, height: bottom - top, covered: covered.length };
});

test("every answer of the coach is in full view in small windows", async (context) => {
  const { page, solution, puzzle } = await openPuzzle(it, context, "sudoku", { width: 360, height: 740 }, "normal");
  const open = puzzle.grid.flat().indexOf(0);
  // An answer stays while the window changes, so it is asked for once.
  const look = async (what) => {
    await page.waitForSelector(".advice .advice-body:not(:has([role=status]))");
    for (const [width, height] of SMALL) {
      await page.setViewportSize({ width, height });
      const { share, height: shown, covered } = await inView(page);
      assert.ok(share === 1 && shown > 10 && covered === 0, `${what} at ${width}x${height}: ${JSON.stringify({ share, shown, covered })}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  };
  const close = () => page.click('.advice header button[title="Close"]');
  await page.click(".coach >> text=Hint");
  await look("Hint");
  for (const stage of ["where", "cells", "reason"]) {
    await page.click(`.advice >> text=Tell me more: ${stage}`);
    await look(`Hint, ${stage}`);
  }
  // Touching the answer does not select a cell.
  const chosen = await page.getAttribute(".board", "aria-activedescendant");
  await page.locator(".advice-body").click({ position: { x: 20, y: 10 } });
  assert.equal(await page.getAttribute(".board", "aria-activedescendant"), chosen);
  await close();
  for (const button of ["Mistakes", "Explain all", "Grade", "One solution?"]) {
    await page.click(`.coach >> text=${button}`);
    await look(button);
    await close();
  }
  // The answers about a mistake.
  await page.mouse.click(...(await center(page, open)));
  await page.click(`.key >> text="${(solution.flat()[open] % 9) + 1}"`);
  for (const button of ["Mistakes", "Hint"]) {
    await page.click(`.coach >> text=${button}`);
    await look(`${button} after a mistake`);
    await close();
  }
});
