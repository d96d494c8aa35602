import { readUsage } from "../adapters/read-content.ts";
import type { Assistant, Block, Delta, Usage } from "../wire/canonical.ts";
import { type Fields, isFields, text } from "../wire/fields.ts";

/** A message of the model, put together from its lines and stream. */
export interface AssembledMessage {
  readonly messageId: string | undefined;
  readonly model: string | undefined;
  readonly content: readonly Block[];
  readonly stopReason: string | undefined;
  readonly usage: Usage | undefined;
}

/** What an assembler knows but for the content of its message, to be kept while nobody reads. */
export interface AssemblerState {
  readonly message?: Omit<AssembledMessage, "content"> | undefined;
  readonly stopReason?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly tools: readonly (readonly [index: number, tool: OpenTool])[];
}

interface OpenTool {
  readonly toolUseId: string | undefined;
  readonly name: string | undefined;
}

/**
 * Merges the lines of one API message. Each assistant line holds one finished
 * block; the final stop reason and usage are only in the stream's
 * `message_delta`, or in the turn's result.
 */
export class Assembler {
  #message: AssembledMessage | undefined;
  #stopReason: string | undefined;
  #usage: Usage | undefined;
  readonly #tools: Map<number, OpenTool>;

  constructor(state?: AssemblerState) {
    this.#message = state?.message && { ...state.message, content: [] };
    this.#stopReason = state?.stopReason;
    this.#usage = state?.usage;
    this.#tools = new Map(state?.tools);
  }

  get state(): AssemblerState {
    const { content: _, ...message } = this.#message ?? { content: [] };
    return {
      message: this.#message && (message as Omit<AssembledMessage, "content">),
      stopReason: this.#stopReason,
      usage: this.#usage,
      tools: [...this.#tools],
    };
  }

  /** The message this line belongs to, with all its blocks so far. */
  line(line: Assistant): AssembledMessage {
    const before =
      this.#message !== undefined && this.#message.messageId === line.messageId && line.messageId !== undefined
        ? this.#message
        : undefined;
    this.#message = {
      messageId: line.messageId,
      model: line.model,
      content: [...(before?.content ?? []), ...line.content],
      stopReason: line.stopReason ?? before?.stopReason,
      usage: line.usage ?? before?.usage,
    };
    return this.#message;
  }

  /** Takes what the stream says beside deltas; the whole message when this event ends it. */
  stream({ type, index, frame }: Delta): AssembledMessage | undefined {
    const event = frame.message.event as Fields;
    switch (type) {
      case "message_start":
        this.#tools.clear();
        this.#stopReason = undefined;
        this.#usage =
          isFields(event.message) && isFields(event.message.usage) ? readUsage(event.message.usage) : undefined;
        return undefined;
      case "block_start":
        this.#blockStart(index, event.content_block);
        return undefined;
      case "message_delta":
        this.#stopReason = isFields(event.delta) ? text(event.delta.stop_reason) : undefined;
        if (isFields(event.usage)) this.#usage = merged(this.#usage, readUsage(event.usage));
        return undefined;
      case "message_stop":
        if (this.#message === undefined) return undefined;
        this.#message = {
          ...this.#message,
          stopReason: this.#stopReason ?? this.#message.stopReason,
          usage: this.#usage ?? this.#message.usage,
        };
        return this.#message;
      default:
        return undefined;
    }
  }

  /** The tool whose input a delta of block `index` adds to. */
  tool(index: number): OpenTool | undefined {
    return this.#tools.get(index);
  }

  #blockStart(index: number, block: unknown): void {
    if (isFields(block) && block.type === "tool_use")
      this.#tools.set(index, { toolUseId: text(block.id), name: text((block as Fields).name) });
    else this.#tools.delete(index);
  }
}

/** `message_delta` repeats the output tokens as a sum and leaves out what it does not change. */
function merged(start: Usage | undefined, delta: Usage): Usage {
  if (start === undefined) return delta;
  return {
    inputTokens: delta.inputTokens || start.inputTokens,
    outputTokens: delta.outputTokens || start.outputTokens,
    cacheReadTokens: delta.cacheReadTokens || start.cacheReadTokens,
    cacheCreationTokens: delta.cacheCreationTokens || start.cacheCreationTokens,
  };
}
