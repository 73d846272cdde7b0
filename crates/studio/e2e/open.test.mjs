// How a puzzle gets into Play and out of it: first visit, picker, texts, links and sharing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { board, press, words } from "./board.mjs";
import { KINDS, accessible, addressOf, openPuzzle, sample, studio } from "./harness.mjs";

const it = studio();

test("texts of any format, files, and what is wrong with one", async (context) => {
  const { page } = await openPuzzle(it, context, "sudoku");
  await page.click("text=Open …");
  await page.waitForSelector(".shelf .board");
  await accessible(page, "open");
  await page.click("text=Paste or file");
  await page.fill("textarea", "starbattle/6/6/1/4ilbhgdnmhoX");
  await page.click("dialog .button.primary");
  await page.waitForSelector("dialog .notice.bad");
  assert.match(await page.textContent("dialog .notice.bad"), /Line 1, column \d+/);
  await page.fill("textarea", "starbattle/6/6/1/4ilbhgdnmhou");
  await page.click("dialog .button.primary");
  await page.waitForFunction(() => document.querySelector(".table-head h2")?.textContent?.startsWith("Star Battle 6×6, 1 star (Queens)"));
  await page.click("text=Open …");
  await page.click("text=Paste or file");
  await page.setInputFiles('input[type="file"]', { name: "my.txt", mimeType: "text/plain", buffer: Buffer.from("hitori/4/4/1114142333214213\n") });
  await page.waitForFunction(() => document.querySelector(".table-head h2")?.textContent?.startsWith("Hitori 4×4"));
});

test("a game goes on where it was left, and somebody's link does not take its place", async (context) => {
  const { page, puzzle } = await openPuzzle(it, context, "hitori");
  await page.focus(".board");
  await press(page, "Enter");
  const mine = await board(page);
  assert.match(mine[0], /shaded$/);
  // Somebody else's position of the same puzzle.
  const entries = puzzle.grid.map((row) => row.map(() => null));
  entries[1][1] = 1;
  await page.goto(it.url + (await addressOf(page, "play", { puzzle: { ...puzzle, entries }, id: "theirs", colours: [[], [3]] })));
  await page.waitForSelector('.board [data-cell="6"][aria-label$="shaded"]');
  assert.match(await words(page, 1), /colour 3$/);
  await page.focus(".board");
  await press(page, "Control+End", "Enter");
  const theirs = await board(page);
  // Another puzzle, then both games from the list.
  await page.click("text=Open …");
  await page.click("dialog >> text=Paste or file");
  await page.fill("textarea", "hitori/4/4/1114142333214213");
  await page.click("dialog .button.primary");
  await page.waitForSelector('.board[data-rows="4"]');
  await page.waitForFunction(() => document.activeElement?.classList.contains("board"));
  for (const [index, expected] of [[0, theirs], [1, mine]]) {
    await page.click("text=Open …");
    await page.click("dialog >> text=Earlier");
    await page.locator("dialog .puzzle-card").nth(index).click();
    await page.waitForSelector('.board[data-rows="5"]');
    await page.waitForFunction((cell) => document.querySelector('.board [data-cell="0"]')?.getAttribute("aria-label") === cell, expected[0]);
    assert.deepEqual(await board(page), expected);
  }
});

test("addresses that anybody could have written break nothing", async (context) => {
  const page = await it.open(context, "/", { refusals: true });
  const { puzzle } = await sample(it.url, "sudoku");
  const states = [
    ["play", { drawing: { kind: "sudoku", cells: "abc" } }], ["play", { drawing: { kind: "sudoku", cells: [], rows: 1e9, cols: 1e9 } }], ["play", { drawing: 5 }], ["play", { drawing: { kind: "nope" } }],
    ["play", { puzzle, notes: "abcdef", colours: ["abc"], seconds: "abc", id: {} }], ["play", { puzzle, notes: [[1.5, "x"]], colours: 7 }], ["play", { puzzle: 5 }], ["play", { puzzle: { kind: "nope" } }], ["play", [1, 2]],
    ["watch", { method: { id: "backtracking", settings: null }, terms: { seed: 5, seconds: [] } }], ["watch", { method: 7, terms: "x" }], ["watch", { puzzle: null, method: { id: "nope" } }],
    ["compare", { arms: "ab", by: {} }], ["compare", { arms: [{}, null, 5], terms: null }], ["make", { kind: 5, settings: "x", seed: "y", count: -1 }], ["experiment", { toml: 5 }],
  ];
  for (const [name, state] of states) {
    await page.goto(it.url + (await addressOf(page, name, state)));
    const title = name[0].toUpperCase() + name.slice(1);
    await page.waitForFunction((title) => document.title.startsWith(title) && document.querySelector("main h1")?.textContent === title, title);
    await page.waitForFunction(() => document.querySelector("main").textContent.length > 100);
    assert.equal(await page.locator("text=cannot show what its address says").count(), 0, JSON.stringify([name, state]));
    assert.ok(!/NaN/.test(await page.locator("main").textContent()), JSON.stringify([name, state]));
  }
  for (const hash of ["#/play/garbage", "#/play/%00%ff", "#/nothing", "#nothing", "#/play/" + "A".repeat(100_000)]) {
    await page.goto(`${it.url}/${hash}`);
    await page.waitForSelector(".board");
  }
});

