import { randomUUID } from "node:crypto";
import { closedError } from "../../conversation/closed-error.ts";
import { saysUnknownConversation } from "../../conversation/unknown-conversation.ts";
import { isBridleError } from "../../errors.ts";
import { agentSpec } from "../agent/agent-launch.ts";
import { AgentLink, type LinkSink } from "../agent/agent-link.ts";
import { unconfirmedExit as unconfirmed } from "../core/exit.ts";
import type { ExitFacts } from "../core/input.ts";
import { launchOptions } from "../core/launch.ts";
import { isPrompted, processOf, type SessionState } from "../core/session-state.ts";
import { type AgentExit, type AgentSpec, type Holding, unconfirmedExit } from "../holding/held-agent.ts";
import type { OutboxRow } from "../store/outbox-table.ts";
import type { Happening } from "./happening.ts";
import type { LiveSession } from "./live-agents.ts";
import type { OutwardEffect } from "./outgoing.ts";
import type { SessionDeps } from "./session-deps.ts";

interface RunnerParts {
  readonly deps: SessionDeps;
  readonly session: LiveSession;
  readonly state: () => SessionState;
  /** What happened to the session. */
  readonly apply: (happening: Happening) => void;
  readonly sink: (agentId: string) => Omit<LinkSink, "exited">;
}

interface Prepared {
  readonly launch: number;
  readonly holding: Holding;
  readonly spec: AgentSpec;
}

/** Does to the agent process of one session what the core decided. */
export class AgentRunner {
  readonly #parts: RunnerParts;
  #link: AgentLink | undefined;
  #prepared: Prepared | undefined;
  /** The holders of agents that ended, until that is stored. */
  readonly #ended = new Map<string, Holding>();
  /** The launch that room was made for; `adopted`: the agent ran before this daemon. */
  #room: number | "adopted" | undefined;
  /** Nothing is started any more: the daemon ends, or the session is deleted. */
  #isStopped = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Undefined: no process, or one that is not started yet. */
  get link(): AgentLink | undefined {
    return this.#link;
  }

