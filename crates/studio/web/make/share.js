// One puzzle to take along: as a link, as a text, as a picture, on paper.
import { html, useEffect, useState } from "../view.js";
import { engine } from "../engine.js";
import { Field } from "../form.js";
import { Button, Choice, Dialog, Failure, announce, copy, download } from "../ui.js";
import { LazyBoard, LevelBadge, hardestWords } from "./card.js";
import { ending, fileName, playLink, unsolved, written } from "./files.js";

/**
 * @param {{ item: import("./card.js").Made, kind: KindAbout, most: number, onOpen: (page: string, item: import("./card.js").Made) => void, onPrint: () => void, onClose: () => void }} props
 */
export function ShareDialog({ item, kind, most, onOpen, onPrint, onClose }) {
  const { view, grade, index } = item;
  const [format, setFormat] = useState(kind.formats[0]);
  const [text, setText] = useState("");
  const [solved, setSolved] = useState(false);
  const [said, setSaid] = useState("");
  const [error, setError] = useState(/** @type {any} */ (null));
  const say = (/** @type {string} */ what) => {
    setSaid(what);
    announce(what);
  };
  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    setError(null);
    await work().catch(setError);
  };
  useEffect(() => {
    let current = true;
    setText("");
    setError(null);
    written([view.puzzle], format).then((text) => current && setText(text), (error) => current && setError(error));
    return () => {
      current = false;
    };
  }, [view, format]);

  const copyLink = () => attempt(async () => {
    const link = await playLink(view.puzzle);
    say((await copy(link)) ? "The link is on the clipboard." : `The browser does not let the page copy. The link: ${link}`);
  });
  const copyText = () => attempt(async () => say((await copy(text)) ? `Copied as ${format}.` : "The browser does not let the page copy: select the text and copy it."));
  const picture = (/** @type {"svg" | "png"} */ sort) => attempt(async () => {
    const blob = await engine.render({ puzzle: unsolved(view.puzzle), format: sort, solved, ...(sort === "png" ? { width: 1600 } : {}) });
    download(blob, fileName(kind.id, [index + 1], solved ? `solved.${sort}` : sort));
    say(`The ${sort.toUpperCase()} is among the downloads.`);
  });

  return html`<${Dialog} title=${`Puzzle ${index + 1}`} onClose=${onClose} wide>
    <div class="share">
      <div class="share-board"><${LazyBoard} view=${view} /></div>
      <div class="share-ways">
        <p><strong>${view.title}</strong></p>
        <p class="made-grade"><${LevelBadge} grade=${grade} most=${most} /><span class="soft">${[grade?.score ? `score ${grade.score.toFixed(1)}` : "", hardestWords(grade, kind.techniques)].filter(Boolean).join(" · ")}</span></p>
        <div class="buttons">
          <${Button} icon="play" label="Play" kind="primary" onClick=${() => onOpen("play", item)} />
          <${Button} icon="eye" label="Watch" onClick=${() => onOpen("watch", item)} />
          <${Button} icon="share" label="Copy link" onClick=${copyLink} />
          <${Button} icon="print" label="Print" onClick=${onPrint} />
        </div>
        <h3>As a text</h3>
        <${Field} label="Format">${(/** @type {string} */ id) => html`<select id=${id} value=${format} onChange=${(/** @type {any} */ event) => setFormat(event.target.value)}>${kind.formats.map((name) => html`<option value=${name}>${name}</option>`)}</select>`}<//>
        <textarea class="code share-text" readonly rows="5" aria-label="The puzzle as a text" value=${text} spellcheck=${false}></textarea>
        <div class="buttons">
          <${Button} icon="copy" label="Copy text" disabled=${!text} onClick=${copyText} />
          <${Button} icon="download" label="Download text" disabled=${!text} onClick=${() => download(new Blob([text], { type: "text/plain" }), fileName(kind.id, [index + 1], ending(format, false)))} />
        </div>
        <h3>As a picture</h3>
        <div class="buttons">
          <${Choice} label="What the picture shows" value=${solved} onChange=${setSolved} options=${[{ value: false, label: "Puzzle" }, { value: true, label: "Solved" }]} />
          <${Button} icon="download" label="SVG" onClick=${() => picture("svg")} />
          <${Button} icon="download" label="PNG" onClick=${() => picture("png")} />
        </div>
        ${said ? html`<p class="notice good said">${said}</p>` : null}
        <${Failure} error=${error} />
      </div>
    </div>
  <//>`;
}
