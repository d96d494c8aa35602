import type { Because, Decision } from "./decision.ts";
import type { Effect } from "./rule.ts";

/** One line for a person: what was decided, and who or what decided it. */
export function why({ effect, strength, because, parts = [], path }: Decision): string {
  const culprit = parts.find((part) => part.effect === effect && effect !== "allow");
  const about = culprit !== undefined && parts.length > 1 ? ` because of \`${oneLine(culprit.text)}\`` : "";
  const where = path !== undefined && effect !== "allow" ? ` (${path})` : "";
  const isUnasked = effect === "deny" && strength !== "denied" && !("mode" in because);
  const nobody = isUnasked ? `${"rule" in because ? ", which asks" : ""}, and the mode is dontAsk` : "";
  return `${words[effect]}${about}: ${reasonText(because)}${nobody}${where}`;
}

const words: { readonly [E in Effect]: string } = { allow: "Allowed", ask: "Asked", deny: "Denied" };

/** Who or what decided. */
export function reasonText(because: Because): string {
  if ("rule" in because)
    return `rule ${oneLine(because.rule)} of ${because.file ?? origins[because.scope]} (${because.scope})`;
  return "mode" in because ? `the mode is ${because.mode}` : because.reason;
}

const origins = {
  managed: "the managed settings",
  commandLine: "the command line",
  local: "the local settings",
  project: "the project's settings",
  user: "the user's settings",
  session: "this session",
};

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
