import { checkPayload, controlRow, type Request } from "../../wire/controls.ts";
import { errorAnswer, unsupportedAnswer } from "../../wire/dispatch.ts";
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

function answer(t: Transition, frame: ControlResponseFrame): void {
  writeLine(t, encodeLine(frame));
}
