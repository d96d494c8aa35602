import { styleText } from "node:util";

/** Columns padded to their widest cell; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => oneLine(cell, Number.POSITIVE_INFINITY)));
  const widths = clean[0]?.map((_, column) => clean.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0));
  return clean
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths?.[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * Nothing that an agent says may steer the terminal, or show in another order than it runs: no control characters, and
 * none of those that turn the direction of writing.
 */
export function plain(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[^\n\t\P{Cc}]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "?");
}

/** All of it on one line, for a person to judge: whatever cannot be seen, or looks like a blank and is none, is spelled. */
export function spelledOut(text: string): string {
  return text.replace(/[^ \p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}|\u2800/gu, (one) => {
    const known = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[one];
    return known ?? `\\u{${one.codePointAt(0)?.toString(16)}}`;
  });
}

/** One line, cut at a width. */
export function oneLine(text: string, width: number): string {
  const line = plain(text.replace(/\s+/g, " ").trim());
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

export type Style = "bold" | "dim" | "red" | "green" | "yellow";

/** Colours only on a terminal, and never with NO_COLOR. The text is made harmless. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string {
  return styleText(style, plain(text), { stream });
}

/** One JSON object per line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${jsonLine(value)}\n`);
}

/** JSON leaves the upper control characters as they are, and terminals obey them. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** "3 min ago". */
export function ago(ms: number, nowMs = Date.now()): string {
  const seconds = Math.max(0, (nowMs - ms) / 1000);
  const [, size, unit] = units.find(([below]) => seconds < below) ?? units[0];
  return seconds < 5 ? "now" : `${Math.floor(seconds / size)} ${unit} ago`;
}

const units = [
  [60, 1, "s"],
  [3600, 60, "min"],
  [86_400, 3600, "h"],
  [Number.POSITIVE_INFINITY, 86_400, "d"],
] as const;
