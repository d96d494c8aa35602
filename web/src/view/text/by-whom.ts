import { type Ask, AskKind, AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { moment } from "./clock.ts";
import { visible } from "./visible.ts";

/** Who decided, for a person. Clients have the names of their tokens; on the machine itself nobody has one. */
export function byWhom(decidedBy: string): string {
  if (decidedBy === "local") return "in a terminal on the daemon's machine";
  if (decidedBy === "deadline") return "because nobody answered in time";
  if (decidedBy === "no client") return "because nobody was connected";
  if (decidedBy === "agent") return "by the agent";
  if (/^(?:rule|limit): /.test(decidedBy)) return `by a ${visible(decidedBy)}`;
  return `${decidedBy.startsWith("page-") ? "in the browser" : "by"} ${visible(decidedBy)}`;
}

const words: { readonly [S in AskState]?: string } = {
  [AskState.ALLOWED]: "allowed",
  [AskState.DENIED]: "denied",
  [AskState.CANCELLED]: "withdrawn",
  [AskState.EXPIRED]: "denied",
};

const questionWords: { readonly [S in AskState]?: string } = {
  [AskState.ALLOWED]: "answered",
  [AskState.DENIED]: "declined",
};

/** "denied in the browser page-1a2b at 14:03:22". */
export function howDecided(ask: Pick<Ask, "kind" | "state" | "decidedBy" | "decidedMs">): string {
  const { kind, state, decidedBy, decidedMs } = ask;
  const word = (kind === AskKind.QUESTION ? questionWords[state] : undefined) ?? words[state] ?? "decided";
  return `${word} ${byWhom(decidedBy)} at ${moment(Number(decidedMs))}`;
}
