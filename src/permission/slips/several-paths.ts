import { expandBraces, type SpecifierSlip } from "./slip.ts";

/** Several paths in one rule. */
export function several(pattern: string): SpecifierSlip | undefined {
  let outside = pattern.replace(/\[[^\]]*\]/g, mask);
  for (let before = ""; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\{[^{}]*\}/g, mask);
  }
  const splits = (separator: RegExp): string[] => {
    const pieces: string[] = [];
    let from = 0;
    for (const found of outside.matchAll(separator)) {
      pieces.push(pattern.slice(from, found.index));
      from = found.index + found[0].length;
    }
    return [...pieces, pattern.slice(from)].filter((piece) => piece !== "");
  };
  const sure = [/\s*\|+\s*/g, /\s*,\s+|\s+,\s*|,$/g, /\s*;\s*/g, /[\t\r\n]+/g];
  // Names have these in them, too: only where each piece looks like a path.
  const unsure = [/,/g, /\s+(?:or|and|&&?)\s+/gi, / +/g];
  for (const separator of [...sure, ...unsure]) {
    const pieces = splits(separator);
    const isList = sure.includes(separator) || pieces.every(isWholePath);
    if (isList && pieces.join("") !== pattern) return { why: "a rule is one path", meant: pieces };
  }
  return undefined;
}

/** It ends as a path does, and is not the begin of a name with a blank or a comma in it: `~/Library/Application`. */
function isWholePath(piece: string): boolean {
  return /^[\w.~*/{[-]*[./*]/.test(piece) && (/[*/]$/.test(piece) || /^[^/]*\.|\.[^/]*$|^[~.]\/[^/]*$/.test(piece));
}

function mask(text: string): string {
  return "x".repeat(text.length);
}

export function braces(pattern: string): SpecifierSlip | undefined {
  const meant = expandBraces(pattern);
  if (meant !== undefined) return { why: "braces are not expanded", meant, sure: "certain" };
  const isMuch = /(?<!\\)\{[^{}]*,[^{}]*\}/.test(pattern);
  return isMuch ? { why: "its braces stand for very many paths", meant: [] } : undefined;
}
