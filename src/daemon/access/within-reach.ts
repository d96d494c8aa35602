import type { Caller } from "./caller.ts";
import type { Reach } from "./reach.ts";

/** Whether sessions are there for a caller. Many things may be of one session: each is looked at once. */
export function withinReach(reach: Reach, caller: Caller): (session: string) => boolean {
  const known = new Map<string, boolean>();
  return (session) => {
    const isThere = known.get(session) ?? reach.session(caller, session);
    known.set(session, isThere);
    return isThere;
  };
}
