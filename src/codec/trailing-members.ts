import type { Fields } from "../wire/fields.ts";

/** A value longer than this is neither an id nor a word. */
const maxValueLength = 4096;

/**
 * The members of a JSON object's top level that can be told from its end,
 * where its beginning may be missing. Time is linear in the text.
 */
export function trailingMembers(json: string): Fields {
  const found: Fields = {};
  let at = beforeSpace(json, json.length - 1);
  if (json[at] !== "}") return found;
  do {
    const value = beforeSpace(json, at - 1);
    const start = valueStart(json, value);
    const colon = start < 0 ? -1 : beforeSpace(json, start - 1);
    const key = json[colon] === ":" ? beforeSpace(json, colon - 1) : -1;
    const keyStart = key < 0 || json[key] !== '"' ? -1 : stringStart(json, key);
    if (keyStart < 0) return found;
    keep(found, json.slice(keyStart, key + 1), json.slice(start, value + 1));
    at = beforeSpace(json, keyStart - 1);
  } while (json[at] === ",");
  return found;
}

function keep(found: Fields, key: string, value: string): void {
  if (value.length > maxValueLength || key.length > maxValueLength) return;
  try {
    found[JSON.parse(key) as string] ??= JSON.parse(value);
  } catch {
    // Not JSON after all: nothing is known of it.
  }
}

function beforeSpace(json: string, from: number): number {
  let at = from;
  while (isSpace(json[at])) at--;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function isLiteral(character: string | undefined): boolean {
  return character !== undefined && /[\w.+-]/.test(character);
}

/** The beginning of the value that ends at `last`; -1: it is not there. */
function valueStart(json: string, last: number): number {
  if (json[last] === '"') return stringStart(json, last);
  if (json[last] !== "}" && json[last] !== "]") return literalStart(json, last);
  let depth = 0;
  for (let at = last; at >= 0; ) {
    const character = json[at] as string;
    if ("}]".includes(character)) depth++;
    else if ("{[".includes(character)) depth--;
    if (depth === 0) return at;
    at = (character === '"' ? stringStart(json, at) : at) - 1;
  }
  return -1;
}

function literalStart(json: string, last: number): number {
  let at = last;
  while (at >= 0 && isLiteral(json[at])) at--;
  return at === last || at < 0 ? -1 : at + 1;
}

/** The opening quote of the string that ends at `last`; -1: it is not there. */
function stringStart(json: string, last: number): number {
  if (isEscaped(json, last)) return -1;
  for (let at = last - 1; at >= 0; at--) {
    at = json.lastIndexOf('"', at);
    if (at < 0) return -1;
    if (!isEscaped(json, at)) return at;
  }
  return -1;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
