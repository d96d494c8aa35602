import type { Verdict } from "../../conversation/ask.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { successAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";

/** What the hook before a tool use may say; undefined: no opinion. */
type HookDecision = "allow" | "deny" | "ask" | "defer";

/** The answer to a call of the hook, as a line. Throws `unencodable`. */
export function hookLine(requestId: string, decision?: HookDecision, more: Fields = {}): string {
  const output = { hookEventName: "PreToolUse", permissionDecision: decision, ...more };
  return encodeLine(successAnswer(requestId, decision === undefined ? {} : { hookSpecificOutput: output }));
}

/**
 * What was decided about a call, as its hook says it. Two things only the request for permission takes that follows: answers of
 * a person to the agent itself, and rules that are to be kept.
 */
export function hookVerdictLine(requestId: string, toolName: string, verdict: Verdict): string {
  if (verdict.behavior === "deny")
    return hookLine(requestId, "deny", { permissionDecisionReason: verdict.message ?? "Permission was denied." });
  if (personTools.has(toolName)) return hookLine(requestId);
  const { updatedInput, updatedPermissions = [] } = verdict;
  if (updatedPermissions.length > 0) return hookLine(requestId, "ask");
  return hookLine(requestId, "allow", updatedInput === undefined ? {} : { updatedInput });
}
