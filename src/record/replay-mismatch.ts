import { BridleError } from "../errors.ts";

/** Frames are named by number and path, never by content. */
export function replayMismatch(
  side: "agent" | "host",
  reason: "differs" | "unexpected" | "missing",
  frame?: number,
  path?: string,
): BridleError<"replay_mismatch"> {
  const what = {
    differs: `frame ${frame}: the ${side}'s line differs from the recorded one at ${path === "" ? "its top" : path}`,
    unexpected: `the ${side} sent ${path === "response" ? "an answer" : "a line"} that was not recorded`,
    missing: `frame ${frame}: the ${side} ended without sending this line`,
  }[reason];
  return new BridleError("replay_mismatch", what, { reason, frame, path });
}
