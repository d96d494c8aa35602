import type { BypassAttempt } from "./bypass-attempt.ts";
import { bypassLines } from "./bypass-lines.ts";
import { bypassPrograms } from "./bypass-programs.ts";

/** Attempts to run or write more than the rules say. None may be allowed. */
export const bypassAttempts: readonly BypassAttempt[] = [...bypassLines, ...bypassPrograms];
