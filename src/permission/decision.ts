import type { PermissionMode } from "./mode.ts";
import type { Effect, Scope } from "./rule.ts";
import type { Strength } from "./strength.ts";

/** Who decided: a rule, the mode, or what this package does on its own. */
export type Because =
  | { readonly rule: string; readonly scope: Scope; readonly file?: string | undefined }
  | { readonly mode: PermissionMode }
  | { readonly reason: string };

/** What the rules say about a call, and why. */
export interface Decision {
  readonly effect: Effect;
  /** How much it holds against. In dontAsk an ask keeps its strength, and its effect is deny. */
  readonly strength: Strength;
  readonly because: Because;
  /** Of a shell command: each part that was judged on its own. */
  readonly parts?: readonly DecisionPart[];
  /** The path that made it an ask or a denial. */
  readonly path?: string;
}

export interface DecisionPart {
  readonly text: string;
  readonly effect: Effect;
  readonly because: Because;
}
