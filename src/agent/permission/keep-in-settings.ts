import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { formatRule } from "../../permission/rule.ts";
import { addRule, removeRule } from "../../permission/settings/edit-settings.ts";
import { destinationFile, type SettingsPlaces } from "../../permission/settings/settings-files.ts";
import type { PermissionUpdate } from "../../permission/update.ts";
import type { TrustStore } from "./trust-store.ts";

/** Writes rules that shall hold in later sessions into the settings file they are meant for; what went wrong comes back. */
export function keepInSettings(
  update: PermissionUpdate,
  places: SettingsPlaces,
  trust: TrustStore,
): string | undefined {
  const file = destinationFile(update.destination, places);
  if (file === undefined || (update.type !== "addRules" && update.type !== "removeRules")) return undefined;
  const edit = update.type === "addRules" ? addRule : removeRule;
  try {
    const rules = update.rules.map(({ toolName, ruleContent }) => formatRule(toolName, ruleContent));
    const before = textOf(file);
    const after = rules.reduce((text, rule) => edit(text, update.behavior, rule, file), before);
    if (after === before) return undefined;
    replace(file, after);
    return update.destination === "userSettings" ? undefined : vouch(trust, { file, before, after }, places.cwd);
  } catch (error) {
    return `${file}: a rule could not be kept there: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a person has just said counts in later sessions, too. */
function vouch(
  trust: TrustStore,
  { file, before, after }: { file: string; before: string; after: string },
  cwd: string,
): string | undefined {
  const { project, local } = trust.of(cwd);
  if ((project && local) || trust.wrote(file, before, after)) return undefined;
  return `${file}: the rule is kept there, and counts in later sessions once you trust the folder: look at the rest of the file, then run \`bridle trust\` there`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Whole or not at all: a half-written file would lose what it forbids. A link stays one, and so does the file's mode. */
function replace(file: string, text: string): void {
  makeFolder(dirname(file));
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
  const fresh = `${target}.${randomUUID()}.tmp`;
  writeFileSync(fresh, text, { flag: "wx", mode: mode & 0o777 });
  renameSync(fresh, target);
}
