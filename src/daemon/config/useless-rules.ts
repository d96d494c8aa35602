import { Policy } from "../../permission/policy.ts";
import { effects, isBroken, parseRule } from "../../permission/rule.ts";
import type { PermissionRules } from "./permission-settings.ts";

/** Rules of the settings that can never do what they seem to, each with what to write instead. */
export function uselessRules(permissions: PermissionRules): string[] {
  const rules = effects.flatMap((effect) =>
    (permissions[effect] ?? []).flatMap((text) => {
      const rule = parseRule(text, { effect, scope: "user" });
      return isBroken(rule) ? [] : [rule];
    }),
  );
  const files = { realpath: (path: string) => path, readlink: () => undefined };
  // Which rules are of no use does not depend on the folder.
  const { warnings } = new Policy({ rules, mode: "default", cwd: "/", home: "/", files });
  return warnings.map(({ rule, message }) => `permissions.${rule.effect}: ${rule.text}: ${message}`);
}
