// Pictures of every page with every kind, light and dark, on a desk and on a phone: node gallery.mjs FOLDER [PATTERN], with a pattern those whose names fit. `cargo xtask
// studio-gallery` builds the program first.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KINDS, addressOf, browser, sample, started } from "./harness.mjs";

const folder = process.argv[2] ?? "gallery";
const wanted = new RegExp(process.argv[3] ?? "");
await mkdir(folder, { recursive: true });
const server = await started();
const chromium = await browser();
const LOOKS = [
  { name: "light", width: 1280, height: 860, scheme: "light" },
  { name: "dark", width: 1280, height: 860, scheme: "dark" },
  { name: "phone-light", width: 360, height: 740, scheme: "light" },
  { name: "phone-dark", width: 360, height: 740, scheme: "dark" },
];

/** What is done on a page before its picture is taken, by the name of the picture. */
const SCENES = {
  play: {
    page: "play",
    state: ({ puzzle }) => ({ puzzle }),
    act: async (page) => {
      await page.focus(".board");
      for (let stage = 0; stage < 4; stage++) {
        await page.keyboard.press("h");
        await page.waitForSelector(".advice .technique");
      }
      await page.waitForSelector(".board .effect");
    },
  },
  explain: {
    page: "play",
    state: ({ puzzle }) => ({ puzzle }),
    act: async (page) => {
      await page.click("text=Explain all");
      await page.waitForSelector(".steps li");
      for (let step = 0; step < 6; step++) await page.click('button[title="Next step"]');
    },
  },
  draw: {
    page: "play",
    state: ({ puzzle }) => ({ puzzle }),
    act: async (page) => {
      await page.click("text=Draw …");
      await page.waitForSelector(".drawing .board");
    },
  },
  watch: {
    page: "watch",
    state: ({ puzzle }) => ({ puzzle, method: { id: "backtracking", settings: { inference: "mac" } }, terms: { seed: 1 } }),
    act: async (page) => {
      await page.getByRole("button", { name: /^Run/ }).first().click();
      await page.waitForFunction(() => /solved|refuted|gave up/i.test(document.querySelector("main").textContent));
      await page.getByRole("button", { name: /^Last picture/ }).click();
      for (let step = 0; step < 12; step++) await page.getByRole("button", { name: /^Step back/ }).click();
    },
  },
  compare: {
    page: "compare",
    state: ({ puzzle }) => ({ puzzle }),
    act: async (page) => {
      await page.getByRole("button", { name: /^Run/ }).first().click();
      await page.waitForFunction(() => /anecdote/i.test(document.querySelector("main").textContent), null, { timeout: 60_000 });
      await page.getByRole("button", { name: /^Last picture/ }).click();
      for (let step = 0; step < 30; step++) await page.getByRole("button", { name: /^Step back/ }).click();
    },
  },
  make: {
    page: "make",
    state: ({ kind }) => ({ kind, settings: { level: "3" }, seed: 1, count: 6, made: true }),
    act: async (page) => {
      await page.waitForFunction(() => document.querySelectorAll("main .thumbnail").length >= 6);
    },
  },
};

const names = [];
for (const look of LOOKS) {
  const context = await chromium.newContext({ viewport: { width: look.width, height: look.height }, colorScheme: look.scheme, reducedMotion: "reduce", deviceScaleFactor: 2 });
  for (const kind of KINDS) {
    const { solution, ...puzzle } = (await sample(server.url, kind, "levels", 9)).puzzle;
    for (const [scene, { page: name, state, act }] of Object.entries(SCENES)) {
      const file = `${scene}-${kind}-${look.name}.png`;
      if (!wanted.test(file)) continue;
      const page = await context.newPage();
      await page.goto(server.url);
      await page.goto(server.url + (await addressOf(page, name, state({ kind, puzzle }))));
      await page.reload();
      await page.waitForSelector("main h1", { state: "attached" });
      try {
        await act(page);
      } catch (error) {
        console.error(`${file}: ${error.message.split("\n")[0]}`);
      }
      await page.screenshot({ path: join(folder, file), fullPage: look.width < 500 });
      names.push(file);
      await page.close();
    }
  }
  // An experiment is the same for every kind: one picture a look.
  if (!wanted.test(`experiment-${look.name}.png`)) {
    await context.close();
    continue;
  }
  const page = await context.newPage();
  await page.goto(`${server.url}/#/experiment`);
  await page.getByRole("button", { name: /^Start/ }).click();
  await page.waitForSelector(".report svg", { timeout: 120_000 }).catch((error) => console.error(`experiment: ${error.message.split("\n")[0]}`));
  await page.screenshot({ path: join(folder, `experiment-${look.name}.png`), fullPage: true });
  names.push(`experiment-${look.name}.png`);
  await context.close();
}
await writeFile(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>The studio</title>${names.map((name) => `<figure><img src="${name}" width="480"><figcaption>${name}</figcaption></figure>`).join("\n")}`);
await chromium.close();
server.stop();
console.log(`${names.length} pictures in ${folder}`);
