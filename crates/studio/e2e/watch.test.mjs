// Watch: searches of every kind, forwards and backwards, by mouse and by keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Reel } from "../web/watch/reel.js";
import { Tree } from "../web/watch/tree.js";
import { address, pack } from "../web/link.js";
import { KINDS, accessible, addressSays, sample, studio } from "./harness.mjs";

const it = studio();

/** Opens a puzzle of a set with a method. */
async function opened(t, kind, method, { set = "small", terms = {}, ...more } = {}) {
  const view = await sample(it.url, kind, set);
  const [id, settings = ""] = method.split(":");
  const state = { puzzle: view.puzzle, method: { id, settings: Object.fromEntries(settings.split(",").filter(Boolean).map((set) => set.split("="))) }, terms };
  const page = await it.open(t, `/${address("watch", await pack(state))}`, more);
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  return { page, view };
}

async function run(page) {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Run again" }).waitFor();
}

const scrubber = (page) => page.getByRole("slider", { name: "Picture" });
const frame = async (page) => Number(await scrubber(page).inputValue());
const last = async (page) => Number(await scrubber(page).getAttribute("max"));
const labels = (page) => page.locator(".film-stage [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
const atFrame = (page, wanted) => page.waitForFunction((wanted) => document.querySelector(".scrubber").value === String(wanted), wanted);

/** Whether a label says that a cell has the value of the solution. */
function holds(kind, label, value) {
  const words = label.split(", ");
  if (kind === "hitori") return words.includes("shaded") === (value === 1);
  if (kind === "star-battle") return words.includes("star") === (value === 1);
  return words.includes(String(value)) || words.includes(`given ${value}`);
}

for (const kind of KINDS) {
  test(`${kind}: a search forwards to the solution and backwards to the start`, async (t) => {
    const { page, view } = await opened(t, kind, "backtracking:inference=forward");
    const start = await labels(page);
    await run(page);
    const end = await last(page);
    assert.ok(end > 2, "there are pictures");
    assert.equal(await frame(page), 0, "nothing moves by itself for those who asked for less motion");
    for (let press = 0; press < 12; press++) await page.keyboard.press("+");
    await page.keyboard.press(" ");
    await atFrame(page, end);
    const solution = view.puzzle.solution.flat();
    const there = await labels(page);
    there.forEach((label, cell) => assert.ok(holds(kind, label, solution[cell]) && !/wrong|changing/.test(label), `${label} is ${solution[cell]}`));
    await page.locator(".story").getByText("Every rule is kept.").waitFor();
    await accessible(page, `${kind} at its end`);
    await page.getByRole("button", { name: "Play backwards" }).click();
    await atFrame(page, 0);
    assert.deepEqual(await labels(page), start, "the first frame is the start");
    await page.getByText("The puzzle before the search.").waitFor();
  });
}

test("stepping, scrubbing and jumping by keyboard", async (t) => {
  const { page } = await opened(t, "kenken", "backtracking:inference=forward");
  await run(page);
  const end = await last(page);
  await page.keyboard.press("ArrowRight");
  await atFrame(page, 1);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("status").filter({ hasText: /^Picture 2: Decision 1\. Tries r\d+c\d+ = \d\./ }).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowLeft");
  await atFrame(page, 1);
  await page.keyboard.press("End");
  await atFrame(page, end);
  await page.keyboard.press("ArrowRight");
  await atFrame(page, end);
  await page.keyboard.press("Home");
  await atFrame(page, 0);
  await scrubber(page).focus();
  for (const [key, wanted] of [["ArrowRight", 1], ["ArrowUp", 2], ["End", end], ["ArrowLeft", end - 1], ["Home", 0]]) {
    await page.keyboard.press(key);
    await atFrame(page, wanted);
  }
  assert.match(await scrubber(page).getAttribute("aria-valuetext"), new RegExp(`^picture 0 of ${end}: The start`));
  await page.keyboard.press("-");
  await page.getByRole("slider", { name: "Speed" }).and(page.locator('[aria-valuetext="5 pictures a second"]')).waitFor();
});

test("why it went back, and the counters of the picture", async (t) => {
  const { page } = await opened(t, "kenken", "backtracking:inference=forward");
  await run(page);
  for (let step = 0; (await page.locator(".story strong").textContent()) !== "Back"; step++) {
    assert.ok(step < 60, "it goes back somewhere");
    await page.keyboard.press("ArrowRight");
    await atFrame(page, step + 1);
  }
  assert.match(await page.locator(".story").textContent(), /Undoes r\d+c\d+ = \d: .+\./);
  assert.match(await page.locator("tr.changed", { hasText: "backtracks" }).textContent(), /▲1/);
  await accessible(page, "at a step back");
});

test("a walk: its costs, and a click on their curve", async (t) => {
  const { page } = await opened(t, "sudoku", "min-conflicts", { scheme: "dark" });
  await run(page);
  const end = await last(page);
  const curve = page.getByRole("img", { name: /^Cost by picture/ });
  const box = await curve.boundingBox();
  await page.mouse.click(box.x + box.width - 1, box.y + 20);
  await page.waitForFunction((end) => Number(document.querySelector(".scrubber").value) >= end - 2, end);
  await page.keyboard.press("End");
  await page.getByRole("img", { name: /now 0/ }).waitFor();
  assert.equal(await page.getByRole("tree").count(), 0, "a walk has no tree");
  await accessible(page, "a walk");
});

test("the tree folds, and leads to its pictures", async (t) => {
  const { page } = await opened(t, "kenken", "backtracking:inference=forward", { set: "normal" });
  await run(page);
  await page.keyboard.press("End");
  const tree = page.getByRole("tree");
  const rows = tree.getByRole("treeitem");
  assert.ok((await rows.count()) < 60, "as many rows as there is room for");
  await tree.focus();
  await page.keyboard.press("Home");
  const root = tree.getByRole("treeitem", { name: /^start/ });
  await root.and(page.locator('[aria-expanded="true"]')).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("treeitem", { name: /^start.*folded: \d+ nodes/ }).waitFor();
  assert.equal(await rows.count(), 1);
  await page.keyboard.press("ArrowRight");
  await root.and(page.locator('[aria-expanded="true"]')).waitFor();
  // A dead subtree is folded by itself, and says how much it holds.
  const dead = tree.getByRole("treeitem", { name: /dead ?, folded: [\d,]+ nodes/ }).first();
  const held = Number(/([\d,]+) nodes/.exec(await dead.textContent())[1].replace(",", ""));
  assert.ok(held > 1);
  const node = Number(await dead.getAttribute("data-node"));
  await dead.locator(".twist").click();
  const same = tree.locator(`[data-node="${node}"]`);
  await same.and(page.locator('[aria-expanded="true"]')).waitFor();
  await accessible(page, "a tree with an open subtree");
  await same.click();
  await page.waitForFunction(() => document.querySelector(".scrubber").value !== document.querySelector(".scrubber").max);
  assert.equal(await page.locator(".tree-row.now").getAttribute("data-node"), String(node));
  assert.match(await page.locator(".story").textContent(), /Tries/);
  // By keyboard: down to another node, and there.
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await atFrame(page, 0);
});

test("a reload keeps the method, its settings and the terms", async (t) => {
  const page = await it.open(t, "/#/watch");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("hidato");
  await page.getByRole("heading", { name: /^Hidato 8/ }).waitFor();
  await page.getByRole("combobox", { name: "Method" }).selectOption("backtracking");
  await page.getByText(/^Settings/).click();
  await page.getByRole("combobox", { name: "Order" }).selectOption("in-order");
  await page.getByText("Seed and budget").click();
  await page.getByRole("spinbutton", { name: "Seed" }).fill("42");
  await page.getByRole("combobox", { name: "Model" }).selectOption("cells");
  await addressSays(page, (state) => state?.terms?.model === "cells" && state.terms.seed === "42" && state.method.settings.order === "in-order" && state.puzzle.kind === "hidato");
  await page.reload();
  await page.getByText("Settings order in-order").click();
  assert.equal(await page.getByRole("combobox", { name: "Order" }).inputValue(), "in-order");
  await page.getByText("Seed and budget").click();
  assert.equal(await page.getByRole("spinbutton", { name: "Seed" }).inputValue(), "42");
  assert.equal(await page.getByRole("combobox", { name: "Model" }).inputValue(), "cells");
  await page.getByRole("heading", { name: /^Hidato 8/ }).waitFor();
  await accessible(page, "before a run, with everything open");
});

/** Whether all workers become free within this many seconds. */
async function freed(seconds = 1) {
  const until = Date.now() + 1000 * seconds;
  for (;;) {
    const { free } = await (await fetch(`${it.url}/api/status`)).json();
    if (free) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ENDLESS = { set: "large", terms: { seconds: "60" } };

test("stopping frees the worker, and what was seen is kept", async (t) => {
  const { page } = await opened(t, "star-battle", "backtracking:inference=none", ENDLESS);
  // Grading for the title also takes a worker.
  assert.ok(await freed(10));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrubber").max) > 20);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("What was seen until then is kept.", { exact: true }).waitFor();
  assert.ok(await freed());
  assert.ok((await last(page)) > 20);
});

test("closing the page in the middle of a run frees the worker", async (t) => {
  const { page } = await opened(t, "star-battle", "backtracking:inference=none", ENDLESS);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrubber").max) > 20);
  await page.close();
  assert.ok(await freed());
});

test("another page ends the run, and another puzzle begins a new film", async (t) => {
  const { page, view } = await opened(t, "star-battle", "backtracking:inference=none", ENDLESS);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrubber").max) > 20);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  const next = await addressSays(page, (state) => state?.puzzle && state.puzzle.id !== view.puzzle.id);
  assert.ok(!("solution" in next.puzzle), "the address does not give the solution away");
  await page.getByText("not run yet").waitFor();
  assert.ok(await freed(10), "after another puzzle");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrubber").max) > 20);
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Run all", exact: true }).waitFor();
  assert.ok(await freed(), "after another page");
});

test("a phone: everything in reach, nothing beside the screen", async (t) => {
  const { page } = await opened(t, "kenken", "backtracking:inference=forward", { width: 360, height: 740, scheme: "dark" });
  await run(page);
  await page.getByRole("button", { name: "Step forward (right arrow)" }).click();
  await atFrame(page, 1);
  await page.getByText("Method Backtracking search, inference forward").click();
  await page.getByText("Seed and budget").click();
  await page.getByText(/^Settings/).click();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await accessible(page, "a phone");
});

test("with motion, a run plays by itself", async (t) => {
  const { page } = await opened(t, "sudoku", "backtracking:inference=forward", { motion: "no-preference" });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrubber").value) > 2);
  await page.getByRole("button", { name: "Pause (space)" }).click();
  await page.getByRole("button", { name: "Play (space)" }).waitFor();
});

test("any frame of 20,000 on 25x25 is made in well under a millisecond", () => {
  const cells = 625;
  const marks = [...Array(25).keys()].map((value) => value + 1);
  const reel = new Reel(Array.from({ length: cells }, () => ({ marks })));
  const pictures = Array.from({ length: 20_000 }, (_, index) => ({ shot: "assign", depth: 1, counters: { nodes: index + 1 }, faces: Array.from({ length: 8 }, (_, change) => [(index * 31 + change * 7) % cells, { marks: marks.slice((index + change) % 20) }]) }));
  for (let first = 0; first < pictures.length; first += 50) reel.push(pictures.slice(first, first + 50));
  const began = performance.now();
  const jumps = 1000;
  for (let jump = 0; jump < jumps; jump++) reel.faces((jump * 7919) % reel.length);
  const each = (performance.now() - began) / jumps;
  assert.ok(each < 1, `${each} ms`);
  // Whatever way leads to a frame, its faces are the same objects.
  const there = reel.faces(12_345);
  reel.faces(20_000);
  assert.ok(reel.faces(12_345).every((face, cell) => face === there[cell]));
  assert.equal(reel.counters(12_345).nodes, 12_345);
  const next = reel.faces(12_346);
  assert.ok(next.filter((face, cell) => face !== there[cell]).length <= 8);
});

test("a tree knows at every frame what is alive, what is dead and how much it holds", () => {
  const tree = new Tree();
  const shot = (shot, depth, more = {}) => ({ shot, depth, faces: [], counters: {}, ...more });
  const assign = (depth, cell, value) => shot("assign", depth, { decision: [cell, value] });
  tree.push([assign(1, "r1c1", "1"), assign(2, "r1c2", "2"), shot("backtrack", 1, { why: { text: "because", cells: [] } }), assign(2, "r1c2", "3"), shot("backtrack", 1), shot("backtrack", 0), assign(1, "r1c1", "2"), shot("solution", 1)]);
  assert.equal(tree.size, 5);
  assert.deepEqual(tree.children[0], [1, 4]);
  assert.deepEqual([2, 3, 6].map((frame) => tree.state(2, frame)), ["alive", "dead", "dead"]);
  assert.equal(tree.why[2], "because");
  assert.deepEqual([1, 2, 8].map((frame) => tree.below(1, frame)), [0, 1, 2]);
  assert.deepEqual(tree.rows(8, 8, new Map()).map(({ node, open }) => [node, open]), [[0, true], [1, false], [4, null]]);
  assert.deepEqual(tree.rows(2, 2, new Map()).map(({ node }) => node), [0, 1, 2]);
  assert.deepEqual(tree.rows(8, 8, new Map([[1, true]])).map(({ node }) => node), [0, 1, 2, 3, 4]);
  assert.equal(tree.state(4, 8), "solution");
});

test("the page opens on a search that goes back, and nothing is set that nobody has set", async (t) => {
  const page = await it.open(t, "/#/watch");
  await page.getByText(/^Settings/).waitFor();
  assert.equal(await page.getByText(/^Settings/).textContent(), "Settings");
  for (const label of [/^Run/, /^Stop/]) assert.ok((await page.getByRole("button", { name: label }).count()) <= 1);
  for (const kind of KINDS) {
    await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
    await page.waitForFunction((title) => document.querySelector(".film-bar h2").textContent.startsWith(title), await page.locator(`option[value="${kind}"]`).first().textContent());
  }
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Run again" }).waitFor();
  await page.keyboard.press("End");
  const backtracks = Number((await page.getByRole("row", { name: /^backtracks/ }).getByRole("cell").textContent()).replace(/\D/g, ""));
  assert.ok(backtracks >= 20 && backtracks <= 200, `${backtracks}`);
  // On a puzzle without dead ends, the page says so and offers another.
  const { puzzle } = await sample(it.url, "sudoku", "normal");
  await page.goto(`${it.url}/${address("watch", await pack({ puzzle }))}`);
  await page.waitForSelector(`.film-bar [data-id="${puzzle.id}"]`);
  await run(page);
  await page.getByRole("button", { name: "A puzzle with dead ends" }).click();
  await page.waitForFunction((id) => document.querySelector(".film-bar [data-id]").dataset.id !== id, puzzle.id);
});

test("a population is shown by its generations, and a path as it grows", async (t) => {
  const { page } = await opened(t, "sudoku", "genetic:population=6,improvement=none", { set: "normal", terms: { checks: "8000" } });
  await run(page);
  await page.getByText("Population: 6 boards").waitFor();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".story").textContent(), /Board 1 of 6.*first generation/);
  const chart = page.getByRole("img", { name: /^Costs by generation/ });
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 10);
  await page.getByText(/^generation \d+ of \d+$/).waitFor();
  assert.match(await page.locator(".story").textContent(), /Generation \d+ 6 boards that survive.*Its costs: \d+ to \d+, on average/);
  await accessible(page, "a population");

  const { page: path } = await opened(t, "hidato", "backtracking:inference=forward");
  const length = () => path.locator(".film-stage .path").evaluateAll((lines) => lines.reduce((sum, line) => sum + line.points.length - 1, 0));
  const start = await length();
  await run(path);
  await path.keyboard.press("End");
  await path.locator(".story").getByText("Every rule is kept.").waitFor();
  assert.ok((await length()) === 24 && start < 24, `from ${start} to ${await length()}`);
});
