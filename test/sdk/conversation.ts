import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import type { Fields } from "../../src/wire/fields.ts";
import type { Query, SdkMessage, UserMessage } from "./agent-sdk.ts";

/** A query whose prompts come one by one, read message by message. */
export class Conversation {
  readonly query: Query;
  /** Everything read so far. */
  readonly heard: SdkMessage[] = [];
  readonly #prompts = new PassThrough({ objectMode: true });

  constructor(start: (prompts: AsyncIterable<UserMessage>) => Query) {
    this.query = start(this.#prompts);
  }

  send(content: string, fields: Fields = {}): void {
    const message = { role: "user", content };
    this.#prompts.write({ type: "user", message, parent_tool_use_id: null, session_id: "", ...fields });
  }

  /** Reads up to a message that is as wanted, and fails when the query ends before it. */
  async until(what: string, isWanted: (message: SdkMessage) => boolean): Promise<SdkMessage> {
    for (;;) {
      const { done, value } = await this.query.next();
      assert.ok(!done, `the query ended before ${what}; ${told(this.heard)}`);
      this.heard.push(value);
      if (isWanted(value)) return value;
    }
  }

  /** A prompt, and everything up to the next result. */
  async turn(content: string, fields: Fields = {}): Promise<SdkMessage[]> {
    const before = this.heard.length;
    this.send(content, fields);
    await this.result();
    return this.heard.slice(before);
  }

  result(): Promise<SdkMessage> {
    return this.until("a result", ({ type }) => type === "result");
  }

  /** No more prompts; what still comes until the agent is gone. */
  async end(): Promise<SdkMessage[]> {
    const before = this.heard.length;
    this.#prompts.end();
    for await (const message of this.query) this.heard.push(message);
    return this.heard.slice(before);
  }
}

function told(messages: readonly SdkMessage[]): string {
  return `it said ${messages.map(({ type, subtype }) => (subtype === undefined ? type : `${type}/${subtype}`)).join(", ")}`;
}
