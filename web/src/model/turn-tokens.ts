import { signal } from "@preact/signals";
import type { Event, Message } from "../../../src/api/gen/bridle/v1/event_pb.js";

/** What the model wrote in the turn that runs, and how full its window was when it last said so. Made of events in order. */
export class TurnTokens {
  readonly written = signal(0);
  readonly context = signal(0);
  /** By message: each tells its own again when it has grown. */
  readonly #byMessage = new Map<string, number>();

  take(events: readonly Event[]): void {
    for (const { kind, parentToolUseId } of events) {
      if (kind.case === "turnComplete") this.#end();
      else if (kind.case === "message" && parentToolUseId === "") this.#message(kind.value);
    }
  }

  #message({ usage, role, messageId }: Message): void {
    if (role !== "assistant" || usage === undefined) return;
    const { inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens } = usage;
    const read = Number(inputTokens + cacheCreationInputTokens + cacheReadInputTokens);
    if (read > 0) this.context.value = read + Number(outputTokens);
    this.#byMessage.set(messageId, Number(outputTokens));
    this.written.value = [...this.#byMessage.values()].reduce((sum, one) => sum + one, 0);
  }

  #end(): void {
    this.#byMessage.clear();
    this.written.value = 0;
  }
}
