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
