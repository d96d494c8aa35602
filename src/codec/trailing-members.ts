import type { Fields } from "../wire/fields.ts";

/** A value longer than this is neither an id nor a word. */
const maxValueLength = 4096;

/**
 * The members of a JSON object's top level that can be told from its
 * beginning, where its text may stop anywhere. Time is linear in the text.
 */
export function leadingMembers(json: string): Fields {
  const found: Fields = {};
  let at = afterSpace(json, 0);
  if (json[at] !== "{") return found;
  do {
    const key = afterSpace(json, at + 1);
    const keyEnd = json[key] === '"' ? stringEnd(json, key) : -1;
    const colon = keyEnd < 0 ? -1 : afterSpace(json, keyEnd);
    const value = json[colon] === ":" ? afterSpace(json, colon + 1) : -1;
    const end = value < 0 ? -1 : valueEnd(json, value);
    if (end < 0) return found;
    keep(found, json.slice(key, keyEnd), json.slice(value, end));
    at = afterSpace(json, end);
  } while (json[at] === ",");
  return found;
}

/** The same from the end of a text whose beginning may be missing. */
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

function afterSpace(json: string, from: number): number {
  let at = from;
  while (isSpace(json[at])) at++;
  return at;
}

function beforeSpace(json: string, from: number): number {
  let at = from;
  while (isSpace(json[at])) at--;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

/** Behind the value that begins at `from`; -1: it does not end. */
function valueEnd(json: string, from: number): number {
  if (json[from] === '"') return stringEnd(json, from);
  if (json[from] !== "{" && json[from] !== "[") return literalEnd(json, from);
  let depth = 0;
  for (let at = from; at >= 0 && at < json.length; ) {
    const character = json[at] as string;
    if ("{[".includes(character)) depth++;
    else if ("}]".includes(character)) depth--;
    if (depth === 0) return at + 1;
    at = character === '"' ? stringEnd(json, at) : at + 1;
  }
  return -1;
}

/** A number, `true`, `false` or `null`: whole only where something comes behind it. */
function literalEnd(json: string, from: number): number {
  let at = from;
  while (at < json.length && isLiteral(json[at])) at++;
  return at === from || at === json.length ? -1 : at;
}

function isLiteral(character: string | undefined): boolean {
  return character !== undefined && /[\w.+-]/.test(character);
}

/** Behind the string that begins at `from`. */
function stringEnd(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1))
    if (!isEscaped(json, at, from)) return at + 1;
  return -1;
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
  if (isEscaped(json, last, -1)) return -1;
  for (let at = last - 1; at >= 0; at--) {
    at = json.lastIndexOf('"', at);
    if (at < 0) return -1;
    if (!isEscaped(json, at, -1)) return at;
  }
  return -1;
}

/** `above`: where to stop looking for backslashes. */
function isEscaped(json: string, at: number, above: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes > above && json[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
