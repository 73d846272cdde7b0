// Make: puzzles of every kind, the gallery, and every way to take them along.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { KINDS, accessible, studio } from "./harness.mjs";

const it = studio();

/** What is asked for of each kind: small boards, so that the tests are quick; a format of Sudoku is for 9x9 alone. */
const WISHES = {
  sudoku: { size: "9x9", level: "2" },
  kenken: { size: "4x4", level: "2" },
  hitori: { size: "5x5", level: "2" },
  hidato: { size: "5x5", level: "3" },
  "star-battle": { size: "6x6", level: "3" },
};

const ended = (page) => page.locator("[data-state=ended]").waitFor();

/** The page of a kind with its wish made, by its address alone. */
async function gallery(test, kind, { count = 3, settings = WISHES[kind], ...look } = {}) {
  const state = deflateRawSync(JSON.stringify({ kind, settings, seed: 7, count })).toString("base64url");
  const page = await it.open(test, `/#/make/${state}`, look);
  await ended(page);
  return page;
}

/** What the boards of the gallery show, in order. */
const boards = (page) => page.locator(".made .board").evaluateAll((all) => all.map((board) => [...board.querySelectorAll(".cell text")].map((text) => text.textContent).join("|") + board.querySelector(".thick").getAttribute("d")));

/** What the board of a page shows, in the same terms. */
const shownOn = async (page) => {
  const grid = page.locator("svg.board[role=grid]").first();
  await grid.waitFor();
  return grid.evaluate((board) => [...board.querySelectorAll(".cell text")].map((text) => text.textContent).join("|") + board.querySelector(".thick").getAttribute("d"));
};

