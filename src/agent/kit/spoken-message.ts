import { randomUUID } from "node:crypto";
import type { MessageFacts, OpenMessage } from "../dialect/voice.ts";
import type { ContentBlock, ToolUseInput } from "../model/content-block.ts";
import { MessageAssembler } from "../model/message-assembler.ts";
import type { MessageUsage, ModelEvent } from "../model/provider.ts";
import type { ToolCall } from "./tool-gate.ts";

/** A finished answer of the model, or of whoever writes in its place. */
export interface AgentMessage {
  /** How the model API calls it. */
  readonly id: string;
  readonly model: string;
  readonly requestId: string | undefined;
  readonly blocks: readonly ContentBlock[];
  /** Of each block, as the host was told them. */
  readonly uuids: readonly string[];
  readonly stopReason: string | null;
  readonly usage: MessageUsage;
  readonly calls: readonly (ToolCall & { readonly badInput?: string })[];
}

/** The message that is being said, or was said last: what is finished of it, and what is open. */
export class SpokenMessage implements MessageFacts {
  readonly #assembler = new MessageAssembler();
  #blocks: ContentBlock[] = [];
  #uuids: string[] = [];
  #openUuid = randomUUID() as string;
  #calls: AgentMessage["calls"][number][] = [];
  #openIndex: number | undefined;

  /** The block that this event finishes, if it does. */
  take(event: ModelEvent): ContentBlock | undefined {
    if (event.type === "content_block_start") this.#openIndex = event.index;
    else if (event.type === "content_block_stop") this.#openIndex = undefined;
    else if (event.type === "message_start") this.#begin();
    const finished = this.#assembler.take(event);
    if (finished === undefined) return undefined;
    const { block, badInput } = finished;
    this.#blocks.push(block);
    this.#uuids.push(this.#openUuid);
    this.#openUuid = randomUUID();
    if (block.type === "tool_use") {
      // An endpoint that gives it whole may give anything: the tool reads it.
      const input = block.input as ToolUseInput;
      const call = { id: String(block.id), name: String(block.name), input };
      this.#calls.push(badInput === undefined ? call : { ...call, badInput });
    }
    return block;
  }

  get id(): string {
    return this.#assembler.id;
  }

  /** Known once the API has answered. */
  requestId: string | undefined;

  /** Of the newest finished block. */
  get uuid(): string {
    return this.#uuids.at(-1) ?? this.#openUuid;
  }

  get model(): string {
    return this.#assembler.model;
  }

  get usage(): MessageUsage {
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
    const { id, model, requestId, stopReason, usage } = this;
    return { id, model, requestId, blocks: this.#blocks, uuids: this.#uuids, calls: this.#calls, stopReason, usage };
  }

  /** Undefined unless it has begun and not ended. */
  get open(): OpenMessage | undefined {
    if (!this.#assembler.isOpen) return undefined;
    const { id, model, usage, requestId } = this;
    const uuid = this.#openUuid;
    return { id, model, usage, uuid, requestId, block: this.#assembler.partial(), index: this.#openIndex };
  }

  /** What there is of an answer that broke off, as far as it can stay in a conversation. */
  get brokenOff(): AgentMessage | undefined {
    const { open, whole } = this;
    if (open === undefined) return undefined;
    const blocks = [...whole.blocks, ...(open.block === undefined ? [] : [open.block])];
    const uuids = [...whole.uuids, open.uuid];
    const kept = blocks.flatMap((block, at) => (block.type === "tool_use" ? [] : [at]));
    return {
      ...whole,
      blocks: kept.map((at) => blocks[at] as ContentBlock),
      uuids: kept.map((at) => uuids[at] as string),
      calls: [],
    };
  }

  #begin(): void {
    this.#openIndex = undefined;
    this.#blocks = [];
    this.#uuids = [];
    this.#calls = [];
  }
}
