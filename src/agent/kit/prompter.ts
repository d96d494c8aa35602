import type { PermissionUpdate } from "../../permission/update.ts";
import type { PermissionAnswer } from "../hook/hook-verdict.ts";
import type { ToolUseInput } from "../model/content-block.ts";

/** A tool use that wants permission, in the words of `can_use_tool`. */
export type PermissionAsk = {
  readonly tool_name: string;
  readonly display_name: string;
  readonly input: ToolUseInput;
  readonly description?: string;
  readonly permission_suggestions?: readonly PermissionUpdate[];
  readonly blocked_path?: string;
  readonly decision_reason?: string;
  readonly decision_reason_type?: string;
  readonly tool_use_id: string;
  readonly requires_user_interaction?: boolean;
  /** Of an agent that works for another. */
  readonly agent_id?: string;
};

/** Who is asked where the rules leave a tool use open. */
export interface Prompter {
  /** What was answered; the gate judges it. Rejects with the signal's reason, or with why nobody could be asked. */
  ask(ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer | undefined>;
  /** What the model reads when the answer is none. */
  readonly unusable: string;
}
