// Parts that all pages share.
import { classes, html, unquoted, useEffect, useRef, useState } from "./view.js";
import { waiting } from "./engine.js";
import { Icon } from "./icons.js";

/**
 * Says something to screen readers. What is outside of an open dialog is not read out, so each dialog has a place of its own for this.
 * @param {string} text
 */
export function announce(text) {
  const region = [...document.querySelectorAll("dialog[open] .announcements")].at(-1) ?? document.getElementById("announcements");
  if (!region) return;
  const words = unquoted(text);
  // The same text twice would not be said again.
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}

/**
 * A button.
 * @param {{ icon?: string, label?: string, title?: string, onClick?: (event: Event) => void, kind?: string, disabled?: boolean, pressed?: boolean, children?: any, [more: string]: any }} props
 */
export function Button({ icon, label, title, onClick, kind, disabled, pressed, children, ...more }) {
  return html`<button type="button" class=${classes("button", kind, !label && !children && "bare")} aria-label=${label || children ? undefined : title} title=${title} aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    disabled=${disabled} onClick=${onClick} ...${more}>${icon ? html`<${Icon} name=${icon} />` : null}${label ? html`<span>${label}</span>` : null}${children}</button>`;
}

/**
 * A dialog; Escape and a click beside it close it.
 * @param {{ title: string, onClose: () => void, children?: any, wide?: boolean }} props
 */
export function Dialog({ title, onClose, children, wide }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  const outside = (/** @type {any} */ event) => event.target === dialog.current && onClose();
  return html`<dialog ref=${dialog} class=${classes("dialog", wide && "wide")} aria-label=${title} onClose=${onClose} onClick=${outside}>
    <div class="dialog-body"><header><h2>${title}</h2><${Button} icon="close" title="Close" onClick=${onClose} /></header>${children}</div>
    <div class="announcements hidden" role="status" aria-live="polite"></div>
  </dialog>`;
}

/**
 * What went wrong, and what to do about it.
 * @param {{ error: any }} props
 */
export function Failure({ error }) {
  if (!error) return null;
  const where = error.line ? `Line ${error.line}, column ${error.column}: ` : "";
  const remedy = typeof error.remedy === "string" ? error.remedy : error.remedy?.text;
  return html`<div class="notice bad" role="alert"><strong>${where}${error.what ?? error.message ?? String(error)}</strong>${remedy ? html`<p>${sentence(remedy)}</p>` : null}</div>`;
}

/**
 * Turns a text into a sentence. A cell name keeps its small letter.
 * @param {string} text
 */
export const sentence = (text) => (text ? (/^r\d+c\d+/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)) + (/[.!?:]$/.test(text) ? "" : ".") : "");

/**
 * Several things to choose one of, as a row of buttons.
 * @param {{ label: string, options: { value: any, label: string, title?: string, disabled?: boolean }[], value: any, onChange: (value: any) => void }} props
 */
export function Choice({ label, options, value, onChange }) {
  return html`<div class="choice" role="group" aria-label=${label}>${options.map((option) => html`
    <button type="button" aria-pressed=${String(option.value === value)} title=${option.title} disabled=${option.disabled} onClick=${() => onChange(option.value)}>${option.label}</button>`)}</div>`;
}

/**
 * How far something is.
 * @param {{ done: number, total: number, label: string }} props
 */
export const Progress = ({ done, total, label }) => html`<div class="progress"><progress max=${total} value=${done} aria-label=${label}></progress><span>${label}</span></div>`;

/** Says that a request waits for its turn. */
export function Waiting() {
  const [count, setCount] = useState(waiting.count);
  useEffect(() => waiting.listen(setCount), []);
  return html`<p class="soft waiting-for-worker" role="status">${count ? "Waiting for a free worker…" : ""}</p>`;
}

/**
 * Hands a file to the browser.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Puts a text on the clipboard; false if the browser refuses.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const NUMBERS = new Intl.NumberFormat("en-GB");

/**
 * A number as people read it.
 * @param {number} number
 */
export const grouped = (number) => NUMBERS.format(number);

/**
 * How many of something.
 * @param {number} count
 * @param {string} one
 * @param {string} [several]
 */
export const counted = (count, one, several = `${one}s`) => `${grouped(count)} ${count === 1 ? one : several}`;

/**
 * Seconds as people read them.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 0.1) return `${(seconds * 1e3).toPrecision(2)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1e3)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
