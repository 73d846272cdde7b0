// Experiment: an experiment written as a form and as a text, run to its report, cancelled, and taken along.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import { KINDS, accessible, studio } from "./harness.mjs";

const it = studio();

/** An experiment that goes on until somebody ends it. */
const LONG = `name = "Long"
[budget]
checks = 900_000_000_000
[[instances]]
corpus = "sudoku/hard"
[[arms]]
method = "backtracking"
order = "in-order"
inference = "none"
[[arms]]
method = "backtracking"
order = "random"
inference = "none"
`;

/** The page with an experiment of one's own. */
const opened = (t, toml, look) => it.open(t, `/#/experiment/${deflateRawSync(JSON.stringify({ toml })).toString("base64url")}`, look);
const text = (page) => page.getByLabel("The experiment as TOML");
const planned = (page, words) => page.locator("[data-plan=ok][aria-busy=false]", words ? { hasText: words } : {}).waitFor();
const start = (page) => page.getByRole("button", { name: /^Start/ });

/** What an element shows, once the lab's style sheet is there. */
const report = async (page) => {
  await page.locator(".report").waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => [...document.styleSheets].some((sheet) => sheet.href?.endsWith("/report.css")));
};

test("an experiment from the form is run to its report, and everything is taken along", async (t) => {
  const page = await it.open(t, "/#/experiment");
  await planned(page);
  await accessible(page, "the form");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "KenKen" }).click();
  await accessible(page, "the examples");
  await page.getByRole("button", { name: /Does stronger inference/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("Inference, \"quoted\"");
  await page.getByLabel("What is asked").fill("Is it worth it?");
  await page.getByLabel("Set", { exact: true }).selectOption("small");
  await page.getByRole("button", { name: "Another method" }).click();
  const third = page.getByRole("group", { name: "Method 3" });
  await third.getByText(/^Settings/).click();
  await third.getByLabel("Inference").selectOption("full");
  await third.getByLabel("Name in tables").fill("full filters");
  await page.getByLabel("At most checks").fill("50000");
  await page.getByLabel("Measure the proof").check();
  await planned(page, "20 puzzles × 3 arms = 60 runs");
  const toml = await text(page).inputValue();
  for (const line of ['name = "Inference, \\"quoted\\""', 'corpus = "kenken/small"', "checks = 50_000", "solutions = 2", 'inference = "full"', 'label = "full filters"']) assert.ok(toml.split("\n").includes(line), `${line} in ${toml}`);
  await page.getByText("No warnings from the linter.").waitFor();

  await start(page).click();
  await report(page);
  const shown = page.locator(".report");
  assert.match(await shown.textContent(), /full filters/);
  assert.ok((await shown.locator("svg").count()) > 2);
  assert.match(await page.locator(":focus").textContent(), /Inference, "quoted"/);
  await accessible(page, "the report");

  const names = await page.locator(".files .button").allTextContents();
  for (const name of ["experiment.toml", "instances.jsonl", "manifest.json", "records.csv", "records.parquet", "report.html", "report.md"]) assert.ok(names.includes(name), `${name} in ${names}`);
  const [archive] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download all" }).click()]);
  const files = unzipped(await readFile(await archive.path()));
  assert.deepEqual([...files.keys()].sort(), [...names].sort());
  assert.equal(files.get("records.parquet").subarray(0, 4).toString(), "PAR1");
  assert.equal(files.get("records.csv").toString().trim().split("\n").length, 61);
  assert.equal(JSON.parse(files.get("instances.jsonl").toString().split("\n")[0]).kind, "kenken");
  assert.match(files.get("report.html").toString(), /^<!doctype html>/);

  // The report stays while the experiment is changed, and says that it is of the one before.
  await page.getByLabel("At most checks").fill("60000");
  await page.getByText("has been changed since").waitFor();
});

