import type { Effort } from "./effort.ts";

/** What is known of a model before it is asked. Prices are USD per million tokens. */
export interface ModelFacts {
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Prompts of more than `tokens` cost `factor` times as much. */
  readonly longPrompt?: { readonly tokens: number; readonly factor: number };
  /** What an answer may have where nobody says otherwise. */
  readonly usualOutputTokens: number;
  /** `adaptive`: the model sets its own budget and refuses one that is set for it; `always`: nor can it be told not to think. */
  readonly thinking: "none" | "budget" | "adaptive" | "always";
  /** How hard it tries where nobody says otherwise; absent: it cannot be told. */
  readonly effort?: Effort;
}

const newest = {
  contextWindow: 1_000_000,
  maxOutputTokens: 128_000,
  usualOutputTokens: 128_000,
  thinking: "always",
  effort: "medium",
} as const;
const current = { ...newest, usualOutputTokens: 64_000, thinking: "adaptive", effort: "high" } as const;
const former = {
  contextWindow: 200_000,
  maxOutputTokens: 64_000,
  usualOutputTokens: 32_000,
  thinking: "budget",
} as const;

/** The first family whose name the model's begins with, dates and suffixes left alone. */
const families: readonly (readonly [prefix: string, facts: ModelFacts])[] = [
  ["claude-fable-5-2", { ...newest, inputUsd: 8, outputUsd: 40 }],
  ["claude-fable-5", { ...current, inputUsd: 10, outputUsd: 50 }],
  ["claude-opus-5-5", { ...newest, inputUsd: 4, outputUsd: 20 }],
  ["claude-opus-5", { ...current, inputUsd: 5, outputUsd: 25 }],
  ["claude-opus-4-8", { ...current, inputUsd: 5, outputUsd: 25 }],
  ["claude-opus-4-7", { ...current, effort: "xhigh", inputUsd: 5, outputUsd: 25 }],
  ["claude-opus-4-6", { ...current, inputUsd: 5, outputUsd: 25 }],
  ["claude-opus-4-5", { ...former, effort: "high", inputUsd: 5, outputUsd: 25 }],
  ["claude-opus-4", { ...former, maxOutputTokens: 32_000, inputUsd: 15, outputUsd: 75 }],
  ["claude-sonnet-5-5", { ...newest, inputUsd: 2, outputUsd: 10 }],
  ["claude-sonnet-5", { ...current, inputUsd: 2, outputUsd: 10 }],
  ["claude-sonnet-4-6", { ...current, maxOutputTokens: 64_000, usualOutputTokens: 32_000, inputUsd: 3, outputUsd: 15 }],
  ["claude-sonnet-4", { ...former, inputUsd: 3, outputUsd: 15 }],
  ["claude-3-7-sonnet", { ...former, thinking: "none", inputUsd: 3, outputUsd: 15 }],
  ["claude-haiku-5-5", { ...newest, inputUsd: 0.1, outputUsd: 0.5, longPrompt: { tokens: 100_000, factor: 5 } }],
  ["claude-haiku-4-5", { ...former, inputUsd: 1, outputUsd: 5 }],
  ["claude-3-5-haiku", { ...former, thinking: "none", maxOutputTokens: 8_192, inputUsd: 0.8, outputUsd: 4 }],
];

/** Many models of other houses refuse a request for more output. */
const unknown: ModelFacts = { ...former, thinking: "none", maxOutputTokens: 16_384, inputUsd: 0, outputUsd: 0 };

/** A model nobody knows costs nothing and has a window of 200 000. */
export function factsOf(model: string): ModelFacts {
  return families.find(([prefix]) => model.startsWith(prefix))?.[1] ?? unknown;
}
