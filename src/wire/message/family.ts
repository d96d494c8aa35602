import type { Shape } from "../shape.ts";

/**
 * One row of the table of messages. `word` is the type, or `system/subtype`;
 * the subtypes of `result` share one family. Received enums are open.
 */
export interface Family<S extends Shape = Shape> {
  /** When the peer sends it. */
  readonly when: string;
  readonly shape: S;
}

export function family<const S extends Shape>(when: string, shape: S): Family<S> {
  return { when, shape };
}

/** On everything an agent says except control frames and `keep_alive`. */
export const common = { session_id: "string?", uuid: "string?" } as const;
