import type { Effect } from "../../src/daemon/core/effect.ts";
import type { Input } from "../../src/daemon/core/input.ts";
import { phaseOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import type { Step } from "./step.ts";

/** Takes a line of what happens. */
export type Tell = (line: string) => void;

/** A step, for a person. */
export function stepText({ kind, a, b }: Step, n: number): string {
  return `${String(n + 1).padStart(3)}  ${kind} (${a}, ${b})`;
}

/** What happens to a session, and what comes of it, for a person. */
export function inputText(session: string, input: Input, state: SessionState, effects: readonly Effect[]): string {
  const { agent } = state;
  const stage = agent.at === "ending" ? ` ${agent.why} ${agent.stage}` : "";
  const done = effects.flatMap(effectText).join(", ");
  return `       ${session}: ${inputWords(input)} → ${agent.at}${stage}, ${phaseOf(state)}${done && `: ${done}`}`;
}

function inputWords(input: Input): string {
  if (input.type === "said") {
    const items = input.items.map((item) => {
      if (item.kind === "request") return `asks ${item.request.subtype} ${item.request.requestId}`;
      return item.kind;
    });
    return `said ${items.join(", ")} up to ${input.offset}`;
  }
  const { wallMs: _, steadyMs: __, type, ...rest } = input;
  return `${type} ${JSON.stringify(rest)}`;
}

function effectText(effect: Effect): string | readonly string[] {
  switch (effect.type) {
    case "emit": {
      const { kind, turn } = effect.draft;
      const value = JSON.stringify(kind.value, (_, part) => (typeof part === "bigint" ? Number(part) : part));
      return `event ${kind.case} ${value.slice(0, 160)}${turn && ` of ${turn}`}`;
    }
    case "write":
      return `write ${Buffer.from(effect.data).toString().trim().slice(0, 160)}`;
    case "answer":
      return `answer ${effect.call}: ${effect.answer.to}`;
    case "trace":
    case "index_text":
    case "count_usage":
    case "keep_agent_facts":
    case "show":
    case "deprecated":
    case "close_ask":
    case "audit":
      return [];
    default:
      return effect.type;
  }
}
