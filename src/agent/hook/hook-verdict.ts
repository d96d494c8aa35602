import type { ToolUseInput } from "../model/content-block.ts";

/** What a hook is told, in the wire's words. */
export interface HookInput {
  readonly [field: string]: unknown;
}

/** deny outranks defer, defer outranks ask, ask outranks allow. */
export type HookDecision = "allow" | "deny" | "ask" | "defer";

/** What the hooks of one event said, combined. */
export interface HookVerdict {
  readonly decision: HookDecision | undefined;
  readonly reason: string;
  readonly updatedInput: ToolUseInput | undefined;
  /** Text for the model. */
  readonly contexts: readonly string[];
  /** Text for the person. */
  readonly messages: readonly string[];
  /** The turn shall end here. */
  readonly stops: string | undefined;
  /** A `PermissionRequest` hook's answer in place of a person, in the form of theirs. */
  readonly answer: PermissionAnswer | undefined;
}

/** What is said of a tool use that wants permission, in the words of the answer to `can_use_tool`; the gate reads it. */
export interface PermissionAnswer {
  readonly behavior?: unknown;
  readonly updatedInput?: unknown;
  readonly updatedPermissions?: unknown;
  readonly message?: unknown;
  readonly interrupt?: unknown;
  readonly decisionClassification?: unknown;
}

export const silent: HookVerdict = {
  decision: undefined,
  reason: "",
  updatedInput: undefined,
  contexts: [],
  messages: [],
  stops: undefined,
  answer: undefined,
};

const ranks = { deny: 4, defer: 3, ask: 2, allow: 1 } as const;

export function rank(decision: HookDecision | undefined): number {
  return decision === undefined ? 0 : ranks[decision];
}

export function combined(a: HookVerdict, b: HookVerdict): HookVerdict {
  const stronger = rank(b.decision) > rank(a.decision) ? b : a;
  const denies = [a.answer, b.answer].find((answer) => answer?.behavior === "deny");
  const updatedInput = b.updatedInput ?? a.updatedInput;
  // A yes is to the call that its hook has seen, or made itself; one that another hook made is for rules and a person.
  const isMeant = [a, b].some(({ decision, updatedInput: own }) => decision === "allow" && own === updatedInput);
  return {
    decision: stronger.decision === "allow" && !isMeant ? undefined : stronger.decision,
    reason: stronger.reason,
    updatedInput,
    contexts: [...a.contexts, ...b.contexts],
    messages: [...a.messages, ...b.messages],
    stops: a.stops ?? b.stops,
    answer: denies ?? a.answer ?? b.answer,
  };
}

/** The same, if it is no yes: what may be said by one who does not know all of the call, or did not come to an end. */
export function withoutAllow(verdict: HookVerdict): HookVerdict {
  const { decision, answer, ...rest } = verdict;
  return {
    ...rest,
    decision: decision === "allow" ? undefined : decision,
    answer: answer?.behavior === "allow" ? undefined : answer,
  };
}

/** What may be said by one whom nobody has trusted: a no, a question, text for the model; neither a yes nor another call. */
export function onlyRestricting(verdict: HookVerdict): HookVerdict {
  return { ...withoutAllow(verdict), updatedInput: undefined };
}
