/** The changed lines and some around them, numbered as Read does. `at`: the first byte that changed. */
export function editSnippet(
  content: Buffer,
  { at, newText }: { readonly at: number; readonly newText: string },
): string {
  const changed = lineAt(content, at);
  const first = Math.max(1, changed - contextLines);
  const last = changed + newText.split("\n").length - 1 + contextLines;
  const lines: string[] = [];
  let from = 0;
  let chars = 0;
  // What follows the last LF is a line only when something is there.
  for (let number = 1; number <= last && from < content.length; number++) {
    const found = content.indexOf("\n", from);
    const end = found === -1 ? content.length : found;
    if (number >= first) {
      const line = content.toString("utf8", from, Math.min(end, from + maxChars)).replace(/\r$/, "");
      chars += line.length;
      if (chars > maxChars) return [...lines, "..."].join("\n");
      lines.push(`${number}\t${line}`);
    }
    from = end + 1;
  }
  return lines.join("\n");
}

const contextLines = 4;
const maxChars = 8_000;

/** The number of the line a byte is in. */
function lineAt(content: Buffer, offset: number): number {
  let number = 1;
  for (let at = content.indexOf("\n"); at !== -1 && at < offset; at = content.indexOf("\n", at + 1)) number += 1;
  return number;
}
