// The studio: which page is shown, which puzzle is at hand, and what the address says.
//
// The puzzle goes along from page to page. Each page has a state of its own, plain data that it hands to `onState`; the address holds
// it, so that a reload, a bookmark and a link all lead back to it.
import { Component, html, render, useCallback, useEffect, useRef, useState } from "./view.js";
import { engine } from "./engine.js";
import { address, pack, parse, unpack } from "./link.js";
import { puzzleName, recall, recallGame, remember } from "./store.js";
import { Button, Failure, announce } from "./ui.js";

const PAGES = [
  { id: "play", title: "Play", load: () => import("./play/play.js") },
  { id: "watch", title: "Watch", load: () => import("./watch/watch.js") },
  { id: "compare", title: "Compare", load: () => import("./compare/compare.js") },
  { id: "make", title: "Make", load: () => import("./make/make.js") },
  { id: "experiment", title: "Experiment", load: () => import("./experiment/experiment.js") },
];

/** How long after a change the address follows, in milliseconds. */
const FOLLOW = 200;

/**
 * What every page is given.
 * @typedef {object} PageProps
 * @property {About} about
 * @property {View} view the puzzle at hand
 * @property {(view: View) => void} onView another puzzle
 * @property {() => void} onStep the address as it is now becomes one to go back to
 * @property {any} state what the address said; null if it said nothing
 * @property {(state: any) => void} onState what the address is to say
 * @property {(page: string, state?: any) => void} go another page, with a state of its own
 */

/** The puzzle to begin with: the one that was played last, or a first one. @param {About} about */
async function firstView(about) {
  const last = recall("last");
  if (last) {
    const known = await reread(last).catch(() => null);
    if (known) return known;
  }
  const [kind] = about.kinds;
  return (await engine.corpus(kind.id, "normal")).puzzles[0];
}

/**
 * A puzzle that was put into an address or remembered.
 * @param {PuzzleJson} puzzle
 * @returns {Promise<View>}
 */
async function reread(puzzle) {
  const { puzzles, errors } = await engine.read({ text: JSON.stringify(puzzle), format: "json" });
  if (errors.length || !puzzles.length) throw errors[0] ?? new Error("There is no puzzle in this address.");
  return puzzles[0];
}

