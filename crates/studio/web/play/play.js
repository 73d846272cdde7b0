// Play: a puzzle solved by hand, with as much help as is asked for.
import { classes, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Board } from "../board.js";
import { cellName, faceWords, place, shape } from "../cells.js";
import { Button, Dialog, announce, sentence } from "../ui.js";
import { bare } from "../puzzle.js";
import { useGrade } from "../level.js";
import { recall, remember } from "../store.js";
import { AdviceCard, COMPACT } from "./advice.js";
import { STAGES, hintWords, positionAt, shown, useCoach, withNames } from "./coach.js";
import { Draw } from "./draw.js";
import { TOGETHER, beginLine, chains, drawLine, enter, erase, likelyNext, nextToggle, paint, sheet } from "./entering.js";
import { drawn, isUntouched, move, positionOf, redo, undo } from "./game.js";
import { KEYS, meaning } from "./keys.js";
import { PuzzleBar, PuzzleSheet, PuzzleTitle, Welcome, isFirstVisit, useNewPuzzle, welcomed } from "./new-puzzle.js";
import { OpenDialog } from "./open.js";
import { OptionTicks, useOptions } from "./options.js";
import { Pad } from "./pad.js";
import { brokenWords, useBroken, useClashing, useFlags, useRelated } from "./seen.js";
import { ShareDialog } from "./share.js";
import { Timer } from "./timer.js";
import { useGame } from "./use-game.js";

/** Puzzles that were put on the table: each is played on a table of its own. */
let tables = 0;

/** Gives the keyboard back to the board, when what had it is gone. */
const focusBoard = () => setTimeout(() => /** @type {SVGElement | null} */ (document.querySelector(".board.live"))?.focus({ preventScroll: true }));

/**
 * Passes the height above the board to the style sheet, so that the board and its keys can fill the
 * rest of the window.
 * @returns {{ current: HTMLElement | null }}
 */
