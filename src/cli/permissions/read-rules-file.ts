import { existsSync } from "node:fs";
import { readSettingsFile } from "../../daemon/config/read-settings-file.ts";
import { BridleError } from "../../errors.ts";

/** A settings file that a person names. Throws `not_found`: no file is not one without rules. */
export function readRulesFile(file: string): ReturnType<typeof readSettingsFile> {
  if (existsSync(file)) return readSettingsFile(file);
  throw new BridleError("not_found", `there is no file ${file}`, { what: "file", id: file });
}
