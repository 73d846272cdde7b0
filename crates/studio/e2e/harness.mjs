// A studio and a browser for the tests of a file, and what every test asks of every page: no error on the console, no request that leaves this
// machine, nothing that an accessibility checker finds fault with.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { address, pack } from "../web/link.js";

const PROGRAM = process.env.PENCILMARK ?? fileURLToPath(new URL("../../../target/debug/pencilmark", import.meta.url));
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = readFileSync(fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

export const KINDS = ["sudoku", "kenken", "hitori", "hidato", "star-battle"];

/** Starts the program, and answers its address. STUDIO_URL names one that is running already. */
export async function started() {
  if (process.env.STUDIO_URL) return { url: process.env.STUDIO_URL, stop: () => {} };
  const child = spawn(PROGRAM, ["studio", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0].replace(/\/$/, ""));
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
  });
  return { url, stop: () => child.kill("SIGTERM") };
}

/** A browser that calls nobody. */
export const browser = () => chromium.launch({ executablePath: BROWSER, args: FLAGS });

/** Sets up a studio and a browser for a file of tests; `open` then gives a fresh page. */
export function studio() {
  const it = { url: "", browser: null, open, close: () => {} };
  let stop = () => {};
  before(async () => {
    const server = await started();
    it.url = server.url;
    stop = server.stop;
    it.browser = await browser();
  });
  after(async () => {
    await it.browser?.close();
    stop();
  });

  /**
   * A fresh page at an address; `width` and `scheme` as asked for. Pass the test's context, so that
   * what went wrong in the page fails the test. `refusals`: whether the test expects requests that
   * the server refuses. `welcomed`: whether the welcome was already dismissed.
   */
  async function open(test, path = "/", { width = 1280, height = 860, scheme = "light", motion = "reduce", refusals = false, welcomed = true } = {}) {
    const context = await it.browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: motion, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
    if (welcomed) await context.addInitScript(() => localStorage.setItem("pencilmark:welcomed", "true"));
    const page = await context.newPage();
    const faults = [];
    page.on("console", (message) => {
      // The checker itself tries out inline styles, which the page's policy forbids.
      const expected = (refusals && /status of 4\d\d/.test(message.text())) || (checking.has(page) && /inline style/.test(message.text()));
      if (message.type() === "error" && !expected) faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error}`));
    page.on("request", (request) => !/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url()) && faults.push(`request to ${request.url()}`));
    page.setDefaultTimeout(15_000);
    test.after(async () => {
      await context.close();
      assert.deepEqual(faults, []);
    });
    await page.goto(it.url + path);
    return page;
  }
  return it;
}

/** Pages that the accessibility checker has looked at. */
const checking = new WeakSet();

/** Fails if the page as it is now has a violation that axe knows. */
export async function accessible(page, what = "") {
  checking.add(page);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((found) => `${found.id}: ${found.help}: ${found.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | ")}`);
  assert.deepEqual(told, [], what);
}

/** Waits until the state in the address is as wanted. */
export async function addressSays(page, wanted) {
  let state = null;
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    state = await page.evaluate(async () => {
      const { parse, unpack } = await import("/link.js");
      return unpack(parse(location.hash).packed);
    });
    if (wanted(state)) return state;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return assert.fail(`the address says ${JSON.stringify(state)}`);
}

/** The address of a page with a state, packed as the page packs it. */
export async function addressOf(page, name, state) {
  return page.evaluate(async ([name, state]) => {
    const { address, pack } = await import("/link.js");
    return `/${address(name, await pack(state))}`;
  }, [name, state]);
}

/** The first built-in puzzle of a kind, as the server describes it. */
export async function sample(url, kind, set = "small", index = 0) {
  const response = await fetch(`${url}/api/corpus`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ kind, set }) });
  return (await response.json()).puzzles[index];
}

/** Opens Play on a built-in puzzle, which the address carries. */
export async function openPuzzle(it, context, kind, options = {}, set = "small", index = 0) {
  const { puzzle } = await sample(it.url, kind, set, index);
  const { solution, ...bare } = puzzle;
  // Not by way of the first page, which may show the same puzzle until it is replaced.
  const page = await it.open(context, `/${address("play", await pack({ puzzle: bare }))}`, options);
  await page.waitForSelector(`.board >> nth=0`);
  await page.waitForSelector(`.table-head [data-id="${puzzle.id}"]`);
  return { page, solution, puzzle: bare };
}
