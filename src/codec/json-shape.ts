/** Frames of agents are nested some ten levels deep. Beyond this, encoding what was parsed may exhaust the stack. */
export const maxNesting = 512;

const quote = 0x22;
const backslash = 0x5c;

/** What parsing a JSON text would make. */
interface JsonShape {
  readonly nesting: number;
  /** Objects, lists and what is between commas: about how many values there are. */
  readonly values: number;
}

/** Found without parsing: no memory, one pass. Of text that is no JSON it says something of no use. */
export function jsonShape(json: string): JsonShape {
  let depth = 0;
  let nesting = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quote:
        at = endOfString(json, at + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        values++;
        depth++;
        if (depth > nesting) nesting = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x2c: // ,
        values++;
    }
  }
  return { nesting, values };
}

/** Most texts have too few brackets for that, in strings or not, which is found much faster than their nesting. */
export function isNestedTooDeep(json: string): boolean {
  if (json.length < 2 * maxNesting) return false;
  if (count(json, "[") + count(json, "{") <= maxNesting) return false;
  return jsonShape(json).nesting > maxNesting;
}

/**
 * Whether this can be JSON, by its first and last character. `JSON.parse` would throw, which costs a hundred times what
 * reading a short line does.
 */
export function looksLikeJson(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  switch (text.charCodeAt(0)) {
    case 0x7b:
      return last === 0x7d || isSpace(last);
    case 0x5b:
      return last === 0x5d || isSpace(last);
    case quote:
      return last === quote || isSpace(last);
    default:
      return /^[\s\d\-tfn]/.test(text);
  }
}

/** Up to one more than is asked about. */
function count(text: string, bracket: "[" | "{"): number {
  let found = 0;
  for (let at = text.indexOf(bracket); at !== -1 && found <= maxNesting; at = text.indexOf(bracket, at + 1)) found++;
  return found;
}

/** Of the closing quote. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
}
