import { factsOf } from "./model-facts.ts";
import { type FailureKind, ModelFailure } from "./model-failure.ts";
import type { ModelEvent, ModelRequest, Provider } from "./provider.ts";
import { type RetryOptions, streamWithRetries } from "./retrying.ts";

interface FallbackOptions extends RetryOptions {
  /** Models to ask when the one before cannot serve, in this order. */
  readonly fallbacks: readonly string[];
  readonly onFallback: (fallback: Fallback) => void;
}

export interface Fallback {
  readonly from: string;
  readonly to: string;
  readonly trigger: FailureKind;
}

/** So often in a row a model may be overloaded before the next one is asked. */
const maxOverloads = 3;

/** One answer, of the first model that can give it. */
export async function* streamWithFallback(
  provider: Provider,
  request: ModelRequest,
  { fallbacks, onFallback, ...options }: FallbackOptions,
): AsyncGenerator<ModelEvent, void, void> {
  const next = fallbacks.find((model) => model !== request.model);
  if (next === undefined) return yield* streamWithRetries(provider, request, options);
  const rest = fallbacks.slice(fallbacks.indexOf(next) + 1).filter((model) => model !== request.model);
  try {
    yield* streamWithRetries(provider, request, { ...options, givesUp });
  } catch (failure) {
    options.signal.throwIfAborted();
    if (!(failure instanceof ModelFailure) || !isOfTheModel(failure)) throw failure;
    onFallback({ from: request.model, to: next, trigger: failure.facts.kind });
    const maxTokens = Math.min(request.maxTokens, factsOf(next).maxOutputTokens);
    const asked = { ...request, model: next, maxTokens };
    yield* streamWithFallback(provider, asked, { ...options, fallbacks: rest, onFallback });
  }
}

function givesUp(failure: ModelFailure, attempt: number): boolean {
  return failure.facts.kind === "server_error" || (failure.facts.kind === "overloaded" && attempt >= maxOverloads);
}

/** Another model may well answer: neither the request nor the key is at fault. */
function isOfTheModel({ facts }: ModelFailure): boolean {
  return facts.kind === "overloaded" || facts.kind === "server_error";
}
