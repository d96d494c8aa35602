import { randomUUID } from "node:crypto";
import type { PermissionUpdate } from "../../conversation/ask.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import { hookedTool, preToolUseId } from "../core/hook.ts";
import type { JudgedRequest, SaidItem } from "../core/input.ts";
import { processOf, type SessionState } from "../core/session-state.ts";
import { digestOfUse } from "../digest-of-use.ts";
import type { ReadItem } from "../reading/agent-decoder.ts";
import type { AgentForecast } from "../rules/agent-forecast.ts";
import type { DaemonRules, RuleDecision } from "../rules/daemon-rules.ts";

/** What an agent said, and what the rules say of the requests in it. */
export function judgeItems(
  items: readonly ReadItem[],
  state: SessionState,
  { rules, forecast, isUnattended }: Judges,
): readonly SaidItem[] {
  // As a rule there is none, and the list is as it came.
  if (!items.some(({ kind }) => kind === "request")) return items as readonly SaidItem[];
  return items.map((item) => {
    if (item.kind !== "request") return item;
    const { subtype, ...payload } = item.request.frame.request;
    const found = decision(subtype, payload, state, rules);
    const verdict = found && { effect: found.effect, by: found.by, rule: found.rule };
    const digest = digestOfRequest(subtype, payload);
    const known = { decision: verdict, askId: randomUUID(), digest, isUnattended: isUnattended() };
    return { ...item, ...known, ...willBeAsked(subtype, payload, state, verdict?.effect, forecast) };
  });
}

interface Judges {
  readonly rules: DaemonRules;
  readonly forecast: AgentForecast;
  readonly isUnattended: () => boolean;
}

/** Of what a hook tells: whether a person will be asked, and what they are offered. */
function willBeAsked(
  subtype: string,
  payload: Fields,
  state: SessionState,
  ruled: RuleDecision["effect"] | undefined,
  forecast: AgentForecast,
): Pick<JudgedRequest, "willBeAsked" | "suggestions"> {
  if (subtype !== "hook_callback" || payload.callback_id !== preToolUseId) return asksNobody;
  const used = hookedTool(payload);
  // A forecast takes longer than the decision. Questions are for a person whatever a rule allows.
  if (ruled === "deny" || (ruled === "allow" && !personTools.has(used.toolName))) return asksNobody;
  const updates = processOf(state)?.updates ?? [];
  const { asks, suggestions } = forecast.of({ ...used, updates });
  return { willBeAsked: ruled === "ask" || asks, suggestions: suggestions as readonly PermissionUpdate[] };
}

const asksNobody = { willBeAsked: false, suggestions: [] } as const;

/** By it a person decides about the input they saw. */
function digestOfRequest(subtype: string, payload: Fields): string {
  if (subtype === "can_use_tool") return digestOfUse(String(payload.tool_name), JSON.stringify(payload.input));
  if (subtype !== "hook_callback" || payload.callback_id !== preToolUseId) return "";
  const { toolName, input } = hookedTool(payload);
  return digestOfUse(toolName, JSON.stringify(input));
}

function decision(subtype: string, payload: Fields, state: SessionState, rules: DaemonRules): RuleDecision | undefined {
  if (subtype === "hook_callback" && payload.callback_id === preToolUseId) {
    const { toolName, input, folder } = hookedTool(payload);
    return rules.decide(toolName, input, folder);
  }
  if (subtype !== "can_use_tool" || !isFields(payload.input)) return undefined;
  const toolUseId = text(payload.tool_use_id) ?? "";
  const folder = processOf(state)?.toolUses.find((known) => known.toolUseId === toolUseId)?.folder;
  return rules.decide(text(payload.tool_name) ?? "", payload.input, folder);
}
