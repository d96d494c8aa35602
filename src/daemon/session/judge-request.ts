import { randomUUID } from "node:crypto";
import type { PermissionUpdate } from "../../conversation/ask.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import { hookedTool, preToolUseId } from "../core/hooked-tool.ts";
import type { JudgedRequest, SaidItem } from "../core/input.ts";
import { processOf, type SessionState } from "../core/session-state.ts";
import { digestOfUse } from "../digest-of-use.ts";
import type { ReadItem } from "../reading/agent-decoder.ts";
import type { AgentForecast } from "../rules/agent-forecast.ts";
import type { DaemonRules, Judged } from "../rules/daemon-rules.ts";

/** What an agent said, and what the rules say of the requests in it. */
export function judgeItems(
  items: readonly ReadItem[],
  state: SessionState,
  { rules: rulesNow, forecast, isAttended }: Judges,
): readonly SaidItem[] {
  // As a rule there is none, and the list is as it came.
  if (!items.some(({ kind }) => kind === "request")) return items as readonly SaidItem[];
  const rules = rulesNow();
  return items.map((item) => {
    if (item.kind !== "request") return item;
    const { subtype, ...payload } = item.request.frame.request;
    const { decision: found, rewritten } = judged(subtype, payload, state, rules);
    const decision = found && { effect: found.effect, by: found.by, rule: found.rule };
    const digest = digestOfRequest(subtype, payload);
    const known = { decision, rewritten, askId: randomUUID(), digest, isAttended: isAttended(state.facts.id) };
    return { ...item, ...known, ...foreseen(subtype, payload, state, { decision, rewritten }, forecast) };
  });
}

interface Judges {
  /** As they are now. */
  readonly rules: () => DaemonRules;
  readonly forecast: AgentForecast;
  readonly isAttended: (session: string) => boolean;
}

/** Of what a hook tells: whether a person will be asked, and what they are offered; and what the agent itself denies. */
function foreseen(
  subtype: string,
  payload: Fields,
  state: SessionState,
  { decision, rewritten }: Pick<JudgedRequest, "decision" | "rewritten">,
  forecast: AgentForecast,
): Pick<JudgedRequest, "willBeAsked" | "suggestions"> & Partial<Pick<JudgedRequest, "decision">> {
  if (subtype !== "hook_callback" || payload.callback_id !== preToolUseId) return asksNobody;
  const call = { ...hookedTool(payload), updates: processOf(state)?.updates ?? [] };
  const ruled = decision?.effect;
  const byRule = ruled === "ask";
  if (rewritten === undefined) {
    // A forecast takes longer than the decision. Questions are for a person whatever a rule allows.
    if (ruled === "deny" || (ruled === "allow" && !personTools.has(call.toolName))) return asksNobody;
    const { asks, suggestions } = forecast.of(call);
    return { willBeAsked: byRule || asks, suggestions: suggestions as readonly PermissionUpdate[] };
  }
  const said = forecast.ofRewritten(call, rewritten.input);
  if (said.effect === "deny") return { ...asksNobody, decision: { ...said, isAgents: true } };
  const offers = said.effect === "ask" ? said.suggestions : [];
  return { willBeAsked: byRule || said.effect === "ask", suggestions: offers as readonly PermissionUpdate[] };
}

const asksNobody = { willBeAsked: false, suggestions: [] } as const;

/** By it a person decides about the input they saw. */
function digestOfRequest(subtype: string, payload: Fields): string {
  if (subtype === "can_use_tool") return digestOfUse(String(payload.tool_name), JSON.stringify(payload.input));
  if (subtype !== "hook_callback" || payload.callback_id !== preToolUseId) return "";
  const { toolName, input } = hookedTool(payload);
  return digestOfUse(toolName, JSON.stringify(input));
}

function judged(subtype: string, payload: Fields, state: SessionState, rules: DaemonRules): Judged {
  if (subtype === "hook_callback" && payload.callback_id === preToolUseId) {
    const { toolName, input, folder } = hookedTool(payload);
    return rules.judge(toolName, input, folder);
  }
  if (subtype !== "can_use_tool" || !isFields(payload.input)) return { decision: undefined };
  const toolUseId = text(payload.tool_use_id) ?? "";
  const toolName = text(payload.tool_name) ?? "";
  const use = processOf(state)?.toolUses.find((known) => known.toolUseId === toolUseId);
  // What came of a change is not changed again.
  if (use?.editedInputJson !== undefined && use.editedInputJson === JSON.stringify(payload.input))
    return { decision: rules.decideAsIs(toolName, payload.input, use.folder) };
  return rules.judge(toolName, payload.input, use?.folder);
}
