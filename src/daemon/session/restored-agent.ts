import type { Holding } from "../holding/held-agent.ts";
import type { OutboxRow } from "../store/outbox-table.ts";

/** An agent that the holder has, and what it may not have been given yet. */
export interface RestoredAgent {
  readonly holding: Holding;
  readonly inputReceived: number;
  readonly outbox: readonly OutboxRow[];
}
