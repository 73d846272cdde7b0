import { html } from "../view.js";

/** @param {import("../app.js").PageProps} props */
export default function Compare({ view }) {
  return html`<p>Compare: ${view.title}</p>`;
}
