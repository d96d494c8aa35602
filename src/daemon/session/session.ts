import { type Notice, noticesOfBadLines } from "../../adapters/notice.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import { TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import type { Session as SessionMessage, Stall } from "../../api/gen/bridle/v1/session_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import type { Event, TurnComplete } from "../../conversation/event.ts";
import { type Stoppable, TurnStop } from "../../conversation/turn-stop.ts";
import type { AgentDriver } from "../agent/agent-driver.ts";
import type { ReadingState } from "../agent/agent-reading.ts";
import { factsOfEvent, factsOfInitialize } from "../agent-info/agent-facts.ts";
import { AskBook } from "../asks/ask-book.ts";
import { ToolRequests } from "../asks/tool-requests.ts";
import { kindOfEvent, place } from "../events/kind-of-event.ts";
import { forkAtWord } from "../fork/fork-point.ts";
import type { Holding } from "../holding/held-agent.ts";
import { previewOf } from "../preview/preview-of.ts";
import type { AgentRow } from "../store/agents-table.ts";
import type { AskRow } from "../store/asks-table.ts";
import type { OutboxRow } from "../store/outbox-table.ts";
import type { PromptRow } from "../store/prompts-table.ts";
import type { SessionRow } from "../store/sessions-table.ts";
import { addText } from "../store/texts-table.ts";
import type { Work } from "../store/work.ts";
import { AgentLife } from "./agent-life.ts";
import { changesOfEvent } from "./changes-of-event.ts";
import { countUsage } from "./count-usage.ts";
import { Journal } from "./journal.ts";
import type { LiveSession } from "./live-agents.ts";
import { type Delivery, PromptDesk, type PromptPlace } from "./prompt-desk.ts";
import type { PromptContent } from "./read-prompt.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionMessage } from "./session-record.ts";

/** What is stored of a session. */
export interface StoredSession {
  readonly row: SessionRow;
  readonly prompts: readonly PromptRow[];
  readonly asks: readonly AskRow[];
}

/** One conversation under the daemon's care: its log, its agent, its prompts and asks. */
export class Session implements LiveSession {
  readonly #deps: SessionDeps;
  readonly #journal: Journal;
  readonly #desk: PromptDesk;
  readonly #book: AskBook;
  readonly #requests: ToolRequests;
  readonly #life: AgentLife;
  #idleSinceMs: number | undefined;
  #sleepTimer: NodeJS.Timeout | undefined;
  #stall: Stall | undefined;

