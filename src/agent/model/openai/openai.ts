import { isFields, text } from "../../../wire/fields.ts";
import { apiFailure, connectionFailure, isFetchFailure } from "../api-failure.ts";
import { checkBaseUrl } from "../check-base-url.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelEvent, ModelInfo, ModelRequest, Provider } from "../provider.ts";
import { chatRequest } from "./chat-request.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { SseReader } from "./sse-reader.ts";

const ownUrl = "https://api.openai.com/v1";

/** Any endpoint that speaks OpenAI's Chat Completions API. */
export class OpenAiProvider implements Provider {
  readonly name = "openai";
  readonly apiKeySource = "OPENAI_API_KEY";
  readonly defaultModel: string;
  readonly models: readonly ModelInfo[];
  readonly #url: string;
  readonly #key: string;

  constructor(env: NodeJS.ProcessEnv) {
    checkBaseUrl("OPENAI_BASE_URL", env);
    this.#url = (env.OPENAI_BASE_URL || ownUrl).replace(/\/+$/, "");
    this.#key = env.OPENAI_API_KEY ?? "";
    this.defaultModel = env.OPENAI_MODEL || "gpt-5";
    const description = `${this.defaultModel} · at ${this.#url}`;
    this.models = [{ value: "default", resolvedModel: this.defaultModel, displayName: "Default", description }];
  }

  resolve(name: string): string {
    return name === "default" ? this.defaultModel : name;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    signal.throwIfAborted();
    try {
      const response = await this.#post(request, signal);
      yield* eventsOf(response, request.model);
    } catch (error) {
      signal.throwIfAborted();
      throw isFetchFailure(error)
        ? connectionFailure("the connection failed: check the network and OPENAI_BASE_URL", error)
        : error;
    }
  }

  async #post(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const limit = this.#url === ownUrl ? "max_completion_tokens" : "max_tokens";
    const response = await fetch(`${this.#url}/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.#key}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify(chatRequest(request, limit)),
      signal,
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }
}

async function* eventsOf(response: Response, model: string): AsyncGenerator<ModelEvent, void, void> {
  const type = response.headers.get("content-type") ?? "";
  if (/json|html/.test(type)) throw unexpected(`the endpoint answered with ${type} instead of an event stream`);
  const lines = new SseReader();
  const chunks = new ChunkReader(model);
  read: for await (const bytes of response.body ?? []) {
    for (const data of lines.read(bytes)) {
      if (data === "[DONE]") break read;
      yield* chunks.read(parse(data));
    }
  }
  const last = chunks.end();
  if (last.length === 0) throw connectionFailure("the answer broke off before its end");
  yield* last;
}

function parse(data: string): { [key: string]: unknown } {
  try {
    const chunk: unknown = JSON.parse(data);
    if (isFields(chunk)) return chunk;
  } catch {
    // Told below.
  }
  throw unexpected("the endpoint sent a chunk that is not a JSON object");
}

function unexpected(message: string): ModelFailure {
  return new ModelFailure(message, { kind: "unknown", status: null, retryable: false });
}

/** Endpoints report errors in several forms; most have `error.message`. */
async function failureOf(response: Response): Promise<ModelFailure> {
  const { status, headers } = response;
  const body = await response.text();
  const error = errorIn(body);
  const type = text(error.type) ?? text(error.code);
  const message = text(error.message) ?? (body.slice(0, 500) || response.statusText);
  // Nothing gets better by waiting when the account is empty.
  const retryable = error.code === "insufficient_quota" ? false : undefined;
  return apiFailure({ status, type, message, headers, retryable });
}

function errorIn(body: string): { [key: string]: unknown } {
  try {
    const answer: unknown = JSON.parse(body);
    if (!isFields(answer)) return {};
    if (isFields(answer.error)) return answer.error;
    return { message: text(answer.error) ?? text(answer.message) ?? text(answer.detail) };
  } catch {
    return {};
  }
}
