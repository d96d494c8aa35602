import { TurnOutcome } from "../../src/api/gen/bridle/v1/event_pb.js";
import type { Draft } from "../../src/daemon/events/draft.ts";
import { pieceToken } from "./agent-lines.ts";

/** What an event says of the agent's output, in the words of `AgentLine`; undefined: it is the daemon's own. */
export function tokenOfEvent({ kind }: Draft): string | undefined {
  switch (kind.case) {
    case "textDelta":
      return pieceToken + (kind.value.text ?? "");
    case "message":
      return `${kind.value.role} ${kind.value.contentJson}`;
    case "toolStart":
      return `start ${kind.value.toolUseId}`;
    case "toolResult":
      return `done ${kind.value.toolUseId}`;
    case "sessionInfo":
      return "init";
    case "agentStatus":
      return `status ${kind.value.status}`;
    case "unknown":
      return `unknown ${kind.value.word} ${numberIn(kind.value.payloadJson)}`;
    case "turnComplete": {
      const { outcome, durationMs, text } = kind.value;
      // What a turn had in it beside its own prompt is told without figures.
      const isOwn = outcome === TurnOutcome.LOST || outcome === TurnOutcome.CANCELLED || durationMs === 0n;
      return isOwn ? undefined : `result ${text}`;
    }
    default:
      return undefined;
  }
}

function numberIn(json: string | undefined): number {
  return (JSON.parse(json ?? "{}") as { readonly n?: number }).n ?? 0;
}
