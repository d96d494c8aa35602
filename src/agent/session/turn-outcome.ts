import type { DeferredCall } from "../memory/deferral.ts";
import type { FailureFacts } from "../model/model-failure.ts";

/** How a turn ended, before a dialect puts it into its own words. */
export type TurnOutcome =
  | {
      readonly kind: "success";
      readonly text: string;
      readonly structuredOutput?: unknown;
      /** The command that was run in place of a turn of the model. */
      readonly localCommand?: string;
      /** A hook ended it: after a tool, or when it was done. */
      readonly stoppedBy?: "hook_stopped" | "stop_hook_prevented";
      /** It made way for a message that could not wait. */
      readonly yielded?: boolean;
    }
  /** A hook put a call of the model off: the conversation keeps it. */
  | { readonly kind: "deferred"; readonly call: DeferredCall }
  /** The model could not answer. */
  | { readonly kind: "api_error"; readonly text: string; readonly failure: FailureFacts }
  | { readonly kind: "interrupted"; readonly during: "streaming" | "tools" }
  | { readonly kind: "max_turns"; readonly limit: number }
  | { readonly kind: "max_budget"; readonly limitUsd: number }
  | { readonly kind: "max_structured_output_retries"; readonly limit: number }
  /** There is no conversation to have a turn in. */
  | { readonly kind: "unopened"; readonly error: string }
  /** The agent itself failed. */
  | { readonly kind: "failed"; readonly errors: readonly string[] };
