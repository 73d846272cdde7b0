// A puzzle for others: as a link, in any format, as a picture, on paper.
import { html, useEffect, useMemo, useState } from "../view.js";
import { engine } from "../engine.js";
import { playLink } from "../files.js";
import { Field } from "../form.js";
import { AsPicture, AsText, copied, useOutcome } from "../share.js";
import { Button, Choice, Dialog, Failure, download } from "../ui.js";

/**
 * @param {object} props
 * @param {string[]} props.formats that it can be written in
 * @param {PuzzleJson} props.puzzle without what has been entered
 * @param {any} props.position with it, as the address has it
 * @param {string} props.title
 * @param {() => void} props.onClose
 */
export function ShareDialog({ formats, puzzle, position, title, onClose }) {
  const [entered, setEntered] = useState(false);
  const [link, setLink] = useState("");
  const { said, error, attempt } = useOutcome();
  const shared = useMemo(() => (entered ? position : { puzzle }), [entered]);
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/-$/, "");
  useEffect(() => {
    playLink(shared).then(setLink);
  }, [shared]);
  const print = () => attempt(async () => {
    download(await engine.print({ puzzles: [puzzle], title, per_page: 1, levels: true }), `${name}.pdf`);
    return "The PDF has been downloaded.";
  });
  return html`<${Dialog} title="Share" onClose=${onClose}>
    <div class="stack">
      <${Choice} label="What to share" value=${entered} onChange=${setEntered} options=${[{ value: false, label: "The puzzle" }, { value: true, label: "With what I have entered" }]} />
      <${Field} label="Link" help="For anybody who runs the studio: the whole puzzle is in it, and nothing is stored anywhere.">${(/** @type {string} */ id, /** @type {string} */ described) => html`<div class="beside"><input id=${id} aria-describedby=${described} readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /><${Button} icon="copy" title="Copy the link" onClick=${() => attempt(() => copied(link, "The link"))} /></div>`}<//>
      <${AsText} key=${entered} puzzle=${shared.puzzle} formats=${formats} name=${name} attempt=${attempt} />
      <${AsPicture} puzzle=${shared.puzzle} name=${name} attempt=${attempt} />
      <div class="buttons"><${Button} icon="print" label="PDF to print" onClick=${print} /></div>
      ${said ? html`<p class="notice good">${said}</p>` : null}
      <${Failure} error=${error} />
    </div>
  <//>`;
}
