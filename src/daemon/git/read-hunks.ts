export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly heading: string;
  /** Each begins with " ", "+" or "-". */
  readonly lines: readonly string[];
}

export interface Patch {
  readonly hunks: readonly Hunk[];
  readonly isBinary: boolean;
  /** There was more than `maxLines`, or a line longer than `maxLineLength`. */
  readonly isCut: boolean;
}

interface PatchLimits {
  readonly maxLines: number;
  readonly maxLineLength: number;
}

const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of a unified diff of one file. */
export function readHunks(text: string, { maxLines, maxLineLength }: PatchLimits): Patch {
  const hunks: (Hunk & { lines: string[] })[] = [];
  let count = 0;
  let isCut = false;
  let isBinary = false;
  for (const line of text.split("\n")) {
    const found = head.exec(line);
    const open = hunks.at(-1);
    if (found !== null) {
      const [, oldStart, newStart, heading = ""] = found;
      hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), heading: heading.slice(0, 200), lines: [] });
    } else if (open === undefined) isBinary ||= /^Binary files .* differ$/.test(line);
    else if (/^[ +-]/.test(line)) {
      if (count++ >= maxLines) return { hunks, isBinary, isCut: true };
      isCut ||= line.length > maxLineLength;
      open.lines.push(line.slice(0, maxLineLength));
    }
  }
  return { hunks, isBinary, isCut };
}
