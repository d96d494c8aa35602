import { number } from "../../wire/fields.ts";
import { factsOf, type ModelFacts } from "./model-facts.ts";
import type { MessageUsage } from "./provider.ts";

/** What is known of a model, and what an answer of it costs. */
export function pricedFacts(model: string): ModelFacts & { readonly costUsd: (usage: MessageUsage) => number } {
  return { ...factsOf(model), costUsd: (usage) => costUsd(model, usage) };
}

const cacheReadFactor = 0.1;
const cacheWriteFactor = 1.25;

/** What an answer cost, by the usage its message tells. 0 for models nobody knows the price of. */
export function costUsd(model: string, usage: MessageUsage): number {
  const { inputUsd, outputUsd, longPrompt } = factsOf(model);
  const input = number(usage.input_tokens) ?? 0;
  const output = number(usage.output_tokens) ?? 0;
  const read = number(usage.cache_read_input_tokens) ?? 0;
  const written = number(usage.cache_creation_input_tokens) ?? 0;
  const isLong = longPrompt !== undefined && input + read + written > longPrompt.tokens;
  const cost = (input + read * cacheReadFactor + written * cacheWriteFactor) * inputUsd + output * outputUsd;
  return (cost * (isLong ? longPrompt.factor : 1)) / 1_000_000;
}
