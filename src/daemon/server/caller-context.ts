import { createContextKey, type HandlerContext } from "@connectrpc/connect";
import type { Caller } from "../access/caller.ts";

/** Who calls, as the gate found. */
export const callerKey = createContextKey<Caller | undefined>(undefined);

/** Throws where the gate was left out: no call is served without a caller. */
export function callerOf(context: HandlerContext): Caller {
  const caller = context.values.get(callerKey);
  if (caller === undefined) throw new Error("a call came in past the gate");
  return caller;
}
