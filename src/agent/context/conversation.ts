import { randomUUID } from "node:crypto";
import { objects } from "../../wire/fields.ts";
import { type DeferredCall, deferralOf } from "../memory/deferral.ts";
import { type Entry, isForModel } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import type { TranscriptFile } from "../memory/transcript-file.ts";
import type { ModelMessage } from "../model/provider.ts";
import type { StoredTotals } from "../session/usage-account.ts";
import { ReadFiles } from "../tool/read-files.ts";
import { TodoList } from "../tool/todo-list.ts";
import { Context, type ContextStart, type NumberedMessage } from "./context.ts";
import { costStateLine } from "./cost-state.ts";
import type { LoadedContext } from "./load-context.ts";

interface ConversationStart {
  readonly id: string;
  readonly cwd: string;
  readonly model: string;
  /** Where it is kept; undefined: only here. */
  readonly memory: Memory | undefined;
  readonly transcript: TranscriptFile | undefined;
  /** What was said before, as far as the model sees it; its session is stored already. */
  readonly history: (ContextStart & Pick<LoadedContext, "recent">) | undefined;
  /** How many prompts it had so far. */
  readonly turns: number;
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
  #turns: number;
  #last: Entry | undefined;
  /** Since something was said in this process. */
  #totals: StoredTotals | undefined;

  constructor(start: ConversationStart) {
    this.#start = start;
    this.context = new Context(start.history);
    this.#isStored = start.history !== undefined;
    this.#turns = start.turns;
    this.#last = start.history?.recent.at(-1);
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

  /** The call that it was left with: a hook put it off, and nothing was said since. */
  get deferred(): DeferredCall | undefined {
    return deferralOf(this.#last);
  }

  /** The entry in which the model made a call, as far as it is known. */
  sourceOf(toolUseId: string): string | undefined {
    const { recent = [] } = this.#start.history ?? {};
    return recent.findLast(({ content }) => objects(content).some(({ id }) => id === toolUseId))?.uuid;
  }

  /** Another prompt; gives how many there were with it. */
  nextTurn(): number {
    return ++this.#turns;
  }

  /** All of it is kept, or nothing. `usage` is what the model API counted up to and including the last of them. */
  add(said: readonly Entry[], usage?: unknown): void {
    const entries = [...this.#missingResults(said), ...said.filter(({ content }) => content.length > 0)];
    if (entries.length === 0) return;
    this.#last = entries.at(-1);
    const atMs = Date.now();
    const last = this.#keep(entries.map((entry) => ({ atMs, ...entry })));
    for (const [at, entry] of entries.entries()) {
      const number = last === 0 ? 0 : last - (entries.length - 1 - at);
      const isLast = at === entries.length - 1;
      if (isForModel(entry)) this.context.add({ ...entry, number }, isLast ? usage : undefined);
    }
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
    this.#totals = totals;
    if (this.#isStored) this.#start.memory?.setTotals(this.#start.id, { ...totals });
  }

  /** False while there is nothing that could have a title. */
  keepTitle(title: string): boolean {
    if (!this.#isStored) return false;
    this.#start.memory?.setTitle(this.#start.id, title);
    void this.#start.transcript?.setTitle(title);
    return true;
  }

  /** Settles when the transcript has all of it, with what it cost. */
  async end(): Promise<void> {
    const { transcript, id } = this.#start;
    if (this.#totals !== undefined) void transcript?.appendLines([costStateLine(id, this.#totals)]);
    await this.written();
  }

  /** Settles when the transcript is written. */
  async written(): Promise<void> {
    await this.#start.transcript?.append([]);
  }

  /** No model API takes a call without its result: a turn that was broken off, by a limit or a crash, left one. */
  #missingResults(said: readonly Entry[]): Entry[] {
    const first = said.find(isForModel);
    if (first?.role !== "user") return [];
    const given = new Set([
      ...said.flatMap(({ content }) => objects(content)).map(({ tool_use_id }) => tool_use_id),
      ...said.map((entry) => deferralOf(entry)?.id),
    ]);
    const missing = this.context.openCalls.filter((id) => !given.has(id));
    return missing.map((id) => {
      const content = "The call was not run: the turn ended before it.";
      const result = { type: "tool_result", tool_use_id: id, content, is_error: true };
      return { uuid: randomUUID(), role: "user", content: [result], line: { toolUseResult: `Error: ${content}` } };
    });
  }

  /** The number of the last one in the memory; 0 without one. */
  #keep(entries: readonly Entry[]): number {
    const { memory, transcript, id, cwd, model } = this.#start;
    const number = this.#isStored ? memory?.append(id, entries) : memory?.begin({ id, cwd, model }, entries);
    this.#isStored = true;
    void transcript?.append(entries);
    return number ?? 0;
  }
}
