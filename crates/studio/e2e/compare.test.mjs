// Compare: methods side by side on one clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Reel } from "../web/watch/reel.js";
import { Clock } from "../web/compare/sync.js";
import { address, pack } from "../web/link.js";
import { KINDS, accessible, addressSays, sample, studio } from "./harness.mjs";

const it = studio();
const FORWARD = { id: "backtracking", settings: { inference: "forward" } };
const MAC = { id: "backtracking", settings: { inference: "mac" } };
const [MIN_CONFLICTS, ANNEALING] = [{ id: "min-conflicts", settings: {} }, { id: "annealing", settings: {} }];

/** Opens a puzzle with arms. */
async function opened(t, kind, state, { set = "small", ...more } = {}) {
  const { puzzle } = await sample(it.url, kind, set);
  const page = await it.open(t, `/${address("compare", await pack({ puzzle, ...state }))}`, more);
  await page.getByRole("button", { name: "Run all", exact: true }).waitFor();
  return page;
}

async function run(page) {
  await page.getByRole("button", { name: "Run all", exact: true }).click();
  await page.getByRole("heading", { name: "Who wins at what" }).waitFor();
}

const arm = (page, letter) => page.getByRole("region", { name: new RegExp(`^${letter}: `) });
/** What an arm has spent of a counter at this moment; null if it never spends it. */
const spent = async (page, letter, counter) => {
  const text = await arm(page, letter).getByRole("row", { name: new RegExp(`^${counter}`) }).getByRole("cell").textContent();
  return /\d/.test(text) ? Number(text.replaceAll(",", "").split(" ")[0]) : null;
};
const total = async (page) => Number(/of ([\d,]+)/.exec(await page.locator(".transport .where").textContent())[1].replaceAll(",", ""));
const now = async (page) => Number(/([\d,]+) of/.exec(await page.locator(".transport .where").textContent())[1].replaceAll(",", ""));

test("two arms side by side by nodes", async (t) => {
  const page = await opened(t, "kenken", { arms: [FORWARD, MAC], by: "nodes" });
  await accessible(page, "before the run");
  await run(page);
  const most = await total(page);
  await page.keyboard.press("Home");
  for (const place of [1, 2, 5, 9]) {
    while ((await now(page)) < place) await page.keyboard.press("ArrowRight");
    for (const letter of ["A", "B"]) assert.ok((await spent(page, letter, "nodes")) <= place, `${letter} has spent no more than ${place}`);
    assert.equal(await spent(page, "A", "nodes"), place, "the longer search is there");
  }
  await page.keyboard.press("End");
  assert.equal(await now(page), most);
  assert.equal(Math.max(await spent(page, "A", "nodes"), await spent(page, "B", "nodes")), most);
  const nodes = page.getByRole("row", { name: /^nodes/ }).last();
  assert.match(await nodes.textContent(), /✓?.*B$/, "MAC needs fewer nodes");
  await page.getByText("One run: an anecdote, not evidence.").waitFor();
  await accessible(page, "with a verdict");
  await page.keyboard.press("Home");
  assert.equal(await spent(page, "A", "pictures"), 0);
});

test("four arms, one of which never spends the chosen counter", async (t) => {
  const page = await opened(t, "sudoku", { arms: [FORWARD, MAC, MIN_CONFLICTS, ANNEALING], by: "nodes" }, { scheme: "dark" });
  await page.getByText("C and D never spend nodes, and stand at the end. All arms spend checks.").waitFor();
  await run(page);
  await page.keyboard.press("End");
  assert.equal(await spent(page, "C", "nodes"), null);
  for (const letter of ["A", "B", "C", "D"]) assert.equal(await arm(page, letter).getByText("Solved", { exact: true }).count(), 2, `${letter} has solved it, and shows it`);
  await page.getByRole("combobox", { name: "In step by" }).selectOption("checks");
  await page.getByText("These methods are of different families").waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("slider", { name: "Picture" }).focus();
  await page.keyboard.press("PageDown");
  const place = await now(page);
  for (const letter of ["A", "B", "C", "D"]) assert.ok((await spent(page, letter, "checks")) <= place, `${letter} has spent no more than ${place} checks`);
  const table = page.getByRole("table").last();
  assert.match(await table.textContent(), /checks, walks among complete boards/);
  await accessible(page, "four arms");
});

