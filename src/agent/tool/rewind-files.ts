import type { Stats } from "node:fs";
import { lstat, readFile, realpath, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { FileCheckpoints, KeptFile } from "../memory/file-checkpoints.ts";
import { lineChanges } from "./line-changes.ts";
import { withPathLock } from "./path-lock.ts";
import { replaceFile } from "./replace-file.ts";

/** What was done, or would be. */
export interface Rewound {
  readonly canRewind: boolean;
  readonly error?: string;
  readonly filesChanged: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
  readonly skippedLinks: number;
}

/** A longer file is not kept, and what its prompt did cannot be taken back. */
export const maxKeptBytes = 20 * 1024 * 1024;

/** Keeps a file as it is, before the tools of the newest prompt first write to it. The path has its links resolved. */
export async function keepBefore(checkpoints: FileCheckpoints, session: string, path: string): Promise<void> {
  if (checkpoints.has(session, path)) return;
  const stats = await statsOf(path);
  const isLeftOut = stats !== undefined && stats.size > maxKeptBytes;
  const content = stats === undefined || isLeftOut ? null : await readFile(path);
  checkpoints.keep(session, { path, content, mode: (stats?.mode ?? 0) & 0o7777, isLeftOut });
}

/** Files become what they were before a prompt. Undefined: there is no such prompt. */
export async function rewindFiles(
  checkpoints: FileCheckpoints,
  { session, prompt, dryRun }: { readonly session: string; readonly prompt: string; readonly dryRun: boolean },
): Promise<Rewound | undefined> {
  const kept = checkpoints.since(session, prompt);
  if (kept === undefined) return undefined;
  const steps = (await Promise.all(kept.map(stepFor))).filter((step) => step !== undefined);
  const links = steps.filter(({ isLink }) => isLink).length;
  const changes = steps.filter(({ isLink }) => !isLink);
  const sums = {
    filesChanged: changes.map(({ file }) => file.path),
    insertions: changes.reduce((sum, { insertions }) => sum + insertions, 0),
    deletions: changes.reduce((sum, { deletions }) => sum + deletions, 0),
    skippedLinks: links,
  };
  const tooLong = changes.find(({ file }) => file.isLeftOut);
  if (tooLong !== undefined)
    return { canRewind: false, error: `${tooLong.file.path} was too large to be kept`, ...sums };
  if (!dryRun) for (const step of changes) await withPathLock(step.file.path, () => restore(step));
  return { canRewind: true, ...sums };
}

interface Step {
  readonly file: KeptFile;
  readonly now: Stats | undefined;
  /** What is there now is a link, or is reached by one that was not there before: it is left alone. */
  readonly isLink: boolean;
  readonly insertions: number;
  readonly deletions: number;
}

/** Undefined: the file is what it was. */
async function stepFor(file: KeptFile): Promise<Step | undefined> {
  const now = await statsOf(file.path);
  const none = { file, now, insertions: 0, deletions: 0 };
  if (now?.isSymbolicLink() || (await leadsElsewhere(dirname(file.path)))) return { ...none, isLink: true };
  if (file.isLeftOut) return { ...none, isLink: false };
  const content = now === undefined ? null : await readFile(file.path);
  if (content === null && file.content === null) return undefined;
  if (content !== null && file.content !== null && content.equals(file.content)) return undefined;
  const changes = lineChanges(linesOf(content), linesOf(file.content));
  return {
    ...{ file, now, isLink: false },
    insertions: changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    deletions: changes.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0),
  };
}

async function restore({ file: { path, content, mode }, now }: Step): Promise<void> {
  if (content === null) await rm(path, { force: true });
  else await replaceFile(path, content, { existing: now, mode, signal: new AbortController().signal });
}

function linesOf(content: Uint8Array | null): string[] {
  return content === null
    ? []
    : (Buffer.from(content)
        .toString()
        .match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Paths are kept with their links resolved: a folder that is a link now leads to files of somebody else. */
async function leadsElsewhere(folder: string): Promise<boolean> {
  try {
    return (await realpath(folder)) !== folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
