// The lab in the page: an experiment as a form and as a text, its remarks while it is written, and its report.
//
// The text is the experiment. The form writes it; a text that was changed by hand fills the form again, as far as the form goes.
import { html, useEffect, useRef, useState } from "../view.js";
import { engine } from "../engine.js";
import { Button, Choice, Dialog, announce, counted, download } from "../ui.js";
import { Editor, offset } from "./editor.js";
import { examples } from "./examples.js";
import { ExperimentForm } from "./form.js";
import { PlanPanel } from "./plan.js";
import { Ended, Report, RunProgress } from "./report.js";
import { read, write } from "./toml.js";

/** @typedef {import("./toml.js").Draft} Draft */
/** @typedef {import("./report.js").Run} Run */

/** How long after a change the server is asked about it, in milliseconds. */
const PAUSE = 300;

/** The last experiment and what came of it: it is still there after a look at another page. @type {{ toml: string, run: Run | null } | null} */
let kept = null;

/** @param {About} about @param {View} view */
function firstDraft(about, view) {
  const kind = about.kinds.find((entry) => entry.id === view.kind) ?? about.kinds[0];
  return examples(about, kind)[0].draft;
}

/** @param {import("../app.js").PageProps} props */
export default function Experiment({ about, view, state, onState }) {
  const given = typeof state?.toml === "string" ? state.toml : kept?.toml;
  const [draft, setDraft] = useState(/** @type {Draft | null} */ (given === undefined ? firstDraft(about, view) : null));
  const [toml, setToml] = useState(() => given ?? write(firstDraft(about, view)));
  const [beyond, setBeyond] = useState("");
  const [plan, setPlan] = useState(/** @type {import("./plan.js").Plan | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [checking, setChecking] = useState(true);
  const [tab, setTab] = useState("form");
  const [choosing, setChoosing] = useState(false);
  const [run, setRun] = useState(() => (kept?.toml === given ? kept?.run ?? null : null));
  const editor = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const byHand = useRef(given !== undefined);
  const abort = useRef(/** @type {AbortController | null} */ (null));
  const started = useRef(false);

  useEffect(() => {
    onState({ toml });
    kept = { toml, run: kept?.run ?? null };
    const control = new AbortController();
    setChecking(true);
    const timer = setTimeout(async () => {
      try {
        const plan = await engine.plan(toml, control.signal);
        setPlan(plan);
        setError(null);
        if (byHand.current) {
          const found = read(plan.experiment, toml);
          setBeyond(typeof found === "string" ? found : "");
          if (typeof found === "string") setTab("text");
          else setDraft(found);
        }
      } catch (failure) {
        if (control.signal.aborted) return;
        setError(failure);
        if (byHand.current) setTab("text");
      }
      setChecking(false);
    }, plan || error ? PAUSE : 0);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [toml]);
  useEffect(() => () => {
    if (!abort.current) return;
    // On return, the page says what became of the run.
    if (kept?.run) kept = { ...kept, run: { ...kept.run, state: "left" } };
    const left = abort.current;
    abort.current = null;
    left.abort();
  }, []);

  const fromForm = (/** @type {Draft} */ next) => {
    byHand.current = false;
    setDraft(next);
    setBeyond("");
    setToml(write(next));
  };
  const fromText = (/** @type {string} */ text) => {
    byHand.current = true;
    setToml(text);
  };
  const place = (/** @type {number} */ line, /** @type {number} */ column) => {
    setTab("text");
    // The tab is shown before the caret can be put there.
    requestAnimationFrame(() => {
      const at = offset(toml, line, column);
      editor.current?.focus();
      editor.current?.setSelectionRange(at, at);
    });
  };

  const start = async () => {
    const control = new AbortController();
    abort.current = control;
    started.current = true;
    /** @type {Run} */
    let now = { state: "running", toml, progress: null, total: 0, result: null, error: null };
    const tell = (/** @type {Partial<Run>} */ part) => {
      now = { ...now, ...part };
      kept = { toml: kept?.toml ?? toml, run: now };
      setRun(now);
    };
    tell({});
    announce("The experiment has begun.");
    try {
      await engine.experiment(toml, (name, data) => {
        if (control.signal.aborted) return;
        if (name === "planned") tell({ total: data.total });
        else if (name === "progress") tell({ progress: data });
        else if (name === "end") tell({ state: "ended", result: data });
        else if (name === "failed") tell({ state: "failed", error: data.error });
      }, control.signal);
    } catch (failure) {
      if (!control.signal.aborted) tell({ state: "failed", error: failure });
    }
    if (abort.current !== control) return;
    abort.current = null;
    if (control.signal.aborted) tell({ state: "stopped" });
    // A stream that breaks off says nothing of its own.
    else if (now.state === "running") tell({ state: "failed", error: { what: "The run broke off.", remedy: "Run it again." } });
    announce(now.state === "ended" ? "The experiment has ended. Its report is below." : now.state === "stopped" ? "The experiment was cancelled." : "The experiment failed.");
  };

  const running = run?.state === "running";
  // What the form itself got wrong is mended in the form.
  const stale = byHand.current && (error !== null || beyond !== "");
  const why = error ? "The text has a mistake, so the form cannot follow it." : `The text goes beyond this form. ${beyond}`;
  return html`<div class="experiment" data-tab=${tab}>
    <div class="experiment-tools">
      <${Button} icon="open" label="Examples" onClick=${() => setChoosing(true)} />
      <${Button} icon="download" title="Download the TOML" onClick=${() => download(new Blob([toml], { type: "application/toml" }), "experiment.toml")} />
      <span class="tabs"><${Choice} label="How to write it" value=${tab} onChange=${setTab} options=${[{ value: "form", label: "Form" }, { value: "text", label: "Text" }]} /></span>
    </div>
    <div class="experiment-write">
    <div class="experiment-form">
      ${stale ? html`<div class="notice"><p>${why} Go on writing the text${draft ? ", or let the form write it anew." : "."}</p>${draft ? html`<${Button} label="Write the text from the form" onClick=${() => fromForm(draft)} />` : null}</div>` : null}
      ${draft ? html`<fieldset class="bare-fieldset" disabled=${stale}><legend class="hidden">Experiment</legend><${ExperimentForm} about=${about} draft=${draft} onChange=${fromForm} /></fieldset>` : null}
    </div>
    <div class="experiment-side">
      <section class="card experiment-text" aria-label="Text"><h2>TOML</h2>
        <${Editor} value=${toml} onChange=${fromText} input=${editor} label="The experiment as TOML" described=${error ? "plan-error" : undefined} wrong=${error?.line ?? null} />
      </section>
      <section class="card experiment-plan" aria-label="Plan">
        <${PlanPanel} about=${about} plan=${plan} error=${error} checking=${checking} onPlace=${place}>
          ${running ? html`<${RunProgress} run=${run} onCancel=${() => abort.current?.abort()} />`
            : html`<div class="buttons start-bar"><${Button} icon="run" kind="primary" label=${plan && !error && plan.counts.runs ? `Start ${counted(plan.counts.runs, "run")}` : "Start"} disabled=${error !== null || plan?.refused != null} onClick=${start} /></div>`}
          ${run && ["stopped", "left", "failed"].includes(run.state) ? html`<${Ended} run=${run} />` : null}
        <//>
      </section>
    </div>
    </div>
    ${run?.result ? html`<${Report} run=${run} result=${run.result} stale=${run.toml !== toml} fresh=${started.current} />` : null}
    ${choosing ? html`<${Examples} about=${about} view=${view} onClose=${() => setChoosing(false)} onChoose=${(/** @type {Draft} */ next) => { fromForm(next); setChoosing(false); announce(`${next.name} is in the form.`); }} />` : null}
  </div>`;
}

/** @param {{ about: About, view: View, onClose: () => void, onChoose: (draft: Draft) => void }} props */
function Examples({ about, view, onClose, onChoose }) {
  const [id, setId] = useState(view.kind);
  const kind = about.kinds.find((entry) => entry.id === id) ?? about.kinds[0];
  return html`<${Dialog} title="Examples" onClose=${onClose}>
    <${Choice} label="Kind" value=${kind.id} onChange=${setId} options=${about.kinds.map((entry) => ({ value: entry.id, label: entry.title }))} />
    <ul class="examples">${examples(about, kind).map((example) => html`<li key=${example.id}><button type="button" class="example" onClick=${() => onChoose(example.draft)}><strong>${example.question}</strong><span class="soft">${example.about}</span></button></li>`)}</ul>
  <//>`;
}
