import { type Ask, AskState } from "../../src/api/gen/bridle/v1/ask_pb.js";
import type { AuditEntry } from "../../src/daemon/core/audit-entry.ts";
import type { JudgedRequest } from "../../src/daemon/core/input.ts";
import type { OpenAsk } from "../../src/daemon/core/session-state.ts";
import type { RanBy } from "./agent-calls.ts";
import type { ToolCall } from "./model-rules.ts";
import { must } from "./violation.ts";

/** Follows calls of tools from what was decided to what ran: nothing runs undecided, and once for each verdict. */
export class CallsCheck {
  /** How often each call was allowed by a person or a rule, and ran because of it. */
  readonly #allowed = new Map<string, number>();
  readonly #ran = new Map<string, number>();
  readonly #judged = new Map<string, JudgedRequest["decision"]>();
  readonly #forbidden = new Set<string>();
  readonly #deadlines = new Map<string, number>();

  /** What the rules said of a request of an agent. */
  judged(request: string, decision: JudgedRequest["decision"]): void {
    this.#judged.set(request, decision);
  }

  audited({ digest, verdict, decider }: AuditEntry): void {
    if (verdict === "allow" && (decider.by === "person" || decider.by === "rule")) add(this.#allowed, rootOf(digest));
  }

  /** Of what is stored: until then it may wait. */
  waits({ ask }: OpenAsk): void {
    this.#deadlines.set(ask.id, Number(ask.deadlineMs));
  }

  /** A rule forbade it when a person allowed it. */
  forbade({ id }: Ask): void {
    this.#forbidden.add(id);
  }

  /** The rules forbid nothing more. */
  permit(): void {
    this.#forbidden.clear();
  }

  closed({ id, state, decidedMs }: Ask): void {
    const isForbidden = state === AskState.ALLOWED && this.#forbidden.has(id);
    must(!isForbidden, "what a rule forbids by now nobody allows", () => id);
    const untilMs = this.#deadlines.get(id) ?? 0;
    const isEarly = state === AskState.EXPIRED && Number(decidedMs) < untilMs;
    must(!isEarly, "an ask has the time that was told", () => `${id}: ${untilMs - Number(decidedMs)} ms are left`);
  }

  /** An agent runs a call. */
  ran(agent: string, { command }: ToolCall, by: RanBy): void {
    if (by.by === "self") return;
    const digest = rootOf(`d-${command}`);
    const times = add(this.#ran, digest);
    const allowed = this.#allowed.get(digest) ?? 0;
    must(times <= allowed, "a call runs once for each verdict", () => `${agent}: ${digest}, ${times} of ${allowed}`);
    const isForbidden = this.#judged.get(by.request)?.effect === "deny";
    must(!isForbidden, "what a rule forbids does not run", () => `${agent}: ${digest} by ${by.request}`);
  }
}

/** Of one whose command a person changed: the call that was asked about. */
function rootOf(digest: string): string {
  return digest.replace(/~+$/, "");
}

function add(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
