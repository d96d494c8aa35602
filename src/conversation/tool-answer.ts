import type { Answer } from "../wire/controls.ts";
import { isFields } from "../wire/fields.ts";
import type { Ask, Verdict } from "./ask.ts";

/** A verdict as the agent wants it. The input is always sent back: agents up to 2.1.300 refuse an allow without it. */
export function toolAnswer(
  verdict: Verdict,
  { input, toolUseId }: Pick<Ask, "input" | "toolUseId">,
): Answer<"fromAgent", "can_use_tool"> {
  const echo = toolUseId === undefined ? {} : { toolUseID: toolUseId };
  if (verdict.behavior === "allow") {
    const { updatedInput = input, updatedPermissions } = verdict;
    if (!isFields(updatedInput)) throw new Error("The permission callback gave an updatedInput that is no object.");
    return {
      behavior: "allow",
      updatedInput,
      ...(updatedPermissions !== undefined && { updatedPermissions: [...updatedPermissions] }),
      ...echo,
    };
  }
  // Anything that is not a clear allow: what nobody decided must not run.
  return {
    behavior: "deny",
    message: verdict.message ?? "Permission was denied.",
    ...(verdict.interrupt && { interrupt: true }),
    ...echo,
  };
}
