import { number } from "../../wire/fields.ts";
import { factsOf } from "../model/model-facts.ts";

/** How much of the model's window a conversation may take, in tokens. */
export interface ContextLimits {
  readonly window: number;
  /** Above this it is compacted before the model is asked again. */
  readonly full: number;
  /** What of the newest messages a compaction leaves as it is. */
  readonly keep: number;
  /** What is read of a stored conversation at most. */
  readonly load: number;
}

/** `BRIDLE_CONTEXT_WINDOW` is for models that are not as they are known here, the others are Claude Code's own. */
export function contextLimits(model: string, env: NodeJS.ProcessEnv): ContextLimits {
  const window = positive(env.BRIDLE_CONTEXT_WINDOW) ?? factsOf(model).contextWindow;
  const percent = Math.min(positive(env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE) ?? 80, 100);
  const isOff = env.DISABLE_COMPACT === "1" || env.DISABLE_AUTO_COMPACT === "1";
  return {
    window,
    full: isOff ? Number.POSITIVE_INFINITY : (window * percent) / 100,
    keep: window / 5,
    load: window * 0.9,
  };
}

function positive(value: string | undefined): number | undefined {
  const found = number(value);
  return found !== undefined && found > 0 ? found : undefined;
}
