import { isShortName, RecentMap } from "../util/recent-map.ts";
import type { Assistant, Canonical, Delta, User } from "../wire/canonical.ts";
import { isFields, text } from "../wire/fields.ts";

/** What is known of a turn's progress, as plain data that can be stored. */
export interface TurnProgressState {
  /** By the tool use whose sub-agent asked; null: the agent itself. */
  readonly answers: readonly (readonly [parentToolUseId: string | null, messageId: string])[];
  readonly tools: readonly (readonly [toolUseId: string, startedMs: number])[];
}

/** Say that somebody is alive, not that anything happens. */
const heartbeats = new Set(["keep_alive", "tool_progress"]);

/** An agent may name as many tools and sub-agents as it likes. */
const maxOpen = 256;

/** Where a turn is: whether the model is in the middle of an answer, which tools run since when. */
export class TurnProgress {
  readonly #answers: RecentMap<string | undefined, string>;
  readonly #tools: RecentMap<string, number>;

  constructor(state?: TurnProgressState) {
    this.#answers = new RecentMap(
      maxOpen,
      state?.answers.map(([parent, id]) => [parent ?? undefined, id] as const),
    );
    this.#tools = new RecentMap(maxOpen, state?.tools);
  }

  get state(): TurnProgressState {
    return {
      answers: [...this.#answers].map(([parent, id]) => [parent ?? null, id]),
      tools: [...this.#tools],
    };
  }

  /** An answer of the model began and did not end. */
  get answering(): boolean {
    return this.#answers.size > 0;
  }

  startedMs(toolUseId: string): number | undefined {
    return this.#tools.get(toolUseId);
  }

  delta({ type, parentToolUseId, frame }: Delta): void {
    if (type === "message_start") {
      const { event } = frame.message;
      const id = isFields(event) && isFields(event.message) ? text(event.message.id) : undefined;
      this.#answers.set(parentToolUseId, isShortName(id) ? (id ?? "") : "");
    } else if (type === "message_stop") this.#answers.delete(parentToolUseId);
  }

  take(message: Exclude<Canonical, Delta>, nowMs: number): void {
    if (!isNews(message)) return;
    switch (message.kind) {
      case "init":
      case "result":
        this.#answers.clear();
        this.#tools.clear();
        return;
      case "assistant":
        return this.#assistant(message, nowMs);
      case "user":
        return this.#user(message);
      case "notice":
        // Another request to the model: the answer before it is over, whole or not.
        if (message.word === "system/api_retry" || message.fields.status === "requesting")
          this.#answers.delete(message.parentToolUseId);
    }
  }

  #assistant({ parentToolUseId, messageId, content }: Assistant, nowMs: number): void {
    const open = this.#answers.get(parentToolUseId);
    if (open !== undefined && open !== "" && open !== messageId) this.#answers.delete(parentToolUseId);
    for (const block of content) if (block.type === "tool_use") this.#tools.set(block.id, nowMs);
  }

  #user({ content }: User): void {
    for (const block of content) {
      if (block.type !== "tool_result") continue;
      this.#tools.delete(block.toolUseId);
      this.#answers.delete(block.toolUseId);
    }
  }
}

/** Does it tell of something? Answers to our own requests and heartbeats do not. */
export function isNews(message: Canonical): boolean {
  if (message.kind === "control_response") return false;
  return message.kind !== "notice" || !heartbeats.has(message.word);
}

/** The kind of what was said. Never content. */
export function wordOf(message: Canonical): string {
  switch (message.kind) {
    case "delta":
      return message.type;
    case "notice":
      return message.word;
    case "control_request":
      return message.subtype;
    case "user":
      return message.content.some(({ type }) => type === "tool_result") ? "tool result" : "user";
    default:
      return message.kind;
  }
}
