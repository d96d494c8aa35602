const encoder = new TextEncoder();
const scratch = new Uint8Array(64 * 1024);

/** The size in UTF-8 bytes of a value's JSON. Throws `RangeError` when it is nested too deeply. */
export function encodedBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value) ?? "");
}

/** The size of a string in UTF-8, without holding a second copy of it. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  let from = 0;
  while (from < text.length) {
    let to = from + scratch.length;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to--;
    const { read, written } = encoder.encodeInto(text.slice(from, to), scratch);
    bytes += written;
    from += read;
  }
  return bytes;
}

/** The longest prefix whose JSON, without quotes, takes at most `maxBytes`; never half of a surrogate pair. */
export function prefixWithin(text: string, maxBytes: number): string {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += jsonBytes(code);
    if (bytes > maxBytes) break;
    at += code > 0xffff ? 2 : 1;
  }
  return text.slice(0, at);
}

/** What JSON.stringify writes for one code point: short escapes, \u00XX for controls, \uDXXX for lone surrogates. */
function jsonBytes(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x20) return code === 0x08 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d ? 2 : 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdfff) return 6;
  return code > 0xffff ? 4 : 3;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
