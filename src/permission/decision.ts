import type { PermissionMode } from "./mode.ts";
import type { Effect, Rule, Scope } from "./rule.ts";

/** Who decided: a rule, the mode, or what this package does on its own. */
export type Because =
  | { readonly rule: string; readonly scope: Scope; readonly file?: string | undefined }
  | { readonly mode: PermissionMode }
  | { readonly reason: string };

/** What the rules say about a call, and why. */
export interface Decision {
  readonly effect: Effect;
  readonly because: Because;
  /** Of a shell command: each part that was judged on its own. */
  readonly parts?: readonly DecisionPart[];
  /** The path that made it an ask or a denial. */
  readonly path?: string;
  /** A denial that is an ask, which the mode dontAsk puts to nobody; `because` is the rule that asks, if it was a rule. */
  readonly unasked?: true;
}

export interface DecisionPart {
  readonly text: string;
  readonly effect: Effect;
  readonly because: Because;
}

export function byRule({ text, scope, file }: Rule): Because {
  return file === undefined ? { rule: text, scope } : { rule: text, scope, file };
}

export function decision(effect: Effect, because: Because | string, path?: string): Decision {
  const reason = typeof because === "string" ? { reason: because } : because;
  return path === undefined ? { effect, because: reason } : { effect, because: reason, path };
}

/** A decision on its way. */
export interface Outcome extends Decision {
  /** Asked in bypassPermissions, too. */
  readonly firm?: boolean;
  /** Asked even where a rule allows the whole tool. */
  readonly held?: boolean;
  /** Allowed by what a person granted: ask rules are beaten. */
  readonly granted?: boolean;
}
