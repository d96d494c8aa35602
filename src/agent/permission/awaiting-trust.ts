import { platform } from "node:os";
import { readSettings } from "../../permission/settings/read-settings.ts";
import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { settingsSources } from "../../permission/settings/settings-files.ts";
import { isFields } from "../../wire/fields.ts";
import { readFile } from "./node-files.ts";
import { TrustStore } from "./trust-store.ts";

/** A settings file that counts in full only once its folder is trusted, and what it would bring then, in words. */
export interface AwaitingTrust {
  readonly file: string;
  readonly brings: readonly string[];
}

/** What there is to look at before a folder is trusted. Empty: it makes no difference. */
export function awaitingTrust(cwd: string, env: NodeJS.ProcessEnv): readonly AwaitingTrust[] {
  const trust = new TrustStore(env).of(cwd);
  const sources = settingsSources({ platform: platform(), cwd, home: "/nonexistent", sources: ["project", "local"] });
  return sources.flatMap(({ file, scope, folder }) => {
    if ((scope !== "project" && scope !== "local") || trust[scope]) return [];
    const text = readFile(file);
    const brings = text === undefined ? [] : broughtBy(text, { file, scope, folder });
    return brings.length === 0 ? [] : [{ file, brings }];
  });
}

function broughtBy(text: string, origin: Parameters<typeof readSettings>[1]): string[] {
  const { rules, additionalDirectories, defaultMode } = readSettings(text, origin);
  const { env } = settingsFields(text) ?? {};
  return [
    ...rules.filter(({ effect }) => effect === "allow").map((rule) => `allows ${rule.text}`),
    ...additionalDirectories.map((folder) => `may use the folder ${folder}`),
    ...(defaultMode === "acceptEdits" ? ["edits files without asking (acceptEdits)"] : []),
    ...Object.keys(isFields(env) ? env : {}).map((name) => `sets ${name}`),
  ];
}
