// Another puzzle: a built-in one, a text in any format, a file, one that was begun earlier, or one drawn by hand.
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Button, Choice, Dialog, Failure } from "../ui.js";
import { Thumbnail } from "../board.js";
import { Field, SettingsForm } from "../form.js";
import { useLevels } from "../level.js";
import { puzzleName, recallGames, rememberGame } from "../store.js";

const WAYS = [
  { value: "built-in", label: "Built in" },
  { value: "text", label: "Paste or file" },
  { value: "earlier", label: "Earlier" },
];

/** Files beyond this are no puzzles for a page: the server would refuse them. */
const LARGEST = 2_000_000;

/**
 * @param {object} props
 * @param {About} props.about
 * @param {string} props.kind
 * @param {(view: View) => void} props.onOpen
 * @param {() => void} props.onDraw
 * @param {() => void} props.onClose
 */
export function OpenDialog({ about, kind, onOpen, onDraw, onClose }) {
  const [way, setWay] = useState("built-in");
  return html`<${Dialog} title="Open a puzzle" onClose=${onClose} wide>
    <div class="buttons spread"><${Choice} label="Where from" options=${WAYS} value=${way} onChange=${setWay} /><${Button} icon="draw" label="Draw one" onClick=${onDraw} /></div>
    ${way === "built-in" ? html`<${BuiltIn} about=${about} kind=${kind} onOpen=${onOpen} />` : way === "text" ? html`<${Paste} about=${about} onOpen=${onOpen} />` : html`<${Earlier} about=${about} onOpen=${onOpen} />`}
  <//>`;
}

/**
 * @param {{ about: About, views: View[], onOpen: (view: View) => void, numbered?: boolean }} props
 * `numbered`: whether they are members of one set, to number and to grade
 */
function Shelf({ about, views, onOpen, numbered }) {
  const levels = useLevels(about, views, Boolean(numbered));
  return html`<ul class="shelf">${views.map((view, index) => html`<li><button type="button" class="puzzle-card" onClick=${() => onOpen(view)}><${Thumbnail} view=${view} /><span>${numbered ? `${index + 1}. ${view.title}` : view.title}</span>${levels[index] ? html`<span class="badge">${levels[index]}</span>` : null}</button></li>`)}</ul>`;
}

/** @param {{ about: About, kind: string, onOpen: (view: View) => void }} props */
function BuiltIn({ about, kind: first, onOpen }) {
  const [kind, setKind] = useState(first);
  const sets = about.kinds.find((entry) => entry.id === kind)?.corpus ?? [];
  const [set, setSet] = useState("levels");
  const [views, setViews] = useState(/** @type {View[] | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const known = sets.some((entry) => entry.name === set) ? set : sets[0].name;
  useEffect(() => {
    let current = true;
    setViews(null);
    engine.corpus(kind, known).then((found) => current && setViews(found.puzzles), (failure) => current && setError(failure));
    return () => { current = false; };
  }, [kind, known]);
  return html`<div class="stack">
    <${Choice} label="Kind" options=${about.kinds.map((entry) => ({ value: entry.id, label: entry.title }))} value=${kind} onChange=${setKind} />
    <${Field} label="Set" help=${sets.find((entry) => entry.name === known)?.about}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<select id=${id} aria-describedby=${described} value=${known} onChange=${(/** @type {any} */ event) => setSet(event.target.value)}>${sets.map((entry) => html`<option value=${entry.name}>${entry.name}</option>`)}</select>`}<//>
    <${Failure} error=${error} />
    ${views ? html`<${Shelf} about=${about} views=${views} onOpen=${onOpen} numbered />` : html`<p class="soft">One moment …</p>`}
  </div>`;
}

