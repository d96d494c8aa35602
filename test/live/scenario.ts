import type { Stage } from "./stage.ts";

/** Something an agent and our host do together, seen through `open` and `run` only. */
export interface Scenario {
  /** A sentence that starts with the numbers of docs/spec.md it proves. */
  readonly title: string;
  /** Agents that speak like an older version are left out. */
  readonly since?: { readonly version: string; readonly because: string };
  readonly play: (stage: Stage) => Promise<void>;
}
