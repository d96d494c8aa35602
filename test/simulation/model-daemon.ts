import { addSpent, nothingSpent, type Spent } from "../../src/daemon/core/budget.ts";
import { unconfirmedExit } from "../../src/daemon/core/exit.ts";
import type { ExitFacts } from "../../src/daemon/core/input.ts";
import { launchOptions } from "../../src/daemon/core/launch.ts";
import { type AgentProcess, processOf } from "../../src/daemon/core/session-state.ts";
import type { Happening } from "../../src/daemon/session/happening.ts";
import { answerText, ModelCalls } from "./model-calls.ts";
import type { HeldAgent, HolderListener } from "./model-holder.ts";
import { ModelJobs } from "./model-jobs.ts";
import { ModelSession, type Outward, type SessionParts } from "./model-session.ts";
import type { SessionCommit } from "./model-store.ts";
import type { ProcessExit, ScriptedAgent } from "./scripted-agent.ts";
import type { System } from "./system.ts";
import { must } from "./violation.ts";

interface Writing {
  readonly commits: readonly SessionCommit[];
  readonly effects: readonly { readonly session: ModelSession; readonly effect: Outward }[];
}

/** One life of a daemon: from what is stored to its sudden end. */
export class ModelDaemon implements HolderListener {
  readonly sessions = new Map<string, ModelSession>();
  readonly jobs: ModelJobs;
  /** What is on its way to the holder, in order. */
  readonly toHolder: (() => void)[] = [];
  readonly #system: System;
  readonly #life: number;
  readonly #dirty = new Set<ModelSession>();
  readonly #calls: ModelCalls;
  /** By all sessions, with what is not stored yet. */
  #spent: Spent;
  #writing: Writing | undefined;

  constructor(system: System, life: number) {
    this.#system = system;
    this.#life = life;
    const isForgotten = system.fault === "what was spent is forgotten at a restart";
    this.#spent = isForgotten ? nothingSpent : system.store.spent;
    this.#calls = new ModelCalls(life);
    this.jobs = new ModelJobs(system, this.sessions, () => this.#holderLost());
  }

  /** As `restoreSessions` does it. */
  start(): void {
    const { store, holder } = this.#system;
    const known = new Set<string>();
    for (const id of store.rows.keys()) {
      const state = store.load(id);
      const isRestored = this.#life > 1;
      const session = new ModelSession(this.#parts(), state, store.lastSeq.get(id) ?? 0, isRestored);
      this.sessions.set(id, session);
      const process = processOf(state);
      if (process !== undefined) known.add(process.id);
    }
    for (const session of this.sessions.values()) this.#restore(session);
    for (const id of [...(holder?.agents.keys() ?? [])]) if (!known.has(id)) holder?.forget(id);
  }

  #restore(session: ModelSession): void {
    const { store, holder } = this.#system;
    const process = processOf(session.state);
    const held = process && holder?.agents.get(process.id);
    if (process !== undefined && held !== undefined) return this.#adopt(session, process, held);
    const { row, prompts, asks } = store.rows.get(session.id) ?? {};
    const isOn = ["starting", "running", "waiting"].includes(row?.state ?? "");
    if (
      process !== undefined ||
      isOn ||
      prompts?.length ||
      asks?.length ||
      session.state.leftovers.length > 0 ||
      session.state.waits !== undefined
    )
      session.apply({ type: "restored", held: undefined });
  }

  /** An agent that the holder has is read on where the last daemon stopped, and told what it may not have been told. */
  #adopt(session: ModelSession, process: AgentProcess, held: HeldAgent): void {
    const { store, holder, fault } = this.#system;
    const { id, outputOffset, input } = process;
    const isThere = outputOffset >= held.outputFrom && input.offset >= held.received;
    must(isThere, "the holder has what is not stored", () => `${id}: ${outputOffset} of ${held.outputFrom}`);
    if (fault === "requests are forgotten at a restart") session.forgetRequests();
    session.apply({ type: "restored", held: { inputReceived: held.received } });
    const isAnew = fault === "a restart reads from the beginning";
    session.attach(id, isAnew ? 0 : outputOffset);
    holder?.attach(id, isAnew ? held.outputFrom : outputOffset);
    for (const { at, data } of store.outbox.get(id) ?? [])
      if (at + data.length > held.received || fault === "the outbox is sent twice") this.#input(id, at, data);
  }

