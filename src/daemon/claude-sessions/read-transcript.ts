import { type FileHandle, open } from "node:fs/promises";
import { type Fields, isFields, list, text } from "../../wire/fields.ts";

export interface TranscriptFacts {
  /** The folder the conversation belongs to: resuming works there alone. */
  readonly cwd: string;
  /** For its owner's eyes: holds what a person wrote. "" where there is nothing to show. */
  readonly title: string;
}

/**
 * What the two ends of a transcript say; a long one is not read in between. Undefined for one without a message of the main
 * conversation. `belongs`: whether a folder is one that this transcript may be of.
 */
export async function readTranscript(
  path: string,
  bytes: number,
  belongs: (cwd: string) => boolean,
): Promise<TranscriptFacts | undefined> {
  await using file = await open(path, "r");
  for (const endBytes of [shortEnd, longEnd]) {
    const lines = await readEnds(file, bytes, endBytes);
    const messages = lines.filter((line) => text(line.cwd) !== undefined && line.isSidechain !== true);
    const folders = messages.map((line) => text(line.cwd) ?? "");
    // A conversation may have moved on to other folders; the first may be in a line too long to be read.
    const cwd = folders.find(belongs) ?? folders[0];
    if (cwd !== undefined) return { cwd, title: titleOf(lines) };
    if (bytes <= 2 * endBytes) return undefined;
  }
  return undefined;
}

const shortEnd = 16 * 1024;
/** For transcripts that begin and end with long lines, such as images. */
const longEnd = 1024 * 1024;

async function readEnds(file: FileHandle, bytes: number, endBytes: number): Promise<Fields[]> {
  if (bytes <= 2 * endBytes) return parseLines(await read(file, 0, bytes), false);
  const [head, tail] = [await read(file, 0, endBytes), await read(file, bytes - endBytes, endBytes)];
  return [...parseLines(head, false), ...parseLines(tail, true)];
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}

/** Half lines, at a cut or of a process that was killed, are none. */
function parseLines(chunk: string, beginsInside: boolean): Fields[] {
  const lines = chunk.split("\n");
  return lines.slice(beginsInside ? 1 : 0).flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isFields(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Given by the person, else by the model, else what was said first, else last. */
function titleOf(lines: readonly Fields[]): string {
  const last = (type: string, field: string): string | undefined =>
    text(lines.findLast((line) => line.type === type && text(line[field]) !== undefined)?.[field]);
  const title =
    last("custom-title", "customTitle") ||
    last("ai-title", "aiTitle") ||
    last("summary", "summary") ||
    lines.map(promptOf).find((prompt) => prompt !== undefined) ||
    last("last-prompt", "lastPrompt") ||
    "";
  return shorten(title);
}

/** What a person typed; not what the CLI put there in their name. */
function promptOf(line: Fields): string | undefined {
  if (line.type !== "user" || line.isMeta === true || line.isSidechain === true || !isFields(line.message))
    return undefined;
  const { content } = line.message;
  const block = list(content).find((one) => isFields(one) && one.type === "text");
  const typed = text(content) ?? (isFields(block) ? text(block.text) : undefined);
  const isPrompt =
    typed !== undefined && typed.trim() !== "" && !/^\s*(<[a-z-]+>|Caveat:|\[Request interrupted)/.test(typed);
  return isPrompt ? typed : undefined;
}

const maxTitle = 80;

/** One line without control characters. By code points, so that none is cut in half. */
function shorten(title: string): string {
  const line = title.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const points = [...line.slice(0, 4 * maxTitle)];
  return points.length <= maxTitle
    ? points.join("")
    : `${points
        .slice(0, maxTitle - 1)
        .join("")
        .trimEnd()}…`;
}