test("who is quick is shown the page that was asked for last", async (context) => {
  const { page, puzzle } = await openPuzzle(it, context, "sudoku");
  const watch = await addressOf(page, "watch", { puzzle });
  let release = () => {};
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/read", async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate((hash) => { location.hash = hash; }, watch.slice(1));
  await page.evaluate(() => { location.hash = "#/make"; });
  await page.waitForFunction(() => document.title.startsWith("Make"));
  const answered = page.waitForResponse("**/api/read");
  release();
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.ok((await page.title()).startsWith("Make"));
  assert.equal(await page.textContent("main h1"), "Make");
});

test("a first visit shows every kind and every page, and can do without from then on", async (context) => {
  const page = await it.open(context, "/", { welcomed: false });
  const kinds = page.getByRole("region", { name: "Choose a puzzle" }).locator(".welcome-kind");
  await kinds.nth(KINDS.length - 1).locator(".board").waitFor();
  const about = await (await fetch(`${it.url}/api/about`)).json();
  assert.deepEqual(await kinds.locator("> span:last-child").allTextContents(), about.kinds.map((kind) => kind.title));
  // Everything is visible without scrolling.
  for (const box of await Promise.all([kinds.last(), page.locator(".welcome-places a").last()].map((part) => part.boundingBox()))) assert.ok(box.y + box.height < 400 && box.x + box.width <= 1280, JSON.stringify(box));
  await accessible(page, "a first visit");
  // Each kind begins at its easiest level, on a board that is not large.
  for (const [index, title] of ["Sudoku 9×9, easy", "KenKen 4×4, easy", "Hitori 5×5, medium", "Hidato 5×5, easy", "Star Battle 6×6, 1 star (Queens), easy"].entries()) {
    await kinds.nth(index).click();
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await page.getByText(about.kinds[index].short_rules).waitFor();
  }
  // The rules stay until a puzzle of the kind was begun.
  await page.focus(".board.live");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "New puzzle" }).click();
  await page.waitForFunction(() => !document.querySelector(".first-rules"));
  // More like it.
  await page.getByRole("button", { name: "New puzzle" }).click();
  await page.getByRole("heading", { name: /^Star Battle 6×6, 1 star \(Queens\), easy$/ }).waitFor();
  await page.getByRole("button", { name: "Do not show this again" }).click();
  await page.waitForFunction(() => !document.querySelector(".welcome"));
  await page.reload();
  await page.waitForSelector(".play .board");
  assert.equal(await page.locator(".welcome").count(), 0);
  // A shared link opens its puzzle without the welcome.
  const { puzzle } = await sample(it.url, "kenken");
  const other = await it.open(context, await addressOf(page, "play", { puzzle }), { welcomed: false });
  await other.waitForSelector(".play .board");
  assert.equal(await other.locator(".welcome").count(), 0);
});

test("a new puzzle by kind, size and level, on a desk and on a phone; its title says all three", async (context) => {
  const page = await it.open(context);
  const bar = page.getByRole("form", { name: "New puzzle" });
  await bar.getByLabel("Kind").selectOption("kenken");
  await bar.getByTitle("Smaller").click();
  await bar.getByLabel("Level").selectOption("2");
  await bar.getByRole("button", { name: "New puzzle" }).click();
  await page.getByRole("heading", { name: "KenKen 5×5, medium" }).waitFor();
  await accessible(page, "the picker");

  const phone = await it.open(context, "/", { width: 390, height: 844 });
  assert.equal(await phone.getByRole("form", { name: "New puzzle" }).isVisible(), false);
  const pick = phone.getByRole("button", { name: "New", exact: true });
  assert.ok((await pick.boundingBox()).height <= 44);
  await pick.click();
  const sheet = phone.getByRole("dialog", { name: "New puzzle" });
  await sheet.locator("input[value=hitori]").check({ force: true });
  await sheet.getByLabel("Size").fill("5x5");
  await accessible(phone, "the sheet");
  await sheet.getByRole("button", { name: "New puzzle" }).click();
  await phone.getByRole("heading", { name: /^Hitori 5×5, / }).waitFor();
  assert.equal(await phone.locator("dialog").count(), 0);
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
});

