import { processOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import type { Draft } from "../../src/daemon/events/draft.ts";
import { pieceToken } from "./agent-lines.ts";
import { isOptional, type ScriptedAgent } from "./scripted-agent.ts";
import { tokenOfEvent } from "./token-of-event.ts";
import { must } from "./violation.ts";

const rule = "every line of an agent is in the log once";

/** Follows what agents said through the log: each line becomes its events, in order, once, and with the stored offset. */
export class OutputCheck {
  readonly #agents: ReadonlyMap<string, ScriptedAgent>;
  /** Those whose output is no longer read. */
  readonly #failed = new Set<string>();
  /** How many of the expected events of an agent are in the log. */
  readonly #seen = new Map<string, number>();

  constructor(agents: ReadonlyMap<string, ScriptedAgent>) {
    this.#agents = agents;
  }

  committed(before: SessionState, after: SessionState, drafts: readonly Draft[]): void {
    const id = processOf(before)?.id ?? processOf(after)?.id ?? "";
    const agent = this.#agents.get(id);
    for (const draft of drafts) {
      const token = tokenOfEvent(draft);
      if (token !== undefined) this.#take(id, agent, token);
    }
    const process = processOf(after);
    // One commit may hold the end of one agent and the failure of the next.
    if (after.agent.at === "ending" && after.agent.why === "failed") this.#failed.add(after.agent.process.id);
    if (agent === undefined) return;
    if (drafts.some(({ kind }) => kind.case === "error" && kind.value.code === "internal")) this.#failed.add(id);
    if (this.#failed.has(id)) return;
    // Nobody told the end of one that is left over: what it said last is lost with it.
    if (process?.id !== id) return after.leftovers.includes(id) ? undefined : this.#all(agent);
    const seen = this.#pastOptional(agent, this.#seen.get(id) ?? 0, process.outputOffset);
    const next = agent.expected[seen];
    const last = agent.expected[seen - 1];
    const isInParts = process.conversation.maker.openMessage !== undefined;
    const isAhead = last !== undefined && last.lineEnd > process.outputOffset && !isInParts;
    must(!isAhead, rule, () => `${id}: "${last?.token}" is stored, its offset is not`);
    const isBehind = next !== undefined && next.lineEnd <= process.outputOffset;
    must(!isBehind, rule, () => `${id}: the offset is behind "${next?.token}", which is not in the log`);
  }

  /** All that was said is read. */
  atRest(state: SessionState): void {
    const process = processOf(state);
    const agent = this.#agents.get(process?.id ?? "");
    if (process !== undefined && agent !== undefined) this.#all(agent);
  }

  #all(agent: ScriptedAgent): void {
    const seen = this.#pastOptional(agent, this.#seen.get(agent.id) ?? 0, agent.output.length);
    must(seen === agent.expected.length, rule, () => `${agent.id}: "${agent.expected[seen]?.token}" is not in the log`);
  }

  #pastOptional(agent: ScriptedAgent, seen: number, to: number): number {
    for (let next = agent.expected[seen]; next !== undefined && isOptional(next) && next.lineEnd <= to; ) {
      seen += 1;
      next = agent.expected[seen];
    }
    this.#seen.set(agent.id, seen);
    return seen;
  }

  #take(id: string, agent: ScriptedAgent | undefined, token: string): void {
    let seen = this.#seen.get(id) ?? 0;
    let next = agent?.expected[seen];
    if (token.startsWith(pieceToken)) {
      let text = "";
      while (next?.token.startsWith(pieceToken) && pieceToken.length + text.length < token.length) {
        text += next.token.slice(pieceToken.length);
        seen += 1;
        next = agent?.expected[seen];
      }
      must(pieceToken + text === token, rule, () => `${id}: "${token}" where "${text || next?.token}" was said`);
    } else {
      const isIt = next !== undefined && (next.token === token || (isOptional(next) && next.token.endsWith(token)));
      must(isIt, rule, () => `${id}: "${token}" where "${next?.token}" was said`);
      seen += 1;
    }
    this.#seen.set(id, seen);
  }
}
