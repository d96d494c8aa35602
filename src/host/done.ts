import type { TurnResult } from "../conversation/turn-result.ts";
import { isBridleError } from "../errors.ts";
import type { Exit } from "../transport/transport.ts";

/** How a session ended. */
export interface Done extends Exit {
  /** `not_found`: the agent does not have the conversation to go on with. */
  readonly outcome: "ended" | "aborted" | "timeout" | "crashed" | "not_found";
  /** The last turn's. */
  readonly result: TurnResult | undefined;
  readonly error: unknown;
}

/** Why we ended it. */
export interface Ending {
  readonly why: Done["outcome"];
  readonly error?: unknown;
}

/** An agent that nobody ended and that left prompts open, or failed, has crashed. */
export function doneOf(
  exit: Exit,
  ending: Ending | undefined,
  settled: boolean,
  result: TurnResult | undefined,
  crash: Error,
): Done {
  if (ending !== undefined) return { ...exit, outcome: ending.why, result, error: ending.error };
  if (isBridleError(crash, "not_found")) return { ...exit, outcome: "not_found", result, error: crash };
  // At end of input an agent exits with 1 when its last turn failed.
  const orderly = exit.exitCode === 0 || (exit.exitCode === 1 && result !== undefined && result.outcome !== "success");
  if (settled && orderly) return { ...exit, outcome: "ended", result, error: undefined };
  return { ...exit, outcome: "crashed", result, error: crash };
}