test("sizes and levels that a generator does not have are not offered, and advice is about what the page has", async (context) => {
  const page = await it.open(context);
  const bar = page.getByRole("form", { name: "New puzzle" });
  const size = bar.getByRole("textbox", { name: "Size" });
  // Usual sides only.
  const sides = [];
  for (let step = 0; step < 3; step++) {
    await bar.getByTitle("Larger").click();
    sides.push(await size.inputValue());
  }
  assert.deepEqual(sides, ["10x10", "12x12", "15x15"]);
  for (const [typed, expected] of [["7", /no Sudoku of 7 × 7.*6, 8/], ["8x10", /as many rows as columns/], ["abc", /not a size/]]) {
    await size.fill(typed);
    await bar.getByRole("button", { name: "New puzzle" }).click();
    assert.match((await page.locator(".notice.bad").textContent()).replace(/\s+/g, " "), expected);
  }
  await bar.getByLabel("Kind").selectOption("star-battle");
  await bar.getByLabel("Level").selectOption("3");
  const out = () => bar.getByLabel("Level").locator("option:disabled").allTextContents();
  assert.deepEqual(await out(), ["1: easy – not at this size"]);
  for (let step = 0; step < 2; step++) await bar.getByTitle("Smaller").click();
  assert.equal(await size.inputValue(), "8x8");
  assert.deepEqual(await out(), []);
  // A level that a larger board or another kind does not have gives way to the next one.
  await bar.getByLabel("Level").selectOption("1");
  await bar.getByTitle("Larger").click();
  assert.equal(await bar.getByLabel("Level").inputValue(), "2");
  await bar.getByTitle("Smaller").click();
  await bar.getByLabel("Level").selectOption("1");
  await bar.getByLabel("Kind").selectOption("hitori");
  assert.equal(await bar.getByLabel("Level").inputValue(), "2");
  // No draft has it, which depends on the seed: the advice names neither seed nor stars.
  const failed = { index: 0, error: { what: "no such puzzle was found: none of 5000 drafts has level 6", remedy: { text: "ask for another level, size or seed", options: [] } }, rejects: 5000 };
  await page.route("**/api/make", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: failed\ndata: ${JSON.stringify(failed)}\n\n` }));
  await size.fill("4x4");
  await bar.getByLabel("Level").selectOption("6");
  await bar.getByRole("button", { name: "New puzzle" }).click();
  await page.locator(".notice.bad").getByText("No Hitori 4×4 of level 6 (extreme) was found.").waitFor();
  assert.doesNotMatch(await page.locator(".notice.bad").textContent(), /seed|star/);

  await page.goto(`${it.url}/#/make`);
  await page.locator("input[value=hitori]").check({ force: true });
  const level = page.getByRole("group", { name: "Level" });
  assert.equal(await level.getByRole("button", { name: "1", exact: true }).isDisabled(), true);
  assert.equal(await level.getByRole("button", { name: "2", exact: true }).isDisabled(), false);
  await accessible(page, "levels that cannot be had");
});

test("the cards of a built-in set name their levels", async (context) => {
  const { page } = await openPuzzle(it, context, "hidato");
  await page.click("text=Open …");
  const badges = page.locator("dialog .puzzle-card .badge");
  await badges.nth(19).waitFor();
  assert.deepEqual([...new Set(await badges.allTextContents())], ["easy", "medium", "hard", "very hard", "fiendish"]);
  await accessible(page, "levels on cards");
});

test("a puzzle is shared as others can open it, and the studio's link says where it works", async (context) => {
  const { page } = await openPuzzle(it, context, "sudoku", {}, "normal");
  await page.click("text=Share …");
  const labels = await page.locator("dialog .field label").allTextContents();
  assert.deepEqual(labels, ["At puzz.link", "At sudokupad.app", "Format", "Link to this studio"]);
  await page.getByText("It works on this machine only").waitFor();
  assert.match(await page.getByLabel("At puzz.link").inputValue(), /^https:\/\/puzz\.link\/p\?sudoku\/9\/9\//);
  await accessible(page, "share");
  await page.getByRole("button", { name: "With what I have entered" }).click();
  assert.equal(await page.getByLabel("At puzz.link").count(), 0, "others show no entries");
});

test("no text shows the backticks that the engine writes", async (context) => {
  const page = await it.open(context, "/", { refusals: true });
  const texts = () => page.evaluate(() => {
    const spoken = [...document.querySelectorAll("[title], [aria-label], [placeholder]")].map((element) => ["title", "aria-label", "placeholder"].map((name) => element.getAttribute(name) ?? "").join(" "));
    return `${document.body.textContent} ${spoken.join(" ")}`;
  });
  for (const name of ["play", "watch", "compare", "make", "experiment"]) {
    await page.goto(`${it.url}/#/${name}`);
    await page.waitForFunction((name) => document.title.toLowerCase().startsWith(name) && document.querySelector("main").textContent.length > 100, name);
    await page.$$eval("main details", (all) => all.forEach((details) => { details.open = true; }));
    if (name === "watch") for (const method of ["genetic", "sat"]) {
      await page.getByRole("combobox", { name: "Method" }).selectOption(method);
      assert.doesNotMatch(await texts(), /`/, method);
    }
    assert.doesNotMatch(await texts(), /`/, name);
  }
  await page.goto(`${it.url}/#/play`);
  await page.click("text=Open …");
  await page.click("text=Paste or file");
  await page.fill("textarea", "{\"kind\":\"nope\"}");
  await page.click("dialog .button.primary");
  await page.waitForSelector("dialog .notice.bad code");
  assert.doesNotMatch(await texts(), /`/);
});