  constructor(deps: SessionDeps, { row, prompts, asks }: StoredSession) {
    this.#deps = deps;
    this.#journal = new Journal(deps, row, asks.length, () => deps.changed(row.id));
    this.#desk = new PromptDesk(
      {
        journal: this.#journal,
        life: () => this.#life,
        trace: deps.trace,
        busy: () => this.#busy(),
        rest: () => this.#rest(),
      },
      prompts,
    );
    this.#book = new AskBook(asks);
    this.#requests = new ToolRequests({
      sessionId: row.id,
      rules: deps.rules(row.cwd),
      book: this.#book,
      trace: deps.trace,
      deprecated: deps.deprecated,
      approvals: deps.approvals,
      stop: new TurnStop(this.#stoppable(), () => this.#life.driver?.reading),
      adapter: () => this.#life.driver?.reading.adapter,
      ink: {
        emit: (kind) => this.#journal.emit(kind, this.#turn),
        step: (step, reason) => {
          this.#journal.step(step, reason);
          if (step === "answer") this.#overIfSettled();
        },
        store: (work) => this.#journal.store(work),
        tell: (line) => this.#life.driver?.write(line),
      },
    });
    this.#life = new AgentLife(deps, this.#journal, this, {
      event: (event) => this.#event(event),
      request: (request) => this.#requests.receive(request, this.#life.driver?.id ?? "", this.#turn),
      withdrawn: (requestId) => this.#requests.withdrawn(requestId),
      unreadableRequest: (frame) => this.#requests.refuse(frame),
      notice: (notice) => this.#notice(notice),
      ready: () => this.#desk.sendNext(),
      described: (answer) => this.#journal.keepAgentFacts(factsOfInitialize(answer)),
      gone: (reason) => this.#agentGone(reason),
      wanted: () => this.#desk.waiting.length > 0,
      dirty: () => deps.dirty(this.id),
    });
  }

  get id(): string {
    return this.#journal.id;
  }

  get idleSinceMs(): number | undefined {
    return this.#idleSinceMs;
  }

  get state(): Journal["state"] {
    return this.#journal.state;
  }

  get row(): SessionRow {
    return this.#journal.record.row;
  }

  get openAsks(): readonly Ask[] {
    return this.#book.asks;
  }

  get queue(): readonly PromptRow[] {
    return this.#desk.waiting;
  }

  get driver(): AgentDriver | undefined {
    return this.#life.driver;
  }

  /** Nothing of it lives only in this object: it can be made again from what is stored. */
  get isDormant(): boolean {
    return (
      this.#journal.isStored &&
      this.#life.driver === undefined &&
      !this.#life.isComing &&
      !this.#life.mayBeLeft &&
      this.#desk.waiting.length === 0 &&
      this.#book.size === 0
    );
  }

  /** As it is stored: all that clients may be told. `next`, as it will be: for an answer that is stored with it. */
  view(of: "stored" | "next" = "stored"): SessionMessage {
    return sessionMessage(this.#journal.record[of], {
      live: this.#life.driver !== undefined,
      openAsks: this.#book.size,
      queuedPrompts: this.#desk.waiting.length,
      stall: this.#stall,
      worktree: this.#deps.worktree(this.id),
    });
  }

  /** For requests to its agent: one that is ready, or how to start one. */
  get agent(): Pick<AgentLife, "readyDriver" | "wake"> {
    return this.#life;
  }

  /** Stores what was collected; called soon after `dirty`. */
  flush(): Promise<void> {
    return this.#journal.flush(this.#life.driver?.save());
  }

  /** For what belongs into the same transaction: the answer to a call, say. */
  store(work: Work): void {
    this.#journal.store(work);
  }

  /** Goes on with an agent that an earlier daemon had; undefined: the agent is gone. */
  restore(row: AgentRow, held: { readonly holding: Holding; readonly outbox: readonly OutboxRow[] } | undefined): void {
    if (held === undefined) this.#life.lost(row.id, JSON.parse(row.reading) as ReadingState);
    else this.#life.adopt(held.holding, row, held.outbox);
    // It was being closed when that daemon ended.
    if (this.row.state === "closed") void this.#life.end("end");
    else this.#desk.sendNext();
  }

  /** After a restart without an agent: what was under way is not, and what waits goes out. */
  settle(): void {
    const { at } = this.#journal.state;
    this.#requests.cancelAll("the agent is gone");
    if (at === "starting" || at === "running" || at === "waiting") this.#journal.step("exit");
    // One that crashed too often waits for a person.
    if (this.#desk.waiting.length > 0 && at !== "crashed") this.#life.wake();
    this.#deps.dirty(this.id);
  }

  /** The holder died, and the agent with it. */
  holderLost(): void {
    const { driver } = this.#life;
    if (driver !== undefined) this.#life.lost(driver.id, driver.reading.state);
  }

  /** Throws `unsupported` for content that the agent's version does not know. */
  send(content: PromptContent, sender: string, delivery: Delivery): PromptPlace {
    return this.#desk.send(content, sender, delivery);
  }

  /** Throws `not_found` for a prompt that does not wait. */
  cancelPrompt(promptId: string): void {
    this.#desk.cancel(promptId);
  }

  /** False: no turn runs. The agent's answer comes by the promise. */
  interrupt(cancelQueued: boolean): { readonly interrupted: boolean; readonly done: Promise<unknown> } {
    if (cancelQueued) this.#desk.cancelAll();
    const driver = this.#life.readyDriver;
    if (driver === undefined || driver.reading.ledger.settled) return { interrupted: false, done: Promise.resolve() };
    // Where it is not known the agent has none queued but those it was injected with.
    const tells = cancelQueued && driver.reading.adapter.has("controls interrupt.cancel_queued");
    const payload = tells ? { cancel_queued: true } : {};
    const done = driver.request("interrupt", payload, this.#deps.limits.controlTimeoutMs);
    return { interrupted: true, done };
  }

  /** Why the agent that runs makes it degraded; undefined where it does not. */
  get degradedBecause(): string | undefined {
    return this.#life.driver?.reading.degradedBecause;
  }

  openAsk(id: string): Ask | undefined {
    return this.#book.get(id)?.ask;
  }

  /** The ask must be open. Throws `invalid_option` for a changed input that a rule denies. */
  decide(ask: Ask, verdict: Verdict, by: string): Ask {
    return this.#requests.decide(ask, verdict, by);
  }

  /** The question must be open; without answers it is declined. Throws `invalid_option` for a permission request. */
  answerQuestion(ask: Ask, answers: { readonly [question: string]: string } | undefined, by: string): Ask {
    return this.#requests.answerQuestion(ask, answers, by);
  }

  /** Nobody is there to answer, and the settings say not to wait. */
  denyUnattended(): void {
    this.#requests.denyUnattended();
  }

  /** Tells the agent that runs; one that is started later is told by its arguments. */
  async configure(change: { readonly model?: string } | { readonly permissionMode: string }): Promise<void> {
    const driver = this.#life.readyDriver;
    const { controlTimeoutMs } = this.#deps.limits;
    // Asked first: what an agent refuses would end every later one at its start.
    if (driver !== undefined && "permissionMode" in change)
      await driver.request("set_permission_mode", { mode: change.permissionMode }, controlTimeoutMs);
    else if (driver !== undefined && "model" in change)
      await driver.request("set_model", change.model ? { model: change.model } : {}, controlTimeoutMs);
    const options = { ...this.#journal.record.options, ...change };
    this.#journal.set({ options: JSON.stringify(options), ...change });
  }

  change(changes: { readonly title?: string; readonly archived?: boolean }): void {
    this.#journal.set(changes);
  }

  setStall(stall: Stall | undefined): void {
    this.#stall = stall;
    this.#journal.touch();
    this.#deps.dirty(this.id);
  }

  notice(word: string, fields: object): void {
    this.#journal.emit({ case: "notice", value: { word, fieldsJson: JSON.stringify(fields) } }, this.#turn);
    this.#deps.dirty(this.id);
  }

  /** Ends the agent; the next prompt starts it again. */
  sleep(): void {
    void this.#life.end("end");
  }

  /** The daemon ends, or the session is deleted: the agent is ended, and not started again by what waits. */
  async quiet(): Promise<void> {
    clearTimeout(this.#sleepTimer);
    await this.#life.end("quit");
  }

  /** Resolves when the agent is gone. */
  async close(): Promise<void> {
    clearTimeout(this.#sleepTimer);
    this.#desk.cancelAll();
    const ended = this.#life.end("end");
    this.#journal.step("close");
    this.#deps.dirty(this.id);
    await ended;
  }

  #stoppable(): Stoppable {
    const adapter = (): ProtocolAdapter | undefined => this.#life.driver?.reading.adapter;
    return {
      get adapter() {
        return adapter();
      },
      interrupt: () => this.interrupt(false).done,
      report: (notice) => this.#notice(notice),
    };
  }

  get #turn(): string {
    return this.#life.driver?.reading.ledger.turn ?? "";
  }

  #event(event: Event): void {
    const turn = event.turn ?? "";
    const parent = event.parentToolUseId ?? "";
    switch (event.type) {
      case "text_delta":
        return this.#journal.piece("textDelta", event.text, place(event.index), turn, parent);
      case "thinking_delta":
        return this.#journal.piece("thinkingDelta", event.text, place(event.index), turn, parent);
      // Ours: they are kept over restarts.
      case "ask":
      case "ask_resolved":
      case "question":
        return;
    }
    // An agent that cannot resume says so by a result that answers nothing.
    if ((event.type === "usage" || event.type === "turn_complete") && this.#life.isResuming)
      return this.#life.resumeRefused();
    if (event.type === "usage") return countUsage(this.#journal, event, turn);
    this.#journal.emit(kindOfEvent(event, this.driver?.reading.adapter.has(forkAtWord)), turn, parent);
    if (parent === "") this.#journal.preview(previewOf(event));
    this.#journal.keepAgentFacts(factsOfEvent(event, this.row.model));
    switch (event.type) {
      case "status":
        if (event.permissionMode !== undefined) this.#journal.set(changesOfEvent(event));
        return;
      case "init":
        this.#journal.set(changesOfEvent(event));
        return this.#busy();
      case "notice":
        return this.#overIfSettled();
      case "turn_complete":
        return this.#turnComplete(event);
    }
  }

  #turnComplete({ result, frame }: TurnComplete): void {
    // Without a frame it tells of further prompts of a turn that was counted.
    if (frame !== undefined) {
      const { outcome, text } = result;
      this.#journal.set({ turns: this.row.turns + 1 });
      if (text) this.#journal.store(addText(this.id, text, this.#journal.lastSeq));
      this.#deps.trace({ what: "turn", session: this.id, outcome });
    }
    if (this.#life.driver?.reading.ledger.settled === true) this.#turnOver();
  }

  #turnOver(): void {
    this.#journal.step("turn_over");
    this.#desk.sendNext();
    if (this.#journal.state.at === "idle") this.#rest();
  }

  /** No result ends it when the agent dropped the last prompt, or a person answered between turns. */
  #overIfSettled(): void {
    if (this.#journal.state.at === "running" && this.#life.readyDriver?.reading.ledger.settled) this.#turnOver();
  }

  #notice(notice: Notice): void {
    const { code, level, message } = notice;
    if (!noticesOfBadLines.has(code))
      this.#journal.emit({ case: "notice", value: { word: `bridle/${code}`, fieldsJson: JSON.stringify(notice) } });
    if (this.degradedBecause !== undefined && !this.row.degraded) this.#journal.set({ degraded: true });
    this.#deps.trace({ what: "notice", session: this.id, code, level, message });
  }

  #busy(): void {
    this.#idleSinceMs = undefined;
    clearTimeout(this.#sleepTimer);
    this.#journal.step("turn");
  }

  /** It has nothing to do; after a while its agent goes to sleep. */
  #rest(): void {
    this.#idleSinceMs ??= Date.now();
    clearTimeout(this.#sleepTimer);
    const { idleSleepMs } = this.#deps.limits;
    if (idleSleepMs > 0) this.#sleepTimer = setTimeout(() => this.sleep(), idleSleepMs).unref();
    this.#deps.live.makeRoom();
  }

  #agentGone(reason: string): void {
    // Clients see whether one runs.
    this.#journal.show();
    clearTimeout(this.#sleepTimer);
    this.#idleSinceMs = undefined;
    this.#stall = undefined;
    this.#requests.cancelAll(reason);
    const ledger = this.#life.driver?.reading.ledger;
    if (ledger === undefined || ledger.settled) return;
    const { turn = "", prompts } = ledger.state;
    const lost = { outcome: TurnOutcome.LOST, prompts: prompts.map(({ uuid }) => uuid), errors: [reason] };
    this.#journal.emit({ case: "turnComplete", value: lost }, turn);
    this.#deps.trace({ what: "turn", session: this.id, outcome: "lost" });
    this.#journal.step("turn_over");
  }
}