  // Calls of clients.

  call(id: string, session: string, input: Happening): void {
    const { store, clients } = this.#system;
    if (this.#calls.isRunning(id)) return;
    const known = store.calls.get(id);
    if (known !== undefined) return clients.told(id, known);
    const live = this.sessions.get(session);
    const denial = live && this.#system.denialOf(live.state, input);
    live?.apply({ ...input, call: this.#calls.begin(id), ...(denial && { denial }) } as Happening);
  }

  get openCalls(): number {
    return this.#calls.open;
  }

  // The store.

  get canCommit(): boolean {
    return this.#writing === undefined && this.#dirty.size > 0;
  }

  get canFinish(): boolean {
    return this.#writing !== undefined && !this.#system.store.isFull;
  }

  beginCommit(): void {
    const taken = [...this.#dirty].map((session) => ({ session, ...session.take() }));
    this.#dirty.clear();
    this.#writing = {
      commits: taken.map(({ commit }) => commit),
      effects: taken.flatMap(({ session, effects }) => effects.map((effect) => ({ session, effect }))),
    };
  }

  /** The commit happens, and then so many of its effects; all of them, unless the daemon ends in their midst. */
  finishCommit(count = Number.POSITIVE_INFINITY): void {
    const writing = this.#writing;
    if (writing === undefined) return;
    this.#writing = undefined;
    const { store, checks, fault } = this.#system;
    store.commit(writing.commits);
    for (const commit of writing.commits) {
      this.sessions.get(commit.session)?.committed(commit);
      checks.committed(commit);
    }
    for (const { session, effect } of writing.effects.slice(0, count)) this.#perform(session, effect);
    if (count < writing.effects.length) return;
    if (fault === "output is acknowledged before it is stored") return;
    for (const { session } of writing.commits) this.#acknowledge(session, "stored");
  }

  /** The daemon ends, and the commit that was on its way never happened. */
  loseCommit(): void {
    const { fault, store } = this.#system;
    if (fault !== "numbers of events go on where a lost commit ended") return;
    for (const { session, lastSeq, drafts } of this.#writing?.commits ?? [])
      store.lastSeq.set(session, lastSeq + drafts.length);
  }

  get effectsToCome(): number {
    return this.#writing?.effects.length ?? 0;
  }

  #acknowledge(id: string, what: "stored" | "state"): void {
    const session = this.sessions.get(id);
    const process = session && processOf(session[what]);
    if (process === undefined || session?.link?.id !== process.id) return;
    const { outputOffset } = process;
    this.toHolder.push(() => this.#system.holder?.acknowledge(process.id, outputOffset));
  }

  // The world.

  #perform(session: ModelSession, effect: Outward): void {
    const { clients, fault, store } = this.#system;
    switch (effect.type) {
      case "tell":
        return clients.told(this.#calls.end(effect.call), answerText(effect.answer, effect.seq));
      case "launch":
        return void this.jobs.push({ do: "launch", session: session.id, launch: effect.launch, leftovers: undefined });
      case "start":
        return this.#startAgent(session, effect.launch, effect.agentId);
      case "write":
        if (session.link?.id !== effect.agentId && fault !== "the agent is told before the commit") return;
        if (fault === "the outbox is emptied when it is sent") store.outbox.set(effect.agentId, []);
        return this.#input(effect.agentId, effect.offset, effect.data);
      case "end_input":
        if (session.link?.id !== effect.agentId) return;
        return void this.toHolder.push(() => this.#system.holder?.endInput(effect.agentId, effect.offset));
      case "signal":
        if (session.link?.id !== effect.agentId) return;
        return void this.toHolder.push(() => this.#system.holder?.signal(effect.agentId, effect.signal));
      case "stop_reading":
        if (session.link?.id === effect.agentId) session.link.stop();
        return;
      case "give_up":
        if (session.link?.id === effect.agentId)
          this.jobs.push({ do: "give_up", session: session.id, agentId: effect.agentId });
        return;
      case "forget":
        return void this.toHolder.push(() => this.#system.holder?.forget(effect.agentId));
      case "end_leftover":
        return void this.jobs.push({ do: "end_leftover", session: session.id, agentId: effect.agentId });
    }
  }

  #input(agentId: string, at: number, data: Uint8Array): void {
    const text = Buffer.from(data).toString("latin1");
    this.toHolder.push(() => {
      this.#system.checks.sent(agentId, at, text);
      this.#system.holder?.input(agentId, at, text);
    });
  }

  #startAgent(session: ModelSession, launch: number, agentId: string): void {
    if (session.prepared?.launch !== launch || processOf(session.state)?.id !== agentId) return;
    session.prepared = undefined;
    session.attach(agentId, 0);
    const { resume } = launchOptions(session.state);
    const { holder } = this.#system;
    this.toHolder.push(() => {
      if (holder === undefined || holder !== this.#system.holder) return this.startFailed(agentId);
      this.#system.spawn(agentId, session.id, resume);
    });
  }

  // What the holder tells.

  started(agentId: string): void {
    this.#of(agentId)?.apply({ type: "started", agentId });
  }

  /** The holder is gone: nobody knows whether it started it. */
  startFailed(agentId: string): void {
    const facts = { code: "closed", message: "the holder is gone", mayRun: true };
    this.#of(agentId)?.apply({ type: "launch_failed", launch: -1, agentId, ...facts });
  }

  inputReceived(agentId: string, to: number): void {
    this.#of(agentId)?.apply({ type: "input_confirmed", agentId, to });
  }

  output(agentId: string, at: number, bytes: Uint8Array): void {
    this.#of(agentId)?.link?.output(at, bytes);
  }

  exited(agentId: string, exit: ProcessExit): void {
    this.#of(agentId)?.link?.exited(exitFacts(exit));
  }

  /** The same is told again: of a process that may be gone by now. */
  exitedAgain({ id, session: of }: ScriptedAgent, exit: ProcessExit): void {
    const session = this.sessions.get(of);
    const process = session && processOf(session.state);
    if (session === undefined || process?.id === id) return;
    const isAny = this.#system.fault === "an exit counts for whichever agent is there" && process !== undefined;
    session.apply({ type: "exited", agentId: isAny ? process.id : id, exit: exitFacts(exit) });
  }

  get knowsOfHolder(): boolean {
    return !this.jobs.includes("holder_lost");
  }

  /** The connection is closed: whoever waits for the start of an agent hears of it first. */
  holderDied(): void {
    this.toHolder.length = 0;
    this.jobs.push({ do: "holder_lost" });
    for (const { state, link } of this.sessions.values())
      if (state.agent.at === "starting" && link !== undefined) this.startFailed(state.agent.process.id);
  }

  #holderLost(): void {
    for (const session of this.sessions.values()) {
      const process = processOf(session.state);
      if (session.link !== undefined) session.link.exited(unconfirmedExit);
      else if (process !== undefined) session.apply({ type: "exited", agentId: process.id, exit: unconfirmedExit });
    }
  }

  read(session: ModelSession): void {
    session.link?.read();
    if (this.#system.fault === "output is acknowledged before it is stored") this.#acknowledge(session.id, "state");
  }

  #of(agentId: string): ModelSession | undefined {
    for (const session of this.sessions.values()) if (processOf(session.state)?.id === agentId) return session;
    return undefined;
  }

  #parts(): SessionParts {
    const { clock, limits, fault, isChecked, tell } = this.#system;
    return {
      ...{ clock, limits, fault, isChecked, tell },
      accounts: () => this.#system.accounts(this.#spent),
      pay: (spent) => {
        this.#spent = addSpent(this.#spent, spent);
      },
      newId: (kind) => this.#system.newId(kind),
      dirty: (session) => {
        this.#dirty.add(session);
        if (fault === "a prompt leaves the stored queue before its commit")
          this.#system.store.keepPrompts(
            session.id,
            session.state.queue.map(({ id }) => id),
          );
      },
      answered: (call, answer, seq) => this.#calls.answered(call, answer, seq),
      perform: (session, effect) => this.#perform(session, effect),
      judge: (request) => this.#system.judge(request),
    };
  }
}

function exitFacts({ exitCode, signal, stderr }: ProcessExit): ExitFacts {
  const saysUnknownConversation = /No conversation/.test(stderr);
  return { exitCode, signal, stderr, message: "it ended", saysUnknownConversation, isConfirmed: true };
}
