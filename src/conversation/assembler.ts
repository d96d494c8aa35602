import { readUsage } from "../adapters/read-content.ts";
import { isShortName, RecentMap } from "../util/recent-map.ts";
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

/** What an assembler knows but for the content of its message, as plain data that can be stored. */
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

/** Blocks of one message that have begun in the stream. */
const maxOpenTools = 64;
/** Up to here a message's content is a list of its own. */
const copiedBlocks = 64;

/**
 * Merges the lines of one API message. Each assistant line holds one finished
 * block; the final stop reason and usage are only in the stream's
 * `message_delta`, or in the turn's result.
 */
export class Assembler {
  readonly #keepsContent: boolean;
  #message: Omit<AssembledMessage, "content"> | undefined;
  /** Only ever grows: every message made of it knows how much of it is its own. */
  #blocks: Block[] = [];
  #stopReason: string | undefined;
  #usage: Usage | undefined;
  readonly #tools: RecentMap<number, OpenTool>;

  /** Without `keepsContent` a message has the blocks of its last line only, and none of them is kept. */
  constructor(state?: AssemblerState, keepsContent = true) {
    this.#keepsContent = keepsContent;
    this.#message = state?.message;
    this.#stopReason = state?.stopReason;
    this.#usage = state?.usage;
    this.#tools = new RecentMap(maxOpenTools, state?.tools);
  }

  get state(): AssemblerState {
    return {
      message: this.#message,
      stopReason: this.#stopReason,
      usage: this.#usage,
      tools: [...this.#tools],
    };
  }

  /** The message this line belongs to, with all its blocks so far. */
  line(line: Assistant): AssembledMessage {
    const before =
      line.messageId !== undefined && this.#message?.messageId === line.messageId ? this.#message : undefined;
    if (before === undefined || !this.#keepsContent) this.#blocks = [];
    for (const block of line.content) this.#blocks.push(block);
    const message = {
      messageId: line.messageId,
      model: line.model,
      stopReason: line.stopReason ?? before?.stopReason,
      usage: line.usage ?? before?.usage,
    };
    const whole = withContent(message, this.#blocks);
    const { messageId, model, stopReason } = message;
    // What goes into the state is small, whatever an agent says.
    this.#message = [messageId, model, stopReason].every(isShortName) ? message : undefined;
    if (!this.#keepsContent) this.#blocks = [];
    return whole;
  }

  /** Takes what the stream says besides deltas; the whole message when this event ends it. */
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
        this.#stopReason = isFields(event.delta) ? shortText(event.delta.stop_reason) : undefined;
        if (isFields(event.usage)) this.#usage = merged(this.#usage, readUsage(event.usage));
        return undefined;
      case "message_stop":
        if (this.#message === undefined) return undefined;
        this.#message = {
          ...this.#message,
          stopReason: this.#stopReason ?? this.#message.stopReason,
          usage: this.#usage ?? this.#message.usage,
        };
        return withContent(this.#message, this.#blocks);
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
      this.#tools.set(index, { toolUseId: shortText(block.id), name: shortText(block.name) });
    else this.#tools.delete(index);
  }
}

function shortText(value: unknown): string | undefined {
  const found = text(value);
  return isShortName(found) ? found : undefined;
}

/** A copy of the list for every line of a long message would take time quadratic in its length: it is made when somebody asks. */
function withContent(message: Omit<AssembledMessage, "content">, blocks: readonly Block[]): AssembledMessage {
  const { length } = blocks;
  if (length <= copiedBlocks) return { ...message, content: blocks.slice() };
  let content: readonly Block[] | undefined;
  return {
    ...message,
    get content() {
      content ??= blocks.slice(0, length);
      return content;
    },
  };
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
