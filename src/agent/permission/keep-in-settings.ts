import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { formatRule, isWritable } from "../../permission/rule.ts";
import { addRule, removeRule } from "../../permission/settings/edit-settings.ts";
import { destinationFile, type SettingsPlaces } from "../../permission/settings/settings-files.ts";
import type { PermissionUpdate } from "../../permission/update.ts";
import { isInside, resolvePath } from "../tool/resolve-path.ts";
import type { SettingsLocation, TrustStore } from "./trust-store.ts";

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
    const location = ofFolder(update.destination, places);
    if (location !== undefined && !trust.isOwn(location.folder)) refuseLinks(location);
    const other = update.rules.find(({ toolName, ruleContent }) => !isWritable(toolName, ruleContent));
    if (update.type === "addRules" && update.behavior === "allow" && other !== undefined)
      throw new Error(`${JSON.stringify(other)} would be read as another rule`);
    const rules = update.rules.map(({ toolName, ruleContent }) => formatRule(toolName, ruleContent));
    const before = textOf(file);
    const after = rules.reduce((text, rule) => edit(text, update.behavior, rule, file), before);
    if (after === before) return undefined;
    replace(file, after);
    return location && recordWritten(trust, location, { file, before, after });
  } catch (error) {
    return `${file}: a rule could not be kept there: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a person has just said counts in later sessions, too. */
function recordWritten(
  trust: TrustStore,
  location: SettingsLocation,
  { file, before, after }: { file: string; before: string; after: string },
): string | undefined {
  if (trust.trusts(location.folder) || trust.wrote(location, before, after)) return undefined;
  return `${file}: the rule is kept there, and counts in later sessions once you trust the folder: look at the rest of the file, then run \`bridle trust\` there`;
}

function ofFolder(destination: PermissionUpdate["destination"], { cwd }: SettingsPlaces): SettingsLocation | undefined {
  if (destination === "projectSettings") return { folder: cwd, name: "settings.json" };
  return destination === "localSettings" ? { folder: cwd, name: "settings.local.json" } : undefined;
}

/** A link may have come with the folder: what a person grants here must not land in their own settings, or in another project's. */
function refuseLinks({ folder, name }: SettingsLocation): void {
  const home = join(realpathSync(folder), ".claude");
  for (const path of [join(folder, ".claude"), join(folder, ".claude", name)]) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    const real = resolvePath(path, { cwd: folder, home: "/nonexistent" });
    if (!isInside(real, home))
      throw new Error(`${path} is a link to ${real}, outside of this folder: replace it by a file of its own`);
  }
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
