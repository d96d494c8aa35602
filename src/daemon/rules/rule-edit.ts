import { platform } from "node:os";
import { ownConfigFolder } from "../../agent/folders/home-folders.ts";
import { keepInSettings } from "../../agent/permission/keep-in-settings.ts";
import { TrustStore } from "../../agent/permission/trust-store.ts";
import { BridleError } from "../../errors.ts";
import { homeFolder } from "../../files/home-folder.ts";
import { type Effect, formatRule, isBroken, parseRule, type Rule } from "../../permission/rule.ts";
import { destinationFile, type SettingsPlaces } from "../../permission/settings/settings-files.ts";
import type { Destination } from "../../permission/update.ts";
import { isFields } from "../../wire/fields.ts";
import { editSettings } from "../config/edit-settings.ts";
import { readSettingsFile } from "../config/read-settings-file.ts";

export const ruleScopes = ["daemon", "user", "project", "local"] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** A change of one settings file, which is not made yet. */
export interface RuleEdit {
  readonly how: "add" | "remove";
  readonly rules: readonly Rule[];
  readonly effect: Effect;
  readonly scope: RuleScope;
  readonly file: string;
  /** Makes it; gives what a person should know then. Throws `invalid_option` where the file cannot be changed. */
  readonly write: () => string | undefined;
}

interface EditParts extends Pick<RuleEdit, "how" | "effect" | "scope"> {
  readonly texts: readonly string[];
  readonly cwd: string;
  /** The settings file of the daemon. */
  readonly settings: string;
  /** In which agents find theirs. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Throws `invalid_option` for what is no rule or a file that cannot be read, and `not_found` for a rule that is to be taken
 * out and is not there.
 */
export function ruleEdit(given: EditParts): RuleEdit {
  const { how, effect, scope, cwd, settings: file, env } = given;
  const rules = given.texts.map((text) => readRule(text, effect));
  const parts = { ...given, rules };
  const said = { how, rules, effect, scope };
  if (scope === "daemon") {
    const before = listIn(file, effect);
    const texts = rules.map(({ text }) => text);
    checkThere(parts, file, before);
    const after =
      how === "add" ? [...new Set([...before, ...texts])] : before.filter((text) => !texts.includes(text.trim()));
    const value = after.length === 0 ? undefined : JSON.stringify(after);
    const write = (): undefined => void editSettings(file, [{ key: `permissions.${effect}`, value }]);
    return { ...said, file, write };
  }
  const places: SettingsPlaces = {
    ...{ platform: platform(), cwd, home: homeFolder(env) ?? "/nonexistent" },
    configFolder: ownConfigFolder(env),
  };
  const destination: Destination = `${scope}Settings`;
  const kept = destinationFile(destination, places) ?? "";
  checkThere(parts, kept, listIn(kept, effect));
  return { ...said, file: kept, write: () => keep({ ...parts, settings: kept }, destination, places) };
}

function readRule(text: string, effect: Effect): Rule {
  const rule = parseRule(text, { effect, scope: "user" });
  if (!isBroken(rule)) return rule;
  const allowed = "a rule such as Bash(npm run *)";
  throw new BridleError("invalid_option", rule.broken, { option: effect, allowed, found: text });
}

type ReadParts = EditParts & Pick<RuleEdit, "rules">;

/** What a folder's file allows may count only later: that is told, and the rule is there. */
function keep(
  { how, rules, effect, settings: file, env }: ReadParts,
  destination: Destination,
  places: SettingsPlaces,
): string | undefined {
  const values = rules.map(({ tool: toolName, specifier }) =>
    specifier === undefined ? { toolName } : { toolName, ruleContent: specifier },
  );
  const type = how === "add" ? "addRules" : "removeRules";
  const update = { type, rules: values, behavior: effect, destination } as const;
  const notice = keepInSettings(update, places, new TrustStore(env));
  const list = listIn(file, effect).map((text) => text.trim());
  // As it is written there: `Bash(*)` is `Bash`.
  const isThere = ({ tool, specifier }: Rule): boolean => list.includes(formatRule(tool, specifier));
  if (rules.every((rule) => isThere(rule) === (how === "add"))) return notice;
  const message = notice ?? `${file}: permissions.${effect} could not be changed: edit it by hand`;
  throw new BridleError("invalid_option", message, { option: "scope", allowed: "a file to write to", found: file });
}

function checkThere({ how, rules, effect }: ReadParts, file: string, list: readonly string[]): void {
  const missing = how === "remove" ? rules.find(({ text }) => !list.some((one) => one.trim() === text)) : undefined;
  if (missing === undefined) return;
  const message = `${missing.text} is not in permissions.${effect} of ${file}; bridle permissions lists what is`;
  throw new BridleError("not_found", message, { what: "rule", id: missing.text });
}

function listIn(file: string, effect: Effect): readonly string[] {
  const { permissions } = readSettingsFile(file);
  const list = isFields(permissions) ? permissions[effect] : undefined;
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}
