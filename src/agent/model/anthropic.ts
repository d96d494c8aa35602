import type Anthropic from "@anthropic-ai/sdk";
import { anthropicModels } from "./anthropic-models.ts";
import { anthropicRequest } from "./anthropic-request.ts";
import { apiFailure, connectionFailure, isFetchFailure } from "./api-failure.ts";
import { checkBaseUrl } from "./check-base-url.ts";
import type { ModelFailure } from "./model-failure.ts";
import type { ModelEvent, ModelInfo, ModelRequest, Provider } from "./provider.ts";

type Sdk = typeof import("@anthropic-ai/sdk");

/** Anthropic's Messages API, or anything that speaks it at `ANTHROPIC_BASE_URL`. */
export class AnthropicProvider implements Provider {
  readonly name = "anthropic";
  readonly apiKeySource: string;
  readonly defaultModel: string;
  readonly models: readonly ModelInfo[];
  readonly #env: NodeJS.ProcessEnv;
  #loaded: Promise<{ readonly sdk: Sdk; readonly client: Anthropic }> | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    checkBaseUrl("ANTHROPIC_BASE_URL", env);
    this.apiKeySource = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"].find((name) => env[name]) ?? "none";
    this.models = anthropicModels(env.ANTHROPIC_MODEL || "opus");
    this.defaultModel = this.resolve("default");
  }

  resolve(name: string): string {
    return this.models.find(({ value }) => value === name)?.resolvedModel ?? name;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    this.#loaded ??= this.#load();
    const { sdk, client } = await this.#loaded;
    let isComplete = false;
    try {
      signal.throwIfAborted();
      const asked = client.messages.create(anthropicRequest(request), { signal });
      const { data: events, request_id: requestId } = await asked.withResponse();
      if (requestId) request.onRequestId?.(requestId);
      for await (const event of events) {
        isComplete = event.type === "message_stop";
        yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, sdk);
    }
    // An aborted stream of the SDK ends as if it were done.
    signal.throwIfAborted();
    if (!isComplete) throw connectionFailure("the answer broke off before its end");
  }

  /** Everything is told to the client, else it looks into the environment of the process. Retries are ours: each is reported. */
  async #load(): Promise<{ sdk: Sdk; client: Anthropic }> {
    const sdk = await import("@anthropic-ai/sdk");
    const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken, ANTHROPIC_BASE_URL: baseURL } = this.#env;
    const client = new sdk.Anthropic({
      ...(apiKey ? { apiKey } : { authToken: authToken ?? "" }),
      baseURL: baseURL || "https://api.anthropic.com",
      maxRetries: 0,
      logLevel: "off",
    });
    return { sdk, client };
  }
}

function failureOf(error: unknown, { APIError }: Sdk): ModelFailure | unknown {
  if (!(error instanceof APIError)) {
    return isFetchFailure(error) ? connectionFailure("the answer broke off", error) : error;
  }
  const { status, type, apiMessage, message, headers } = error;
  // An error event in the stream has the headers of the answer, whose status was fine.
  if (status === undefined && headers === undefined)
    return connectionFailure("the API cannot be reached: check the network and ANTHROPIC_BASE_URL", error);
  return apiFailure({
    status: status ?? null,
    type: type ?? undefined,
    message: apiMessage ?? message,
    headers: status === undefined ? undefined : headers,
  });
}
