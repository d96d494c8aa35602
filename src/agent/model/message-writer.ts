import { randomUUID } from "node:crypto";
import type { MessageUsage, ModelEvent, StartedBlock } from "./provider.ts";

interface WrittenMessage {
  readonly model: string;
  /** Made up when it is missing. */
  readonly id?: string;
  /** As far as it is known at the start. */
  readonly usage?: MessageUsage;
}

type OpenBlock = { readonly type: "text" | "thinking" } | { readonly type: "tool_use"; readonly id: string };

/**
 * Writes a message as the Messages API streams one, for answers that come from elsewhere.
 * Blocks open and close as the kind of what is written changes.
 *
 * ```ts
 * const writer = new MessageWriter((event) => send(event), { model: "mine" });
 * writer.text("It is ");
 * writer.text("4.");
 * writer.end("end_turn", { output_tokens: 3 });
 * ```
 */
export class MessageWriter {
  readonly id: string;
  readonly #emit: (event: ModelEvent) => void;
  readonly #message: WrittenMessage;
  #open: OpenBlock | undefined;
  #index = -1;
  #state: "new" | "started" | "ended" = "new";

  constructor(emit: (event: ModelEvent) => void, message: WrittenMessage) {
    this.#emit = emit;
    this.#message = message;
    this.id = message.id ?? `msg_${randomUUID().replaceAll("-", "")}`;
  }

  text(text: string): void {
    if (text === "") return;
    if (this.#open?.type !== "text") this.#begin({ type: "text" }, { type: "text", text: "" });
    this.#emit({ type: "content_block_delta", index: this.#index, delta: { type: "text_delta", text } });
  }

  thinking(thinking: string): void {
    if (thinking === "") return;
    if (this.#open?.type !== "thinking") {
      this.#begin({ type: "thinking" }, { type: "thinking", thinking: "", signature: "" });
    }
    this.#emit({ type: "content_block_delta", index: this.#index, delta: { type: "thinking_delta", thinking } });
  }

  /** A call, or more of the input of the one that is open: `id` tells which. The input is JSON, in pieces or whole. */
  toolUse(call: { readonly id: string; readonly name: string }, inputJson: string): void {
    const { id, name } = call;
    if (this.#open?.type !== "tool_use" || this.#open.id !== id) {
      this.#begin({ type: "tool_use", id }, { type: "tool_use", id, name, input: {} });
    }
    if (inputJson === "") return;
    const delta = { type: "input_json_delta", partial_json: inputJson } as const;
    this.#emit({ type: "content_block_delta", index: this.#index, delta });
  }

  /** Nothing can be written afterwards; another call does nothing. */
  end(stopReason: string, usage: MessageUsage = {}): void {
    if (this.#state === "ended") return;
    this.start();
    this.#close();
    this.#state = "ended";
    this.#emit({ type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage });
    this.#emit({ type: "message_stop" });
  }

  /** Done by the first thing written, unless it is wanted earlier. */
  start(): void {
    if (this.#state === "ended") throw new Error("the message has ended");
    if (this.#state === "started") return;
    this.#state = "started";
    const usage = { input_tokens: 0, output_tokens: 0, ...this.#message.usage };
    const empty = { content: [], stop_reason: null, stop_sequence: null, usage };
    const message = { id: this.id, type: "message", role: "assistant", model: this.#message.model, ...empty };
    this.#emit({ type: "message_start", message });
  }

  #begin(open: OpenBlock, content_block: StartedBlock): void {
    this.start();
    this.#close();
    this.#open = open;
    this.#index++;
    this.#emit({ type: "content_block_start", index: this.#index, content_block });
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#open = undefined;
    this.#emit({ type: "content_block_stop", index: this.#index });
  }
}
