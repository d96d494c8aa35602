import type { Fields } from "../../wire/fields.ts";

/** What the hooks of one event said, together. */
export interface HookVerdict {
  /** deny outranks ask, ask outranks allow. */
  readonly decision: "allow" | "deny" | "ask" | undefined;
  readonly reason: string;
  readonly updatedInput: Fields | undefined;
  /** Text for the model. */
  readonly contexts: readonly string[];
  /** Text for the person. */
  readonly messages: readonly string[];
  /** The turn shall end here. */
  readonly stops: string | undefined;
  /** A `PermissionRequest` hook's answer in place of a person, in the form of theirs. */
  readonly answer: Fields | undefined;
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

const rank = { deny: 3, ask: 2, allow: 1, none: 0 } as const;

export function together(a: HookVerdict, b: HookVerdict): HookVerdict {
  const stronger = rank[b.decision ?? "none"] > rank[a.decision ?? "none"] ? b : a;
  const denies = [a.answer, b.answer].find((answer) => answer?.behavior === "deny");
  return {
    decision: stronger.decision,
    reason: stronger.reason,
    updatedInput: b.updatedInput ?? a.updatedInput,
    contexts: [...a.contexts, ...b.contexts],
    messages: [...a.messages, ...b.messages],
    stops: a.stops ?? b.stops,
    answer: denies ?? a.answer ?? b.answer,
  };
}