/** The files of an archive that only stores them, each checked against its sum. */
function unzipped(bytes) {
  const files = new Map();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [sum, size, title] = [bytes.readUInt32LE(at + 14), bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const start = at + 30 + title;
    const content = bytes.subarray(start, start + size);
    assert.equal(crc32(content), sum);
    files.set(bytes.subarray(at + 30, start).toString(), content);
    at = start + size;
  }
  assert.equal(bytes.readUInt16LE(bytes.length - 12), files.size);
  return files;
}

test("every kind has examples that can be run", async (t) => {
  const page = await it.open(t, "/#/experiment");
  await planned(page);
  for (const kind of KINDS) {
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("dialog").locator(".choice button").nth(KINDS.indexOf(kind)).click();
    const count = await page.locator(".example").count();
    assert.ok(count >= 3);
    await page.locator(".example").nth(1).click();
    await page.waitForFunction((kind) => document.querySelector(".editor textarea").value.includes(`"${kind}/`), kind);
    await planned(page, /= 40 runs/);
  }
  await start(page).click();
  await report(page);
  assert.match(await page.locator(".report").textContent(), /fewest values left/);
});

test("a mistake in the text is shown at its line and column", async (t) => {
  const page = await it.open(t, "/#/experiment", { refusals: true });
  await planned(page);
  const toml = await text(page).inputValue();
  await text(page).fill(toml.replace('inference = "mac"', 'inference = "magic"'));
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const line = toml.split("\n").indexOf('inference = "mac"') + 1;
  assert.match(await alert.textContent(), /magic.*mac/);
  assert.equal(await page.locator(".wrong-line").textContent(), String(line));
  assert.ok(await start(page).isDisabled());
  await accessible(page, "a mistake");
  await page.getByRole("button", { name: `Line ${line}, column 1` }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  assert.ok((await text(page).evaluate((area) => area.value.slice(area.selectionStart))).startsWith("inference = \"magic\""));
  await page.getByRole("button", { name: "Write the text from the form" }).click();
  await planned(page);
  assert.equal(await text(page).inputValue(), toml);
});

test("a text written by hand fills the form, or says why it cannot; the linter remarks on it", async (t) => {
  const page = await it.open(t, "/#/experiment");
  await planned(page);
  const rest = '[[arms]]\nmethod = "annealing:temperature=0.5"\nlabel = "cool"\n[[arms]]\nmethod = "annealing"\ntemperature = 0.8\nbaseline = true\n';
  await text(page).fill(`# a remark\nname = "By hand"\nseeds = 3\n[[instances]]\nkind = "hidato"\nsize = 5\ncount = 4\n${rest}`);
  await planned(page, "4 puzzles × 2 arms × 3 seeds = 24 runs");
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "By hand");
  assert.equal(await page.getByLabel("How many").inputValue(), "4");
  assert.equal(await page.getByLabel("Kind").inputValue(), "hidato");
  assert.equal(await page.getByRole("group", { name: "Method 1" }).getByLabel("Name in tables").inputValue(), "cool");
  assert.ok(await page.getByLabel("Method 2 is what the others are compared with").isChecked());
  await page.locator(".remarks", { hasText: "Few runs" }).waitFor();
  await accessible(page, "remarks");
  await page.getByRole("group", { name: "Method 1" }).getByText("Settings temperature 0.5").waitFor();
  await page.getByLabel("Seeds").fill("30");
  await planned(page, "30 seeds");
  assert.match(await text(page).inputValue(), /size = 5\ncount = 4\n/);

  await text(page).fill(`name = "Beyond"\n[[instances]]\nkind = "hidato"\nsize = [4, 5]\ncount = 2\n${rest}`);
  await planned(page, "4 puzzles");
  await page.getByText("The text goes beyond this form.").waitFor();
  assert.ok(await page.getByLabel("Name", { exact: true }).isDisabled());
  await text(page).fill(`name = "Much"\n[[instances]]\nkind = "hidato"\ncount = 4000\n${rest}`);
  await page.getByText("are too many for this page").waitFor();
  assert.ok(await start(page).isDisabled());
});