/** @param {{ about: About, onOpen: (view: View) => void }} props */
function Paste({ about, onOpen }) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState("");
  const [settings, setSettings] = useState(/** @type {Record<string, string>} */ ({}));
  const [found, setFound] = useState(/** @type {Views | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const entry = about.kinds.find((entry) => entry.id === kind);
  const open = entry?.settings.filter((setting) => setting.reading) ?? [];
  const read = async (/** @type {string} */ what) => {
    setFound(null);
    setError(null);
    try {
      const views = await engine.read({ text: what, kind: kind || undefined, settings });
      if (views.puzzles.length === 1 && !views.errors.length) onOpen(views.puzzles[0]);
      else setFound(views);
    } catch (failure) {
      setError(failure);
    }
  };
  const file = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    if (chosen.size > LARGEST) {
      setError({ what: `${chosen.name} is too large for the page.`, remedy: "Use the command for large files: pencilmark solve FILE" });
      return;
    }
    const content = await chosen.text();
    setText(content);
    read(content);
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    file(event.dataTransfer?.files[0]);
  };
  return html`<div class="stack">
    <${Field} label="A puzzle in any format" help="Lines of digits, grids, links of puzz.link, IDs of Tatham's puzzles, janko, SBN, JSON … kind and format are detected. A file can be dropped here.">${(/** @type {string} */ id, /** @type {string} */ described) => html`<textarea id=${id} aria-describedby=${described} ref=${area} class="code" rows="9" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} onDrop=${drop}></textarea>`}<//>
    <div class="fields">
      <${Field} label="Kind" help="Needed only if a text could be of two kinds.">${(/** @type {string} */ id, /** @type {string} */ described) => html`<select id=${id} aria-describedby=${described} value=${kind} onChange=${(/** @type {any} */ event) => { setKind(event.target.value); setSettings({}); }}><option value="">detect</option>${about.kinds.map((entry) => html`<option value=${entry.id}>${entry.title}</option>`)}</select>`}<//>
      <${Field} label="File">${(/** @type {string} */ id) => html`<input id=${id} type="file" onChange=${(/** @type {any} */ event) => file(event.target.files[0])} />`}<//>
    </div>
    ${open.length ? html`<${SettingsForm} settings=${open} values=${settings} onChange=${setSettings} />` : null}
    <${Failure} error=${error} />
    ${found?.errors.slice(0, 3).map((failure) => html`<${Failure} error=${failure} />`)}
    <div class="buttons"><${Button} kind="primary" label="Open" onClick=${() => read(text)} disabled=${!text.trim()} />${entry ? html`<${Button} kind="quiet" label=${`An empty form for ${entry.title}`} onClick=${() => { setText(entry.template); area.current?.focus(); }} />` : null}</div>
    ${found?.puzzles.length ? html`<p>${found.puzzles.length === 1 ? "One puzzle was" : `${found.puzzles.length} puzzles were`} read${found.left_out ? `, ${found.left_out} more were left out` : ""}:</p><${Shelf} about=${about} views=${found.puzzles} onOpen=${onOpen} />` : null}
  </div>`;
}

/** @param {{ about: About, onOpen: (view: View) => void }} props */
function Earlier({ about, onOpen }) {
  const [views, setViews] = useState(/** @type {View[] | null} */ (null));
  const games = useMemo(recallGames, []);
  useEffect(() => {
    if (!games.length) setViews([]);
    else engine.read({ text: games.map((game) => JSON.stringify(game.puzzle)).join("\n"), format: "json" }).then((found) => setViews(found.puzzles), () => setViews([]));
  }, []);
  if (!views) return html`<p class="soft">One moment …</p>`;
  const open = (/** @type {View} */ view) => {
    // The game that is opened becomes the newest of its puzzle, which is the one to go on with.
    const game = games[views.indexOf(view)];
    if (game) rememberGame(puzzleName(game.puzzle), game.id, game);
    onOpen(view);
  };
  return views.length ? html`<${Shelf} about=${about} views=${views} onOpen=${open} />` : html`<p>Nothing has been begun in this browser yet.</p>`;
}
