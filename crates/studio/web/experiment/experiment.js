import { html } from "../view.js";

/** @param {import("../app.js").PageProps} props */
export default function Experiment({ view }) {
  return html`<p>Experiment: ${view.title}</p>`;
}