test("a factorial is written as a form, and as the repository's own experiments", async (t) => {
  const page = await it.open(t, "/#/experiment");
  await planned(page);
  await page.getByRole("button", { name: "Combinations" }).click();
  for (const level of ["in-order", "mrv"]) await page.getByRole("group", { name: "Order" }).getByLabel(level, { exact: true }).check();
  await planned(page, "20 puzzles × 4 arms = 80 runs");
  assert.match(await text(page).inputValue(), /\[base\]\nmethod = "backtracking"\n\n\[factors\]\ninference = \["forward", "mac"\]\norder = \["in-order", "mrv"\]\n/);
  await accessible(page, "a factorial");
  await page.getByRole("button", { name: "Single methods" }).click();
  await page.getByRole("group", { name: "Method 4" }).waitFor();
  for (const name of ["hidato-factorial", "kenken-inference", "sudoku-temperature"]) {
    const toml = await readFile(new URL(`../../../experiments/${name}.toml`, import.meta.url), "utf8");
    await text(page).fill(toml);
    await page.waitForFunction((name) => document.querySelector(".experiment-form input").value === name, /^name = "(.*)"/m.exec(toml)[1]);
    assert.ok(await page.getByLabel("Name", { exact: true }).isEnabled(), name);
  }
  const temperature = page.locator(".factors").getByLabel("Temperature");
  assert.equal(await temperature.inputValue(), "0.5, 0.3, 0.8");
  await temperature.fill("0.5, 0.7,");
  await planned(page, "2 arms");
  assert.ok((await text(page).inputValue()).includes("temperature = [0.5, 0.7]\n"));
});

test("an experiment that is cancelled frees its worker within a second", async (t) => {
  const page = await opened(t, LONG);
  await planned(page);
  await start(page).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await page.waitForFunction(async () => !(await (await fetch("/api/status")).json()).free);
  await accessible(page, "a run");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(async () => (await (await fetch("/api/status")).json()).free, null, { timeout: 1000, polling: 50 });
  await page.getByText("The experiment was cancelled").first().waitFor();
  // The address holds the experiment: a reload leads back to it.
  await page.reload();
  await planned(page);
  assert.equal(await text(page).inputValue(), LONG);
});

test("an experiment whose page is left says so on return", async (t) => {
  const page = await opened(t, LONG);
  await planned(page);
  await start(page).click();
  await page.locator(".run progress").waitFor();
  await page.getByRole("link", { name: "Make" }).click();
  await page.waitForFunction(async () => (await (await fetch("/api/status")).json()).free);
  await page.getByRole("link", { name: "Experiment" }).click();
  await page.getByText("The experiment was stopped when this page was left").waitFor();
  await start(page).waitFor();
});

test("a page says that it waits for a worker, as long as it is asked to, and can stop waiting", async (t) => {
  const page = await it.open(t, "/#/experiment", { refusals: true });
  await planned(page);
  const asked = [];
  await page.route("**/api/experiment", (route) => {
    asked.push(Date.now());
    return asked.length > 2 ? route.fulfill({ status: 429, headers: { "retry-after": "600" }, body: "{}" }) : route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "{}" });
  });
  await start(page).click();
  await page.getByText("Waiting for a free worker…").waitFor();
  await page.waitForFunction(() => document.querySelector(".waiting-for-worker").textContent !== "");
  while (asked.length < 3) await page.waitForTimeout(100);
  assert.ok(asked[1] - asked[0] >= 950 && asked[2] - asked[1] >= 950, `${asked}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The experiment was cancelled").first().waitFor();
  assert.equal(await page.getByText("Waiting for a free worker…").count(), 0);
});

for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "dark"]]) {
  test(`Experiment at ${width} px in ${scheme} colours`, async (t) => {
    const page = await it.open(t, "/#/experiment", { width, scheme });
    await planned(page);
    const narrow = async (what) => {
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, what);
      await accessible(page, what);
    };
    await narrow("the form");
    if (width === 360) {
      await page.getByRole("button", { name: "Text" }).click();
      await text(page).waitFor();
      await narrow("the text");
    }
    await start(page).click();
    await report(page);
    await narrow("the report");
  });
}
