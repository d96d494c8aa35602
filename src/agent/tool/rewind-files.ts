import { createReadStream, type Stats } from "node:fs";
import { lstat, readFile, realpath, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { FileCheckpoints, WrittenFile } from "../memory/file-checkpoints.ts";
import { lineChanges } from "./line-changes.ts";
import { withPathLock } from "./path-lock.ts";
import { replaceFile } from "./replace-file.ts";

/** What was done, or would be. */
interface Rewound {
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

/**
 * Files become what they were before a prompt. Undefined: there is no such prompt. One that cannot be written does not keep
 * the others from it; the answer tells them apart. One file is in memory at a time.
 */
export async function rewindFiles(
  checkpoints: FileCheckpoints,
  { session, prompt, dryRun }: { readonly session: string; readonly prompt: string; readonly dryRun: boolean },
): Promise<Rewound | undefined> {
  const written = checkpoints.since(session, prompt);
  if (written === undefined) return undefined;
  const steps: Step[] = [];
  for (const file of written) {
    const step = await stepFor(checkpoints, file);
    if (step !== undefined) steps.push(step);
  }
  const changes = steps.filter(({ isLeftAlone }) => !isLeftAlone);
  const skippedLinks = steps.length - changes.length;
  const tooLong = changes.find(({ file }) => file.isLeftOut);
  if (tooLong !== undefined) {
    const error = `${tooLong.file.path} was too large to be kept`;
    return { canRewind: false, error, ...sumsOf([]), skippedLinks };
  }
  if (dryRun) return { canRewind: true, ...sumsOf(changes), skippedLinks };
  const failed = new Map<Step, string>();
  for (const step of changes) {
    const why = await withPathLock(step.file.path, () => restore(checkpoints, step)).catch(messageOf);
    if (why !== undefined) failed.set(step, why);
  }
  const sums = { ...sumsOf(changes.filter((step) => !failed.has(step))), skippedLinks };
  if (failed.size === 0) return { canRewind: true, ...sums };
  const [first = ""] = failed.values();
  const error = `${failed.size} of ${changes.length} files could not be taken back: ${first}`;
  return { canRewind: false, error, ...sums };
}

interface Step {
  readonly file: WrittenFile;
  readonly now: Stats | undefined;
  /** What is there now is no file, or is reached by a link that was not there before. */
  readonly isLeftAlone: boolean;
  readonly insertions: number;
  readonly deletions: number;
}

function sumsOf(steps: readonly Step[]): Pick<Rewound, "filesChanged" | "insertions" | "deletions"> {
  return {
    filesChanged: steps.map(({ file }) => file.path),
    insertions: steps.reduce((sum, { insertions }) => sum + insertions, 0),
    deletions: steps.reduce((sum, { deletions }) => sum + deletions, 0),
  };
}

/** Undefined: the file is what it was. */
async function stepFor(checkpoints: FileCheckpoints, file: WrittenFile): Promise<Step | undefined> {
  const now = await statsOf(file.path);
  const step = { file, now, isLeftAlone: false, insertions: 0, deletions: 0 };
  if (now?.isFile() === false || (await leadsElsewhere(dirname(file.path)))) return { ...step, isLeftAlone: true };
  if (file.isLeftOut) return step;
  const { content: before } = checkpoints.kept(file);
  // It is another one for sure, and has grown too long to look for what stayed.
  if (now !== undefined && now.size > maxKeptBytes)
    return { ...step, insertions: linesOf(before).length, deletions: await countLines(file.path) };
  const content = now === undefined ? null : await readFile(file.path);
  if (content === null && before === null) return undefined;
  if (content !== null && before !== null && content.equals(before)) return undefined;
  const changes = lineChanges(linesOf(content), linesOf(before));
  return {
    ...step,
    insertions: changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    deletions: changes.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0),
  };
}

async function restore(checkpoints: FileCheckpoints, { file, now }: Step): Promise<undefined> {
  const { content, mode } = checkpoints.kept(file);
  if (content === null) await rm(file.path, { force: true });
  else await replaceFile(file.path, content, { existing: now, mode, signal: new AbortController().signal });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function linesOf(content: Uint8Array | null): string[] {
  return content === null
    ? []
    : (Buffer.from(content)
        .toString()
        .match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

/** Of a longer file those of its beginning. */
async function countLines(path: string): Promise<number> {
  let lines = 0;
  let isOpen = false;
  for await (const chunk of createReadStream(path, { end: maxKeptBytes - 1 }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    isOpen = chunk.at(-1) !== 10;
  }
  return isOpen ? lines + 1 : lines;
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
