import { heedsHookAsk } from "../../adapters/heeds-hook-ask.ts";
import { AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { checkPayload, controlRow, type Request } from "../../wire/controls.ts";
import { errorAnswer, successAnswer, unsupportedAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { ControlResponseFrame, UnreadableFrame } from "../../wire/frame.ts";
import { writeLine } from "./agent-input.ts";
import { permissionAsked } from "./asks.ts";
import { type Decider, decidedBy, unaskable } from "./decider.ts";
import type { JudgedRequest, RuleVerdict } from "./input.ts";
import type { ToolUse } from "./session-state.ts";
import { noteUse } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";

/** The one hook we register: it sees every tool use, also those that the agent allows by itself. */
export const preToolUseId = "bridle_pre_tool_use";

/** Answers what an agent asks, as soon as it is read: by a rule at once, else by an ask that waits for a person. */
export function agentAsked(t: Transition, judged: JudgedRequest): void {
  const { requestId, frame } = judged.request;
  const { subtype, ...payload } = frame.request;
  // Read with care instead of checked: after an error the agent would use the tool.
  if (subtype === "hook_callback") return hook(t, payload, judged);
  const row = controlRow("fromAgent", subtype);
  if (row === undefined || subtype !== "can_use_tool") return answer(t, unsupportedAnswer(requestId, subtype));
  const checked = checkPayload(row.request(), payload);
  if (!checked.ok)
    return answer(t, errorAnswer(requestId, `Invalid ${subtype} request: ${checked.path}`, "invalid_request"));
  permissionAsked(t, payload as Request<"fromAgent", "can_use_tool">, judged);
}

/** A request whose rest could not be read must not be left waiting. */
export function refuseUnreadable(t: Transition, { requestId, reason, bytes }: UnreadableFrame): void {
  if (requestId === undefined) return;
  const tooLong = `The request of ${bytes} bytes is over the line limit`;
  if (reason === "oversize") return answer(t, errorAnswer(requestId, tooLong, "oversize"));
  const isOurs = reason === "too_complex" || reason === "too_costly";
  const why = isOurs ? `The request could not be read: ${reason}` : "The request has no subtype";
  answer(t, errorAnswer(requestId, why, "invalid_request"));
}

/**
 * Deny, ask, or no opinion where nothing can be forbidden. So rules cover every tool use, also those that the agent would
 * allow by itself; what it is told to ask comes back as `can_use_tool`.
 */
function hook(t: Transition, payload: Fields, { request: { requestId }, decision, digest }: JudgedRequest): void {
  if (payload.callback_id !== preToolUseId)
    return answer(t, errorAnswer(requestId, "no hook is registered under this id"));
  const { toolName, toolUseId, folder } = hookedTool(payload);
  const ruled = decision?.effect === "allow" ? undefined : decision && askable(t, decision);
  const use: ToolUse = { toolUseId, toolName, digest, folder, askedMs: t.clock.wallMs };
  if (ruled?.effect === "deny") denyUse(t, use, ruled);
  else noteUse(t, use);
  if (ruled === undefined) return answer(t, successAnswer(requestId, {}));
  const { effect, by } = ruled;
  const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision: effect,
    permissionDecisionReason: by,
  };
  answer(t, successAnswer(requestId, { hookSpecificOutput }));
}

function denyUse(t: Transition, use: ToolUse, { by: why, rule }: RuleVerdict): void {
  const { toolUseId, toolName, digest, folder, askedMs } = use;
  const decider: Decider = { by: "rule", why, rule };
  const resolved = { state: AskState.DENIED, decidedBy: decidedBy(decider), reason: why, toolUseId, toolName };
  t.emit({ case: "permissionResolved", value: resolved }, t.turn);
  const entry = { toolUseId, toolName, digest, folder, askedMs, decidedMs: t.clock.wallMs };
  t.effects.push({ type: "audit", entry: { ...entry, verdict: "deny", decider } });
}

/** What a `PreToolUse` hook is told of. */
interface HookedTool {
  readonly toolName: string;
  readonly input: Fields;
  readonly toolUseId: string;
  readonly folder: string | undefined;
}

export function hookedTool(payload: Fields): HookedTool {
  const input = isFields(payload.input) ? payload.input : {};
  return {
    toolName: text(input.tool_name) ?? "",
    input: isFields(input.tool_input) ? input.tool_input : {},
    toolUseId: text(payload.tool_use_id) ?? "",
    folder: text(input.cwd),
  };
}

/** An agent that asks nobody when a hook wants it to must not be left to decide itself. */
function askable(t: Transition, verdict: RuleVerdict): RuleVerdict {
  const adapter = t.conversation?.adapter;
  if (verdict.effect !== "ask" || adapter === undefined || heedsHookAsk(adapter)) return verdict;
  const by = `${verdict.by}; ${adapter.name} cannot be made to ask: use Claude Code 2.1.113 or newer, or change the rule`;
  return { effect: "deny", by, rule: unaskable(verdict.rule) };
}

function answer(t: Transition, frame: ControlResponseFrame): void {
  writeLine(t, encodeLine(frame));
}
