import type { Batch } from "../log/log.ts";

/** Told what the server does, for logs and figures. Never holds content. */
export interface ServerTrace {
  /** A call was answered: "ok", or the code it failed with. Streams are reported when they end. */
  called(method: string, code: string, seconds: number): void;
  /** A batch went to one subscriber. */
  sent(batch: Batch): void;
  /** A cursor was outside of what is kept. */
  reset(): void;
  /** A request was turned away at the gate. */
  refused(why: string): void;
  /** An error that is none of ours: the client only learns that there was one. */
  failed(error: unknown, method: string): void;
}
