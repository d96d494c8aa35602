import type { Row } from "./row.ts";
import { rowText } from "./row-text.ts";

/** The rows that hold a text, whatever the case of its letters; those that are not on the screen, too. */
export function findRows(rows: readonly Row[], text: string): readonly number[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return [];
  return rows.flatMap((row, index) => (rowText(row).toLowerCase().includes(wanted) ? [index] : []));
}
