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
    const at = way === "steps" ? (frame + 1) % (last + 1) : way === "sweep" ? Math.round((last * frame) / 300) : Math.round(last * random());
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider, String(at));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}, [way, SLIDER]);
const tools = await context.newCDPSession(page);
await tools.send("Performance.enable", { timeDomain: "threadTicks" });
/** Seconds that the main thread has worked. */
const worked = async () => (await tools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
console.log(`a film of ${pictures} pictures on 25x25 with marks, time from frame to frame while scrubbing:`);
for (const way of ["steps", "sweep", "jumps"]) {
  const before = await worked();
  const times = await scrub(way);
  console.log(`  ${way}: ${told(times)}; main thread ${((1000 * (await worked() - before)) / times.length).toFixed(1)} ms a frame`);
}

/** From a key to the next frame, in a game on a large board. */
await page.goto(server.url + (await addressOf(page, "play", { puzzle: blank })));
await page.waitForSelector('.board[data-rows="25"]');
await page.click("text=Fill in marks");
await page.waitForSelector(".board .marks, .board .dots");
await page.locator("svg.board").first().click({ position: { x: 12, y: 12 } });
const keys = await page.evaluate(async () => {
  const times = { move: [], digit: [] };
  const press = async (into, key) => {
    const start = performance.now();
    document.querySelector(".board").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    into.push(performance.now() - start);
  };
  // To and fro over the rows, so that every digit goes into another cell.
  for (let turn = 0; turn < 60; turn++) {
    await press(times.digit, "5");
    await press(times.move, turn % 20 === 19 ? "ArrowDown" : Math.floor(turn / 20) % 2 ? "ArrowLeft" : "ArrowRight");
  }
  return { ...times, entered: [...document.querySelectorAll(".board .cell text")].filter((text) => text.textContent === "5").length };
});
console.log(`from a key to its frame on 25x25: to the next cell ${told(keys.move)}; a digit ${told(keys.digit)}; ${keys.entered} entered`);
const { puzzle } = await sample(server.url, "sudoku", "normal");
console.log(`(${puzzle.id} is the first board)`);
await chromium.close();
server.stop();