test("arms are added, changed and removed, and a reload keeps them", async (t) => {
  const page = await opened(t, "hidato", {});
  await page.getByRole("button", { name: "Add a method" }).click();
  await page.getByRole("button", { name: "Add a method" }).click();
  assert.equal(await page.getByRole("button", { name: "Add a method" }).count(), 0, "four are the most");
  await page.getByRole("button", { name: "Remove B" }).press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("B: "));
  await arm(page, "C").getByText("Change the method").click();
  await arm(page, "C").getByRole("combobox", { name: "Method of C" }).selectOption("genetic");
  await arm(page, "C").getByRole("heading", { name: "Genetic algorithm" }).waitFor();
  await page.getByRole("combobox", { name: "In step by" }).selectOption("checks");
  await addressSays(page, (state) => state?.by === "checks" && state.arms[2]?.id === "genetic");
  await page.reload();
  await arm(page, "C").getByRole("heading", { name: "Genetic algorithm" }).waitFor();
  assert.equal(await page.locator(".arm").count(), 3);
  assert.equal(await page.getByRole("combobox", { name: "In step by" }).inputValue(), "checks");
});

for (const kind of KINDS) {
  test(`${kind}: a comparison becomes an experiment that the lab takes`, async (t) => {
    const page = await opened(t, kind, { arms: [MAC, ANNEALING] });
    await run(page);
    await page.getByRole("button", { name: "Make it an experiment" }).click();
    await page.waitForURL(/#\/experiment\/./);
    const toml = await page.evaluate(async () => {
      const { parse, unpack } = await import("/link.js");
      return (await unpack(parse(location.hash).packed)).toml;
    });
    const response = await fetch(`${it.url}/api/experiment/plan`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ toml }) });
    const plan = await response.json();
    assert.equal(response.status, 200, JSON.stringify(plan));
    assert.equal(plan.counts.arms, 2);
    assert.ok(plan.counts.puzzles >= 20);
  });
}

test("a phone: nothing beside the screen", async (t) => {
  const page = await opened(t, "hitori", { arms: [FORWARD, MIN_CONFLICTS, ANNEALING], by: "checks" }, { width: 360, height: 740 });
  await run(page);
  await page.getByText("Seed and budget, the same for all").click();
  await arm(page, "A").getByText("Change the method").click();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await accessible(page, "a phone");
});

test("a phone: two boards at a time, on a puzzle on which they differ", async (t) => {
  const page = await it.open(t, "/#/compare", { width: 390, height: 844 });
  await page.locator(".arm .board").nth(1).waitFor();
  const boxes = await page.locator(".arm .board").evaluateAll((boards) => boards.map((board) => board.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
  assert.equal(boxes.length, 2);
  for (const { left, right, top, bottom } of boxes) assert.ok(left >= 0 && right <= 390 && top > 0 && bottom <= 844 && right - left > 140, JSON.stringify(boxes));
  await run(page);
  await page.keyboard.press("End");
  assert.ok((await spent(page, "A", "nodes")) > (await spent(page, "B", "nodes")) + 10);
});

test("a clock shows the last picture that had spent no more", () => {
  const reel = (nodes) => {
    const film = new Reel([{}]);
    film.push(nodes.map((count) => ({ shot: "assign", depth: 1, faces: [], counters: count === null ? {} : { nodes: count } })));
    return film;
  };
  const clock = new Clock([reel([1, null, 4, 9]), reel([2, 3, 3, 3]), reel([null, null])], "nodes");
  assert.deepEqual([...clock.moments], [0, 1, 2, 3, 4, 9]);
  const frames = [...clock.moments].map((_, index) => [clock.frame(0, index), clock.frame(1, index), clock.frame(2, index)]);
  assert.deepEqual(frames, [[0, 0, 2], [2, 0, 2], [2, 1, 2], [2, 4, 2], [3, 4, 2], [4, 4, 2]]);
});
