import * as characters from "./characters.ts";
import type { Source } from "./source.ts";

/** `<<'EOF'`, behind its operator. The text comes behind the end of the line. */
export function readHereDocumentStart(source: Source, start: number, operator: string): void {
  source.take(/[ \t]+/y);
  const from = source.at;
  const found = source.take(characters.hereDelimiter);
  const isWhole = source.ended || characters.delimiters.has(source.char);
  source.require("here-delimiter", found !== undefined && isWhole);
  const delimiter = found?.[1] ?? found?.[2] ?? found?.[3] ?? source.unexpected();
  const quoted = found?.[3] === undefined;
  source.mark("HereDocDelimiter", from, source.at, `${quoted ? "quoted " : ""}${delimiter}`);
  source.mark("HereDoc", start, source.at, operator);
  source.pending.push({ delimiter, quoted, stripsTabs: operator === "<<-" });
}

/** The texts of all here-documents of the line that has just ended. */
export function readHereDocuments(source: Source): void {
  const { pending } = source;
  source.pending = [];
  for (const { delimiter, quoted, stripsTabs } of pending) {
    const start = source.at;
    for (;;) {
      const lineStart = source.at;
      const line = source.takeText(wholeLine) ?? "";
      const isLast = (stripsTabs ? line.replace(/^\t+/, "") : line) === delimiter;
      if (source.ended && !isLast) source.unexpected();
      if (isLast) {
        finish(source, start, lineStart, quoted);
        break;
      }
      source.at += 1;
    }
    if (!source.ended) source.expect("\n");
  }
  const isInside = pending.length > 0 && source.enclosing.length > 0;
  source.require("here-last", !isInside || source.look(/[ \t\n]*\)/y) !== undefined);
}

const wholeLine = /[^\n]*/y;

function finish(source: Source, start: number, end: number, quoted: boolean): void {
  const body = source.text.slice(start, end);
  source.countDocument(body.length);
  source.mark("HereDocBody", start, end);
  if (!quoted) source.count(body.split("$", maxExpansions).length - 1);
  source.require("here-body", quoted || !characters.hereExpansion.test(body));
  source.require("here-inside", source.enclosing.length === 0 || endsLast(body, source.enclosing.at(-1) === "quoted"));
}

/** More than a line may have parts. */
const maxExpansions = 2_000;

/**
 * Old shells (bash 3.2, which macOS still has) look for the parenthesis that ends a substitution in here-documents, too. Where one
 * may be taken for it, the text behind must be without meaning.
 */
function endsLast(body: string, inQuotes: boolean): boolean {
  const end = endForOldShells(body);
  return end === -1 || (inQuotes && !/[$`"\\]/.test(body.slice(end)));
}

/** The first closing parenthesis that is surely the partner of none, or that quotes may have made so. */
function endForOldShells(body: string): number {
  const quote = body.search(/['"`\\]/);
  let open = 0;
  for (let at = 0; at < (quote === -1 ? body.length : quote); at += 1) {
    if (body.charAt(at) === "(") open += 1;
    else if (body.charAt(at) === ")") open -= 1;
    if (open < 0) return at;
  }
  return quote === -1 ? -1 : body.indexOf(")", quote);
}