const download = async (page, act) => {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

const ask = async (path, body) => (await fetch(`${it.url}/api/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
const read = (text, kind, format) => ask("read", { text, kind, ...(format ? { format } : {}) });

for (const kind of KINDS) {
  test(`${kind} is made by size and level with the keyboard, copied in every format, and opened by its link`, async (t) => {
    const page = await it.open(t, "/#/make");
    const wish = WISHES[kind];
    const radio = page.locator(`input[name=kind][value=${kind}]`);
    await radio.focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Size").fill(wish.size);
    await page.getByLabel("How many").fill("3");
    const level = page.getByRole("group", { name: "Level" }).getByRole("button", { name: wish.level, exact: true });
    await level.focus();
    await page.keyboard.press("Enter");
    assert.equal(await level.getAttribute("aria-pressed"), "true");
    await page.getByRole("button", { name: "Make 3" }).press("Enter");
    await ended(page);
    assert.equal(await page.locator(".made").count(), 3);
    const [rows, cols] = wish.size.split("x");
    await page.locator(`.made .board[data-rows="${rows}"][data-cols="${cols}"]`).nth(2).waitFor();
    assert.equal(await page.locator(".made .badge", { hasText: `Level ${wish.level}` }).count(), 3);
    const [board] = await boards(page);

    await page.getByRole("button", { name: /^Share puzzle 1/ }).press("Enter");
    const text = page.getByLabel("The puzzle as a text");
    const formats = await page.getByLabel("Format").last().locator("option").allTextContents();
    const about = await (await fetch(`${it.url}/api/about`)).json();
    assert.deepEqual(formats, about.kinds.find((entry) => entry.id === kind).formats);
    let solution;
    for (const format of ["json", ...formats]) {
      await page.getByLabel("Format").last().selectOption(format);
      await page.waitForFunction(() => document.querySelector(".share-text").value !== "");
      await page.getByRole("button", { name: "Copy text" }).click();
      await page.getByText(`The puzzle as ${format} is on the clipboard.`).first().waitFor();
      assert.equal(await page.locator("dialog .announcements").textContent().then((said) => said.trim()), `The puzzle as ${format} is on the clipboard.`);
      assert.equal(await copied(page), await text.inputValue());
      // Lists of candidates are read without a word about their format.
      const { puzzles, errors } = await read(await copied(page), kind, format === "candidates" ? undefined : format);
      assert.deepEqual([puzzles.length, errors], [1, []], format);
      // Formats say the same puzzle in different terms; its one solution tells whether it is the same.
      const solved = (await ask("solve", { puzzle: puzzles[0].puzzle })).solution;
      assert.deepEqual(solved, (solution ??= solved), format);
    }

    // Public links come first, in the order of the engine.
    const { links } = (await ask("read", { text: await page.evaluate(() => document.querySelector(".share-text").value), kind })).puzzles[0];
    assert.deepEqual(await page.locator("dialog .beside input").evaluateAll((fields) => fields.slice(0, -1).map((field) => field.value)), links);
    await page.getByRole("button", { name: "Copy the link for this machine" }).click();
    await page.getByText("The link for this machine is on the clipboard.").first().waitFor();
    const link = await copied(page);
    assert.equal(await shownOn(await it.open(t, link.slice(it.url.length))), board);
  });
}

test("the same seed gives the same puzzles after a reload, and others are others", async (t) => {
  const page = await it.open(t, "/#/make");
  await page.locator(".kind .board").first().waitFor();
  await page.getByLabel("Size").fill("4x4");
  await page.getByLabel("How many").fill("4");
  await page.getByRole("button", { name: "Make 4" }).click();
  await ended(page);
  const first = await boards(page);
  await page.waitForFunction(() => /#\/make\/./.test(location.hash));
  await page.reload();
  await ended(page);
  assert.deepEqual(await boards(page), first);
  await page.getByRole("button", { name: "4 more of these" }).click();
  await page.locator(".made").nth(7).waitFor();
  await ended(page);
  assert.deepEqual((await boards(page)).slice(0, 4), first);
  const heading = await page.locator(".results-head h2").textContent();
  await page.getByRole("button", { name: "Make others" }).click();
  await page.waitForFunction((before) => document.querySelector(".results-head h2").textContent !== before, heading);
  await ended(page);
  assert.notDeepEqual((await boards(page)).slice(0, 4), first);
});

test("what cannot be made can be stopped, and says why", async (t) => {
  const page = await it.open(t, "/#/make", { refusals: true });
  await page.locator(".kind .board").first().waitFor();
  await page.getByLabel("Size").fill("4x4");
  await page.getByRole("group", { name: "Level" }).getByRole("button", { name: "6", exact: true }).click();
  await page.getByRole("button", { name: "Make 12" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("[data-state=stopped]").waitFor();
  await page.waitForFunction(async () => (await (await fetch("/api/status")).json()).free);
  await page.getByRole("button", { name: "Make 12" }).waitFor();

  await page.getByLabel("Size").fill("7x5");
  await page.getByRole("button", { name: "Make 12" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /\./);
  await page.getByLabel("How many").fill("100000");
  await page.getByLabel("Size").fill("4x4");
  await page.locator("button[type=submit]").click();
  await page.getByText("Ask for 1 to 500.").waitFor();
  await accessible(page, "a wish that was refused");
});

test("pictures and pages begin as such files do", async (t) => {
  const page = await gallery(t, "kenken");
  await page.getByRole("button", { name: /^Share puzzle 2/ }).click();
  await page.waitForFunction(() => document.querySelector(".share-text").value !== "");
  await accessible(page, "the dialog of a puzzle");
  const svg = await download(page, () => page.getByRole("button", { name: "SVG", exact: true }).click());
  assert.equal(svg.name, "kenken-2.svg");
  assert.match(svg.bytes.toString(), /^(<\?xml[^>]*>\s*)?<svg/);
  await page.getByRole("button", { name: "Solved", exact: true }).click();
  const png = await download(page, () => page.getByRole("button", { name: "PNG", exact: true }).click());
  assert.equal(png.name, "kenken-2-solved.png");
  assert.deepEqual([...png.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Print 3" }).click();
  await page.getByLabel("Title").fill("Sunday");
  await page.getByRole("group", { name: "Puzzles a page" }).getByRole("button", { name: "2" }).click();
  await page.getByRole("group", { name: "Paper" }).getByRole("button", { name: "Letter" }).click();
  await page.getByLabel("Large print").check();
  await page.getByRole("button", { name: "Make PDF" }).click();
  await page.getByRole("link", { name: "Open in a new tab" }).waitFor();
  await accessible(page, "the dialog of printing");
  const pdf = await download(page, () => page.getByRole("button", { name: "Download PDF" }).click());
  assert.equal(pdf.name, "kenken-3-puzzles.pdf");
  assert.equal(pdf.bytes.subarray(0, 5).toString(), "%PDF-");
});

test("a selection is downloaded, and reads back", async (t) => {
  const page = await gallery(t, "sudoku", { count: 4 });
  await page.getByLabel("Select puzzle 1").press("Space");
  await page.getByLabel("Select puzzle 3").click({ modifiers: ["Shift"] });
  const lines = await download(page, () => page.getByRole("button", { name: "Download 3" }).click());
  assert.equal(lines.name, "sudoku-3-puzzles.jsonl");
  assert.ok(!lines.bytes.includes("solution"));
  assert.equal((await read(lines.bytes.toString())).puzzles.length, 3);
  await page.getByRole("checkbox", { name: "3 of 4" }).check();
  for (const format of ["line", "grid"]) {
    await page.getByLabel("Format").selectOption(format);
    const text = await download(page, () => page.getByRole("button", { name: "Download 4" }).click());
    const { puzzles, errors } = await read(text.bytes.toString(), "sudoku");
    assert.deepEqual([puzzles.length, errors.length], [4, 0], `${format}: ${text.bytes}`);
  }
});

test("the gallery is sorted and filtered, and a board opens in Play", async (t) => {
  const page = await gallery(t, "kenken", { count: 12, settings: { size: "5x5" } });
  const levels = () => page.locator(".made .badge.made-level").allTextContents();
  const all = await levels();
  await page.getByLabel("Sort").selectOption("easiest");
  assert.deepEqual(await levels(), [...all].sort());
  const one = all[0].replace("Level ", "");
  await page.getByLabel("Levels").selectOption(one);
  assert.deepEqual(new Set(await levels()), new Set([all[0]]));
  await accessible(page, "a gallery");
  const [board] = await boards(page);
  await page.locator(".made-board .cover").first().click();
  await page.waitForFunction(() => location.hash.startsWith("#/play/"));
  assert.equal(await shownOn(page), board);
  await page.goBack();
  await page.locator(".made").first().waitFor();
  assert.deepEqual(await levels(), all);
});

for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "dark"]]) {
  test(`Make at ${width} px in ${scheme} colours`, async (t) => {
    const page = await it.open(t, "/#/make", { width, scheme });
    await page.locator(".kind .board").first().waitFor();
    await accessible(page, "before anything is made");
    await page.getByText("More settings").click();
    await page.locator("button[type=submit]").click();
    await ended(page);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await accessible(page, "a gallery");
  });
}
