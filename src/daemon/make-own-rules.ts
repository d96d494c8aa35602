import { dirname } from "node:path";
import { guardedFolders } from "../agent/folders/home-folders.ts";
import { homeFolder } from "../files/home-folder.ts";
import type { LoadedSettings, SettingsSources } from "./config/load-settings.ts";
import { OwnRules, type SettingsChange } from "./rules/own-rules.ts";

/** The daemon's own rules. An agent may not change by itself where they and a person's settings are. */
export function makeOwnRules(
  sources: SettingsSources,
  loaded: LoadedSettings,
  report: (change: SettingsChange) => void,
): OwnRules {
  const { file, env } = sources;
  const folders = [dirname(file), ...guardedFolders(env)];
  return new OwnRules({ sources, loaded, home: homeFolder(env), guardedFolders: folders, report });
}
