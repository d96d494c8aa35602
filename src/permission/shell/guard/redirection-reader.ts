import * as characters from "./characters.ts";
import { readHereDocumentStart } from "./here-documents.ts";
import type { Source } from "./source.ts";
import { skipBlanks } from "./spaces.ts";
import type { WordReader } from "./word-reader.ts";

/** `2>> file`, if there is one here; gives its operator. */
export function readRedirection(source: Source, words: WordReader): string | undefined {
  const start = source.at;
  const found = source.sees(characters.redirection) ? source.look(characters.redirection) : undefined;
  if (found === undefined) return undefined;
  const [all, digits = "", operator = ""] = found;
  if ((all === "<" || all === ">") && source.text.charAt(start + 1) === "(") return undefined;
  source.at += all.length;
  if (digits !== "") source.mark("FileDescriptor", start, start + digits.length);
  source.require("zsh-descriptor", digits !== "" || !endsInBracedName(source.text, start));
  if (operator.startsWith("<<") && operator !== "<<<") {
    readHereDocumentStart(source, start, operator);
    return operator;
  }
  if (operator === "<") source.require("zsh-range", !/[\d-]/.test(source.char));
  source.require("history", source.char !== "!");
  skipBlanks(source);
  const target = words.read();
  if (operator === ">&" || operator === "<&") source.require("copied-descriptor", /^(?:\d|-)$/.test(target.text));
  source.mark(operator === "<<<" ? "HereString" : "Redirect", start, source.at, operator);
  return operator;
}

/** zsh lets blanks stand between `{name}` and its operator. */
function endsInBracedName(text: string, end: number): boolean {
  let at = end - 1;
  while (at >= 0 && /[ \t\n\\]/.test(text.charAt(at))) at -= 1;
  if (text.charAt(at) !== "}") return false;
  const close = at;
  while (at > 0 && /\w/.test(text.charAt(at - 1))) at -= 1;
  return at < close && text.charAt(at - 1) === "{";
}
