import type { DiffHunk } from "../../../src/api/gen/bridle/v1/workspace_service_pb.js";

/** A line of a diff, with its numbers in the file before and after. 0: it has none there, or it is not known. */
export interface DiffRow {
  readonly kind: "same" | "added" | "removed";
  readonly oldNumber: number;
  readonly newNumber: number;
  readonly text: string;
}

/** What stands between hunks. */
export interface HunkRow {
  readonly kind: "hunk";
  readonly text: string;
}

/** Two sides of one line: what was and what is. */
export interface PairRow {
  readonly kind: "pair";
  readonly before: DiffRow | undefined;
  readonly after: DiffRow | undefined;
}

const kinds: { readonly [mark: string]: DiffRow["kind"] } = { " ": "same", "+": "added", "-": "removed" };

/** One below the other, as a patch has them. */
export function unifiedRows(hunks: readonly DiffHunk[]): (DiffRow | HunkRow)[] {
  return hunks.flatMap((hunk, at) => [headOf(hunk, at), ...linesOf(hunk)].filter((row) => row !== undefined));
}

/** Side by side: a removed line beside the added one that took its place. */
export function pairedRows(hunks: readonly DiffHunk[]): (PairRow | HunkRow)[] {
  return hunks.flatMap((hunk, at) => [headOf(hunk, at), ...pairsOf(linesOf(hunk))].filter((row) => row !== undefined));
}

/** The first one needs no word where the file is shown from its beginning. */
function headOf({ heading, oldStart, newStart }: DiffHunk, at: number): HunkRow | undefined {
  if (at === 0 && heading === "" && newStart <= 1) return undefined;
  const start = newStart > 0 ? `Line ${newStart}` : oldStart > 0 ? `Line ${oldStart}` : "";
  return { kind: "hunk", text: [start, heading].filter((part) => part !== "").join(" · ") };
}

function linesOf({ lines, oldStart, newStart }: DiffHunk): DiffRow[] {
  let [oldNumber, newNumber] = [oldStart, newStart];
  return lines.map((line) => {
    const kind = kinds[line[0] ?? ""] ?? "same";
    const isKnown = oldStart + newStart > 0;
    return {
      kind,
      oldNumber: isKnown && kind !== "added" ? oldNumber++ : 0,
      newNumber: isKnown && kind !== "removed" ? newNumber++ : 0,
      text: line.slice(1),
    };
  });
}

function pairsOf(rows: readonly DiffRow[]): PairRow[] {
  const pairs: PairRow[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] as DiffRow;
    if (row.kind === "same") {
      pairs.push({ kind: "pair", before: row, after: row });
      at++;
      continue;
    }
    const removed = run(rows, at, "removed");
    const added = run(rows, at + removed.length, "added");
    for (let line = 0; line < Math.max(removed.length, added.length); line++)
      pairs.push({ kind: "pair", before: removed[line], after: added[line] });
    at += removed.length + added.length;
  }
  return pairs;
}

function run(rows: readonly DiffRow[], from: number, kind: DiffRow["kind"]): DiffRow[] {
  const end = rows.findIndex((row, at) => at >= from && row.kind !== kind);
  return rows.slice(from, end < 0 ? rows.length : end);
}
