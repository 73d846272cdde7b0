// How quick the page is: node measure.mjs, with PENCILMARK naming a release build. Figures are for records in benchmarks/, not for tests: they depend on the machine.
import { addressOf, browser, sample, started } from "./harness.mjs";

/** The slider of a film. */
const SLIDER = "input.scrubber";
const server = await started();
const chromium = await browser();
const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];
const told = (list) => `median ${quantile(list, 0.5).toFixed(1)} ms, 90 % ${quantile(list, 0.9).toFixed(1)}, 99 % ${quantile(list, 0.99).toFixed(1)}, most ${Math.max(...list).toFixed(1)} (${list.length})`;

/** From asking for the page to the first frame with a board on it, in a browser that remembers nothing. */
const first = [];
for (let turn = 0; turn < 12; turn++) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => (document.querySelector(".board .paper") ? requestAnimationFrame(() => { globalThis.boardAt = performance.now(); }) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  await page.goto(server.url);
  await page.waitForFunction(() => globalThis.boardAt !== undefined);
  first.push(await page.evaluate(() => globalThis.boardAt));
  await context.close();
}
console.log(`first board: ${told(first)}`);

const context = await chromium.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
const page = await context.newPage();
await page.goto(server.url);
await page.waitForSelector(".board");
const blank = (await (await fetch(`${server.url}/api/read`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: ".".repeat(625), kind: "sudoku" }) })).json()).puzzles[0].puzzle;
await page.goto(server.url + (await addressOf(page, "watch", { puzzle: blank, method: { id: "backtracking", settings: { inference: "mac" } }, terms: { seconds: 6 } })));
await page.getByRole("button", { name: /^Run/ }).first().click();
await page.getByRole("button", { name: /^Run again/ }).first().waitFor({ timeout: 60_000 });
const pictures = await page.locator(SLIDER).evaluate((slider) => Number(slider.max));

/** Moves the slider once a frame, and times the frames. */
const scrub = (way) => page.evaluate(async ([way, name]) => {
  const slider = document.querySelector(name);
  const last = Number(slider.max);
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const times = [];
  let before = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < 300; frame++) {
    const at = way === "steps" ? Math.min(last, 1000 + frame) : way === "sweep" ? Math.round((last * frame) / 300) : Math.round(last * random());
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider, String(at));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}, [way, SLIDER]);
console.log(`a film of ${pictures} pictures on 25x25 with marks, time from frame to frame while scrubbing:`);
for (const way of ["steps", "sweep", "jumps"]) console.log(`  ${way}: ${told(await scrub(way))}`);

/** From a key to the next frame, in a game on a large board. */
await page.goto(server.url + (await addressOf(page, "play", { puzzle: blank })));
await page.waitForSelector('.board[data-rows="25"]');
await page.click("text=Fill in marks");
await page.waitForSelector(".board .marks, .board .dots");
const keys = await page.evaluate(async () => {
  const times = [];
  for (let press = 0; press < 60; press++) {
    const start = performance.now();
    document.querySelector(".board").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - start);
  }
  return times;
});
console.log(`from a key to its frame on 25x25: ${told(keys)}`);
const { puzzle } = await sample(server.url, "sudoku", "normal");
console.log(`(${puzzle.id} is the first board)`);
await chromium.close();
server.stop();
