import type { Row, Rows } from "./row.ts";
import { rowText } from "./row-text.ts";

/** The rows that hold a text, whatever the case of its letters, in their order; also those of sub-agents, folded or not. */
export function* findRows(rows: Rows, text: string): Generator<Row | undefined> {
  const wanted = matcher(text);
  if (wanted === undefined) return;
  for (const row of rows.all) {
    // Undefined for a row without it: who looks can rest there.
    yield wanted.test(rowText(row)) ? row : undefined;
    if (row.kind === "tool" && row.children.all.length > 0) yield* findRows(row.children, text);
  }
}

/** Undefined where there is nothing to look for. */
export function matcher(text: string, flags = "iu"): RegExp | undefined {
  return text === "" ? undefined : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags);
}
