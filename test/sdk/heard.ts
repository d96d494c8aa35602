import assert from "node:assert/strict";
import { type Fields, isFields, objects, text } from "../../src/wire/fields.ts";
import type { SdkMessage } from "./agent-sdk.ts";
import type { SdkStage } from "./sdk-stage.ts";

// What there is to know of the messages a query gave.

export function ofType(messages: readonly SdkMessage[], type: string, subtype?: string): SdkMessage[] {
  return messages.filter((message) => message.type === type && (subtype === undefined || message.subtype === subtype));
}

/** The one result among them. */
export function resultIn(messages: readonly SdkMessage[]): SdkMessage {
  const [result, ...more] = ofType(messages, "result");
  assert.ok(result !== undefined && more.length === 0, `${more.length + 1} results`);
  return result;
}

/** What its first turn began with. */
export function initIn(messages: readonly SdkMessage[]): SdkMessage {
  const [init] = ofType(messages, "system", "init");
  assert.ok(init !== undefined, "no init");
  return init;
}

/** The blocks of what the model and the tools said, in order. */
export function blocksIn(messages: readonly SdkMessage[], role: "assistant" | "user"): Fields[] {
  return ofType(messages, role).flatMap(({ message }) => objects(isFields(message) ? message.content : undefined));
}

interface ToolResult {
  readonly toolUseId: string;
  readonly text: string;
  readonly isError: boolean;
}

export function toolResultsIn(messages: readonly SdkMessage[]): ToolResult[] {
  return blocksIn(messages, "user")
    .filter(({ type }) => type === "tool_result")
    .map(({ tool_use_id, content, is_error }) => ({
      toolUseId: String(tool_use_id),
      text: text(content) ?? JSON.stringify(content),
      isError: is_error === true,
    }));
}

/** The events of the model's stream. */
export function eventsIn(messages: readonly SdkMessage[]): Fields[] {
  return ofType(messages, "stream_event").map(({ event }) => event as Fields);
}

/** What the model was asked, beside titles and the like. */
export function modelRequests({ api }: SdkStage): Fields[] {
  return api.requests
    .filter(({ path }) => path === "/v1/messages")
    .map(({ body }) => body)
    .filter((body): body is Fields => isFields(body) && objects(body.tools).length > 0);
}

/** The last thing the model was asked, as text. */
export function lastRequest(stage: SdkStage): string {
  return JSON.stringify(modelRequests(stage).at(-1));
}

/** What a query says until it throws, and what it throws. */
export async function hearFailure(query: AsyncIterable<SdkMessage>): Promise<{ messages: SdkMessage[]; error: Error }> {
  const messages: SdkMessage[] = [];
  try {
    for await (const message of query) messages.push(message);
  } catch (error) {
    assert.ok(error instanceof Error);
    return { messages, error };
  }
  assert.fail("the query threw nothing");
}
