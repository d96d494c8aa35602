import type { Usage } from "../../wire/canonical.ts";

/** In USD for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  /** Left out: a tenth of `input`. */
  readonly cacheRead?: number;
  /** Left out: five quarters of `input`. */
  readonly cacheWrite?: number;
}

/** By the names of models. */
export type Prices = { readonly [model: string]: Price };

/** What so much of a model costs; undefined: it has no price. */
export function priceOf(prices: Prices, model: string, usage: Usage): number | undefined {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return undefined;
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25 } = price;
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = usage;
  const usd =
    inputTokens * input + outputTokens * output + cacheReadTokens * cacheRead + cacheCreationTokens * cacheWrite;
  return Number.isFinite(usd) && usd > 0 ? usd / 1_000_000 : 0;
}
