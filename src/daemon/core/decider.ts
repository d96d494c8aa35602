/** Who or what decided about a tool use. */
export type Decider =
  /** The name of their token. */
  | { readonly by: "person"; readonly name: string }
  /** `why`: for people, with the part of a command that was the reason. `rule`: the rule with its file and scope alone. */
  | { readonly by: "rule"; readonly why: string; readonly rule: string }
  | { readonly by: "limit"; readonly why: string }
  /** A person stopped the turn, and the agent goes on. */
  | { readonly by: "stop"; readonly why: string }
  /** A person had allowed the same call when the agent that asked was gone. */
  | { readonly by: "grant"; readonly name: string }
  | { readonly by: "deadline" }
  | { readonly by: "no client" }
  /** It withdrew what it asked, or asked nobody. */
  | { readonly by: "agent" };

/** As clients are shown it. */
export function decidedBy(decider: Decider): string {
  switch (decider.by) {
    case "person":
      return decider.name;
    case "rule":
    case "stop":
      return `rule: ${decider.why}`;
    case "grant":
      return `grant: ${decider.name}`;
    case "limit":
      return `limit: ${decider.why}`;
    default:
      return decider.by;
  }
}

/** A rule that asks, of an agent that cannot be made to ask and so is denied it. */
export function unaskable(rule: string): string {
  return `${rule}, which asks`;
}
