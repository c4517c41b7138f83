// Code as it travels in a link: packed, and written in letters that an address may hold.

/**
 * @param {string} code
 * @returns {Promise<string>}
 */
export async function encode(code) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(code));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} letters
 * @param {number} longest letters of code
 * @returns {Promise<string>} rejects when they are not what `encode` has written, or say too much
 */
export async function decode(letters, longest) {
  const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const bytes = await through(new DecompressionStream("deflate-raw"), packed, longest * 4);
  const code = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (!code || code.length > longest) throw new RangeError("too long");
  return code;
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} [longest] bytes of the result
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function through(stream, bytes, longest = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    length += value.length;
    if (length > longest) throw new RangeError("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
