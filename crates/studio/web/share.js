// Ways to take a puzzle along: as a text in any format, as a picture. Dialogs are put together from them.
import { html, useEffect, useState } from "./view.js";
import { engine } from "./engine.js";
import { ending, written } from "./files.js";
import { unsolved } from "./puzzle.js";
import { Field } from "./form.js";
import { Button, Choice, announce, copy, download } from "./ui.js";

/** What was done last, or what went wrong with it. */
export function useOutcome() {
  const [outcome, setOutcome] = useState(/** @type {{ said: string, error: any }} */ ({ said: "", error: null }));
  /** Does something, and says that it is done. @param {() => Promise<string>} work */
  const attempt = async (work) => {
    try {
      const said = await work();
      setOutcome({ said, error: null });
      if (said) announce(said);
    } catch (error) {
      setOutcome({ said: "", error });
    }
  };
  return { ...outcome, attempt };
}

/** Copies something, and says so. @param {string} text @param {string} what */
export const copied = async (text, what) => ((await copy(text)) ? `${what} is on the clipboard.` : `The browser does not let the page copy. ${what}: ${text}`);

/**
 * A read-only text with a button that copies it.
 * @param {{ label: string, help?: string, text: string, what: string, attempt: (work: () => Promise<string>) => void }} props
 */
const Copied = ({ label, help, text, what, attempt }) => html`<${Field} label=${label} help=${help}>${(/** @type {string} */ id, /** @type {string} */ described) => html`<div class="beside">
  <input id=${id} aria-describedby=${described} readonly value=${text} onFocus=${(/** @type {any} */ event) => event.target.select()} /><${Button} icon="copy" title=${`Copy ${what}`} onClick=${() => attempt(() => copied(text, what.charAt(0).toUpperCase() + what.slice(1)))} /></div>`}<//>`;

/**
 * Public links to a puzzle.
 * @param {{ links: string[], attempt: (work: () => Promise<string>) => void }} props
 */
export const Sites = ({ links, attempt }) => (links.length
  ? html`<h3>Public links</h3>${links.map((link) => {
    const { host } = new URL(link);
    return html`<${Copied} key=${host} label=${`At ${host}`} text=${link} what=${`the link to ${host}`} attempt=${attempt} />`;
  })}<p class="soft small">Other people run these sites. The link contains the puzzle; the studio sends nothing.</p>`
  : null);

/**
 * A link to the studio itself, which only works on this machine.
 * @param {{ link: string, attempt: (work: () => Promise<string>) => void }} props
 */
export const StudioLink = ({ link, attempt }) => html`<h3>For this machine</h3>
  <${Copied} label="Link to this studio" help="It works on this machine only, while the studio runs. It does not open anywhere else." text=${link} what="the link for this machine" attempt=${attempt} />`;

/**
 * A puzzle as a text.
 * @param {{ puzzle: PuzzleJson, formats: string[], name: string, attempt: (work: () => Promise<string>) => void }} props
 */
export function AsText({ puzzle, formats, name, attempt }) {
  const [format, setFormat] = useState(formats[0]);
  const [known, setKnown] = useState({ format: "", text: "" });
  const text = known.format === format ? known.text : "";
  useEffect(() => {
    let current = true;
    attempt(async () => {
      const text = await written([puzzle], format);
      if (current) setKnown({ format, text });
      return "";
    });
    return () => {
      current = false;
    };
  }, [puzzle, format]);
  return html`<${Field} label="Format">${(/** @type {string} */ id) => html`<select id=${id} value=${format} onChange=${(/** @type {any} */ event) => setFormat(event.target.value)}>${formats.map((each) => html`<option value=${each}>${each}</option>`)}</select>`}<//>
    <textarea class="code share-text" readonly rows="5" aria-label="The puzzle as a text" value=${text} spellcheck=${false}></textarea>
    <div class="buttons">
      <${Button} icon="copy" label="Copy text" disabled=${!text} onClick=${() => attempt(() => copied(text, `The puzzle as ${format}`))} />
      <${Button} icon="download" label="Download text" disabled=${!text} onClick=${() => download(new Blob([text], { type: "text/plain" }), `${name}.${ending(format, false)}`)} />
    </div>`;
}

/** How wide a PNG is, in pixels. */
const WIDTH = 1600;

/**
 * A puzzle as a picture.
 * @param {{ puzzle: PuzzleJson, name: string, attempt: (work: () => Promise<string>) => void }} props
 */
export function AsPicture({ puzzle, name, attempt }) {
  const [solved, setSolved] = useState(false);
  const picture = (/** @type {"svg" | "png"} */ sort) => attempt(async () => {
    const blob = await engine.render({ puzzle: unsolved(puzzle), format: sort, solved, ...(sort === "png" ? { width: WIDTH } : {}) });
    download(blob, `${name}${solved ? "-solved" : ""}.${sort}`);
    return `The ${sort.toUpperCase()} has been downloaded.`;
  });
  return html`<div class="buttons">
    <${Choice} label="What the picture shows" value=${solved} onChange=${setSolved} options=${[{ value: false, label: "Puzzle" }, { value: true, label: "Solved" }]} />
    <${Button} icon="download" label="SVG" onClick=${() => picture("svg")} />
    <${Button} icon="download" label="PNG" onClick=${() => picture("png")} />
  </div>`;
}
