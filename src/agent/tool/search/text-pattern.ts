import { rustToJavaScript } from "./rust-pattern.ts";
import type { SearchedText } from "./search.ts";

/** A searched text, ready to be looked for. Which of the two is used depends on the text that is searched. */
export interface TextPattern {
  readonly ascii: RegExp;
  readonly unicode: RegExp;
  readonly multiline: boolean;
}

/** Throws for what cannot be read; the message is for the model. */
export function textPattern({ pattern, ignoreCase, multiline }: SearchedText): TextPattern {
  const flags = `gmv${ignoreCase ? "i" : ""}${multiline ? "s" : ""}`;
  const compiled = (unicode: boolean): RegExp => {
    try {
      return new RegExp(rustToJavaScript(pattern, { unicode, multiline }), flags);
    } catch (error) {
      throw new Error(`regex parse error: ${error instanceof Error ? error.message : error}`);
    }
  };
  return { ascii: compiled(false), unicode: compiled(true), multiline };
}

export interface Block {
  /** Of the first line of a match. */
  readonly start: number;
  /** Of the LF behind its last line, or the end of the text. */
  readonly end: number;
}

/** The lines that match, in order; what a match over several lines touches is one block. */
export function* matchingBlocks(regex: RegExp, text: string, multiline: boolean): Generator<Block> {
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const { index } = match;
    // What follows the last LF is no line.
    if (index === text.length && (text === "" || text.endsWith("\n"))) return;
    const last = index + Math.max(0, match[0].length - 1);
    const found = text.indexOf("\n", last);
    const end = found === -1 ? text.length : found;
    yield { start: text.lastIndexOf("\n", index - 1) + 1, end };
    if (!multiline) regex.lastIndex = end + 1;
    else if (match[0] === "") regex.lastIndex = index + 1;
    if (regex.lastIndex > text.length) return;
  }
}
