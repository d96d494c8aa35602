import { processOf } from "../../src/daemon/core/session-state.ts";
import type { SessionCommit } from "./model-store.ts";
import { must } from "./violation.ts";

/** Follows calls that were put off: the turn of one goes on with the answer that the next agent is given. */
export class ResumptionCheck {
  /** The agent that was told to put it off, by the tool use. */
  readonly #putOff = new Map<string, string>();
  /** Hooks and requests of agents whose turn goes on. */
  readonly #goesOn = new Set<string>();

  /** `left`: of the budget, by all that was stored before. */
  committed({ writes, state }: SessionCommit, left: number): void {
    const process = processOf(state);
    const isEnding = state.agent.at === "ending" || process?.conversation.ledger.isTurnStopped === true;
    for (const { data } of writes)
      for (const { kind, agent, use, said, isEnd } of answersIn(Buffer.from(data).toString("latin1"))) {
        const before = this.#putOff.get(use);
        if (said === "defer") this.#putOff.set(use, agent);
        if (said === "defer" || before === undefined || before === agent || isEnding || isEnd) continue;
        if (this.#goesOn.has(`${agent}/${use}`)) continue;
        this.#goesOn.add(`${agent}/${use}`);
        must(left > 1e-9, "no turn goes on past a budget", () => `${agent}: ${kind} ${use} is told ${said}`);
      }
  }
}

interface Answer {
  readonly kind: string;
  readonly agent: string;
  readonly use: string;
  readonly said: string;
  /** The turn is over with it. */
  readonly isEnd: boolean;
}

/** What an agent's hooks and requests for permission are answered. */
function answersIn(lines: string): readonly Answer[] {
  return lines
    .split("\n")
    .filter((line) => line.includes('"control_response"'))
    .flatMap((line) => {
      const { request_id, response = {} } = (JSON.parse(line) as AnswerLine).response;
      const [, letter, agent = "", use = ""] = /^([hr])-(.+)\/(.+)$/.exec(request_id) ?? [];
      if (letter === undefined) return [];
      const said = response.hookSpecificOutput?.permissionDecision ?? response.behavior ?? "";
      const isEnd = response.interrupt === true;
      return [{ kind: letter === "h" ? "the hook" : "the request", agent, use, said, isEnd }];
    });
}

interface AnswerLine {
  readonly response: {
    readonly request_id: string;
    readonly response?: {
      readonly behavior?: string;
      readonly interrupt?: boolean;
      readonly hookSpecificOutput?: { readonly permissionDecision?: string };
    };
  };
}
