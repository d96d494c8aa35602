import { BridleError } from "../../errors.ts";
import { didYouMean } from "../../util/did-you-mean.ts";

/** Claude Code's flags that restrict a session, as of 2.1.325, and what each does here. A test plays every row. */
export const restrictingFlags = {
  bare: "no settings files' hooks, instructions or servers but the managed ones",
  "disable-slash-commands": "no commands, no skills, no tool Skill: a prompt that begins with / is a prompt",
  disallowedTools: "deny rules; a tool that is denied as a whole is not offered",
  "managed-settings": "deny and ask rules, locks and modes that restrict; what they allow is not taken",
  "max-budget-usd": "a turn ends when the session has cost so much",
  "max-turns": "a turn ends after so many answers of the model",
  "no-session-persistence": "nothing is kept",
  "permission-mode": "plan and dontAsk change or ask nothing, also with --dangerously-skip-permissions",
  "permission-prompts": "none: what would be asked is refused",
  restricted:
    "no tool that runs commands, no WebFetch, files only in the working folders, no bypassPermissions, of settings files only what they deny and ask",
  "safe-mode": "as bare",
  "setting-sources": "whose settings files count",
  settings: "rules, locks and hooks of one more file",
  "strict-mcp-config": "only the servers of --mcp-config",
  tools: "only these built-in tools",
} as const;

/** Words in a flag's name that may mean that something shall not be possible. */
const restricts =
  /deny|denied|disallow|disable|restrict|managed|sandbox|safe|strict|only|forbid|block|limit|require|max|budget|permission|(^|[-_])no[-_]/i;

/** May a flag of this name mean that something shall not be possible? Also one that is nearly the name of one that does. */
export function couldRestrict(name: string): boolean {
  return restricts.test(name) || didYouMean(name, Object.keys(restrictingFlags)) !== undefined;
}

/** A flag nobody knows: one that may restrict is not dropped, since whoever gave it counts on it. */
export function checkUnknownFlags(unknown: readonly string[], warn: (text: string) => void): void {
  for (const name of new Set(unknown)) {
    if (couldRestrict(name)) {
      const meant = didYouMean(name, Object.keys(restrictingFlags));
      const advice =
        meant === undefined
          ? `Leave it out, or use one of ${Object.keys(restrictingFlags).join(", ")}`
          : `Did you mean --${meant}?`;
      const message = `unknown option '--${name}': by its name it may restrict what the agent does, so it is not ignored. ${advice}`;
      throw new BridleError("invalid_option", message, {
        option: `--${name}`,
        allowed: "flags of Claude Code",
        found: name,
      });
    }
    warn(`unknown option '--${name}' is ignored`);
  }
}
