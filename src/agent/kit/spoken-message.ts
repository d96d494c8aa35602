import type { Fields } from "../../wire/fields.ts";
import type { MessageFacts, OpenMessage } from "../dialect/voice.ts";
import { MessageAssembler } from "../model/message-assembler.ts";
import type { ModelEvent } from "../model/provider.ts";
import type { ToolCall } from "./tool-gate.ts";

/** A finished answer of the model, or of whoever writes in its place. */
export interface AgentMessage {
  readonly blocks: readonly Fields[];
  readonly stopReason: string | null;
  readonly usage: Fields;
  readonly calls: readonly (ToolCall & { readonly badInput?: string })[];
}

/** The message that is being said, or was said last: what is finished of it, and what is open. */
export class SpokenMessage implements MessageFacts {
  readonly #assembler = new MessageAssembler();
  #blocks: Fields[] = [];
  #calls: AgentMessage["calls"][number][] = [];
  #openIndex: number | undefined;

  /** The block that this event finishes, if it does. */
  take(event: ModelEvent): Fields | undefined {
    if (event.type === "content_block_start") this.#openIndex = event.index as number;
    else if (event.type === "content_block_stop") this.#openIndex = undefined;
    else if (event.type === "message_start") this.#begin();
    const finished = this.#assembler.take(event);
    if (finished === undefined) return undefined;
    const { block, badInput } = finished;
    this.#blocks.push(block);
    if (block.type === "tool_use") {
      const call = { id: String(block.id), name: String(block.name), input: block.input as Fields };
      this.#calls.push(badInput === undefined ? call : { ...call, badInput });
    }
    return block;
  }

  get id(): string {
    return this.#assembler.id;
  }

  get model(): string {
    return this.#assembler.model;
  }

  get usage(): Fields {
    return this.#assembler.usage;
  }

  get stopReason(): string | null {
    return this.#assembler.stopReason;
  }

  /** Its last text. */
  get text(): string {
    return String(this.#blocks.findLast(({ type }) => type === "text")?.text ?? "");
  }

  /** All of it; another message does not touch it. */
  get whole(): AgentMessage {
    return { blocks: this.#blocks, calls: this.#calls, stopReason: this.stopReason, usage: this.usage };
  }

  /** Undefined unless it has begun and not ended. */
  get open(): OpenMessage | undefined {
    if (!this.#assembler.isOpen) return undefined;
    const { id, model, usage } = this;
    return { id, model, usage, block: this.#assembler.partial(), index: this.#openIndex };
  }

  /** What there is of an answer that broke off, as far as it can stay in a conversation. */
  get openBlocks(): readonly Fields[] {
    const { open } = this;
    if (open === undefined) return [];
    const finished = this.#blocks.filter(({ type }) => type !== "tool_use");
    return open.block === undefined ? finished : [...finished, open.block];
  }

  #begin(): void {
    this.#openIndex = undefined;
    this.#blocks = [];
    this.#calls = [];
  }
}
