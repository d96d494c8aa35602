import { randomUUID } from "node:crypto";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import { BridleError, isBridleError } from "../../errors.ts";
import type { AgentDriver } from "../agent/agent-driver.ts";
import { formatPrompt } from "../agent/format-prompt.ts";
import type { PromptRow } from "../store/prompts-table.ts";
import { addText } from "../store/texts-table.ts";
import type { AgentLife } from "./agent-life.ts";
import type { Journal } from "./journal.ts";
import { PromptQueue } from "./prompt-queue.ts";
import type { PromptContent } from "./read-prompt.ts";
import type { SessionDeps } from "./session-deps.ts";

/** Where a prompt goes: as the session is, behind the others, or into the running turn. */
export type Delivery = "auto" | "queue" | "inject";

export interface PromptPlace {
  readonly promptId: string;
  readonly state: PromptState;
  readonly position: number;
  /** Of the event that tells of it. */
  readonly seq: number;
}

export interface DeskParts {
  readonly journal: Journal;
  readonly life: () => AgentLife;
  readonly trace: SessionDeps["trace"];
  /** A prompt was given to the agent. */
  readonly busy: () => void;
  /** There is none to give. */
  readonly rest: () => void;
}

/** Takes the prompts of clients: gives them to the agent, or keeps them until it can take them. */
export class PromptDesk {
  readonly #parts: DeskParts;
  readonly #queue: PromptQueue;

  constructor(parts: DeskParts, waiting: readonly PromptRow[]) {
    this.#parts = parts;
    this.#queue = new PromptQueue(waiting);
  }

  get waiting(): readonly PromptRow[] {
    return this.#queue.prompts;
  }

  /** Throws `unsupported` for content that the agent's version does not know, `overflow` for an agent that reads nothing. */
  send(content: PromptContent, sender: string, delivery: Delivery): PromptPlace {
    const { journal, trace } = this.#parts;
    const { id: session } = journal;
    const life = this.#parts.life();
    const driver = life.readyDriver;
    const between = driver?.reading.ledger.settled === true && this.#queue.length === 0;
    const now = driver !== undefined && delivery !== "queue" && (between || delivery === "inject");
    const state = now ? (between ? PromptState.SENT : PromptState.INJECTED) : PromptState.QUEUED;
    const promptId = randomUUID();
    // First of all: what cannot be said changes nothing.
    if (now) driver.throwIfDeaf();
    const line = now
      ? formatPrompt(driver.reading, { uuid: promptId, sessionId: session, contentJson: content.json })
      : "";
    if (journal.record.row.title === "") journal.set({ title: content.title });
    const position = now ? 0 : this.#queue.length;
    journal.emit({ case: "prompt", value: { promptId, state, position, contentJson: content.json, sender } });
    const seq = journal.lastSeq;
    journal.store(addText(session, content.text, seq));
    if (now) this.#tell(driver, promptId, content.json, line);
    else {
      journal.store(this.#queue.add({ id: promptId, session, content: content.json, sender, delivery }));
      journal.touch();
      if (life.driver === undefined) life.wake();
      else this.sendNext();
    }
    trace({ what: "prompt", session, how: now ? (between ? "sent" : "injected") : "queued" });
    return { promptId, state, position, seq };
  }

  /** The first prompt that waits, if the agent can take it. */
  sendNext(): void {
    const { journal, life, rest } = this.#parts;
    const driver = life().readyDriver;
    if (driver === undefined || !driver.reading.ledger.settled) return;
    const next = this.#queue.shift();
    if (next === undefined) return rest();
    const { id: promptId, content } = next.prompt;
    journal.store(next.work);
    try {
      const line = formatPrompt(driver.reading, { uuid: promptId, sessionId: journal.id, contentJson: content });
      journal.emit({ case: "prompt", value: { promptId, state: PromptState.SENT } });
      this.#tell(driver, promptId, content, line);
    } catch (error) {
      if (!isBridleError(error)) throw error;
      journal.emit({ case: "error", value: { code: error.code, message: error.message } });
      journal.emit({ case: "prompt", value: { promptId, state: PromptState.CANCELLED } });
      this.sendNext();
    }
  }

  /** Throws `not_found` for one that does not wait. */
  cancel(promptId: string): void {
    const { journal } = this.#parts;
    const work = this.#queue.remove(promptId);
    if (work === undefined)
      throw new BridleError("not_found", "this prompt does not wait", { what: "prompt", id: promptId });
    journal.store(work);
    journal.emit({ case: "prompt", value: { promptId, state: PromptState.CANCELLED } });
    journal.touch();
  }

  cancelAll(): void {
    for (const { id } of [...this.#queue.prompts]) this.cancel(id);
  }

  #tell(driver: AgentDriver, promptId: string, contentJson: string, line: string): void {
    driver.reading.prompted(promptId, contentJson);
    driver.write(line);
    this.#parts.busy();
  }
}
