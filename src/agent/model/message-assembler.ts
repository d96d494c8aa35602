import { isFields, text } from "../../wire/fields.ts";
import type { ContentBlock } from "./content-block.ts";
import type { BlockDelta, MessageUsage, ModelEvent } from "./provider.ts";

export interface FinishedBlock {
  readonly index: number;
  /** In the form of the Messages API. */
  readonly block: ContentBlock;
  /** The input of a tool as the model wrote it, when it is not a JSON object; `block.input` is empty then. */
  readonly badInput?: string;
}

/** A message put together from its events. Another `message_start` begins anew: a retry. */
export class MessageAssembler {
  #message: { readonly id?: unknown; readonly model?: unknown } = {};
  #usage: MessageUsage = {};
  #stopReason: string | null = null;
  #state: "empty" | "open" | "complete" = "empty";
  readonly #open = new Map<number, OpenBlock>();

  /** The block that this event finishes, if it does. */
  take(event: ModelEvent): FinishedBlock | undefined {
    switch (event.type) {
      case "content_block_delta":
        if (isFields(event.delta)) this.#open.get(event.index)?.add(event.delta);
        return undefined;
      case "content_block_start":
        if (isFields(event.content_block)) this.#open.set(event.index, new OpenBlock(event.content_block));
        return undefined;
      case "content_block_stop":
        return this.#finish(event.index);
      case "message_start":
        this.#begin(event.message);
        return undefined;
      case "message_delta":
        if (isFields(event.delta)) this.#stopReason = text(event.delta.stop_reason) ?? this.#stopReason;
        this.#addUsage(event.usage);
        return undefined;
      case "message_stop":
        this.#state = "complete";
        return undefined;
      default:
        return undefined;
    }
  }

  get id(): string {
    return text(this.#message.id) ?? "";
  }

  get model(): string {
    return text(this.#message.model) ?? "";
  }

  /** The API's own object: `input_tokens`, `output_tokens` and what else it counts, so far. */
  get usage(): MessageUsage {
    return this.#usage;
  }

  /** Null until the model said why it stopped. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** True once the whole message came. */
  get isComplete(): boolean {
    return this.#state === "complete";
  }

  /** True while a message has begun and not ended. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** What came of the block that is still open: the stream broke off, or was broken off. A call is not given in part. */
  partial(): ContentBlock | undefined {
    for (const open of this.#open.values()) {
      if (open.isReadableInPart) return open.finish().block;
    }
    return undefined;
  }

  #begin(message: object): void {
    const said = isFields(message) ? message : {};
    this.#message = said;
    this.#usage = {};
    this.#addUsage(said.usage);
    this.#stopReason = null;
    this.#open.clear();
    this.#state = "open";
  }

  #finish(index: number): FinishedBlock | undefined {
    const open = this.#open.get(index);
    this.#open.delete(index);
    return open && { index, ...open.finish() };
  }

  /** The end knows better than the start, but not everything. */
  #addUsage(usage: unknown): void {
    if (!isFields(usage)) return;
    const known = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
  }
}

/** Strings are appended: the engine joins them when they are read. */
class OpenBlock {
  readonly #start: ContentBlock;
  #text: string;
  #signature: string;
  #json = "";
  readonly #citations: unknown[] = [];

  constructor(start: ContentBlock) {
    this.#start = start;
    this.#text = text(start.text) ?? text(start.thinking) ?? "";
    this.#signature = text(start.signature) ?? "";
  }

  add(delta: BlockDelta): void {
    switch (delta.type) {
      case "text_delta":
        this.#text += text(delta.text) ?? "";
        break;
      case "thinking_delta":
        this.#text += text(delta.thinking) ?? "";
        break;
      case "input_json_delta":
        this.#json += text(delta.partial_json) ?? "";
        break;
      case "signature_delta":
        this.#signature += text(delta.signature) ?? "";
        break;
      case "citations_delta":
        this.#citations.push(delta.citation);
        break;
    }
  }

  get isReadableInPart(): boolean {
    return (this.#start.type === "text" || this.#start.type === "thinking") && this.#text !== "";
  }

  finish(): { block: ContentBlock; badInput?: string } {
    switch (this.#start.type) {
      case "text": {
        const citations = this.#citations.length > 0 ? { citations: this.#citations } : {};
        return { block: { ...this.#start, text: this.#text, ...citations } };
      }
      case "thinking":
        return { block: { ...this.#start, thinking: this.#text, signature: this.#signature } };
      case "tool_use":
      case "server_tool_use":
        return this.#withInput();
      default:
        return { block: this.#start };
    }
  }

  #withInput(): { block: ContentBlock; badInput?: string } {
    // Some endpoints give the whole input with the start.
    if (this.#json.trim() === "") return { block: { input: {}, ...this.#start } };
    const input = parse(this.#json);
    if (isFields(input)) return { block: { ...this.#start, input } };
    return { block: { ...this.#start, input: {} }, badInput: this.#json };
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
