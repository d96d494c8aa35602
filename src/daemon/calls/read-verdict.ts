import { type AnswerAskRequest, Verdict as Said } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { PermissionUpdate, Verdict } from "../../conversation/ask.ts";
import { invalidOption } from "../../errors.ts";
import { type Fields, isFields } from "../../wire/fields.ts";

/** What a client decided about an ask. Throws `invalid_option`. */
export function readVerdict(request: AnswerAskRequest): Verdict {
  const { verdict, message, interrupt, updatedInputJson, updatesJson } = request;
  if (verdict === Said.DENY)
    return { behavior: "deny", ...(message !== "" && { message }), ...(interrupt && { interrupt }) };
  if (verdict !== Said.ALLOW) throw invalidOption("verdict", "VERDICT_ALLOW or VERDICT_DENY", "neither");
  const updates = updatesJson.map((json) => readObject("updates_json", json) as PermissionUpdate);
  return {
    behavior: "allow",
    ...(updatedInputJson !== "" && { updatedInput: readObject("updated_input_json", updatedInputJson) }),
    ...(updates.length > 0 && { updatedPermissions: updates }),
  };
}

function readObject(option: string, json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return value;
  } catch {
    // Told below: the engine's own words would quote it.
  }
  throw invalidOption(option, "a JSON object", "something else");
}
