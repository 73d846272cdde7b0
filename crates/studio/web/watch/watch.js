import { html } from "../view.js";

/** @param {import("../app.js").PageProps} props */
export default function Watch({ view }) {
  return html`<p>Watch: ${view.title}</p>`;
}
