import { type Ask, AskState } from "../../src/api/gen/bridle/v1/ask_pb.js";
import { PromptState, TurnOutcome } from "../../src/api/gen/bridle/v1/event_pb.js";
import { SessionState as PhaseCode } from "../../src/api/gen/bridle/v1/session_pb.js";
import { stateOf } from "../../src/daemon/core/phase-states.ts";
import { type AskWaiting, phaseOf, processOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import type { Draft } from "../../src/daemon/events/draft.ts";
import { CallsCheck } from "./calls-check.ts";
import { isStoredAs } from "./is-stored-as.ts";
import type { SessionCommit } from "./model-store.ts";
import { OutputCheck } from "./output-check.ts";
import { ResumptionCheck } from "./resumption-check.ts";
import type { ScriptedAgent } from "./scripted-agent.ts";
import type { System } from "./system.ts";
import { must } from "./violation.ts";

/** What became of a prompt, as the log tells. */
interface PromptFate {
  readonly session: string;
  isGiven: boolean;
  /** Cancelled, or a turn ended that it was in. */
  isOver: boolean;
  reads: number;
}

interface AskFate {
  readonly session: string;
  state: AskState;
}

/** Everything that has to hold, looked at with each commit and each byte that reaches an agent. */
export class Checks {
  readonly #system: System;
  readonly #output: OutputCheck;
  readonly calls = new CallsCheck();
  readonly #resumption = new ResumptionCheck();
  readonly #lastSeq = new Map<string, number>();
  readonly #phase = new Map<string, PhaseCode>();
  readonly #prompts = new Map<string, PromptFate>();
  readonly #contents = new Set<string>();
  #spentUsd = 0;
  readonly #limits = new Map<string, number>();
  readonly #asks = new Map<string, AskFate>();
  readonly #askOf = new Map<string, string>();
  /** Requests whose asks no longer wait for them. */
  readonly #released = new Set<string>();
  /** Tool uses that were decided about. */
  readonly #audited = new Set<string>();
  /** All that was stored for an agent. */
  readonly #written = new Map<string, string>();

  constructor(system: System) {
    this.#system = system;
    this.#output = new OutputCheck(system.processes);
  }

  committed(commit: SessionCommit): void {
    const { session, state, lastSeq, drafts, before } = commit;
    const known = this.#lastSeq.get(session) ?? 0;
    must(lastSeq === known, "numbers have no gap", () => `${session}: ${lastSeq + 1} follows ${known}`);
    this.#lastSeq.set(session, known + drafts.length);
    for (const { agentId, offset, data } of commit.writes) this.#write(agentId, offset, data);
    for (const { ask, waits } of before.asks) this.#letGo(requestOf(waits), ask, [...state.asks, ...commit.closedAsks]);
    for (const { ask, waits } of state.asks) this.#openAsk(requestOf(waits), ask);
    for (const { ask, waits } of commit.closedAsks) this.#closeAsk(requestOf(waits), ask);
    for (const open of state.asks) this.calls.waits(open);
    this.#begins(commit);
    for (const draft of drafts) this.#event(session, draft);
    const isGone = processOf(before)?.id !== processOf(state)?.id;
    must(isGone || !drafts.some(isLost), "a turn is lost only with its agent", () => `${processOf(before)?.id}`);
    this.#output.committed(before, state, drafts);
    this.#sums(session, state);
    for (const { ask } of commit.closedAsks)
      must(isAudited(ask, commit.audits), "a decision is audited in its commit", () => `ask ${ask.id}`);
    for (const { toolUseId, decider, verdict } of commit.audits) {
      const isAlone = decider.by !== "agent" || verdict === "cancelled" || !this.#audited.has(toolUseId);
      must(isAlone, "what somebody decided is not left to the agent", () => `${session}: ${toolUseId}`);
      this.#audited.add(toolUseId);
    }
    for (const entry of commit.audits) this.calls.audited(entry);
    if (this.#system.isChecked)
      must(isStoredAs(this.#system.store.read(session), state), "what is stored is the state", () => session);
  }

  /** No turn begins past a budget, or before a limit is over. What was stored before this commit is known to all of it. */
  #begins(commit: SessionCommit): void {
    const { session, drafts, state, spent, wallMs } = commit;
    const { budget, isCalm } = this.#system;
    this.#resumption.committed(commit, (budget?.usd ?? Number.POSITIVE_INFINITY) - this.#spentUsd);
    const isGiven = ({ kind }: Draft): boolean => kind.case === "prompt" && kind.value.state === PromptState.SENT;
    if (!isCalm && drafts.some(isGiven)) {
      const limit = budget?.usd ?? Number.POSITIVE_INFINITY;
      must(this.#spentUsd < limit - 1e-9, "no turn begins past a budget", () => `${this.#spentUsd} of ${limit}`);
      const untilMs = drafts.some(isWayOn) ? 0 : (this.#limits.get(session) ?? 0);
      must(untilMs <= wallMs, "no turn begins before a limit is over", () => `${session}: ${untilMs - wallMs} ms`);
    }
    this.#spentUsd += spent.usd;
    this.#limits.set(session, state.waits?.for === "limit" ? state.waits.untilMs : 0);
  }

  /** Bytes that reach the holder. */
  sent(agentId: string, at: number, text: string): void {
    const written = this.#written.get(agentId) ?? "";
    const isStored = written.slice(at, at + text.length) === text;
    must(isStored, "an agent is told what is stored", () => `${agentId} at ${at}: ${text.trim()}`);
  }

  /** An agent reads a prompt. */
  prompted(uuid: string): void {
    const fate = this.#prompts.get(uuid);
    must(fate !== undefined, "an agent is told what is stored", () => `prompt ${uuid} is not in the log`);
    fate.reads += 1;
    must(fate.reads === 1, "a prompt is sent once", () => `${uuid} was read ${fate.reads} times`);
  }

  /** Of a session that nothing happens to any more. */
  atRest(session: string, state: SessionState): void {
    const open = [...this.#prompts].filter(([, fate]) => fate.session === session && !fate.isOver);
    must(open.length === 0, "no prompt is lost", () => open.map(([id]) => id).join(", "));
    for (const agent of this.#system.processes.values()) if (agent.session === session) this.#toldAsDecided(agent);
    this.#output.atRest(state);
  }

  #toldAsDecided({ id: agent, calls: { answers }, openAsks }: ScriptedAgent): void {
    must(openAsks.length === 0, "every ask is answered", () => openAsks.join(", "));
    for (const [id, behavior] of answers) {
      const request = `${agent} ${id}`;
      const ask = this.#asks.get(this.#askOf.get(request) ?? "");
      if (ask === undefined) continue;
      // A hook leaves a question, and rules that are to be kept, to the request that follows.
      const isAllowed = behavior === "allow" || (id.startsWith("h-") && (behavior === "" || behavior === "ask"));
      const isSo = isAllowed === (ask.state === AskState.ALLOWED && !this.#released.has(request));
      must(isSo, "an agent is told what was decided", () => `${request}: ${behavior}, it is ${ask.state}`);
    }
  }

  /** The agent was told that nobody has decided yet, and the ask waits on without it. */
  #letGo(request: string | undefined, { id }: Ask, after: SessionCommit["closedAsks"]): void {
    const now = after.find(({ ask }) => ask.id === id);
    if (request !== undefined && now !== undefined && requestOf(now.waits) !== request) this.#released.add(request);
  }

  #write(agentId: string, offset: number, data: Uint8Array): void {
    const written = this.#written.get(agentId) ?? "";
    must(offset === written.length, "input has no hole", () => `${agentId}: ${offset} stored behind ${written.length}`);
    this.#written.set(agentId, written + Buffer.from(data).toString("latin1"));
  }

  #openAsk(request: string | undefined, { id, sessionId: session }: Ask): void {
    if (!this.#asks.has(id)) this.#asks.set(id, { session, state: AskState.OPEN });
    // Its agent may be gone by the same commit.
    if (request === undefined || this.#askOf.get(request) === id) return;
    must(!this.#askOf.has(request), "an ask is made once", () => `${request} is ${this.#askOf.get(request)} and ${id}`);
    this.#askOf.set(request, id);
  }

  #closeAsk(request: string | undefined, ask: Ask): void {
    const { id, state } = ask;
    this.#openAsk(request, ask);
    const fate = this.#asks.get(id);
    must(fate?.state === AskState.OPEN, "an ask is settled once", () => `${id} is ${fate?.state}, and then ${state}`);
    fate.state = state;
    this.calls.closed(ask);
  }

  #event(session: string, { kind }: Draft): void {
    switch (kind.case) {
      case "statusChange":
        return void this.#phase.set(session, kind.value.state as PhaseCode);
      case "prompt":
        return this.#promptEvent(session, kind.value);
      case "turnComplete":
        for (const id of kind.value.prompts ?? []) this.#over(id, "a turn");
        return;
      case "permissionResolved": {
        const ask = this.#asks.get(String(kind.value.askId));
        if (ask !== undefined)
          must(ask.state === kind.value.state, "an ask is settled once", () => `${kind.value.askId}`);
      }
    }
  }

  #promptEvent(session: string, { promptId, state, contentJson = "", sender }: PromptValue): void {
    const id = String(promptId);
    // What we tell the agent of an answer is made once by the ask that it is about.
    const content = sender === "bridle" ? id : contentJson;
    const known = this.#prompts.get(id);
    if (known === undefined) {
      must(
        content.includes("go on where") || !this.#contents.has(content),
        "a call has its effect once",
        () => `${content} became a prompt again`,
      );
      this.#contents.add(content);
      this.#prompts.set(id, { session, isGiven: state !== PromptState.QUEUED, isOver: false, reads: 0 });
      return;
    }
    if (state === PromptState.CANCELLED) return this.#over(id, "cancelling");
    must(!known.isGiven && !known.isOver, "a prompt is sent once", () => `${id} is told as sent again`);
    known.isGiven = true;
  }

  #over(id: string, by: string): void {
    const fate = this.#prompts.get(id);
    must(fate !== undefined && !fate.isOver, "a prompt ends once", () => `${id} by ${by}`);
    fate.isOver = true;
  }

  /** The log and the state say the same. */
  #sums(session: string, state: SessionState): void {
    const told = this.#phase.get(session) ?? PhaseCode.IDLE;
    const phase = phaseOf(state);
    must(told === stateOf(phase), "the phase is told", () => `${session} is ${phase}, clients were told ${told}`);
    must(this.#system.store.rows.get(session)?.row.state === phase, "the phase is told", () => `${session}: its row`);
    const given: string[] = [];
    const queued: string[] = [];
    for (const [id, fate] of this.#prompts)
      if (fate.session === session && !fate.isOver) (fate.isGiven ? given : queued).push(id);
    const queue = state.queue.map(({ id }) => id);
    must(isSame(queued, queue), "no prompt is lost", () => `log: ${queued}, queue: ${queue}`);
    const agents = (processOf(state)?.conversation.ledger.prompts ?? []).map(({ uuid }) => uuid);
    must(isSame(given, agents), "no prompt is lost", () => `log: ${given}, with the agent: ${agents}`);
    const open: string[] = [];
    for (const [id, fate] of this.#asks) if (fate.session === session && fate.state === AskState.OPEN) open.push(id);
    const asks = state.asks.map(({ ask }) => ask.id);
    must(isSame(open, asks), "an ask is settled once", () => `log: ${open}, open: ${asks}`);
  }
}

/** The provider answered, or a person closed the session: a limit holds no more. */
function isWayOn({ kind }: Draft): boolean {
  if (kind.case === "statusChange") return kind.value.state === PhaseCode.CLOSED;
  return kind.case === "turnComplete" && kind.value.outcome === TurnOutcome.SUCCESS;
}

/** Undefined: no agent waits for it. */
function requestOf(waits: AskWaiting): string | undefined {
  return "agent" in waits ? `${waits.agent} ${waits.requestId}` : undefined;
}

type PromptValue = Extract<Draft["kind"], { case: "prompt" }>["value"];

function isLost({ kind }: Draft): boolean {
  return kind.case === "turnComplete" && kind.value.outcome === TurnOutcome.LOST;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function isAudited({ toolUseId, state, decidedMs }: Ask, audits: SessionCommit["audits"]): boolean {
  const verdict = state === AskState.ALLOWED ? "allow" : state === AskState.CANCELLED ? "cancelled" : "deny";
  const found = audits.filter((entry) => entry.toolUseId === toolUseId && entry.decidedMs === Number(decidedMs));
  return found.some((entry) => entry.verdict === verdict);
}
