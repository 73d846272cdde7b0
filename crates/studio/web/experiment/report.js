// A run of an experiment: how far it is, and what came out.
import { html, useEffect, useMemo, useRef } from "../view.js";
import { Button, Failure, Progress, counted, download, duration, grouped } from "../ui.js";
import { zip } from "../zip.js";

/** @typedef {{ name: string, type: string, text?: string, base64?: string }} File */

/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} summary
 * @property {string} report
 * @property {import("./plan.js").Remark[]} remarks
 * @property {File[]} files
 */

/**
 * @typedef {object} Run
 * @property {"running" | "ended" | "stopped" | "left" | "failed"} state `left`: stopped because the page was left
 * @property {string} toml
 * @property {{ done: number, total: number, seconds: number, eta: number | null, arms: { arm: string, ended: number, solved: number }[] } | null} progress
 * @property {number} total
 * @property {Result | null} result
 * @property {any} error
 */

/** @param {File} file */
export function blobOf({ type, text, base64 }) {
  const content = text ?? Uint8Array.from(atob(base64 ?? ""), (glyph) => glyph.charCodeAt(0));
  return new Blob([/** @type {BlobPart} */ (content)], { type });
}

/** The lab's own style sheet, loaded when there is a report to show. */
function useReportStyle() {
  useEffect(() => {
    if (document.querySelector("link[href='/report.css']")) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "/report.css";
    document.head.append(link);
  }, []);
}

/**
 * @param {{ run: Run, onCancel: () => void }} props
 */
export function RunProgress({ run, onCancel }) {
  const { progress, total } = run;
  const left = progress?.eta != null && progress.done < progress.total ? ` · ${duration(Math.max(progress.eta, 0.1))} left` : "";
  const label = progress ? `${grouped(progress.done)} of ${counted(progress.total, "run")}${left}` : total ? `${counted(total, "run")} to do` : "The puzzles are being made…";
  return html`<div class="run">
    <div class="run-head"><${Progress} done=${progress?.done ?? 0} total=${progress?.total || 1} label=${label} /><${Button} icon="stop" label="Cancel" onClick=${onCancel} /></div>
    ${progress?.arms?.length ? html`<table class="data"><caption class="hidden">Runs so far</caption><thead><tr><th scope="col">Method</th><th scope="col" class="number">Ended</th><th scope="col" class="number">Solved</th></tr></thead>
      <tbody>${progress.arms.map(({ arm, ended, solved }) => html`<tr key=${arm}><th scope="row">${arm}</th><td class="number">${grouped(ended)}</td><td class="number">${grouped(solved)}</td></tr>`)}</tbody></table>` : null}
  </div>`;
}

/**
 * What came out: the lab's report, and everything as files.
 * @param {{ run: Run, result: Result, stale: boolean, fresh: boolean }} props `fresh`: it has just come, and is what people wait for
 */
export function Report({ run, result, stale, fresh }) {
  useReportStyle();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!fresh) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [result]);
  // The server made it from figures and names that it escaped; the content policy runs no script in it either way.
  const body = useMemo(() => html`<div class="report" dangerouslySetInnerHTML=${{ __html: result.report }}></div>`, [result]);
  // One archive: browsers stop a page that downloads several files at once.
  const all = async () => {
    const files = await Promise.all(result.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await blobOf(file).arrayBuffer()) })));
    download(zip(files), "experiment.zip");
  };
  return html`<section class="card result" aria-label="Report">
    <header class="result-head"><h2 tabindex="-1" ref=${heading}>${result.title}</h2><span class="badge">${counted(run.total, "run")}${run.progress ? ` in ${duration(run.progress.seconds)}` : ""}</span></header>
    ${stale ? html`<p class="notice">The experiment above has been changed since: this report is of the one before.</p>` : null}
    ${body}
    <h2>Downloads</h2>
    <ul class="files">${result.files.map((file) => html`<li key=${file.name}><${Button} icon="download" label=${file.name} title=${`Download ${file.name}`} onClick=${() => download(blobOf(file), file.name)} /><span class="soft">${size(file)}</span></li>`)}</ul>
    <div class="buttons"><${Button} icon="download" kind="primary" label="Download all" onClick=${all} /></div>
  </section>`;
}

/** How large a file is, in words. @param {File} file */
function size({ text, base64 }) {
  const bytes = text === undefined ? ((base64 ?? "").length * 3) / 4 : new TextEncoder().encode(text).length;
  return bytes < 1024 ? `${Math.round(bytes)} B` : `${grouped(Math.round(bytes / 1024))} kB`;
}

/** What ended a run before its time. @param {{ run: Run }} props */
export function Ended({ run }) {
  const words = run.state === "stopped" ? "cancelled" : run.state === "left" ? "stopped when this page was left," : "";
  const when = run.progress ? ` after ${grouped(run.progress.done)} of ${counted(run.progress.total, "run")}` : "";
  if (words) return html`<p class="notice">The experiment was ${when ? words + when : words.replace(",", "")}. Nothing of it was kept.</p>`;
  return html`<${Failure} error=${run.error} />`;
}
