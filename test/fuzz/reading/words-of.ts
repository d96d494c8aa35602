import { TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Effect } from "../../../src/daemon/core/effect.ts";
import type { Input, SaidItem } from "../../../src/daemon/core/input.ts";
import type { EventKind } from "../../../src/daemon/events/draft.ts";

/** What an input made a session tell, in the words of the naive reader. `isInRun`: a run of bad lines was open before it. */
export function wordsOf(effects: readonly Effect[], input: Input, isInRun: boolean): readonly string[] {
  const items = input.type === "said" ? input.items : [];
  const sizes = firstOfRuns(items, isInRun);
  const uuids = resultsIn(items);
  return effects.flatMap((effect) => {
    if (effect.type === "write") return [answerWord(Buffer.from(effect.data).toString())];
    const word = effect.type === "emit" ? wordOf(effect.draft.kind, sizes, uuids) : undefined;
    return word === undefined ? [] : [word];
  });
}

/** The sizes of lines that are told of, in order: of a run of bad ones the first. */
function firstOfRuns(items: readonly SaidItem[], isInRun: boolean): Iterator<number> {
  const sizes: number[] = [];
  let isOpen = isInRun;
  for (const item of items) {
    if (item.kind === "line_notice") continue;
    const problem = item.kind === "problem" ? item : undefined;
    if (problem !== undefined && !isOpen) sizes.push(problem.frame.bytes);
    isOpen = problem !== undefined;
  }
  return sizes.values();
}

/** The uuids of results; of one that could not be read it is empty. */
function resultsIn(items: readonly SaidItem[]): Iterator<string> {
  return items
    .flatMap((item) => (item.kind === "result" ? [item.frame] : []))
    .map(({ bytes, message }) => (bytes === 0 ? "" : String(message.uuid ?? "")))
    .values();
}

/** What the agent asks for lacks a tool, which is told apart from what could not be read at all. */
function answerWord(line: string): string {
  const { response } = JSON.parse(line) as { response: { request_id: string; error: string } };
  return response.error.startsWith("Invalid can_use_tool") ? `request ${response.request_id}` : "request refused";
}

function wordOf(kind: EventKind, sizes: Iterator<number>, uuids: Iterator<string>): string | undefined {
  switch (kind.case) {
    case "agentStatus":
      return `status ${kind.value.status}`;
    case "toolStart":
      return `tool ${kind.value.toolUseId}`;
    case "toolResult":
      return `result ${kind.value.toolUseId} ${kind.value.name || undefined}`;
    case "message":
      return `message ${kind.value.role} ${(JSON.parse(kind.value.contentJson ?? "") as readonly unknown[]).length}`;
    case "textDelta":
      // As UTF-8, which is what is stored.
      return `delta ${kind.value.text?.toWellFormed()}`;
    case "turnComplete":
      // A turn of the agent's own that is lost with it is told of by no line.
      return kind.value.outcome === TurnOutcome.LOST ? undefined : `turn ${uuids.next().value}`;
    case "error": {
      const { code, message = "" } = kind.value;
      const [, lines, bytes] = /^(One|\d+) more lines? in a row \((\d+) bytes\)/.exec(message) ?? [];
      if (lines === undefined) return `bad ${code} ${sizes.next().value}`;
      return `${message.includes("so far") ? "so far" : "more"} ${lines === "One" ? 1 : lines} ${bytes}`;
    }
    default:
      return undefined;
  }
}
