import type { Prices } from "./prices.ts";

/** What the settings say about sessions. Times are in milliseconds. */
export interface Limits {
  /** Agents that have nothing to do for this long go to sleep; 0: never. */
  readonly idleSleepMs: number;
  readonly restart: RestartLimits;
  readonly initializeTimeoutMs: number;
  readonly controlTimeoutMs: number;
  /** How long asks wait at most; 0: for ever. */
  readonly askDeadlineMs: number;
  /** How long they wait while somebody who may decide is connected, and while nobody is; 0: it makes no difference. */
  readonly connectedDeadlineMs: number;
  readonly disconnectedDeadlineMs: number;
  /** While nobody is connected they do not wait at all. */
  readonly denyUnattended: boolean;
  /** An ask that nobody answers in time ends its turn, too. */
  readonly interruptAtDeadline: boolean;
  /** A call that nobody has decided for this long is parked, where its agent can; 0: only when the agent is ended. */
  readonly parkAfterMs: number;
  /** What a limit of the provider cut short goes on by itself when the limit is over. */
  readonly resumeAfterLimit: boolean;
  /** What models cost, where the settings know better than the agent. */
  readonly prices: Prices;
}

interface RestartLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** At most so many restarts … */
  readonly limit: number;
  /** … within this time. */
  readonly windowMs: number;
}
