import { userInfo } from "node:os";
import { ruleOf } from "../../permission/rewrite.ts";
import { effects, isBroken, parseRule } from "../../permission/rule.ts";
import { checkExamples } from "../../permission/rule-examples.ts";
import type { PermissionRules } from "./permission-settings.ts";

/** A folder that is nobody's: which uses a rule matches does not depend on it. */
const anyFolder = "/project";

/** The examples that stand beside the rules, each with what is wrong with it. */
export function ruleExamples({
  examples = [],
  rewrite = [],
  ...lists
}: PermissionRules): ReturnType<typeof checkExamples> {
  if (examples.length === 0) return [];
  const ofLists = effects.flatMap((effect) =>
    (lists[effect] ?? []).flatMap((text) => {
      const rule = parseRule(text, { effect, scope: "user" });
      return isBroken(rule) ? [] : [rule];
    }),
  );
  const rules = [...ofLists, ...rewrite.flatMap((one) => ruleOf(one) ?? [])];
  const files = { realpath: (path: string) => path, readlink: () => undefined };
  return checkExamples(examples, rules, { cwd: anyFolder, home: userInfo().homedir, files });
}

/** Those that do not hold, for a person. */
export function brokenExamples(permissions: PermissionRules): string[] {
  return ruleExamples(permissions).flatMap(({ rule, use, shouldMatch, problem }) =>
    problem === undefined
      ? []
      : [`permissions.examples: ${rule}, ${shouldMatch ? "match" : "not_match"} ${JSON.stringify(use)}: ${problem}`],
  );
}
