import { type LineChange, lineChanges } from "./line-changes.ts";

/** A piece of a unified diff; each line begins with a blank, `-` or `+`. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** What changed, with three lines around it. A changed line ending is no change of its line. */
export function structuredPatch(oldText: string, newText: string): Hunk[] {
  const [old, fresh] = [splitLines(oldText), splitLines(newText)];
  return grouped(lineChanges(old, fresh)).map((changes) => hunk(old, fresh, changes));
}

const contextLines = 3;

/** Each with its LF, if it has one: a last line without is another line. */
function splitLines(text: string): string[] {
  return text.replaceAll("\r\n", "\n").match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Changes whose contexts meet are one hunk. */
function grouped(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && change.oldFrom - last.oldTo <= 2 * contextLines)
      group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function hunk(old: readonly string[], fresh: readonly string[], changes: readonly LineChange[]): Hunk {
  const [first, last] = [changes[0] as LineChange, changes.at(-1) as LineChange];
  const before = Math.min(contextLines, first.oldFrom);
  const after = Math.min(contextLines, old.length - last.oldTo);
  const lines: string[] = [];
  let at = first.oldFrom - before;
  for (const { oldFrom, oldTo, newFrom, newTo } of changes) {
    lines.push(...marked(" ", old.slice(at, oldFrom)));
    lines.push(...marked("-", old.slice(oldFrom, oldTo)), ...marked("+", fresh.slice(newFrom, newTo)));
    at = oldTo;
  }
  lines.push(...marked(" ", old.slice(at, at + after)));
  return {
    oldStart: first.oldFrom - before + 1,
    oldLines: last.oldTo + after - (first.oldFrom - before),
    newStart: first.newFrom - before + 1,
    newLines: last.newTo + after - (first.newFrom - before),
    lines,
  };
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"],
  );
}
