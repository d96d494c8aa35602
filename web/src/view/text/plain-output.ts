import { visible } from "./visible.ts";

/** Escape sequences of terminals: colours, cursor, titles, links. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const escapes = /\u{1b}(?:\[[0-?]*[ -/]*[@-~]|\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\)|[@-_])/gu;

/** What a program wrote to its terminal, as text; a line that was written over again and again is what stood there last. */
export function plainOutput(text: string): string {
  const plain = text.replace(escapes, "").replaceAll("\r\n", "\n");
  return visible(plain.replace(/^[^\n]*\r(?=[^\n])/gm, ""));
}
