import type { Account, Budget, Spent } from "../../src/daemon/core/budget.ts";
import type { Denial } from "../../src/daemon/core/input.ts";
import type { Limits } from "../../src/daemon/core/limits.ts";
import { newSession, type SessionState } from "../../src/daemon/core/session-state.ts";
import type { Happening } from "../../src/daemon/session/happening.ts";
import { Random } from "../fuzz/random.ts";
import { turnUsd } from "./agent-lines.ts";
import { goodMood, moodOf } from "./agent-mood.ts";
import { Checks } from "./checks.ts";
import { Clients } from "./clients.ts";
import { emptyFacts } from "./empty-facts.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { ModelDaemon } from "./model-daemon.ts";
import { ModelHolder } from "./model-holder.ts";
import { denialOf, judge } from "./model-rules.ts";
import type { SessionParts } from "./model-session.ts";
import { ModelStore } from "./model-store.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { listing, repeating, ScriptedAgent, silent } from "./scripted-agent.ts";
import type { Tell } from "./story.ts";
import { must } from "./violation.ts";
import { VirtualClock } from "./virtual-clock.ts";

export interface SystemOptions {
  readonly seed: number;
  readonly fault?: PlantedFault | undefined;
  /** What happens, line by line. */
  readonly tell?: Tell | undefined;
}

/** A whole Bridle in one process: clients, a daemon that may end at any moment, the store, the holder, agents. */
export class System {
  readonly clock = new VirtualClock();
  readonly limits: Limits;
  readonly fault: PlantedFault | undefined;
  /** When the faults are over nobody decides anything for a while. */
  readonly isPatient: boolean;
  /** And then all that waits is answered; else agents are wanted for something else. */
  readonly isAnswered: boolean;
  /** The core is looked at closely: slower. */
  readonly isChecked: boolean;
  readonly store: ModelStore;
  readonly processes = new Map<string, ScriptedAgent>();
  readonly clients: Clients;
  readonly checks: Checks;
  readonly sessions: readonly string[];
  holder: ModelHolder | undefined;
  daemon: ModelDaemon | undefined;
  /** No more faults: agents that are started now behave. */
  isCalm = false;
  isBudgetRaised = false;
  /** A rule came that forbids what was not forbidden. */
  hasLateRule = false;
  /** Somebody who may decide is connected. */
  isAttended = true;
  /** How often a daemon ended and another one went on. */
  crashes = 0;
  readonly tell: Tell | undefined;
  readonly #seed: number;
  readonly #budget: Budget | undefined;
  readonly #versions: readonly string[];
  readonly #ids = new Map<string, number>();
  readonly #conversations = new Map<string, ModelConversation>();
  #lives = 0;

  constructor({ seed, fault, tell }: SystemOptions) {
    this.tell = tell;
    const random = new Random(seed);
    this.#seed = seed;
    this.fault = fault;
    this.isChecked = random.below(32) === 0;
    this.isPatient = seed % 4 === 1;
    this.isAnswered = seed % 8 === 1;
    this.limits = {
      idleSleepMs: 30_000,
      restart: { firstMs: 500, maxMs: 4_000, limit: 3, windowMs: 60_000 },
      initializeTimeoutMs: 5_000,
      controlTimeoutMs: 3_000,
      askDeadlineMs: random.below(3) === 0 ? 20_000 : 0,
      connectedDeadlineMs: seed % 5 === 0 ? 10_000 : 0,
      disconnectedDeadlineMs: seed % 7 === 0 ? 15_000 : 0,
      denyUnattended: seed % 11 === 0,
      interruptAtDeadline: seed % 3 === 0,
      resumeAfterLimit: seed % 2 === 0,
      parkAfterMs: random.below(3) === 0 ? 0 : 5_000,
      prices: {},
    };
    this.#budget = budgetOf(new Random(seed + 77_777));
    this.store = new ModelStore(fault);
    this.sessions = random.below(4) === 0 ? ["s1", "s2"] : ["s1"];
    this.#versions = this.sessions.map(() => random.pick([repeating, repeating, repeating, listing, silent]));
    for (const id of this.sessions) this.store.create(newSession(emptyFacts(id)));
    this.clients = new Clients(this);
    this.checks = new Checks(this);
    this.startDaemon();
  }

  /** Undefined: there is none, or it was raised: in the end all that waits is to go on. */
  get budget(): Budget | undefined {
    return this.isBudgetRaised ? undefined : this.#budget;
  }

