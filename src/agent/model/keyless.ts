import { anthropicModels } from "./anthropic-models.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ModelEvent, ModelInfo, Provider } from "./provider.ts";

/** What a person without a key is told; the beginning is Claude Code's own, which hosts look for. */
export const notLoggedIn =
  "Not logged in · Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or ask for the scripted model, which needs no key: --model scripted";

/** Nobody gave a key, and nobody asked for the scripted model: every question fails, with what to do. */
export class KeylessProvider implements Provider {
  readonly name = "anthropic";
  readonly apiKeySource = "none";
  readonly defaultModel: string;
  readonly models: readonly ModelInfo[];

  constructor(env: NodeJS.ProcessEnv) {
    this.models = anthropicModels(env.ANTHROPIC_MODEL || "opus");
    this.defaultModel = this.resolve("default");
  }

  resolve(name: string): string {
    return this.models.find(({ value }) => value === name)?.resolvedModel ?? name;
  }

  // biome-ignore lint/correctness/useYield: it never has an answer.
  async *stream(): AsyncGenerator<ModelEvent, void, void> {
    throw new ModelFailure(notLoggedIn, { kind: "authentication_failed", status: null, retryable: false });
  }
}