function App() {
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  const [view, setView] = useState(/** @type {View | null} */ (null));
  /** @type {[{ page: string, Page: any, state: any, visit: number } | null, (shown: any) => void]} */
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const visits = useRef(0);
  const ours = useRef("");
  const latest = useRef(/** @type {View | null} */ (null));
  /** Whether the user chose the puzzle at hand, rather than getting the initial one. */
  const chosen = useRef(false);
  const timer = useRef(0);

  /** Shows what an address says. Somebody who is quick is shown the last page that they asked for. */
  const follow = async () => {
    if (location.hash === ours.current && ours.current) return;
    clearTimeout(timer.current);
    const { page, packed } = parse(location.hash);
    const entry = PAGES.find((entry) => entry.id === page) ?? PAGES[0];
    if (entry.id !== page && page) history.replaceState(null, "", address(entry.id));
    ours.current = location.hash;
    const visit = ++visits.current;
    const isLate = () => visit !== visits.current;
    const show = (/** @type {About} */ known, /** @type {View} */ puzzle, /** @type {any} */ Page, /** @type {any} */ state, /** @type {any} */ failure) => {
      setAbout(known);
      setView(puzzle);
      setError(failure);
      setShown({ page: entry.id, Page, state, visit });
      document.title = `${entry.title} · Pencilmark studio`;
      if (visit > 1) announce(entry.title);
    };
    try {
      const [known, state, module] = await Promise.all([engine.about(), packed ? unpack(packed) : null, entry.load()]);
      const puzzle = state?.puzzle ? await reread(state.puzzle) : latest.current ?? (await firstView(known));
      if (isLate()) return;
      if (state?.puzzle && puzzleName(puzzle.puzzle) !== (latest.current && puzzleName(latest.current.puzzle))) chosen.current = true;
      // Pages that show searches open on one that hits dead ends, unless the user has a puzzle of
      // their own.
      const isOwn = chosen.current || recallGame(puzzleName(puzzle.puzzle)) !== null;
      const { opening } = /** @type {any} */ (module);
      const first = !state && !isOwn && opening ? await opening(known, puzzle.kind).catch(() => null) : null;
      if (isLate()) return;
      latest.current = puzzle;
      if (first) return show(known, first.view, module.default, first.state, null);
      show(known, puzzle, module.default, state, packed && !state ? { what: "This link is incomplete.", remedy: "Copy all of it, or open another puzzle." } : null);
    } catch (failure) {
      // A puzzle that cannot be read must not be in the way of another.
      const [known, module] = await Promise.all([engine.about(), entry.load()]).catch(() => [null, null]);
      const puzzle = known && (latest.current ?? (await firstView(known).catch(() => null)));
      if (isLate()) return;
      latest.current = puzzle;
      if (known && module && puzzle) show(known, puzzle, module.default, null, failure);
      else setError(failure);
    }
  };
  useEffect(() => {
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  /** The address follows what a page says of itself. */
  const onState = useCallback((/** @type {any} */ state) => {
    const page = parse(location.hash).page || PAGES[0].id;
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const packed = await pack(state);
      if ((parse(location.hash).page || PAGES[0].id) !== page) return;
      ours.current = address(page, packed);
      history.replaceState(null, "", ours.current);
    }, FOLLOW);
  }, []);
  /** What comes next can be gone back from. */
  const onStep = useCallback(() => {
    clearTimeout(timer.current);
    history.pushState(null, "", location.href);
  }, []);
  const onView = useCallback((/** @type {View} */ next) => {
    onStep();
    setView(next);
    latest.current = next;
    chosen.current = true;
    remember("last", next.puzzle);
  }, []);
  const go = useCallback(async (/** @type {string} */ page, /** @type {any} */ state) => {
    location.hash = address(page, state === undefined ? "" : await pack(state));
  }, []);

  if (!shown || !about || !view) return html`<${Header} page="" />${error ? html`<main class="page"><${Failure} error=${error} /></main>` : html`<main class="page" aria-busy="true"></main>`}`;
  const { Page } = shown;
  return html`<${Header} page=${shown.page} />
    <main class="page" id="main" tabindex="-1">
      <h1 class="hidden">${PAGES.find((entry) => entry.id === shown.page)?.title}</h1>
      ${error ? html`<${Failure} error=${error} />` : null}
      <${Boundary} key=${shown.visit} page=${shown.page}><${Page} about=${about} view=${view} onView=${onView} onStep=${onStep} state=${shown.state} onState=${onState} go=${go} /><//>
    </main>
    <div id="announcements" class="hidden" role="status" aria-live="polite"></div>`;
}

/**
 * Keeps what goes wrong in a page from taking the others along.
 * @extends {Component<{ page: string, children?: any }, { error: any }>}
 */
class Boundary extends Component {
  /** @param {any} error */
  componentDidCatch(error) {
    this.setState({ error });
  }

  render() {
    const { page, children } = /** @type {any} */ (this.props);
    const { error } = /** @type {any} */ (this.state);
    if (!error) return children;
    return html`<${Failure} error=${{ what: "This page cannot show what its address says.", remedy: String(error.message ?? error) }} /><a class="button primary" href=${address(page)}>Start this page afresh</a>`;
  }
}

/** @param {{ page: string }} props */
function Header({ page }) {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "");
  const dark = theme === "dark" || (!theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const turn = () => {
    const next = dark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remember("theme", next);
    setTheme(next);
    announce(`${next} colours`);
  };
  return html`<header class="top">
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>Skip to the page</a>
    <a class="brand" href="#/play" aria-label="Pencilmark"><img src="icon.svg" alt="" width="28" height="28" /><span>Pencilmark</span></a>
    <nav aria-label="Pages">${PAGES.map((entry) => html`<a href=${address(entry.id)} aria-current=${entry.id === page ? "page" : undefined}>${entry.title}</a>`)}</nav>
    <${Button} icon=${dark ? "sun" : "moon"} title=${dark ? "Light colours" : "Dark colours"} kind="quiet" onClick=${turn} />
  </header>`;
}

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
