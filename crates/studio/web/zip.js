// Files in one archive, stored as they are: what a page may hand out at once.

/** The table of CRC-32, as ZIP wants it. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/**
 * Numbers of two and four bytes, the lowest byte first.
 * @param {...[size: 2 | 4, value: number]} fields
 */
function packed(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** 1 January 1980: the files have no dates of their own. */
const DATE = 0x21;
/** Names are UTF-8. */
const UTF8 = 0x800;

/**
 * @param {{ name: string, bytes: Uint8Array }[]} files
 * @returns {Blob}
 */
export function zip(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const title = new TextEncoder().encode(name);
    /** @type {[2 | 4, number][]} */
    const common = [[2, 20], [2, UTF8], [2, 0], [2, 0], [2, DATE], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, title.length], [2, 0]];
    const head = packed([4, 0x04034b50], ...common);
    parts.push(head, title, bytes);
    directory.push(packed([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), title);
    offset += head.length + title.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, offset], [2, 0]);
  return new Blob(/** @type {any} */ ([...parts, ...directory, end]), { type: "application/zip" });
}
