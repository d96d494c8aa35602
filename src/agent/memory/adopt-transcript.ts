import { isFields, text } from "../../wire/fields.ts";
import type { Entry, TranscriptLine } from "./entry.ts";
import type { Memory } from "./memory.ts";
import { readTranscript, titleIn, transcriptTail } from "./read-transcript.ts";
import type { SessionTotals } from "./session-summary.ts";
import { transcriptChain } from "./transcript-chain.ts";
import { transcriptEntry } from "./transcript-entry.ts";

export interface AdoptedSession {
  readonly id: string;
  readonly cwd: string;
  readonly path: string;
}

/**
 * Brings into the memory what a transcript has and the memory has not: a conversation that
 * another program had, or went on with. True when there was something.
 */
export async function adoptTranscript(
  memory: Memory,
  { id, cwd, path }: AdoptedSession,
  totalsOf: (costState: TranscriptLine) => SessionTotals,
): Promise<boolean> {
  const tail = await transcriptTail(path);
  if (tail.length === 0) return false;
  const known = memory.find(id);
  const title = titleIn(tail);
  if (known !== undefined && title !== undefined && title !== known.title) memory.setTitle(id, title);
  const end = tail.findLast(({ uuid, isSidechain }) => typeof uuid === "string" && isSidechain !== true)?.uuid;
  if (known !== undefined && memory.has(id, String(end))) return false;

  const lines = await readTranscript(path);
  const { lines: chain, compaction } = transcriptChain(lines);
  const entries = chain.flatMap((line) => transcriptEntry(line) ?? []);
  const added = memory.adopt({ id, cwd, ...modelOf(entries) }, entries);
  if (added.length === 0) return false;
  const isCompacted = added.some(({ line }) => line?.subtype === "compact_boundary");
  const last = isCompacted && compaction && entryAt(chain, compaction.throughUuid);
  const through = last && memory.numberOf(id, last.uuid);
  if (compaction && through) memory.compactions.keep(id, { through, opening: compaction.opening });
  const cost = lines.findLast(({ type }) => type === "cost-state");
  if (cost !== undefined) memory.setTotals(id, totalsOf(cost));
  const given = titleIn(lines);
  if (given !== undefined) memory.setTitle(id, given);
  return true;
}

/** The uuid of the stored message at which a conversation goes on that is taken up at any line of its transcript. */
export async function storedUuidAt(path: string, uuid: string): Promise<string | undefined> {
  const all = await readTranscript(path);
  const { lines } = transcriptChain(all);
  const chained = new Set(lines);
  const byUuid = new Map(all.map((line) => [line.uuid, line]));
  // Behind the newest message there may be something that nobody said.
  let line = byUuid.get(uuid);
  while (line !== undefined && !chained.has(line) && line.type !== "user" && line.type !== "assistant") {
    // Lines may name each other.
    byUuid.delete(line.uuid);
    line = byUuid.get(line.parentUuid);
  }
  return line === undefined ? undefined : entryAt(lines, String(line.uuid))?.uuid;
}

/** What the line says, or the newest before it that says something. */
function entryAt(chain: readonly TranscriptLine[], uuid: string): Entry | undefined {
  const at = chain.findIndex((line) => line.uuid === uuid);
  return chain
    .slice(0, at + 1)
    .flatMap((line) => transcriptEntry(line) ?? [])
    .at(-1);
}

function modelOf(entries: readonly Entry[]): { model?: string } {
  const answer = entries.findLast(({ role, message }) => role === "assistant" && isFields(message));
  const model = text(answer?.message?.model);
  return model === undefined || model === "<synthetic>" ? {} : { model };
}
