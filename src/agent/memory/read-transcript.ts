import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isFields, text } from "../../wire/fields.ts";
import type { TranscriptLine } from "./entry.ts";

/** Its lines; none when it is not there. What cannot be read in it is left out. */
export async function readTranscript(path: string): Promise<TranscriptLine[]> {
  const lines: TranscriptLine[] = [];
  let open = "";
  try {
    for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1024 * 1024 })) {
      const parts = `${open}${chunk}`.split("\n");
      open = parts.pop() ?? "";
      // Not spread: there may be more of them than a call takes arguments.
      for (const part of parts) for (const line of parsed(part)) lines.push(line);
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return [...lines, ...parsed(open)];
}

/** Those at its end, without reading the rest of a long one. */
export async function transcriptTail(path: string, bytes = 256 * 1024): Promise<TranscriptLine[]> {
  try {
    await using file = await open(path, "r");
    const { size } = await file.stat();
    const start = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const lines = buffer.subarray(0, bytesRead).toString("utf8").split("\n");
    return (start === 0 ? lines : lines.slice(1)).flatMap(parsed);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The folder that its first lines are about; undefined where they do not say. */
export async function transcriptFolder(path: string, bytes = 256 * 1024): Promise<string | undefined> {
  try {
    await using file = await open(path, "r");
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes), position: 0 });
    const lines = buffer.subarray(0, bytesRead).toString("utf8").split("\n").flatMap(parsed);
    return lines.flatMap(({ cwd }) => text(cwd) ?? [])[0];
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The ids of the sessions whose transcripts lie beside this one, the newest first. */
export async function sessionsBeside(path: string): Promise<string[]> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".jsonl"))
      .map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => undefined);
        return { id: basename(name, ".jsonl"), isFile: found?.isFile() ?? false, atMs: found?.mtimeMs ?? 0 };
      }),
  );
  return files
    .filter(({ isFile }) => isFile)
    .sort((a, b) => b.atMs - a.atMs)
    .map(({ id }) => id);
}

/** The sessions of a folder by what their transcripts beside this one say, each with its title. */
export async function titlesBeside(
  path: string,
  cwd: string,
): Promise<{ readonly id: string; readonly title: string | undefined; readonly atMs: number }[]> {
  const titles = await Promise.all(
    (await sessionsBeside(path)).map(async (id) => {
      const file = join(dirname(path), `${id}.jsonl`);
      const lines = await transcriptTail(file);
      const atMs = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
      // Another folder's transcripts may lie here, too.
      const isOfFolder = ((await transcriptFolder(file)) ?? cwd) === cwd;
      return isOfFolder ? [{ id, title: titleIn(lines), atMs }] : [];
    }),
  );
  return titles.flat();
}

/** What somebody called it last. */
export function titleIn(lines: readonly TranscriptLine[]): string | undefined {
  return text(lines.findLast(({ type }) => type === "custom-title")?.customTitle);
}

function parsed(line: string): TranscriptLine[] {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? [value] : [];
  } catch {
    return [];
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}
