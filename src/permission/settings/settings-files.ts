import { absolutePath, parentPath } from "../path/absolute-path.ts";
import type { Scope } from "../rule.ts";

/** Where settings are looked for. */
export interface SettingsPlaces {
  readonly platform: string;
  readonly cwd: string;
  readonly home: string;
  /** `$CLAUDE_CONFIG_DIR`. Default: `.claude` in the home folder. */
  readonly configFolder?: string | undefined;
  /** `--setting-sources`: which of user, project and local count. Default: all. Managed settings always count. */
  readonly sources?: readonly string[] | undefined;
  /** The files of user, project and local count all the same, for what they restrict. */
  readonly onlyRestricting?: boolean | undefined;
  /** `--settings`: a file, or the settings themselves. */
  readonly flagSettings?: string | undefined;
  /** What a host added to those at run time, as JSON. */
  readonly appliedSettings?: string | undefined;
  /** `--managed-settings`: JSON of whoever started the agent. It only restricts. */
  readonly managedSettings?: string | undefined;
}

export interface SettingsSource {
  readonly scope: Scope;
  /** Its path, or what it is called where it has none. */
  readonly file: string;
  /** The folder that `/path` begins at; undefined: the primary working folder. */
  readonly folder: string | undefined;
  /** The settings, where they were given instead of a file. */
  readonly text?: string;
  /** What it allows does not count. */
  readonly onlyRestricts?: boolean;
}

/** Every place that settings are read from, the strongest first. */
export function settingsSources(places: SettingsPlaces): SettingsSource[] {
  const {
    platform,
    cwd,
    sources = ["user", "project", "local"],
    flagSettings,
    appliedSettings,
    managedSettings,
  } = places;
  const managed = managedFolder(platform);
  const config = userConfigFolder(places);
  const all: SettingsSource[] = [
    { scope: "managed", file: `${managed}/managed-settings.json`, folder: managed },
    ...(managedSettings === undefined ? [] : [managedSource(managedSettings)]),
    ...(appliedSettings === undefined
      ? []
      : [{ scope: "commandLine" as const, file: "apply_flag_settings", folder: undefined, text: appliedSettings }]),
    ...(flagSettings === undefined ? [] : [flagSource(flagSettings, cwd)]),
    { scope: "local", file: `${cwd}/.claude/settings.local.json`, folder: undefined },
    { scope: "project", file: `${cwd}/.claude/settings.json`, folder: undefined },
    { scope: "user", file: `${config}/settings.json`, folder: config },
  ];
  return all.flatMap((source) => {
    if (source.scope === "managed" || source.scope === "commandLine") return [source];
    if (places.onlyRestricting) return [{ ...source, onlyRestricts: true }];
    return sources.includes(source.scope) ? [source] : [];
  });
}

/** The file that rules for a destination of `updatedPermissions` are written to; undefined: none is. */
export function destinationFile(destination: unknown, places: SettingsPlaces): string | undefined {
  if (destination === "localSettings") return `${places.cwd}/.claude/settings.local.json`;
  if (destination === "projectSettings") return `${places.cwd}/.claude/settings.json`;
  return destination === "userSettings" ? `${userConfigFolder(places)}/settings.json` : undefined;
}

function userConfigFolder({ configFolder, home }: SettingsPlaces): string {
  return configFolder || `${home}/.claude`;
}

function managedFolder(platform: string): string {
  if (platform === "darwin") return "/Library/Application Support/ClaudeCode";
  return platform === "win32" ? "C:/Program Files/ClaudeCode" : "/etc/claude-code";
}

function managedSource(text: string): SettingsSource {
  return { scope: "managed", file: "--managed-settings", folder: undefined, text, onlyRestricts: true };
}

function flagSource(settings: string, cwd: string): SettingsSource {
  if (settings.trimStart().startsWith("{"))
    return { scope: "commandLine", file: "--settings", folder: undefined, text: settings };
  const file = absolutePath(cwd, settings);
  return { scope: "commandLine", file, folder: parentPath(file) };
}
