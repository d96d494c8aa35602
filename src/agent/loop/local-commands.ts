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
      const { model, contextTokens } = session;
      const { contextWindow } = factsOf(model);
      const percent = Math.round((contextTokens / contextWindow) * 100);
      return `Model: ${model}\nTokens in the context: ${contextTokens} of ${contextWindow} (${percent}%)`;
    },
  },
  {
    name: "cost",
    description: "Show what the session cost so far",
    run: ({ session }) => `Total cost: $${session.totals.costUsd.toFixed(4)}`,
  },
];
