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
  readonly lines: readonly TranscriptLine[];
  readonly args: readonly string[];
  readonly exitCode: number | undefined;
}

export function readTranscript(path: string): Transcript {
  // Only LF ends a line: payloads hold U+2028.
  const lines = readFileSync(path, "utf8").split("\n").flatMap(readLine);
  const args = lines.map(argsNoted).find((noted) => noted !== undefined) ?? [];
  const exit = lines
    .map(({ direction, payload }) => (direction === "#" ? /^EXIT (\{.*\})/.exec(payload)?.[1] : undefined))
    .find(Boolean);
  return {
    name: basename(path, ".ndjson"),
    lines,
    args,
    exitCode: exit === undefined ? undefined : ((JSON.parse(exit) as { code: number | null }).code ?? undefined),
  };
}

function readLine(line: string, index: number): TranscriptLine[] {
  const match = /^([<>!#])\s+(\d+)(?: (.*))?$/s.exec(line);
  if (match === null) return [];
  const [, direction, ms, payload = ""] = match;
  return [{ direction: direction as TranscriptLine["direction"], ms: Number(ms), payload, lineNumber: index + 1 }];
}

function argsNoted({ direction, payload }: TranscriptLine): string[] | undefined {
  if (direction !== "#") return undefined;
  return payload.startsWith('{"version"') ? (JSON.parse(payload) as { args: string[] }).args : undefined;
}
