/** The part of a text that fits a query: about the first of its longest words that is there. One line. */
export function snippet(text: string, query: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const at = positionOf(line.toLowerCase(), query.toLowerCase());
  const start = Math.max(0, Math.min(at - Math.floor(maxLength / 3), line.length - maxLength));
  const end = start + maxLength;
  return `${start > 0 ? "…" : ""}${line.slice(start, end).trim()}${end < line.length ? "…" : ""}`;
}

function positionOf(line: string, query: string): number {
  const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).sort((a, b) => b.length - a.length);
  for (const word of words) {
    const at = line.indexOf(word);
    if (at !== -1) return at;
  }
  return 0;
}
