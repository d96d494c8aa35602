import { isFields, objects, text, texts } from "../../wire/fields.ts";
import { isDeferral, type TranscriptLine } from "./entry.ts";

/** A transcript as far as it counts: the conversation that ends with its newest message. */
interface TranscriptChain {
  /** What was said, from the beginning, compacted parts included. */
  readonly lines: readonly TranscriptLine[];
  /** What the newest compaction put in place of earlier messages. */
  readonly compaction: { readonly opening: string; readonly throughUuid: string } | undefined;
}

/**
 * A file may hold several branches: every line names its parent, and a conversation that was
 * taken up at an earlier point goes on beside what came after it.
 */
export function transcriptChain(all: readonly TranscriptLine[]): TranscriptChain {
  const spoken = all.filter((line) => isChained(line) && line.isSidechain !== true);
  // A line may have been written twice: a call with the same id beside it would be refused by the model API.
  const byUuid = new Map(spoken.map((line) => [line.uuid, line]));
  const lines = [...byUuid.values()];
  const leaf = lines.findLast((line) => line.type === "user" || line.type === "assistant" || isDeferral(line));
  const segments = segmentsUpTo(leaf, byUuid);
  const newest = segments.at(-1) ?? [];
  const boundary = newest[0]?.subtype === "compact_boundary" ? newest[0] : undefined;
  const kept = preserved(boundary);
  const chained = new Set(segments.flat());
  for (const line of siblings(lines, chained)) chained.add(line);
  const order = new Map(lines.map((line, at) => [line, at]));
  const position = (line: TranscriptLine): number => order.get(line) ?? 0;
  const ordered = [...chained].sort((a, b) => position(a) - position(b));
  if (boundary === undefined) return { lines: ordered, compaction: undefined };
  const before = ordered.slice(0, ordered.indexOf(boundary)).filter(({ uuid }) => !kept.has(uuid));
  const still = ordered.filter(({ uuid }) => kept.has(uuid));
  const after = ordered.slice(ordered.indexOf(boundary)).filter(({ uuid }) => !kept.has(uuid));
  const opening = after.find(({ isCompactSummary }) => isCompactSummary === true)?.message;
  const throughUuid = text(before.at(-1)?.uuid);
  const found = isFields(opening) ? plainText(opening.content) : undefined;
  return {
    lines: [...before, ...still, ...after],
    compaction: found === undefined || throughUuid === undefined ? undefined : { opening: found, throughUuid },
  };
}

function isChained({ type, uuid }: TranscriptLine): boolean {
  return typeof uuid === "string" && ["user", "assistant", "attachment", "system"].includes(String(type));
}

/** The way to the leaf, cut where it was compacted, the oldest part first. */
function segmentsUpTo(
  leaf: TranscriptLine | undefined,
  byUuid: ReadonlyMap<unknown, TranscriptLine>,
): TranscriptLine[][] {
  const segments: TranscriptLine[][] = [];
  const seen = new Set<TranscriptLine>();
  let segment: TranscriptLine[] = [];
  for (let line = leaf; line !== undefined && !seen.has(line); ) {
    seen.add(line);
    segment.unshift(line);
    const isBoundary = line.subtype === "compact_boundary";
    if (isBoundary) {
      segments.unshift(segment);
      segment = [];
    }
    line = byUuid.get(isBoundary ? line.logicalParentUuid : line.parentUuid);
  }
  return segment.length > 0 ? [segment, ...segments] : segments;
}

/** The messages that a compaction left as they were. */
function preserved(boundary: TranscriptLine | undefined): ReadonlySet<unknown> {
  const metadata = isFields(boundary?.compactMetadata) ? boundary.compactMetadata : {};
  const { preservedMessages } = metadata;
  if (isFields(preservedMessages)) return new Set(texts(preservedMessages.allUuids ?? preservedMessages.uuids));
  return new Set();
}

/** Calls that ran beside each other have results beside each other, and only one of them leads on. */
function siblings(lines: readonly TranscriptLine[], chained: ReadonlySet<TranscriptLine>): TranscriptLine[] {
  const parents = new Set([...chained].filter(hasResult).map(({ parentUuid }) => parentUuid));
  const ids = new Set([...chained].filter(({ uuid }) => parents.has(uuid)).flatMap(messageId));
  const calls = lines.filter((line) => line.type === "assistant" && messageId(line).some((id) => ids.has(id)));
  const callers = new Set(calls.map(({ uuid }) => uuid));
  const results = lines.filter((line) => hasResult(line) && callers.has(line.parentUuid));
  return [...calls, ...results];
}

function hasResult({ type, message }: TranscriptLine): boolean {
  return type === "user" && isFields(message) && objects(message.content).some((block) => block.type === "tool_result");
}

function messageId({ message }: TranscriptLine): string[] {
  const id = isFields(message) ? text(message.id) : undefined;
  return id === undefined ? [] : [id];
}

function plainText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  const said = objects(content).flatMap((block) => text(block.text) ?? []);
  return said.length === 0 ? undefined : said.join("\n");
}
