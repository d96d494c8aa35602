import type { Block, ModelAnswer, Usage } from "../../src/script/model-answer.ts";
import { type ModelRequest, readModelRequest } from "../../src/script/model-request.ts";
import type { StreamDelta, StreamEvent } from "../../src/script/stream-events.ts";
import { type Fields, isFields, objects } from "../../src/wire/fields.ts";
import type { Dialect } from "./dialect.ts";

/** OpenAI's Chat Completions API. */
export const openAiDialect: Dialect = {
  basePath: "/v1",
  answerPath: "/v1/chat/completions",
  readRequest: (body) => ({
    ...readModelRequest({ ...body, messages: objects(body.messages).map(asMessage) }),
    side: false,
  }),
  encoder: (answer, request) => new ChunkWriter(answer, request).write,
  whole: (answer) => ({
    ...envelope(answer, "chat.completion"),
    choices: [{ index: 0, message: messageOf(answer), finish_reason: finishReason(answer.stop_reason) }],
    usage: usageOf(answer.usage),
  }),
  error: ({ type, message }) => ({ error: { message, type, param: null, code: null } }),
  otherAnswer: () => undefined,
};

/** What a tool found is not the conversation. */
function asMessage(message: Fields): Fields {
  if (message.role !== "tool") return message;
  return { role: "user", content: [{ type: "tool_result", content: message.content }] };
}

/** Calls are numbered by themselves; blocks of the script count all kinds. */
class ChunkWriter {
  readonly #answer: ModelAnswer;
  readonly #wantsUsage: boolean;
  #calls = 0;

  constructor(answer: ModelAnswer, { body }: ModelRequest) {
    this.#answer = answer;
    this.#wantsUsage = isFields(body.stream_options) && body.stream_options.include_usage === true;
  }

  readonly write = (event: StreamEvent): string => {
    switch (event.type) {
      case "message_start":
        return this.#chunk({ role: "assistant", content: "" });
      case "ping":
        return ": ping\n\n";
      case "content_block_start":
        return this.#start(event.content_block);
      case "content_block_delta":
        return this.#delta(event.delta);
      case "message_delta":
        return this.#chunk({}, finishReason(this.#answer.stop_reason)) + this.#usage();
      case "message_stop":
        return "data: [DONE]\n\n";
      case "error":
        return data({ error: event.error });
      default:
        return "";
    }
  };

  #start(block: Block): string {
    if (block.type !== "tool_use") return "";
    const details = { name: block.name, arguments: "" };
    return this.#chunk({ tool_calls: [{ index: this.#calls++, id: block.id, type: "function", function: details }] });
  }

  #delta(delta: StreamDelta): string {
    switch (delta.type) {
      case "text_delta":
        return this.#chunk({ content: delta.text });
      case "thinking_delta":
        return this.#chunk({ reasoning_content: delta.thinking });
      case "input_json_delta":
        return this.#chunk({ tool_calls: [{ index: this.#calls - 1, function: { arguments: delta.partial_json } }] });
      default:
        return "";
    }
  }

  #chunk(delta: Fields, finish_reason: string | null = null): string {
    const choices = [{ index: 0, delta, finish_reason }];
    return data({ ...envelope(this.#answer, "chat.completion.chunk"), choices });
  }

  #usage(): string {
    if (!this.#wantsUsage) return "";
    const { usage } = this.#answer;
    return data({ ...envelope(this.#answer, "chat.completion.chunk"), choices: [], usage: usageOf(usage) });
  }
}

function data(value: Fields): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function envelope({ id, model }: ModelAnswer, object: string): Fields {
  return { id, object, created: 0, model };
}

function messageOf({ content }: ModelAnswer): Fields {
  const said = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const thought = content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : []));
  const tool_calls = content.flatMap((block) => {
    if (block.type !== "tool_use") return [];
    const details = { name: block.name, arguments: JSON.stringify(block.input) };
    return [{ id: block.id, type: "function", function: details }];
  });
  return {
    role: "assistant",
    content: said.length > 0 ? said.join("") : null,
    ...(thought.length > 0 && { reasoning_content: thought.join("") }),
    ...(tool_calls.length > 0 && { tool_calls }),
  };
}

const finishReasons: { readonly [stop: string]: string } = {
  end_turn: "stop",
  max_tokens: "length",
  refusal: "content_filter",
  tool_use: "tool_calls",
};

/** Any other word of a script is sent as it is. */
function finishReason(stop: string): string {
  return finishReasons[stop] ?? stop;
}

function usageOf({ input_tokens, output_tokens, cache_read_input_tokens }: Usage): Fields {
  const prompt_tokens = input_tokens + cache_read_input_tokens;
  return {
    prompt_tokens,
    completion_tokens: output_tokens,
    total_tokens: prompt_tokens + output_tokens,
    prompt_tokens_details: { cached_tokens: cache_read_input_tokens },
  };
}
