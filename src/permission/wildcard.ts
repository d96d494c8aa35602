import { spend } from "./work.ts";

/** `*` is any text, also none; everything else is itself. */
export function compileWildcard(glob: string): (text: string) => boolean {
  const pieces = glob.split("*");
  if (pieces.length === 1) return (text) => text === glob;
  return (text) => followsPieces(pieces, text);
}

/** Is a text made of these pieces, in their order, with any text between them? */
export function followsPieces(pieces: readonly string[], text: string): boolean {
  spend(callSteps);
  const first = pieces[0] as string;
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1) as string;
  const end = text.length - last.length;
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (let index = 1; index < pieces.length - 1; index += 1) {
    const piece = pieces[index] as string;
    const found = text.indexOf(piece, at);
    spend((found === -1 ? text.length : found) - at + piece.length);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

const callSteps = 16;
