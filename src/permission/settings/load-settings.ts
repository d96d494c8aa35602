import type { PermissionMode } from "../mode.ts";
import { absolutePath, expandHome } from "../path/absolute-path.ts";
import { askedInstead, isBroken, parseRule, type Rule, scopes, splitRules } from "../rule.ts";
import { type PermissionSettings, problemText, readSettings, type SettingsProblem } from "./read-settings.ts";
import { type SettingsPlaces, type SettingsSource, settingsSources } from "./settings-files.ts";
import { type FolderTrust, noTrust } from "./trust.ts";

export interface LoadOptions extends SettingsPlaces {
  /** The text of a file; undefined if it is not there. What cannot be read for another reason throws. */
  readonly readFile: (path: string) => string | undefined;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** `--permission-mode`. */
  readonly mode?: PermissionMode | undefined;
  /** `--add-dir`. */
  readonly directories?: readonly string[];
  /**
   * Whether a person has said that the settings in this folder may allow something. Default: nobody has. From a project
   * nobody has looked at, only what restricts is taken, its `settings.local.json` included: that may have come with it.
   */
  readonly trust?: FolderTrust;
}

/** All that flags and settings files say, ready for a `Policy` and for `Ask.directories`. */
export interface LoadedSettings {
  readonly rules: readonly Rule[];
  readonly mode: PermissionMode;
  /** Working folders, the primary one first. */
  readonly directories: readonly string[];
  /** bypassPermissions is not to be had, later either. */
  readonly forbidsBypass: boolean;
  readonly problems: readonly SettingsProblem[];
  /** For `PolicyParts.damage`. */
  readonly damage: readonly string[];
}

export function loadSettings(options: LoadOptions): LoadedSettings {
  const problems: SettingsProblem[] = [];
  const read = settingsSources(options)
    .map((source) => ({ source, settings: readSource(source, options, problems) }))
    .map(({ source, settings }) => ({ source, settings: trusted(source, settings, options, problems) }));
  const flags = { allow: options.allowedTools ?? [], deny: options.disallowedTools ?? [] };
  const ofFlags = [...flagRules(flags.deny, "deny", problems), ...flagRules(flags.allow, "allow", problems)];
  const rules = inOrder([...ofFlags, ...read.flatMap(({ settings }) => settings.rules)]);
  const onlyManaged = read.some(({ source, settings }) => source.scope === "managed" && settings.onlyManagedRules);
  const forbidsBypass = read.some(({ settings }) => settings.forbidsBypass);
  const isWord = ({ source }: (typeof read)[number]): boolean => !isForeign(source, options.trust);
  const modes = [options.mode, ...read.filter(isWord).map(({ settings }) => settings.defaultMode)];
  const meant = modes.find((one) => one !== undefined && !(one === "bypassPermissions" && forbidsBypass));
  const foreign = read.filter((one) => !isWord(one)).map(({ settings }) => settings.defaultMode);
  const mode = options.mode === undefined ? strictest(meant, foreign) : meant;
  const added = [...(options.directories ?? []), ...read.flatMap(({ settings }) => settings.additionalDirectories)];
  const folders = added.map((folder) => absolutePath(options.cwd, expandHome(folder, options.home)));
  return {
    rules: onlyManaged ? rules.filter(({ scope, effect }) => scope === "managed" || effect !== "allow") : rules,
    mode: mode ?? "default",
    directories: [...new Set([options.cwd, ...folders])],
    forbidsBypass,
    problems,
    damage: problems.filter(({ damage }) => damage).map(problemText),
  };
}

const silent: PermissionSettings = {
  rules: [],
  defaultMode: undefined,
  additionalDirectories: [],
  forbidsBypass: false,
  onlyManagedRules: false,
  problems: [],
};

function readSource(
  source: SettingsSource,
  { readFile }: LoadOptions,
  problems: SettingsProblem[],
): PermissionSettings {
  const { file, scope, folder } = source;
  try {
    const text = source.text ?? readFile(file);
    if (text === undefined) return silent;
    const settings = readSettings(text, { file, scope, folder });
    problems.push(...settings.problems);
    return settings;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({ file, line: undefined, message: `it cannot be read: ${reason}`, damage: true });
    return silent;
  }
}

/** The project's own file comes with the project, and says what its author wants; so may the local one, in an archive. */
function trusted(
  { scope, file, onlyRestricts = false }: SettingsSource,
  settings: PermissionSettings,
  { trust = noTrust }: LoadOptions,
  problems: SettingsProblem[],
): PermissionSettings {
  if (onlyRestricts) return restricting(settings);
  if (scope !== "project" && scope !== "local") return settings;
  const mode = settings.defaultMode === "bypassPermissions" ? undefined : settings.defaultMode;
  if (trust[scope]) return { ...settings, defaultMode: mode };
  if (allowsSomething(settings)) problems.push({ file, line: undefined, message: untrusted, damage: false });
  return restricting({ ...settings, defaultMode: mode });
}

/** It came with a folder nobody has trusted. */
function isForeign({ scope, onlyRestricts }: SettingsSource, trust = noTrust): boolean {
  return !onlyRestricts && (scope === "project" || scope === "local") && !trust[scope];
}

/** Whom nobody has trusted takes no restricting mode away by naming another one. */
function strictest(
  meant: PermissionMode | undefined,
  foreign: readonly (PermissionMode | undefined)[],
): PermissionMode | undefined {
  if (meant === "plan" || meant === "dontAsk") return meant;
  return (["plan", "dontAsk"] as const).find((mode) => foreign.includes(mode)) ?? meant;
}

/** What counts only if it is trusted. */
function allowsSomething({ rules, additionalDirectories, defaultMode }: PermissionSettings): boolean {
  const loosens = defaultMode === "acceptEdits" || defaultMode === "bypassPermissions";
  return loosens || additionalDirectories.length > 0 || rules.some(({ effect }) => effect === "allow");
}

/** Without what it allows. */
function restricting(settings: PermissionSettings): PermissionSettings {
  const { defaultMode: mode } = settings;
  return {
    ...settings,
    rules: settings.rules.filter(({ effect }) => effect !== "allow"),
    additionalDirectories: [],
    defaultMode: mode === "plan" || mode === "dontAsk" ? mode : undefined,
  };
}

const untrusted =
  "what it allows is not used, since nobody has trusted this folder: look at it, then run `bridle trust` there, or put the rules into your own settings";

function flagRules(lists: readonly string[], effect: "allow" | "deny", problems: SettingsProblem[]): Rule[] {
  const file = effect === "allow" ? "--allowedTools" : "--disallowedTools";
  return lists.flatMap(splitRules).flatMap((text): Rule[] => {
    const rule = parseRule(text, { effect, scope: "commandLine", file });
    if (!isBroken(rule)) return [rule];
    problems.push({
      file,
      line: undefined,
      message: rule.broken,
      damage: effect === "deny" && rule.tool === undefined,
    });
    return effect === "allow" ? [] : askedInstead(text, rule, { scope: "commandLine", file });
  });
}

function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope));
}
