import type { Kept } from "../session/waiting-calls.ts";
import type { Work } from "../store/work.ts";

/** Of a call whose answer does not depend on what the session says, only on that it does not refuse. */
export function always<A>(value: A, work: Work): () => Kept<A> {
  return () => ({ value, work });
}
