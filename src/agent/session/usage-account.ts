import { type Fields, isFields, number } from "../../wire/fields.ts";

/** What a model costs and holds; zero and unknown where nobody knows. */
export interface ModelFacts {
  readonly costUsd: (usage: TokenUsage) => number;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  /** How hard it tries where nobody says otherwise; absent: it cannot be told. */
  readonly effort?: string;
}

/** Of a model nobody knows anything of. */
export const noFacts: ModelFacts = { costUsd: () => 0, contextWindow: 200_000, maxOutputTokens: 32_000 };

/** Tokens, in the wire's words. */
export interface TokenUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

const noUsage: TokenUsage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

export function readTokenUsage(value: unknown): TokenUsage {
  const fields: Fields = isFields(value) ? value : {};
  const count = (key: keyof TokenUsage): number => number(fields[key]) ?? 0;
  return {
    input_tokens: count("input_tokens"),
    cache_creation_input_tokens: count("cache_creation_input_tokens"),
    cache_read_input_tokens: count("cache_read_input_tokens"),
    output_tokens: count("output_tokens"),
  };
}

/** What one request and its answer take of the window, from the cache or not. */
export function contextTokens(usage: TokenUsage): number {
  return Object.values(usage).reduce((total: number, count: number) => total + count, 0);
}

interface ModelUse extends TokenUsage {
  readonly costUsd: number;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
}

/** Plain data, to be stored with a session. */
export interface StoredTotals {
  readonly durationApiMs: number;
  readonly models: { readonly [model: string]: ModelUse };
}

/** Tokens, cost and time of a turn, or of a whole session. */
export class UsageAccount {
  #durationApiMs = 0;
  readonly #models = new Map<string, ModelUse>();

  static from(stored: Partial<StoredTotals>): UsageAccount {
    const account = new UsageAccount();
    account.#durationApiMs = stored.durationApiMs ?? 0;
    for (const [model, use] of Object.entries(stored.models ?? {})) account.#models.set(model, use);
    return account;
  }

  add(model: string, usage: TokenUsage, facts: ModelFacts, durationApiMs: number): void {
    const { contextWindow, maxOutputTokens } = facts;
    const before = this.#models.get(model) ?? { ...noUsage, costUsd: 0 };
    this.#durationApiMs += durationApiMs;
    this.#models.set(model, {
      ...sum(before, usage),
      costUsd: before.costUsd + facts.costUsd(usage),
      contextWindow,
      maxOutputTokens,
    });
  }

  get durationApiMs(): number {
    return this.#durationApiMs;
  }

  get costUsd(): number {
    return [...this.#models.values()].reduce((total, { costUsd }) => total + costUsd, 0);
  }

  get usage(): TokenUsage {
    return [...this.#models.values()].reduce<TokenUsage>(sum, noUsage);
  }

  get stored(): StoredTotals {
    return { durationApiMs: this.#durationApiMs, models: Object.fromEntries(this.#models) };
  }

  /** By model, as `result.modelUsage` has it. */
  get modelUsage(): Fields {
    return Object.fromEntries(
      [...this.#models].map(([model, use]) => [
        model,
        {
          inputTokens: use.input_tokens,
          outputTokens: use.output_tokens,
          cacheReadInputTokens: use.cache_read_input_tokens,
          cacheCreationInputTokens: use.cache_creation_input_tokens,
          webSearchRequests: 0,
          costUSD: use.costUsd,
          contextWindow: use.contextWindow,
          maxOutputTokens: use.maxOutputTokens,
        },
      ]),
    );
  }
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}
