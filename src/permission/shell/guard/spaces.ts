import * as characters from "./characters.ts";
import { readHereDocuments } from "./here-documents.ts";
import type { Source } from "./source.ts";

/** Spaces, tabs, and ends of lines that are escaped between words. */
export function skipBlanks(source: Source): void {
  source.skip(blanks);
}

const blanks = /(?:[ \t]|(?<=[ \t])\\\n)+/y;

/** Blanks, comments and ends of lines. */
export function skipLines(source: Source): void {
  for (;;) {
    skipBlanks(source);
    if (source.char !== "\n" && source.char !== "#") return;
    endLine(source);
  }
}

/** A comment, if there is one, the end of a line, and the here-documents that follow it. */
export function endLine(source: Source): void {
  if (source.char === "#") skipComment(source);
  if (source.ended) return;
  source.expect("\n");
  readHereDocuments(source);
}

function skipComment(source: Source): void {
  source.require("hash", source.at === 0 || /[ \t\n]/.test(source.text.charAt(source.at - 1)));
  const text = source.takeText(/#[^\n]*/y) ?? "";
  source.require("comment-inside", source.enclosing.length === 0 || !/[()'"`\\$]/.test(text));
}

/** A reserved word, where only that one may stand. */
export function expectKeyword(source: Source, word: string): void {
  if (!takeKeyword(source, word)) source.unexpected();
}

export function takeKeyword(source: Source, word: string): boolean {
  const isHere = source.lookText(characters.reserved) === word;
  if (isHere) source.at += word.length;
  return isHere;
}
