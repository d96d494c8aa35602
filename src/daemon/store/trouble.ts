import { BridleError } from "../../errors.ts";
import { failureKind } from "./database-failure.ts";

/** Why nothing can be stored now, and since when. */
export interface Trouble {
  readonly reason: "full" | "read_only" | "failing";
  readonly sinceMs: number;
  /** What the system said. Never content. */
  readonly detail: string;
}

export function troubleOf(error: unknown, sinceMs: number): Trouble {
  const kind = failureKind(error);
  const reason = kind === "full" || kind === "read_only" ? kind : "failing";
  return { reason, sinceMs, detail: error instanceof Error ? error.message : String(error) };
}

/** What a changing call is refused with meanwhile. */
export function noStorage(file: string, { reason, detail }: Trouble): BridleError<"no_storage"> {
  return new BridleError("no_storage", `${file} cannot be written (${detail}): ${advice[reason]}`, { reason });
}

const goesOn = "the daemon tries again every second, and nothing that was acknowledged is lost";
const advice = {
  full: `make space on its disk; ${goesOn}`,
  read_only: `make the file and its folder writable; ${goesOn}`,
  failing: `look at its disk, and run "bridle db check"; ${goesOn}`,
} as const;
