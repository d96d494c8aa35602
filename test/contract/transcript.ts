import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** One recorded line: `>` host to agent, `<` agent to host, `!` stderr, `#` a note. */
export interface TranscriptLine {
  readonly direction: ">" | "<" | "!" | "#";
  readonly ms: number;
  readonly payload: string;
  readonly lineNumber: number;
}

/** A recorded conversation with a real agent. */
export interface Transcript {
  readonly name: string;
  /** The version that the recording itself names. */
  readonly version: string | undefined;
  readonly lines: readonly TranscriptLine[];
  readonly args: readonly string[];
  readonly exitCode: number | undefined;
}

export function readTranscript(path: string): Transcript {
  // Only LF ends a line: payloads hold U+2028.
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => readLine(line, index, path));
  const args = lines.map(argsNoted).find((noted) => noted !== undefined) ?? [];
  const exit = lines
    .map(({ direction, payload }) => (direction === "#" ? /^EXIT (\{.*\})/.exec(payload)?.[1] : undefined))
    .find(Boolean);
  return {
    name: basename(path, ".ndjson"),
    version: lines
      .map(({ direction, payload }) => (direction === "#" ? /^\{"version":"([^"]+)"/.exec(payload)?.[1] : undefined))
      .find(Boolean),
    lines,
    args,
    exitCode: exit === undefined ? undefined : ((JSON.parse(exit) as { code: number | null }).code ?? undefined),
  };
}

function readLine(line: string, index: number, path: string): TranscriptLine[] {
  const match = /^([<>!#])\s+(\d+)(?: (.*))?$/s.exec(line);
  // What a line holds may itself have been several lines; only a file that does not even begin like a recording is none.
  if (match === null && index > 0) return [];
  if (match === null)
    throw new Error(
      `${path}:${index + 1} is no line of a recording: expected a direction (< > ! #), milliseconds and a payload`,
    );
  const [, direction, ms, payload = ""] = match;
  return [{ direction: direction as TranscriptLine["direction"], ms: Number(ms), payload, lineNumber: index + 1 }];
}

function argsNoted({ direction, payload }: TranscriptLine): string[] | undefined {
  if (direction !== "#") return undefined;
  return payload.startsWith('{"version"') ? (JSON.parse(payload) as { args: string[] }).args : undefined;
}