  accounts(spent: Spent): readonly Account[] {
    const { budget } = this;
    // Looked at again then, with nothing given back.
    const untilMs = Math.ceil((this.clock.wallMs + 1) / lookAgainMs) * lookAgainMs;
    return budget === undefined ? [] : [{ budget, name: "", spent, running: 0, untilMs }];
  }

  newId(kind: string): string {
    const next = (this.#ids.get(kind) ?? 0) + 1;
    this.#ids.set(kind, next);
    return `${kind}${next}`;
  }

  versionOf(session: string): string {
    return this.#versions[this.sessions.indexOf(session)] ?? repeating;
  }

  judge({ requestId, frame }: Parameters<SessionParts["judge"]>[0]): ReturnType<SessionParts["judge"]> {
    const judged = judge(frame.request, this.hasLateRule);
    this.checks.calls.judged(requestId, judged.decision);
    const isMissed = this.hasLateRule && this.fault === "a rule that came meanwhile does not count";
    const decision = isMissed ? undefined : judged.decision;
    return { ...judged, decision, askId: this.newId("k"), isAttended: this.isAttended };
  }

  /** What a person allows is judged again, by the rules of now. */
  denialOf({ asks }: SessionState, input: Happening): Denial | undefined {
    const open = "askId" in input ? asks.find(({ ask }) => ask.id === input.askId) : undefined;
    if (open === undefined) return undefined;
    const denial = denialOf(open.ask, input, this.hasLateRule);
    if (denial?.of === "asked") this.checks.calls.forbade(open.ask);
    return this.fault === "an answer goes by the rules of when it was asked" ? undefined : denial;
  }

  startDaemon(): void {
    if (this.daemon !== undefined) return;
    this.#lives += 1;
    this.clock.startDaemon();
    this.startHolder();
    this.clients.isAway = false;
    this.daemon = new ModelDaemon(this, this.#lives);
    this.daemon.start();
  }

  /** The daemon ends at once. So many of the messages that are on their way to the holder still reach it. */
  crash(reaching: number): void {
    const { daemon } = this;
    if (daemon === undefined) return;
    daemon.loseCommit();
    for (const send of daemon.toHolder.splice(0, reaching)) send();
    this.daemon = undefined;
    this.holder?.detach();
    this.crashes += 1;
  }

  spawn(agentId: string, session: string, resume: string | undefined): void {
    for (const other of this.processes.values())
      must(
        other.session !== session || !other.isAlive,
        "one agent of a session",
        () => `${agentId} beside ${other.id}`,
      );
    const seed = this.#seed * 1009 + this.processes.size;
    const mood = this.isCalm ? goodMood : moodOf(new Random(seed));
    const refuses = resume !== undefined && mood.refusesToResume;
    const conversation = this.#conversation(refuses || resume === undefined ? `c-${agentId}` : resume);
    const version = this.versionOf(session);
    const facts = { id: agentId, session, version, resumes: resume !== undefined, conversation, seed };
    const agent = new ScriptedAgent(facts, mood, {
      prompted: (uuid) => this.checks.prompted(uuid),
      ran: (...run) => this.checks.calls.ran(...run),
    });
    this.processes.set(agentId, agent);
    this.holder?.start(agent);
  }

  #conversation(id: string): ModelConversation {
    const conversation = this.#conversations.get(id) ?? { id, parked: undefined };
    this.#conversations.set(id, conversation);
    return conversation;
  }

  /** Whoever holds it, and however it is. */
  endByMark(agentId: string): void {
    this.processes.get(agentId)?.kill();
  }

  startHolder(): void {
    if (this.daemon?.knowsOfHolder !== false) this.holder ??= new ModelHolder(this.fault);
  }

  /** Its agents may outlive it. */
  killHolder(survivors: number): void {
    if (this.holder === undefined) return;
    const held = [...this.holder.agents.values()];
    this.holder = undefined;
    for (const [n, { process }] of held.entries()) {
      if (((survivors >> n) & 1) === 0) process.kill();
      else process.endInput();
    }
    this.daemon?.holderDied();
  }
}

const lookAgainMs = 20_000;

/** One of four has one, for some turns. */
function budgetOf(random: Random): Budget | undefined {
  if (random.below(4) !== 0) return undefined;
  return { of: "all", per: "ever", effect: random.pick(["stop", "interrupt"]), usd: turnUsd * (1 + random.below(4)) };
}