function useScreen() {
  const screen = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const measure = () => {
      const part = screen.current;
      // In a wide window, the screen has no box of its own.
      const top = part?.firstElementChild ? part.firstElementChild.getBoundingClientRect().top + scrollY : 0;
      part?.style.setProperty("--above", `${Math.round(top)}px`);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  return screen;
}

/** @param {import("../app.js").PageProps} props */
export default function Play(props) {
  const { view, about, state, onView, onState, onStep } = props;
  const [drawing, setDrawing] = useState(/** @type {any} */ (about.kinds.some((kind) => kind.id === state?.drawing?.kind) ? state.drawing : null));
  // What the address said is about the puzzle that it came with, not about those that are opened later.
  const first = useRef(view);
  const opened = useMemo(() => ++tables, [view]);
  const next = useNewPuzzle(about, view.kind, onView);
  const [welcome, setWelcome] = useState(() => isFirstVisit(state));
  if (drawing) {
    const open = (/** @type {View} */ next) => {
      setDrawing(null);
      onView(next);
    };
    return html`<${Draw} about=${about} drawing=${drawing} onState=${onState} onOpen=${open} onClose=${() => { onStep(); setDrawing(null); }} />`;
  }
  const closeWelcome = () => {
    welcomed();
    setWelcome(false);
    focusBoard();
  };
  /** In a small window the game needs the room. */
  const begun = () => {
    if (!welcome || !matchMedia(COMPACT).matches) return;
    welcomed();
    setWelcome(false);
  };
  /** @param {{ kind: string, board?: View }} start a kind, and a puzzle to begin with */
  const draw = (start) => {
    onStep();
    setDrawing(start);
  };
  return html`<${PuzzleBar} about=${about} next=${next} />
    ${welcome ? html`<${Welcome} about=${about} kind=${view.kind} onBegin=${next.begin} onClose=${closeWelcome} />` : null}
    <${Table} key=${opened} ...${props} onPick=${() => next.setPicking(true)} onBegun=${begun} state=${view === first.current ? state : null} onDraw=${draw} />
    ${next.picking ? html`<${PuzzleSheet} about=${about} next=${next} />` : null}`;
}

/**
 * Whether the rules of a kind are to be shown below the title: until a puzzle of the kind was begun in
 * this browser. They stay while that puzzle is open, so that the board does not move.
 * @param {string} kind
 * @param {boolean} hasBegun
 */
function useFirstRules(kind, hasBegun) {
  const [isFirst] = useState(() => !recallList("kinds").includes(kind));
  useEffect(() => {
    if (hasBegun) remember("kinds", [...new Set([...recallList("kinds"), kind])]);
  }, [hasBegun]);
  return isFirst;
}

/** @param {string} key @returns {any[]} */
const recallList = (key) => {
  const known = recall(key);
  return Array.isArray(known) ? known : [];
};

/** @param {import("../app.js").PageProps & { onDraw: (start: { kind: string, board?: View }) => void, onPick: () => void, onBegun: () => void }} props */
function Table({ about, view, onView, state, onState, onDraw, onPick, onBegun }) {
  const kind = /** @type {KindAbout} */ (about.kinds.find((entry) => entry.id === view.kind));
  const on = useMemo(() => sheet(view), [view]);
  const coach = useCoach(view);
  const { advice } = coach;
  // Advice about the position before is over with a move.
  const [options, setOption] = useOptions();
  const { game, live, play, playTidily, position, record, seconds, solved } = useGame(view, state, onState, coach.close, options.tidy);
  const [cursor, choose] = useState(0);
  // No highlights before the user has chosen a cell.
  const [chosen, setChosen] = useState(false);
  const setCursor = (/** @type {number} */ cell) => {
    choose(cell);
    setChosen(true);
  };
  const [selected, setSelected] = useState(/** @type {Set<number>} */ (new Set()));
  const [mode, setMode] = useState(/** @type {import("./entering.js").Mode} */ ("value"));
  const [dialog, setDialog] = useState(/** @type {"open" | "share" | "keys" | "rules" | null} */ (null));
  const before = useRef(/** @type {any} */ (null));
  const stroke = useRef(/** @type {any} */ (null));
  /** Whether a pointer is down on the board, which must not move then. */
  const held = useRef(false);
  /** The move that took over the end of an explanation. */
  const [revealed, setRevealed] = useState(/** @type {any} */ (null));
  const hasNone = useGrade(view)?.verdict === "none";
  const clashing = useClashing(view, hasNone);
  const typed = useRef({ text: "", time: 0, where: "", before: game });
  useEffect(() => {
    // A dialog that has closed first gives the keyboard back to its button, which may be gone by now.
    if (tables > 1) setTimeout(() => document.activeElement === document.body && focusBoard());
    // Show a puzzle that was opened from further down the page.
    if (tables > 1) scrollTo({ top: 0 });
  }, []);
  const screen = useScreen();
  const hasBegun = game.past.length > 0 || advice !== null;
  const isFirstRules = useFirstRules(view.kind, hasBegun);
  useEffect(() => {
    if (hasBegun && !held.current) onBegun();
  }, [hasBegun]);

  const faces = useMemo(() => {
    const next = drawn(view, game.layers, before.current);
    before.current = { view, layers: game.layers, faces: next };
    return next;
  }, [view, game.layers]);
  const picture = useMemo(() => shown(view, faces, advice), [view, faces, advice]);
  const quiet = useMemo(() => (view.warnings?.length ? withNames(view, faces) : faces), [view, faces]);
  const isFull = on.values.length > 2 ? faces.every((face) => face.text || face.tone === "hole") : faces.every((_, cell) => !on.isOpen(cell) || game.layers.entry[cell] !== null);
  const broken = useBroken(position, game.layers.entry, options.conflicts || isFull);
  const asksForMarks = advice?.sort === "hint" && advice.stage === STAGES.length - 1;
  const related = useRelated(bare(view.puzzle), on.cols, asksForMarks || (options.seen && chosen));
  const flags = useFlags({ related, clashing, faces, cols: on.cols, cursor: chosen ? cursor : null, broken, options });
  const problem = options.conflicts ? brokenWords(broken, cursor, on.cols) : "";
  const isWrong = !solved && broken?.full && broken.rules.length > 0;
  const counts = useMemo(() => view.entries.map((entry) => faces.filter((face) => face.text === entry.face.text && face.text).length), [faces]);
  const lines = useMemo(() => (on.path ? chains(view, game, on) : []), [on, game.layers.entry]);
  const target = selected.size ? selected : new Set([cursor]);

  const put = (/** @type {number} */ value, /** @type {import("./entering.js").Mode} */ how = mode) => {
    const next = enter(game, on, target, value, how);
    (how === "value" ? playTidily : play)(next);
  };
  /** What the rules leave in each cell; null if the answer failed, or came after another move. */
  const possible = async () => {
    const { marks: _, ...without } = position;
    try {
      const left = (await engine.marks(/** @type {PuzzleJson} */ (without))).flat(1);
      return live.current === game ? left : null;
    } catch (error) {
      coach.setAdvice({ sort: "error", error });
      return null;
    }
  };
  const fillMarks = async () => {
    const left = await possible();
    if (!left) return false;
    play(move(game, left.map((list, cell) => ["marks", cell, on.isOpen(cell) && game.layers.entry[cell] === null ? list : []])));
    announce("Marks filled in.");
    return true;
  };
  const fillAndHint = async () => {
    if (await fillMarks()) coach.hint(positionOf(view, live.current.layers));
  };
  const more = () => {
    if (advice?.sort !== "hint" || !advice.hint.step) return;
    const stage = Math.min(advice.stage + 1, STAGES.length - 1);
    coach.setAdvice({ ...advice, stage });
    announce(hintWords(advice.hint, stage));
  };
  const hint = () => (advice?.sort === "hint" && advice.hint.step ? more() : coach.hint(position));
  /** @param {Step} step */
  const apply = async (step) => {
    const cell = (/** @type {string} */ name) => place(name, on.cols);
    /** @type {[import("./game.js").LayerName, number, any][]} */
    const changes = step.places.map((mark) => ["entry", cell(mark.cell), mark.value]);
    const gone = new Map();
    for (const mark of step.removes) gone.set(cell(mark.cell), [...(gone.get(cell(mark.cell)) ?? []), mark.value]);
    if (gone.size && on.toggles) {
      // What is not the one is the other.
      for (const [at, values] of gone) changes.push(["entry", at, on.values.find((value) => !values.includes(value)) ?? null]);
    } else if (gone.size) {
      const left = await possible();
      if (!left) return;
      const bareOfMarks = !game.layers.marks.some((list) => list.length);
      left.forEach((list, at) => {
        if (!on.isOpen(at) || game.layers.entry[at] !== null || !(bareOfMarks || gone.has(at))) return;
        const marks = game.layers.marks[at].length ? game.layers.marks[at] : list;
        changes.push(["marks", at, marks.filter((/** @type {number} */ mark) => !gone.get(at)?.includes(mark))]);
      });
    }
    const next = move(game, changes);
    close();
    await playTidily(next);
    if (step.places.length) setCursor(cell(step.places[0].cell));
    announce(step.text[3]);
  };
  const close = () => {
    coach.close();
    focusBoard();
  };
  /** @param {number} at */
  const take = (at) => {
    if (advice?.sort !== "explain") return;
    const there = positionAt(view, advice.explained, at);
    const next = move(game, there.entry.flatMap((entry, cell) => [/** @type {any} */ (["entry", cell, entry]), ["marks", cell, there.marks[cell]]]));
    if (at >= advice.explained.steps.length) setRevealed(next.past[next.past.length - 1]);
    play(next);
    focusBoard();
  };
  /** Opens the puzzle after a correction, with what has been entered. @param {View} next */
  const onCorrected = (next) => {
    const { entries, marks } = position;
    onView({ ...next, puzzle: { ...next.puzzle, ...(entries && { entries }), ...(marks && { marks }) } });
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const from = /** @type {Element} */ (event.target);
    // The keys of the page are the game's, but for those that a field, a dialog or a button needs itself.
    if (event.defaultPrevented || from.closest?.("input, select, textarea, dialog") || (from.closest?.("button, a, summary") && (event.key === " " || event.key === "Enter"))) return;
    const meant = meaning(event, view, on, cursor);
    // Arrow keys scroll the parts that can scroll.
    if (!meant || ("go" in meant && from.closest?.(".advice-body, .keys.many"))) return;
    event.preventDefault();
    if ("go" in meant) {
      setCursor(meant.go);
      setSelected(meant.extend ? new Set([...target, meant.go]) : new Set());
    } else if ("value" in meant) {
      typeValue(meant.value, meant.mode ?? mode, meant.digit);
    } else if ("mode" in meant) {
      setMode(/** @type {any} */ (meant.mode));
      announce(`Entering: ${meant.mode}`);
    } else {
      act(meant.act);
    }
  };
  const keys = useRef(onKey);
  keys.current = onKey;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => keys.current(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  /** Digits that follow one another make one number, where there is such a number. @param {number} value @param {import("./entering.js").Mode} how @param {string} [digit] */
  const typeValue = (value, how, digit) => {
    const where = [...target].join();
    const last = typed.current;
    const now = performance.now();
    const together = digit !== undefined && now - last.time < TOGETHER && last.where === where + how ? last.text + digit : "";
    if (together && how !== "colour" && on.values.includes(Number(together))) {
      typed.current = { ...last, text: together, time: now };
      // In the place of what the first digit did, if it did anything.
      playTidily(enter(last.before, on, target, Number(together), how));
      return;
    }
    typed.current = { text: digit ?? "", time: now, where: where + how, before: game };
    if (how === "colour" ? value >= 1 && value <= 9 : on.values.includes(value)) put(value, how);
  };
  /** @param {string} what */
  const act = (what) => {
    switch (what) {
      case "erase": return play(erase(game, target, mode));
      case "undo": return play(undo(game));
      case "redo": return play(redo(game));
      case "toggle": return mode === "value" ? play(move(game, [...target].filter(on.isOpen).map((cell) => ["entry", cell, nextToggle(on, game.layers.entry[cursor])]))) : put(1);
      case "nextMode": return setMode(/** @type {any} */ ({ value: "corner", corner: "centre", centre: "colour", colour: "value" })[mode]);
      case "all": return setSelected(new Set(faces.keys()));
      case "close": return advice ? close() : setSelected(new Set());
      case "hint": return hint();
      case "do": return advice?.sort === "hint" && advice.hint.step && apply(advice.hint.step);
      case "mistakes": return coach.mistakes(position);
      case "help": return setDialog("keys");
    }
  };

  /** @param {"down" | "move" | "up"} type @param {number} cell @param {PointerEvent} event */
  const onPointer = (type, cell, event) => {
    // Several cells may be touched before the page is drawn again: what is at hand is in `live` and `stroke`.
    const now = live.current;
    const last = stroke.current;
    held.current = type !== "up";
    if (type === "up" && now.past.length) onBegun();
    if (type === "down") {
      setCursor(cell);
      if (on.toggles && mode === "value") {
        const value = event.button === 2 ? (now.layers.entry[cell] === null ? Math.min(...on.values) : null) : nextToggle(on, now.layers.entry[cell]);
        stroke.current = { sort: "paint", value, cell, base: now.past.length };
        setSelected(new Set());
        play(paint(now, on, cell, value, now.past.length));
        return;
      }
      const begun = mode === "value" ? beginLine(view, now, on, cell) : null;
      const add = event.shiftKey || event.ctrlKey || event.metaKey;
      const twice = last?.cell === cell && event.timeStamp - last.time < 350 && faces[cell].text;
      const cells = twice ? [...faces.keys()].filter((other) => faces[other].text === faces[cell].text) : [...(add ? selected : []), cell];
      stroke.current = { sort: begun ? "line" : "select", line: begun, cells: new Set(cells), cell, time: event.timeStamp };
      setSelected(stroke.current.cells);
    } else if (type === "move" && last) {
      setCursor(cell);
      if (last.sort === "paint") {
        // Shades and stars do not stand side by side: a stroke is for the lesser thing, whites and crosses, and for emptying.
        const value = last.value === null ? null : Math.min(...on.values);
        const begun = last.value === value ? now : paint(now, on, last.cell, value, last.base);
        stroke.current = { ...last, value };
        play(paint(begun, on, cell, value, last.base));
      }
      else if (last.sort === "line") {
        const next = drawLine(view, now, on, last.line, cell);
        if (next.line.blocked && !last.line.blocked) announce(`${next.line.blocked.value} is at ${cellName(next.line.blocked.cell, on.cols)} already.`);
        stroke.current = { ...last, line: next.line };
        setSelected(new Set());
        play(next.game);
      } else {
        stroke.current = { ...last, cells: new Set([...last.cells, cell]) };
        setSelected(stroke.current.cells);
      }
    } else if (last?.sort === "paint") {
      stroke.current = null;
    }
  };

  const [rows, cols] = shape(view.board);
  const isLarge = Math.max(rows, cols) > 16;
  // The board's own numbers are as wide as half a cell.
  const ratio = (cols + 0.58) / (rows + 0.58);
  return html`<div class=${classes("play", advice && "advised")}>
    <div class="screen" ref=${screen}>
      <div class="table-head"><${PuzzleTitle} about=${about} view=${view} onPick=${onPick} /><${Timer} seconds=${seconds} running=${!solved} move=${game.layers} />
        ${isFirstRules ? html`<p class="first-rules soft"><span>${kind.short_rules}</span> <button type="button" class="link" onClick=${() => setDialog("keys")}>Rules and keys</button></p>` : null}</div>
      <section class="table" aria-label="Board" style=${{ "--ratio": ratio }}>
        <div class="board-room"><div class=${classes("board-frame", isLarge && "large")}>
          <${Board} board=${view.board} faces=${picture?.faces ?? quiet} values=${view.entries.length} label=${view.title} cursor=${cursor} selected=${selected} flags=${picture?.flags ?? flags}
            lines=${lines} pan=${isLarge} rulers onPointer=${onPointer} />
        </div></div>
        <p class=${classes("where", problem ? "problem" : "soft")}>${problem || `${cellName(cursor, on.cols)}${isUntouched(game.layers) ? ` (row ${Math.floor(cursor / on.cols) + 1}, column ${(cursor % on.cols) + 1})` : ""}: ${faceWords(faces[cursor])}`}</p>
        ${view.warnings?.map((warning) => html`<p class="notice gold" role="note">${sentence(warning.text)}</p>`)}
      </section>
      <div class="side console">
        ${solved ? html`<div class="notice good solved" role="status">${game.past.includes(revealed) ? html`<span><strong>Shown to the end.</strong> Undo brings your game back.</span>` : html`<span><strong>Solved!</strong> Every rule holds.</span>`} <${Button} label="Another one" onClick=${() => setDialog("open")} /></div>` : null}
        ${isWrong ? html`<div class="notice bad solved-not" role="status"><strong>Full, but not right yet.</strong>${options.conflicts ? null : html` <${Button} label="Show mistakes" onClick=${() => coach.mistakes(position)} />`}</div>` : null}
        ${hasNone ? html`<p class="notice gold beside-button" role="note">It has no solution. <${Button} label="What is wrong?" onClick=${coach.solutions} /></p>` : null}
        <div class="card pad-card">
          <${Pad} view=${view} on=${on} game=${game} mode=${mode} onMode=${setMode} onEnter=${(/** @type {number} */ value) => put(value)} onErase=${() => act("erase")} onUndo=${() => act("undo")} onRedo=${() => act("redo")} counts=${counts} likely=${on.path ? likelyNext(view, game, on, cursor) : null} />
        </div>
        <div class="card coach" role="group" aria-label="Help">
          <${Button} icon="hint" label="Hint" kind="primary" onClick=${hint} title="The next step, told bit by bit (H)" />
          <${Button} icon="check" label="Mistakes" onClick=${() => coach.mistakes(position)} title="Is what I have entered right? (M)" />
          <${Button} icon="steps" label="Explain all" onClick=${() => coach.explain(isUntouched(game.layers) ? bare(view.puzzle) : position, !isUntouched(game.layers))} />
          <${Button} icon="grade" label="Grade" onClick=${coach.grade} />
          <${Button} icon="eye" label="One solution?" onClick=${coach.solutions} />
        </div>
        ${advice ? html`<${AdviceCard} advice=${advice} about=${about} view=${view} kind=${kind} layers=${game.layers} related=${related} onCorrected=${onCorrected} onAdvice=${coach.setAdvice} onMore=${more} onApply=${apply} onTake=${take} onAll=${() => coach.hint(position, true)} onFill=${fillAndHint} onClose=${close} />` : null}
      </div>
    </div>
    <div class="below">
      ${on.toggles ? null : html`<div class="buttons"><${Button} label="Fill in marks" onClick=${fillMarks} title="Every value that the rules leave, in every empty cell" /></div>`}
      <${OptionTicks} options=${options} toggles=${on.toggles} onChange=${setOption} />
      <div class="buttons puzzle-buttons">
        <${Button} icon="open" label="Open …" onClick=${() => setDialog("open")} />
        <${Button} icon="draw" label="Draw …" title="Change this puzzle, or draw another" onClick=${() => onDraw({ kind: view.kind, board: view })} />
        <${Button} icon="share" label="Share …" onClick=${() => setDialog("share")} />
        <${Button} icon="help" label="Rules and keys" kind="quiet" onClick=${() => setDialog("keys")} />
        <${Button} label="Start over" kind="quiet" onClick=${() => play(move(game, faces.flatMap((_, cell) => [/** @type {any} */ (["entry", cell, null]), ["marks", cell, []], ["notes", cell, []], ["colours", cell, []]])))} disabled=${isUntouched(game.layers)} />
      </div>
    </div>
    ${dialog === "open" ? html`<${OpenDialog} about=${about} kind=${view.kind} onOpen=${(/** @type {View} */ next) => { setDialog(null); onView(next); }} onDraw=${() => onDraw({ kind: view.kind })} onClose=${() => setDialog(null)} />` : null}
    ${dialog === "share" ? html`<${ShareDialog} formats=${view.formats} links=${view.links} puzzle=${bare(view.puzzle)} position=${record()} title=${view.title} onClose=${() => setDialog(null)} />` : null}
    ${dialog === "keys" ? html`<${Dialog} title=${`${kind.title}: rules and keys`} onClose=${() => setDialog(null)} wide>
      <p class="rules">${kind.rules}</p>${view.legend ? html`<p class="soft">${view.legend}</p>` : null}
      <h3>Keys</h3><table class="data"><tbody>${KEYS.map(([keys, what]) => html`<tr><td><kbd>${keys}</kbd></td><td>${what}</td></tr>`)}</tbody></table>
    <//>` : null}
  </div>`;
}
