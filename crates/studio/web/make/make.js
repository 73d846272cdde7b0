import { html } from "../view.js";

/** @param {import("../app.js").PageProps} props */
export default function Make({ view }) {
  return html`<p>Make: ${view.title}</p>`;
}
