// A text with numbered lines.
import { classes, html } from "../view.js";

/**
 * Where a line and a column are in a text; both count from 1, columns in characters.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function offset(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length);
}

/**
 * It grows with its text, so that numbers and lines never scroll apart.
 * @param {{ value: string, onChange: (value: string) => void, input: { current: HTMLTextAreaElement | null }, label: string, described?: string, wrong: number | null }} props
 */
export function Editor({ value, onChange, input, label, described, wrong }) {
  const count = value.split("\n").length;
  return html`<div class="editor">
    <div class="gutter" aria-hidden="true">${Array.from({ length: count }, (_, line) => html`<span class=${classes(line + 1 === wrong && "wrong-line")}>${line + 1}</span>`)}</div>
    <textarea ref=${input} class="code" wrap="off" rows=${Math.max(12, count)} spellcheck=${false} autocomplete="off" autocapitalize="off" aria-label=${label} aria-describedby=${described} aria-invalid=${wrong ? "true" : undefined}
      value=${value} onInput=${(/** @type {any} */ event) => onChange(event.target.value)}></textarea>
  </div>`;
}
