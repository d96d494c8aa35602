import { randomUUID } from "node:crypto";
import { type Fields, isFields, number, objects, text } from "../../../wire/fields.ts";
import { apiFailure } from "../api-failure.ts";
import { MessageWriter } from "../message-writer.ts";
import { ModelFailure } from "../model-failure.ts";
import type { MessageUsage, ModelEvent } from "../provider.ts";

interface Call {
  readonly id: string;
  readonly name: string;
}

const stopReasons: { readonly [finish: string]: string } = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  function_call: "tool_use",
  content_filter: "refusal",
};

/** Turns the chunks of one chat completion into the events of a message. */
export class ChunkReader {
  readonly #writer: MessageWriter;
  readonly #calls = new Map<number, Call>();
  /** Calls follow each other: this one is being written. */
  #current: number | undefined;
  #events: ModelEvent[] = [];
  #finish: string | undefined;
  #usage: MessageUsage = {};

  constructor(model: string) {
    this.#writer = new MessageWriter((event) => this.#events.push(event), { model });
  }

  /** The events a chunk amounts to. Throws a `ModelFailure` for an error the endpoint reports in mid-answer. */
  read(chunk: Fields): readonly ModelEvent[] {
    if (chunk.error !== undefined) throw reported(chunk.error);
    if (isFields(chunk.usage)) this.#usage = usageOf(chunk.usage);
    const [choice] = objects(chunk.choices);
    if (choice !== undefined) this.#readChoice(choice);
    return this.#taken();
  }

  /** What the end of the stream adds: nothing when the answer is not complete. */
  end(): readonly ModelEvent[] {
    if (this.#finish === undefined) return [];
    const reason = this.#finish === "stop" && this.#calls.size > 0 ? "tool_calls" : this.#finish;
    this.#writer.end(stopReasons[reason] ?? reason, this.#usage);
    return this.#taken();
  }

  #readChoice({ delta, finish_reason }: Fields): void {
    this.#writer.start();
    if (isFields(delta)) {
      this.#writer.thinking(text(delta.reasoning_content) ?? text(delta.reasoning) ?? "");
      this.#writer.text(text(delta.content) ?? text(delta.refusal) ?? "");
      for (const part of objects(delta.tool_calls)) this.#readCall(part);
    }
    this.#finish = text(finish_reason) ?? this.#finish;
  }

  #readCall(part: Fields): void {
    const index = number(part.index) ?? this.#current ?? 0;
    const [details = {}] = objects([part.function]);
    const call = this.#callAt(index, text(part.id), text(details.name));
    if (this.#current !== undefined && index < this.#current) {
      throw new ModelFailure("the endpoint went back to a tool call it had left", {
        kind: "unknown",
        status: null,
        retryable: false,
      });
    }
    this.#current = index;
    this.#writer.toolUse(call, text(details.arguments) ?? "");
  }

  /** Only the first part of a call has its id and name; some endpoints number all calls 0 and tell them by the id. */
  #callAt(index: number, id: string | undefined, name: string | undefined): Call {
    const known = this.#calls.get(index);
    if (known !== undefined && (!id || id === known.id)) return known;
    const call = { id: id || `call_${randomUUID()}`, name: name ?? "" };
    this.#calls.set(index, call);
    return call;
  }

  #taken(): readonly ModelEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** Cached tokens are counted among those of the prompt here, and apart from them in the Messages API. */
function usageOf(usage: Fields): MessageUsage {
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const cached = number(details.cached_tokens) ?? 0;
  return {
    input_tokens: Math.max(0, (number(usage.prompt_tokens) ?? 0) - cached),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: number(usage.completion_tokens) ?? 0,
  };
}

function reported(error: unknown): ModelFailure {
  if (!isFields(error)) return apiFailure({ status: null, message: String(error) });
  return apiFailure({
    status: null,
    type: text(error.type) ?? text(error.code),
    message: text(error.message) ?? JSON.stringify(error),
  });
}
