import { readFileSync } from "node:fs";
import type { AgentLine } from "./agent-lines.ts";
import { readAlone } from "./read-alone.ts";

/** Recordings of real agents whose turn needs nothing from us once it began. */
const recordings = ["2.1.250/e1-partial", "2.1.250/p1-429"];

let known: readonly (readonly AgentLine[])[] | undefined;

/** What real agents said in a turn, behind its `init` and before its result, with the events that a crash-free reading makes of each line. */
export function recordedTurns(): readonly (readonly AgentLine[])[] {
  known ??= recordings.map(readTurn);
  return known;
}

function readTurn(name: string): readonly AgentLine[] {
  const file = new URL(`../fixtures/${name}.ndjson`, import.meta.url);
  const said = readFileSync(file, "latin1")
    .split("\n")
    .filter((line) => line.startsWith("<"))
    .map((line) => `${line.slice(line.indexOf("{"))}\n`);
  const from = said.findIndex((line) => line.includes('"subtype":"init"'));
  const to = said.findIndex((line) => line.includes('"type":"result"'));
  return readAlone(said.slice(from + 1, to));
}
