import { isFields, number, text } from "../../wire/fields.ts";
import type { HookInput } from "../hook/hook-verdict.ts";
import type { MessageEnvelope } from "../memory/entry.ts";
import { contextTokens, type ModelFacts, readTokenUsage } from "./usage-account.ts";

/** The newest answer of the model in a conversation that goes on. */
export interface LastResponse {
  readonly atMs: number;
  /** As the model API told it. */
  readonly message: MessageEnvelope;
}

/** How long a prompt cache lives, and what writing it costs, as a factor of the price of five minutes. */
const short = { seconds: 300, factor: 1 };
const long = { seconds: 3600, factor: 1.6 };

/** What `SessionStart` hooks are told of a conversation that goes on: how old it is, and what reading it in again costs. */
export function resumeInput(
  { atMs, message }: LastResponse,
  factsOf: (model: string) => ModelFacts,
  nowMs = Date.now(),
): HookInput {
  const usage = isFields(message.usage) ? message.usage : {};
  const written = isFields(usage.cache_creation) ? usage.cache_creation : {};
  const cache = (number(written.ephemeral_1h_input_tokens) ?? 0) > 0 ? long : short;
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
  const tokens = contextTokens(readTokenUsage(usage));
  const cost =
    factsOf(text(message.model) ?? "").costUsd(readTokenUsage({ cache_creation_input_tokens: tokens })) * cache.factor;
  return {
    seconds_since_last_response: seconds,
    context_tokens: tokens,
    prompt_cache_likely_expired: seconds > cache.seconds,
    estimated_cache_write_usd: Math.round(cost * 10_000) / 10_000,
  };
}
