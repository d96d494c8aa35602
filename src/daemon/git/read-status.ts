/** A path of `git status`, with what is the matter. */
export interface StatusEntry {
  readonly path: string;
  /** The index differs from the last commit. */
  readonly staged: boolean;
  /** The file differs from the index. */
  readonly unstaged: boolean;
  readonly untracked: boolean;
  readonly conflicted: boolean;
  readonly submodule: boolean;
}

/** What `git status --porcelain=v2 -z` printed. Of output that was cut, the last entry may be half: it is left out. */
export function readStatus(output: string): StatusEntry[] {
  const parts = output.split("\0");
  parts.pop();
  const entries: StatusEntry[] = [];
  for (let at = 0; at < parts.length; at++) {
    const line = parts[at] ?? "";
    const fields = line[0] === "1" ? 8 : line[0] === "2" ? 9 : line[0] === "u" ? 10 : 0;
    if (line[0] === "?") entries.push({ ...clean, path: line.slice(2), untracked: true });
    if (fields === 0) continue;
    const words = line.split(" ");
    const [, xy = "..", sub = "N"] = words;
    entries.push({
      path: words.slice(fields).join(" "),
      staged: line[0] !== "u" && xy[0] !== ".",
      unstaged: line[0] !== "u" && xy[1] !== ".",
      untracked: false,
      conflicted: line[0] === "u",
      submodule: sub[0] === "S",
    });
    // The path before the rename.
    if (line[0] === "2") at++;
  }
  return entries;
}

const clean = { staged: false, unstaged: false, untracked: false, conflicted: false, submodule: false };
