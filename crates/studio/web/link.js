// What the address holds: a page, and the state of that page, compressed. Nothing of it reaches the server.

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
const fromBase64url = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (glyph) => glyph.charCodeAt(0));

/** A state is at most so large, in bytes: a short text can unpack to far more than a page can hold. */
const LARGEST = 8 << 20;

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function piped(bytes, through) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through));
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for await (const part of /** @type {any} */ (stream)) {
    size += part.length;
    if (size > LARGEST) throw new RangeError("This is too large for an address.");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(/** @type {any} */ (parts)).arrayBuffer());
}

/**
 * A state as a short text.
 * @param {any} state
 */
export async function pack(state) {
  return base64url(await piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw")));
}

/**
 * The state that a text holds; null if it holds none.
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function unpack(text) {
  try {
    return JSON.parse(new TextDecoder().decode(await piped(fromBase64url(text), new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}

/**
 * The page and the packed state in an address such as `#/play/q1Ym…`.
 * @param {string} hash
 */
export function parse(hash) {
  const [, page = "", packed = ""] = /^#\/([a-z]*)(?:\/(.*))?$/.exec(hash) ?? [];
  return { page, packed };
}

/**
 * @param {string} page
 * @param {string} [packed]
 */
export const address = (page, packed) => (packed ? `#/${page}/${packed}` : `#/${page}`);
