import { randomUUID } from "node:crypto";
import type { Fields } from "../../wire/fields.ts";
import type { StoredTotals } from "../kit/usage-account.ts";
import type { Entry } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import type { TranscriptFile } from "../memory/transcript-file.ts";
import type { ModelMessage } from "../model/provider.ts";

export interface ConversationStart {
  readonly id: string;
  readonly cwd: string;
  readonly model: string;
  /** Where it is kept; undefined: only here. */
  readonly memory: Memory | undefined;
  readonly transcript: TranscriptFile | undefined;
  /** What was said before; its session is stored already. */
  readonly history: readonly Entry[] | undefined;
}

/** What the model and the user said to each other. What is said is kept before anything follows from it. */
export class Conversation {
  readonly #start: ConversationStart;
  readonly #messages: ModelMessage[];
  #isStored: boolean;

  constructor(start: ConversationStart) {
    this.#start = start;
    this.#messages = (start.history ?? []).map(({ role, content }) => ({ role, content }));
    this.#isStored = start.history !== undefined;
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  get transcriptPath(): string | undefined {
    return this.#start.transcript?.path;
  }

  add(role: ModelMessage["role"], content: string | readonly Fields[], message?: Fields): void {
    if (content.length === 0) return;
    const entry: Entry = { uuid: randomUUID(), role, content, ...(message !== undefined && { message }) };
    this.#messages.push({ role, content });
    this.#keep(entry);
  }

  keepTotals(totals: StoredTotals): void {
    if (this.#isStored) this.#start.memory?.setTotals(this.#start.id, { ...totals });
  }

  keepTitle(title: string): void {
    if (this.#isStored) this.#start.memory?.setTitle(this.#start.id, title);
    void this.#start.transcript?.setTitle(title);
  }

  /** Settles when the transcript is written. */
  async written(): Promise<void> {
    await this.#start.transcript?.append([]);
  }

  #keep(entry: Entry): void {
    const { memory, transcript, id, cwd, model } = this.#start;
    if (this.#isStored) memory?.append(id, [entry]);
    else memory?.begin({ id, cwd, model }, [entry]);
    this.#isStored = true;
    void transcript?.append([entry]);
  }
}
