// What has been made: to look through, to sort, to choose from and to take along.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../view.js";
import { Button, Failure, announce, download } from "../ui.js";
import { Card } from "./card.js";
import { ending, fileName, written } from "../files.js";
import { unsolved } from "../puzzle.js";
import { PrintDialog } from "./print.js";
import { ShareDialog } from "./share.js";

/** @typedef {import("./card.js").Made} Made */

const ORDERS = /** @type {Record<string, { label: string, compare: (one: Made, other: Made) => number }>} */ ({
  made: { label: "As made", compare: (one, other) => one.index - other.index },
  easiest: { label: "Easiest first", compare: (one, other) => score(one) - score(other) },
  hardest: { label: "Hardest first", compare: (one, other) => score(other) - score(one) },
});

/** A puzzle without a grade is beyond the techniques. @param {Made} item */
const score = (item) => item.grade?.score ?? item.grade?.level ?? Infinity;

/**
 * @param {{ made: Made[], kind: KindAbout, most: number, onOpen: (page: string, item: Made) => void }} props
 */
export function Gallery({ made, kind, most, onOpen }) {
  const [order, setOrder] = useState("made");
  const [level, setLevel] = useState("");
  const [picked, setPicked] = useState(/** @type {Set<number>} */ (new Set()));
  const [format, setFormat] = useState("json");
  const [shared, setShared] = useState(/** @type {Made | null} */ (null));
  const [printed, setPrinted] = useState(/** @type {Made[] | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const last = useRef(/** @type {number | null} */ (null));

  const levels = useMemo(() => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { grade } of made) counts.set(String(grade?.level ?? "none"), (counts.get(String(grade?.level ?? "none")) ?? 0) + 1);
    return [...counts].sort(([one], [other]) => one.localeCompare(other));
  }, [made]);
  const known = levels.some(([name]) => name === level);
  const shown = useMemo(() => made.filter((item) => !level || !known || String(item.grade?.level ?? "none") === level).sort(ORDERS[order].compare), [made, level, known, order]);
  const chosen = shown.filter((item) => picked.has(item.index));
  const taken = chosen.length ? chosen : shown;
  const shownNow = useRef(shown);
  shownNow.current = shown;
  const formats = kind.formats.includes(format) ? format : kind.formats[0];

  const onPick = useCallback((/** @type {Made} */ item, /** @type {boolean} */ on, /** @type {MouseEvent} */ event) => {
    const at = shownNow.current.findIndex((other) => other.index === item.index);
    const from = event.shiftKey && last.current !== null ? Math.min(last.current, shownNow.current.length - 1) : at;
    last.current = at;
    const range = shownNow.current.slice(Math.min(from, at), Math.max(from, at) + 1);
    setPicked((/** @type {Set<number>} */ before) => {
      const next = new Set(before);
      for (const { index } of range) on ? next.add(index) : next.delete(index);
      return next;
    });
  }, []);
  const all = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen.length > 0 && chosen.length < shown.length;
  });
  const pickAll = (/** @type {boolean} */ on) => {
    setPicked(new Set(on ? shown.map((item) => item.index) : []));
    announce(on ? `${shown.length} selected` : "none selected");
  };
  const save = async () => {
    setError(null);
    try {
      const puzzles = taken.map((item) => item.view.puzzle);
      // A line of JSON each is what the puzzles are held as already.
      const text = formats === "json" ? puzzles.map((puzzle) => `${JSON.stringify(unsolved(puzzle))}\n`).join("") : await written(puzzles, formats);
      download(new Blob([text], { type: "text/plain" }), `${fileName(kind.id, taken.map((item) => item.index + 1))}.${ending(formats, taken.length > 1)}`);
      announce(taken.length === 1 ? "One puzzle has been downloaded." : `${taken.length} puzzles have been downloaded.`);
    } catch (failure) {
      setError(failure);
    }
  };
  const onShare = useCallback((/** @type {Made} */ item) => setShared(item), []);
  const which = chosen.length ? `${chosen.length} selected` : shown.length === 1 ? "the puzzle" : `all ${shown.length}`;

  return html`<div class="gallery-tools" role="toolbar" aria-label="Gallery">
      <label class="tick"><input ref=${all} type="checkbox" checked=${chosen.length === shown.length && shown.length > 0} onChange=${(/** @type {any} */ event) => pickAll(event.target.checked)} />${chosen.length ? `${chosen.length} of ${shown.length}` : "Select all"}</label>
      <select aria-label="Sort" value=${order} onChange=${(/** @type {any} */ event) => setOrder(event.target.value)}>${Object.entries(ORDERS).map(([name, { label }]) => html`<option value=${name}>${label}</option>`)}</select>
      <select aria-label="Levels" value=${known ? level : ""} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
        <option value="">All levels</option>${levels.map(([name, count]) => html`<option value=${name}>${name === "none" ? "No level" : `Level ${name}`} (${count})</option>`)}
      </select>
      <span class="grow"></span>
      <span class="save-as"><select aria-label="Format" value=${formats} onChange=${(/** @type {any} */ event) => setFormat(event.target.value)}>${kind.formats.map((name) => html`<option value=${name}>${name === "json" ? "JSON lines" : name}</option>`)}</select>
      <${Button} icon="download" label=${`Download ${taken.length}`} title=${`Download ${which}`} onClick=${save} /></span>
      <${Button} icon="print" label=${`Print ${taken.length}`} title=${`Print ${which}`} onClick=${() => setPrinted(taken)} />
    </div>
    <${Failure} error=${error} />
    <ol class="gallery">${shown.map((item) => html`<${Card} key=${item.index} item=${item} kind=${kind} most=${most} picked=${picked.has(item.index)} hidden=${chosen.length > 0 && !picked.has(item.index)} onPick=${onPick} onOpen=${onOpen} onShare=${onShare} />`)}</ol>
    ${shared && !printed ? html`<${ShareDialog} item=${shared} kind=${kind} most=${most} onOpen=${onOpen} onPrint=${() => { setPrinted([shared]); setShared(null); }} onClose=${() => setShared(null)} />` : null}
    ${printed ? html`<${PrintDialog} items=${printed} kind=${kind} onClose=${() => setPrinted(null)} />` : null}`;
}