  /** Nothing that the agent said waits to be read. */
  get isCaughtUp(): boolean {
    return this.#link?.isCaughtUp ?? true;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Nobody reads what the agent says any more, and the holder ends it. */
  abandon(): void {
    this.stop();
    this.#link?.leave();
    this.#link?.holding.forget(this.#link.id);
    this.#link = undefined;
    if (this.#room !== undefined) this.#parts.deps.live.release(this.#parts.session);
  }

  /** The state is another: whoever has no process needs no room for one. */
  settle(): void {
    const { agent } = this.#parts.state();
    const process = processOf({ agent });
    if (this.#link !== undefined && this.#link.id !== process?.id) {
      this.#ended.set(this.#link.id, this.#link.holding);
      this.#link = undefined;
    }
    if (this.#room === undefined || process !== undefined) return;
    if (agent.at === "launching" && agent.launch === this.#room && !this.#isStopped) return;
    this.#room = undefined;
    this.#parts.deps.live.release(this.#parts.session);
  }

  perform(effect: OutwardEffect): void {
    switch (effect.type) {
      case "launch":
        return void this.#launch(effect.launch);
      case "start":
        return void this.#start(effect.launch, effect.agentId);
      case "write":
        return this.#of(effect.agentId)?.write(effect.offset, effect.data, effect.isRequest);
      case "end_input":
        return this.#of(effect.agentId)?.endInput(effect.offset);
      case "signal":
        return this.#of(effect.agentId)?.signal(effect.signal);
      case "stop_reading":
        return this.#of(effect.agentId)?.stopReading();
      case "give_up":
        return void this.#of(effect.agentId)?.giveUp();
      case "forget":
        return this.#forget(effect.agentId);
      case "end_leftover":
        return void this.#endLeftover(effect.agentId).catch(() => undefined);
    }
  }

  /** Goes on with an agent that an earlier daemon had. */
  attach(holding: Holding, outbox: readonly OutboxRow[]): void {
    const process = processOf(this.#parts.state());
    if (process === undefined) return;
    this.#room = "adopted";
    this.#parts.deps.live.adopt(this.#parts.session);
    this.#link = this.#newLink(process.id, holding, process.outputOffset);
    this.#link.attach(outbox);
  }

  /** The holder died, and the agent with it. */
  holderLost(): void {
    const process = processOf(this.#parts.state());
    if (this.#link !== undefined) this.#link.exited(unconfirmedExit);
    else if (process !== undefined) this.#parts.apply({ type: "exited", agentId: process.id, exit: unconfirmed });
  }

  async #launch(launch: number): Promise<void> {
    const { deps, session, state, apply } = this.#parts;
    if (this.#isStopped) return;
    try {
      await deps.live.acquire(session, isPrompted(state()));
      this.#room = launch;
      if (this.#isStale(launch)) return this.settle();
      const { facts, leftovers } = state();
      const [agent, holding] = await Promise.all([
        deps.agent(facts.agent),
        deps.holding(),
        ...leftovers.map((id) => this.#endLeftover(id)),
      ]);
      if (this.#isStale(launch)) return this.settle();
      const { options, resume } = launchOptions(state());
      const spec = agentSpec({ id: randomUUID(), agent, cwd: facts.cwd, options, resume });
      this.#prepared = { launch, holding, spec };
      const { version, dialect } = agent;
      apply({ type: "launch_ready", launch, agentId: spec.id, version, dialect });
    } catch (error) {
      this.#failed(launch, undefined, error);
    }
  }

  #isStale(launch: number): boolean {
    const { agent } = this.#parts.state();
    return this.#isStopped || agent.at !== "launching" || agent.launch !== launch;
  }

  async #start(launch: number, agentId: string): Promise<void> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    // While it was stored the holder may have died, and the agent that nobody started yet is given up.
    if (prepared?.launch !== launch || processOf(this.#parts.state())?.id !== agentId) return;
    const link = this.#newLink(agentId, prepared.holding, 0);
    this.#link = link;
    try {
      await link.start(prepared.spec);
      this.#parts.apply({ type: "started", agentId });
    } catch (error) {
      this.#failed(launch, agentId, error);
    }
  }

  #failed(launch: number, agentId: string | undefined, error: unknown): void {
    const code = isBridleError(error) ? error.code : "internal";
    const message = error instanceof Error ? error.message : String(error);
    // The holder did not answer, or died: it may have started it, or may yet.
    const isUnknown = isBridleError(error, "timeout") || isBridleError(error, "closed");
    const mayRun = agentId !== undefined && isUnknown;
    this.#parts.apply({ type: "launch_failed", launch, agentId, code, message, mayRun });
    this.settle();
  }

  async #endLeftover(agentId: string): Promise<void> {
    await this.#parts.deps.lost.end(agentId);
    this.#parts.apply({ type: "leftover_ended", agentId });
  }

  #newLink(id: string, holding: Holding, outputOffset: number): AgentLink {
    const { deps, sink, apply } = this.#parts;
    const { lost, meter, turns, longLines, limits } = deps;
    const exited = (exit: AgentExit): void => apply({ type: "exited", agentId: id, exit: exitFacts(exit) });
    const { maxPayloadBytes } = limits;
    const parts = { id, holding, lost, meter, turns, longLines, maxPayloadBytes, outputOffset };
    return new AgentLink({ ...parts, sink: { ...sink(id), exited } });
  }

  #of(agentId: string): AgentLink | undefined {
    return this.#link?.id === agentId ? this.#link : undefined;
  }

  #forget(agentId: string): void {
    this.#ended.get(agentId)?.forget(agentId);
    this.#ended.delete(agentId);
  }
}

function exitFacts(exit: AgentExit): ExitFacts {
  if (exit === unconfirmedExit) return unconfirmed;
  const { exitCode, signal, stderr } = exit;
  const { message, data } = closedError({ exitCode, signal: signal as NodeJS.Signals | null }, stderr, process.env);
  return {
    exitCode,
    signal,
    message,
    stderr: data.stderr,
    saysUnknownConversation: saysUnknownConversation(stderr),
    isConfirmed: true,
  };
}
