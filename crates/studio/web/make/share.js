// One puzzle to take along: as a link, as a text, as a picture, on paper.
import { html, useEffect, useState } from "../view.js";
import { fileName, playLink } from "../files.js";
import { AsPicture, AsText, Sites, StudioLink, useOutcome } from "../share.js";
import { Button, Dialog, Failure } from "../ui.js";
import { LazyBoard, LevelBadge, hardestWords } from "./card.js";

/**
 * @param {{ item: import("./card.js").Made, kind: KindAbout, most: number, onOpen: (page: string, item: import("./card.js").Made) => void, onPrint: () => void, onClose: () => void }} props
 */
export function ShareDialog({ item, kind, most, onOpen, onPrint, onClose }) {
  const { view, grade, index } = item;
  const { said, error, attempt } = useOutcome();
  const [link, setLink] = useState("");
  useEffect(() => {
    playLink({ puzzle: view.puzzle }).then(setLink);
  }, [view]);
  const name = fileName(kind.id, [index + 1]);
  return html`<${Dialog} title=${`Puzzle ${index + 1}`} onClose=${onClose} wide>
    <div class="share">
      <div class="share-board"><${LazyBoard} view=${view} /></div>
      <div class="share-ways">
        <p><strong>${view.title}</strong></p>
        <p class="made-grade"><${LevelBadge} grade=${grade} most=${most} /><span class="soft">${[grade?.score ? `score ${grade.score.toFixed(1)}` : "", hardestWords(grade, kind.techniques)].filter(Boolean).join(" · ")}</span></p>
        <div class="buttons">
          <${Button} icon="play" label="Play" kind="primary" onClick=${() => onOpen("play", item)} />
          <${Button} icon="eye" label="Watch" onClick=${() => onOpen("watch", item)} />
          <${Button} icon="print" label="Print" onClick=${onPrint} />
        </div>
        <${Sites} links=${view.links} attempt=${attempt} />
        <h3>As a text</h3>
        <${AsText} puzzle=${view.puzzle} formats=${view.formats} name=${name} attempt=${attempt} />
        <h3>As a picture</h3>
        <${AsPicture} puzzle=${view.puzzle} name=${name} attempt=${attempt} />
        <${StudioLink} link=${link} attempt=${attempt} />
        ${said ? html`<p class="notice good said">${said}</p>` : null}
        <${Failure} error=${error} />
      </div>
    </div>
  <//>`;
}
