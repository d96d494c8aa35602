import { isDeepStrictEqual } from "node:util";
import { type Advanced, advance } from "../../src/daemon/core/advance.ts";
import type { Input } from "../../src/daemon/core/input.ts";
import type { Limits } from "../../src/daemon/core/limits.ts";
import type { SessionState } from "../../src/daemon/core/session-state.ts";
import { must } from "./violation.ts";

/** `advance`, seen not to change what it is given, and to give the same again. */
export function checkedAdvance(state: SessionState, input: Input, limits: Limits): Advanced {
  deepFreeze(state);
  const first = advance(state, input, limits);
  const again = advance(state, input, limits);
  const isSame = isDeepStrictEqual(first.state, again.state) && isDeepStrictEqual(first.effects, again.effects);
  must(isSame, "the core is pure", () => `two runs of ${input.type} differ`);
  return first;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}
