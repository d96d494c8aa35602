import { Policy } from "../../permission/policy.ts";
import { ruleOf } from "../../permission/rewrite.ts";
import { effects, isBroken, parseRule, type Rule } from "../../permission/rule.ts";
import type { PermissionRules } from "./permission-settings.ts";

/** Rules of the settings that can never do what they seem to, each with what to write instead. */
export function uselessRules(permissions: PermissionRules): string[] {
  const rules = effects.flatMap((effect) =>
    (permissions[effect] ?? []).flatMap((text) => {
      const rule = parseRule(text, { effect, scope: "user" });
      return isBroken(rule) ? [] : [rule];
    }),
  );
  const changing = (permissions.rewrite ?? []).flatMap((one) => ruleOf(one) ?? []);
  const files = { realpath: (path: string) => path, readlink: () => undefined };
  // Which rules are of no use does not depend on the folder.
  const { warnings } = new Policy({ rules: [...rules, ...changing], mode: "default", cwd: "/", home: "/", files });
  const listOf = (rule: Rule): string => (changing.includes(rule) ? "rewrite" : rule.effect);
  return warnings.map(({ rule, message }) => `permissions.${listOf(rule)}: ${rule.text}: ${message}`);
}
