import { controlRow, type Request } from "../../wire/controls.ts";
import { requestPayload, unreadableAnswer, unsupportedAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { ControlResponseFrame, UnreadableFrame } from "../../wire/frame.ts";
import { writeLine } from "./agent-input.ts";
import { permissionAsked } from "./asks.ts";
import { hookCalled } from "./hook.ts";
import type { JudgedRequest } from "./input.ts";
import type { Transition } from "./transition.ts";

/** Answers what an agent asks, as soon as it is read: by a rule at once, else by an ask that waits for a person. */
export function agentAsked(t: Transition, judged: JudgedRequest): void {
  const { requestId, frame } = judged.request;
  const { subtype, ...payload } = frame.request;
  // Read with care instead of checked: after an error the agent would use the tool.
  if (subtype === "hook_callback") return hookCalled(t, payload, judged);
  const row = controlRow("fromAgent", subtype);
  if (row === undefined || subtype !== "can_use_tool") return answer(t, unsupportedAnswer(requestId, subtype));
  const asked = requestPayload(row, frame);
  if ("refusal" in asked) return answer(t, asked.refusal);
  permissionAsked(t, asked.payload as Request<"fromAgent", "can_use_tool">, judged);
}

export function refuseUnreadable(t: Transition, frame: UnreadableFrame): void {
  const refusal = unreadableAnswer(frame);
  if (refusal !== undefined) answer(t, refusal);
}

function answer(t: Transition, frame: ControlResponseFrame): void {
  writeLine(t, encodeLine(frame));
}
