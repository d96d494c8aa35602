/**
 * Is this script of sed only about text? Commands that run a program (`e`, `s///e`) or touch
 * a file (`r`, `w`, `s///w`), and whatever is not understood here, say no.
 */
export function isPlainSedScript(script: string): boolean {
  let at = 0;
  while (at < script.length) {
    const end = endOfCommand(script, at);
    if (end === undefined) return false;
    at = end;
  }
  return true;
}

const blank = /[\s;{}]*/y;
const address = /(?:\d+(?:~\d+)?|\$)/y;
const separator = /\s*,\s*[+~]?/y;
const negation = /\s*!?\s*/y;
const command = /[dDgGhHlnNpPqQxz=]\d*(?=\s*(?:[;}\n]|$))/y;
const flags = /[gpIi0-9mM]*(?=\s*(?:[;}\n]|$))/y;

function endOfCommand(script: string, from: number): number | undefined {
  let at = skip(blank, script, from);
  if (at === script.length) return at;
  const first = endOfAddress(script, at);
  if (first === undefined) return undefined;
  if (first > at) {
    at = first;
    const comma = skip(separator, script, at);
    if (comma > at) {
      const second = endOfAddress(script, comma);
      if (second === undefined || second === comma) return undefined;
      at = second;
    }
  }
  at = skip(negation, script, at);
  if (script[at] === "{") return at + 1;
  if (script[at] === "s" || script[at] === "y") return endOfSubstitution(script, at);
  const end = skip(command, script, at);
  return end > at ? end : undefined;
}

/** Where the address ends: `from` if there is none, undefined if it does not end. */
function endOfAddress(script: string, from: number): number | undefined {
  if (script[from] !== "/") return skip(address, script, from);
  const end = endOfPattern(script, from + 1, "/");
  return end !== undefined && script[end] === "I" ? end + 1 : end;
}

function endOfSubstitution(script: string, from: number): number | undefined {
  const mark = script[from + 1];
  if (mark === undefined || /[\s\\\w;{}[\]]/.test(mark)) return undefined;
  const isPattern = script[from] === "s";
  const middle = isPattern ? endOfPattern(script, from + 2, mark) : endOfText(script, from + 2, mark);
  const last = middle === undefined ? undefined : endOfText(script, middle, mark);
  if (last === undefined) return undefined;
  flags.lastIndex = last;
  return flags.test(script) ? flags.lastIndex : undefined;
}

/** Behind the mark that closes a text. */
function endOfText(script: string, from: number, mark: string): number | undefined {
  for (let at = from; at < script.length; at += 1) {
    const char = script[at];
    if (char === "\\") at += 1;
    else if (char === mark) return at + 1;
    else if (char === "\n") return undefined;
  }
  return undefined;
}

/** Behind the mark that closes a pattern. Within brackets some programs take the mark for its end and others do not: both have to agree. */
function endOfPattern(script: string, from: number, mark: string): number | undefined {
  const end = endOfText(script, from, mark);
  if (end === undefined) return undefined;
  for (let at = from; at < end - 1; at += 1) {
    const char = script[at];
    if (char === "\\") at += 1;
    else if (char === "[") {
      const close = endOfBrackets(script, at);
      if (close === undefined || close >= end - 1) return undefined;
      at = close;
    }
  }
  return end;
}

const brackets = /\[\^?\]?(?:\[:[a-z]+:\]|\[=.=\]|\[\..\.\]|[^\][\n]|\[(?![:=.]))*\]/y;

/** Where the `]` of a bracket expression is, in which classes have brackets of their own. */
function endOfBrackets(script: string, from: number): number | undefined {
  const end = skip(brackets, script, from);
  return end === from ? undefined : end - 1;
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
