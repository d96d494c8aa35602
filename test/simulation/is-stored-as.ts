import { isDeepStrictEqual } from "node:util";
import type { SessionState } from "../../src/daemon/core/session-state.ts";

/** Is what would be loaded the state that was stored? What the holder confirmed is stored later, and known from it. */
export function isStoredAs(loaded: SessionState, state: SessionState): boolean {
  return isDeepStrictEqual(plain(loaded), plain(state));
}

function plain(state: SessionState): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value: unknown) => {
      if (key === "confirmed") return undefined;
      return typeof value === "bigint" ? Number(value) : value;
    }),
  );
}
