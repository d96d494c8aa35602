import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { type SettingsPlaces, settingsSources } from "../../permission/settings/settings-files.ts";
import type { SettingsPart } from "../hook/configured-hooks.ts";

/**
 * All settings of a session as they stand in their files, the weakest first. What cannot be read is left out: that it is
 * damaged is told, and held against every tool use, where its permissions are read.
 */
export function settingsParts(places: SettingsPlaces, readFile: (path: string) => string | undefined): SettingsPart[] {
  return settingsSources(places)
    .flatMap(({ scope, file, text, onlyRestricts = false }): SettingsPart[] => {
      try {
        const json = text ?? readFile(file);
        const settings = json === undefined ? undefined : settingsFields(json);
        return settings === undefined ? [] : [{ scope, file, settings, onlyRestricts }];
      } catch {
        return [];
      }
    })
    .reverse();
}
