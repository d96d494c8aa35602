/** `*` is any text, also none; everything else is itself. */
export function compileWildcard(glob: string): (text: string) => boolean {
  const pieces = glob.split("*");
  const first = pieces[0] as string;
  if (pieces.length === 1) return (text) => text === first;
  const last = pieces.at(-1) as string;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = text.indexOf(piece, at);
      if (found === -1 || found + piece.length > text.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}
