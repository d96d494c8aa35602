import { BridleError } from "../../errors.ts";

export function noSession(session: string): BridleError<"not_found"> {
  return new BridleError("not_found", `there is no session ${session}: list them with "bridle sessions"`, {
    what: "session",
    id: session,
  });
}

/** Of an append behind another event than the last. */
export function wrongSequence(session: string, expected: number, found: number): BridleError<"wrong_sequence"> {
  const what = `session ${session} has ${found} as its last event, and ${expected} was expected`;
  return new BridleError("wrong_sequence", `${what}: somebody else writes it; read its log again`, {
    session,
    expected,
    found,
  });
}
