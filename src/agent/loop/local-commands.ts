import type { LocalCommand } from "../kit/local-command.ts";
import { factsOf } from "../model/model-facts.ts";

/** Commands that are answered without the model. */
export const localCommands: readonly LocalCommand[] = [
  {
    name: "clear",
    description: "Start anew with an empty conversation",
    run: ({ reset }) => {
      reset();
      return "";
    },
  },
  {
    name: "context",
    description: "Show how full the context is",
    run: ({ session }) => {
      const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = session.totals.usage;
      const used = input_tokens + cache_creation_input_tokens + cache_read_input_tokens;
      return `Model: ${session.model}\nTokens sent so far: ${used}\nContext window: ${factsOf(session.model).contextWindow}`;
    },
  },
  {
    name: "cost",
    description: "Show what the session cost so far",
    run: ({ session }) => `Total cost: $${session.totals.costUsd.toFixed(4)}`,
  },
];
