// Shares a puzzle: as a public link, as a text, as a picture, on paper, or as a link for this
// machine.
import { html, useEffect, useMemo, useState } from "../view.js";
import { engine } from "../engine.js";
import { playLink } from "../files.js";
import { AsPicture, AsText, Sites, StudioLink, useOutcome } from "../share.js";
import { Button, Choice, Dialog, Failure, download } from "../ui.js";

/**
 * @param {object} props
 * @param {string[]} props.formats that it can be written in
 * @param {string[]} props.links at which sites show it
 * @param {PuzzleJson} props.puzzle without what has been entered
 * @param {any} props.position with it, as the address has it
 * @param {string} props.title
 * @param {() => void} props.onClose
 */
export function ShareDialog({ formats, links, puzzle, position, title, onClose }) {
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
      ${entered ? null : html`<${Sites} links=${links} attempt=${attempt} />`}
      <h3>As a text</h3>
      <${AsText} key=${entered} puzzle=${shared.puzzle} formats=${formats} name=${name} attempt=${attempt} />
      <h3>As a picture, or on paper</h3>
      <${AsPicture} puzzle=${shared.puzzle} name=${name} attempt=${attempt} />
      <div class="buttons"><${Button} icon="print" label="PDF to print" onClick=${print} /></div>
      <${StudioLink} link=${link} attempt=${attempt} />
      ${said ? html`<p class="notice good">${said}</p>` : null}
      <${Failure} error=${error} />
    </div>
  <//>`;
}
