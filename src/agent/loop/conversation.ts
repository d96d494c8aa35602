import { randomUUID } from "node:crypto";
import { type Fields, objects } from "../../wire/fields.ts";
import { Context, type ContextStart, type NumberedMessage } from "../context/context.ts";
import type { StoredTotals } from "../kit/usage-account.ts";
import type { Entry } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import type { TranscriptFile } from "../memory/transcript-file.ts";
import type { ModelMessage } from "../model/provider.ts";
import { ReadFiles } from "../tool/read-files.ts";
import { TodoList } from "../tool/todo-list.ts";

export interface ConversationStart {
  readonly id: string;
  readonly cwd: string;
  readonly model: string;
  /** Where it is kept; undefined: only here. */
  readonly memory: Memory | undefined;
  readonly transcript: TranscriptFile | undefined;
  /** What was said before, as far as the model sees it; its session is stored already. */
  readonly history: ContextStart | undefined;
}

/** What the model and the user said to each other. What is said is kept before anything follows from it. */
export class Conversation {
  /** What its tools remember from call to call. */
  readonly seen = { readFiles: new ReadFiles(), todos: new TodoList() };
  /** What of it the model sees. */
  readonly context: Context;
  /** What the model was told from the memory. */
  readonly recalled = new Set<string>();
  readonly #start: ConversationStart;
  #isStored: boolean;

  constructor(start: ConversationStart) {
    this.#start = start;
    this.context = new Context(start.history);
    this.#isStored = start.history !== undefined;
  }

  get id(): string {
    return this.#start.id;
  }

  get messages(): readonly ModelMessage[] {
    return this.context.messages;
  }

  get transcriptPath(): string | undefined {
    return this.#start.transcript?.path;
  }

  add(role: ModelMessage["role"], said: string | readonly Fields[], message?: Fields): void {
    if (said.length === 0) return;
    const content = role === "user" ? this.#withMissingResults(said) : said;
    const entry: Entry = { uuid: randomUUID(), role, content, ...(message !== undefined && { message }) };
    const number = this.#keep(entry);
    this.context.add({ role, content, number }, message?.usage);
  }

  /** From now on the model sees `opening` in place of the messages before `at`. They stay in the memory. */
  compact(at: number, opening: string): void {
    const { memory, id } = this.#start;
    const { through } = this.context.before(at);
    if (this.#isStored) memory?.compactions.keep(id, { through, opening });
    this.context.replace(at, opening);
    this.recalled.clear();
  }

  /** What nobody looked through for facts yet, of the messages before `end`. */
  unconsolidated(end?: number): readonly NumberedMessage[] {
    const { memory, id } = this.#start;
    return this.context.since(memory?.find(id)?.consolidated ?? 0, end);
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

  /** No model API takes a call without its result: a turn that was broken off, by a limit or a crash, left one. */
  #withMissingResults(said: string | readonly Fields[]): string | readonly Fields[] {
    const calls = objects(this.context.last?.content).filter(({ type }) => type === "tool_use");
    const given = new Set(objects(said).map(({ tool_use_id }) => tool_use_id));
    const missing = calls.filter(({ id }) => !given.has(id));
    if (missing.length === 0) return said;
    const results = missing.map(({ id }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: "The call was not run: the turn ended before it.",
      is_error: true,
    }));
    return [...results, ...(typeof said === "string" ? [{ type: "text", text: said }] : said)];
  }

  /** The number it has in the memory; 0 without one. */
  #keep(entry: Entry): number {
    const { memory, transcript, id, cwd, model } = this.#start;
    const number = this.#isStored ? memory?.append(id, [entry]) : memory?.begin({ id, cwd, model }, [entry]);
    this.#isStored = true;
    void transcript?.append([entry]);
    return number ?? 0;
  }
}
