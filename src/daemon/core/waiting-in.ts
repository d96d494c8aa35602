import { create } from "@bufbuild/protobuf";
import { AskSchema, AskWait } from "../../api/gen/bridle/v1/ask_pb.js";
import type { AskWaiting, OpenAsk } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** An open ask waits in another way. */
export function waitAgain(t: Transition, open: OpenAsk, waits: AskWaiting): void {
  t.asks = t.asks.map((one) => (one === open ? waitingIn(one, waits) : one));
}

/** The same ask, waiting in another way; clients see which. */
export function waitingIn(open: OpenAsk, waits: AskWaiting): OpenAsk {
  return { ...open, ask: create(AskSchema, { ...open.ask, wait: waitOf[waits.in] }), waits };
}

const waitOf: { readonly [W in AskWaiting["in"]]: AskWait } = {
  request: AskWait.HELD,
  hook: AskWait.HELD,
  parked: AskWait.PARKED,
  nothing: AskWait.AGENT_GONE,
};
