import type { Verdict } from "../client.ts";

/** What an agent is answered; `always` takes over what it suggested. */
export function answer(verdict: Verdict, input: object, suggestions?: readonly unknown[]): object {
  if (verdict === "deny") return { behavior: "deny", message: "The user said no." };
  const updatedPermissions = verdict === "always" ? { updatedPermissions: suggestions } : {};
  return { behavior: "allow", updatedInput: input, ...updatedPermissions };
}
