import { readRegularFile } from "../../files/read-regular-file.ts";
import { destinationFile } from "../../permission/settings/settings-files.ts";
import type { FolderTrust } from "../../permission/settings/trust.ts";
import { readFile } from "./node-files.ts";
import type { SettingsLocation, TrustStore } from "./trust-store.ts";

/**
 * The settings that came with a folder, each read once: what a file says and whether a person has vouched for it are told
 * of the same text, also where somebody changes the file meanwhile.
 */
export interface FolderSettings {
  readonly trust: FolderTrust;
  /** What was read; any other file is read when it is asked for. Undefined only for what is not there. */
  readonly readFile: (path: string) => string | undefined;
}

export function readFolderSettings(folder: string, store: TrustStore): FolderSettings {
  const project = readSettings({ folder, name: "settings.json" }, store);
  const local = readSettings({ folder, name: "settings.local.json" }, store);
  const isTrusted = store.trusts(folder);
  const texts = new Map([project, local].map(({ file, text }) => [file, text]));
  return {
    trust: { project: isTrusted || project.isAsWritten, local: isTrusted || local.isAsWritten },
    readFile: (path) => (texts.get(path) ?? (() => readFile(path)))(),
  };
}

function readSettings(location: SettingsLocation, store: TrustStore) {
  const file = settingsFile(location);
  try {
    const text = readRegularFile(file);
    return { file, text: () => text, isAsWritten: text !== undefined && store.isAsWritten(location, text) };
  } catch (error) {
    // Whoever reads it is told, as if it had been read then.
    const text = (): never => {
      throw error;
    };
    return { file, text, isAsWritten: false };
  }
}

/** By the name that settings are looked for with. */
function settingsFile({ folder, name }: SettingsLocation): string {
  const destination = name === "settings.json" ? "projectSettings" : "localSettings";
  return destinationFile(destination, { cwd: folder, platform: "", home: "" }) as string;
}
