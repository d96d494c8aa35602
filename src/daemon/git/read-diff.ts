/** A file of `git diff --raw --numstat -z`. */
export interface DiffEntry {
  readonly path: string;
  /** Of a rename. */
  readonly oldPath: string | undefined;
  /** Git's letter: A, M, D, R, T, U. */
  readonly letter: string;
  /** Undefined: it is no text. */
  readonly lines: LineCounts | undefined;
  readonly submodule: boolean;
}

interface LineCounts {
  readonly insertions: number;
  readonly deletions: number;
}

/** First all of the raw entries, then all of the numbers. Of output that was cut, the last part may be half: it is left out. */
export function readDiff(output: string): DiffEntry[] {
  const parts = output.split("\0");
  parts.pop();
  const raw: Omit<DiffEntry, "lines">[] = [];
  const counts = new Map<string, LineCounts | undefined>();
  parts.reverse();
  const next = (): string => parts.pop() ?? "";
  while (parts.length > 0) {
    const part = next();
    if (part.startsWith(":")) raw.push(rawEntry(part, next));
    else {
      const { path, lines } = numbers(part, next);
      counts.set(path, lines);
    }
  }
  return raw.map((entry) => ({ ...entry, lines: counts.get(entry.path) }));
}

function rawEntry(part: string, next: () => string): Omit<DiffEntry, "lines"> {
  const [oldMode, newMode, , , status = ""] = part.slice(1).split(" ");
  const submodule = oldMode === "160000" || newMode === "160000";
  const isRename = /^[RC]/.test(status);
  const first = next();
  return { path: isRename ? next() : first, oldPath: isRename ? first : undefined, letter: status[0] ?? "", submodule };
}

/** Of a rename the paths stand behind, the old one first. */
function numbers(part: string, next: () => string): { readonly path: string; readonly lines: LineCounts | undefined } {
  const [insertions = "", deletions = "", ...rest] = part.split("\t");
  const lines = insertions === "-" ? undefined : { insertions: Number(insertions), deletions: Number(deletions) };
  if (!part.endsWith("\t")) return { path: rest.join("\t"), lines };
  next();
  return { path: next(), lines };
}
