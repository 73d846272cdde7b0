// A puzzle for others: as a link, in any format, as a picture.
import { html, useEffect, useState } from "../view.js";
import { engine } from "../engine.js";
import { address, pack } from "../link.js";
import { Button, Choice, Dialog, Failure, announce, copy, download } from "../ui.js";
import { Field } from "../form.js";

/**
 * @param {object} props
 * @param {KindAbout} props.kind
 * @param {PuzzleJson} props.puzzle without what has been entered
 * @param {any} props.position with it, as the address has it
 * @param {string} props.title
 * @param {() => void} props.onClose
 */
export function ShareDialog({ kind, puzzle, position, title, onClose }) {
  const [what, setWhat] = useState("puzzle");
  const [link, setLink] = useState("");
  const [format, setFormat] = useState(kind.formats[0]);
  const [text, setText] = useState("");
  const [error, setError] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState("");
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/-$/, "");
  useEffect(() => {
    const state = what === "puzzle" ? { puzzle } : position;
    pack(state).then((packed) => setLink(`${location.origin}/${address("play", packed)}`));
  }, [what]);
  useEffect(() => {
    let current = true;
    setError(null);
    engine.write(what === "puzzle" ? puzzle : position.puzzle, format).then((written) => current && setText(written), (failure) => {
      if (!current) return;
      setText("");
      setError(failure);
    });
    return () => { current = false; };
  }, [format, what]);
  const put = async (/** @type {string} */ content, /** @type {string} */ thing) => {
    const words = (await copy(content)) ? `${thing} copied.` : "The browser does not let the page copy: select the text and copy it yourself.";
    setSaid(words);
    announce(words);
  };
  const picture = (/** @type {string} */ type, /** @type {boolean} */ solved) => async () => {
    try {
      download(await engine.render({ puzzle: what === "puzzle" ? puzzle : position.puzzle, format: type, solved, width: type === "png" ? 1200 : undefined }), `${name}${solved ? "-solved" : ""}.${type}`);
    } catch (failure) {
      setError(failure);
    }
  };
  const print = async () => {
    try {
      download(await engine.print({ puzzles: [puzzle], title, per_page: 1, levels: true }), `${name}.pdf`);
    } catch (failure) {
      setError(failure);
    }
  };
  return html`<${Dialog} title="Share" onClose=${onClose}>
    <div class="stack">
      <${Choice} label="What to share" value=${what} onChange=${setWhat} options=${[{ value: "puzzle", label: "The puzzle" }, { value: "position", label: "With what I have entered" }]} />
      <${Field} label="Link" help="For anybody who runs the studio: the whole puzzle is in it, and nothing is stored anywhere.">${(/** @type {string} */ id, /** @type {string} */ described) => html`<div class="beside"><input id=${id} aria-describedby=${described} readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /><${Button} icon="copy" title="Copy the link" onClick=${() => put(link, "Link")} /></div>`}<//>
      <${Field} label="Format">${(/** @type {string} */ id) => html`<select id=${id} value=${format} onChange=${(/** @type {any} */ event) => setFormat(event.target.value)}>${kind.formats.map((each) => html`<option value=${each}>${each}</option>`)}</select>`}<//>
      <${Failure} error=${error} />
      ${text ? html`<div class="beside"><textarea class="code" rows="6" readonly aria-label=${`The puzzle as ${format}`} value=${text}></textarea><${Button} icon="copy" title="Copy the text" onClick=${() => put(text, "Text")} /></div>` : null}
      <div class="buttons"><${Button} icon="download" label="SVG" onClick=${picture("svg", false)} /><${Button} icon="download" label="PNG" onClick=${picture("png", false)} /><${Button} icon="download" label="Solved SVG" onClick=${picture("svg", true)} /><${Button} icon="print" label="PDF" onClick=${print} /></div>
      <p class="soft" aria-live="polite">${said}</p>
    </div>
  <//>`;
}
