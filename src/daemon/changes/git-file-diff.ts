import { join } from "node:path";
import { invalidOption } from "../../errors.ts";
import { type Hunk, type Patch, readHunks } from "../git/read-hunks.ts";
import type { WorkTree } from "../git/work-tree.ts";
import { diffArgs } from "./git-changes.ts";
import { linesOf, readUntracked } from "./untracked-file.ts";

export interface FileDiff {
  readonly hunks: readonly Hunk[];
  readonly binary: boolean;
  readonly truncated: boolean;
  readonly note: string;
}

const maxBytes = 4 * 1024 * 1024;
const patchLimits = { maxLines: 20_000, maxLineLength: 4000 };

/** How one file differs from a commit. A file that git does not know is new as a whole. */
export async function gitFileDiff(
  tree: WorkTree,
  from: string,
  { path, oldPath }: { readonly path: string; readonly oldPath: string },
): Promise<FileDiff> {
  const { git } = tree;
  checkPath("path", path);
  if (oldPath !== "") checkPath("old_path", oldPath);
  const paths = oldPath === "" || oldPath === path ? [path] : [oldPath, path];
  const { stdout, isCut } = await git.run(["diff", ...diffArgs, "--unified=3", from, "--", ...paths], { maxBytes });
  const patch = readHunks(stdout.toString(), patchLimits);
  if (patch.hunks.length > 0 || patch.isBinary) return shown(patch, isCut);
  const others = ["ls-files", "--others", "--exclude-standard", "-z", "--", path];
  const isUntracked = (await git.text(others)).split("\0").includes(path);
  return isUntracked ? newFile(tree, path) : { ...nothing, note: "its lines are the same" };
}

const nothing: FileDiff = { hunks: [], binary: false, truncated: false, note: "" };

function shown({ hunks, isBinary, isCut }: Patch, wasCut: boolean): FileDiff {
  return { hunks, binary: isBinary, truncated: isCut || wasCut, note: isBinary ? "a binary file" : "" };
}

async function newFile({ top }: WorkTree, path: string): Promise<FileDiff> {
  const content = await readUntracked(join(top, path), maxBytes);
  if (content.kind === "binary") return { ...nothing, binary: true, note: "a new binary file" };
  if (content.kind === "too_large") return { ...nothing, truncated: true, note: "a new file, too large to be shown" };
  if (content.kind !== "text") return { ...nothing, note: "a new file that cannot be read" };
  const { hunks, truncated } = addedHunk(linesOf(content.text), { oldStart: 0, newStart: 1, heading: "" });
  return { ...nothing, hunks, truncated, note: content.text === "" ? "a new, empty file" : "" };
}

/** Lines that are all new. */
export function addedHunk(
  lines: readonly string[],
  at: Omit<Hunk, "lines">,
): { readonly hunks: Hunk[]; readonly truncated: boolean } {
  const { maxLines, maxLineLength } = patchLimits;
  const kept = lines.slice(0, maxLines);
  const truncated = kept.length < lines.length || kept.some((line) => line.length > maxLineLength);
  if (kept.length === 0) return { hunks: [], truncated };
  return { hunks: [{ ...at, lines: kept.map((line) => `+${line.slice(0, maxLineLength)}`) }], truncated };
}

function checkPath(option: string, path: string): void {
  const isWithin = path !== "" && !path.startsWith("/") && !path.split("/").includes("..") && !path.includes("\0");
  if (!isWithin || path.length > 4096) throw invalidOption(option, "a path of GetChanges", "another");
}
