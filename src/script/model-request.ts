import { type Fields, isFields, list, objects, text } from "../wire/fields.ts";

/** A request for a message, as far as the scripted model API cares. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  /** A call beside the conversation, for a title or the like: it offers no tools. */
  readonly side: boolean;
  readonly messages: readonly ModelMessage[];
  readonly body: Fields;
}

/** The CLI sends what the user says in mid-turn with the role `system`. */
interface ModelMessage {
  readonly role: string;
  readonly texts: readonly string[];
}

export function readModelRequest(body: Fields): ModelRequest {
  return {
    model: text(body.model) ?? "scripted",
    stream: body.stream === true,
    side: list(body.tools).length === 0,
    messages: objects(body.messages).map(readMessage),
    body,
  };
}

function readMessage(message: Fields): ModelMessage {
  const role = text(message.role) ?? "";
  if (typeof message.content === "string") return { role, texts: [message.content] };
  return { role, texts: objects(message.content).flatMap(textsOf) };
}

/** What a tool found is not the conversation, but some versions append to it what the user said meanwhile. */
function textsOf(block: Fields): string[] {
  if (block.type === "text") return [text(block.text) ?? ""];
  if (block.type !== "tool_result") return [];
  const found = text(block.content) ?? objects(block.content).flatMap(textsOf).join("\n");
  return found.match(/<system-reminder>.*?<\/system-reminder>|The user sent the following message:.*/gs) ?? [];
}

/** True when the answer has to be JSON, as for the title of a session. */
export function wantsJson(request: ModelRequest): boolean {
  return isFields(request.body.output_config) || isFields(request.body.output_format);
}
