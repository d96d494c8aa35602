import { arities } from "./flag-arities.ts";
import { invalidFlag } from "./invalid-flag.ts";
import type { ParsedArguments } from "./parse-arguments.ts";
import { couldRestrict } from "./restricting-flags.ts";

/** A value that is lost, or is another flag's name, must not take a restriction with it. */
export function checkFlagValues({ values, taken }: ParsedArguments): void {
  for (const [flag, given] of values)
    if (given.length === 0 && (arities[flag] === "value" || flag === "disallowedTools"))
      throw invalidFlag(flag, "a value", "none");
  for (const { flag, name } of taken)
    if (Object.hasOwn(arities, name) || couldRestrict(name))
      throw invalidFlag(flag, `a value; if the next word is one, write --${flag}=…`, `the option --${name}`);
  for (const flag of onlyOnce)
    if (new Set(values.get(flag)).size > 1) throw invalidFlag(flag, "one value", "it twice, with different ones");
}

/** Of these one counts, and it may be the one that restricts. */
const onlyOnce = [
  ...["managed-settings", "max-budget-usd", "max-turns", "permission-mode", "permission-prompts", "setting-sources"],
  "settings",
] as const;
