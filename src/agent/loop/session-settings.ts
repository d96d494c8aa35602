import { platform } from "node:os";
import { homeFolder } from "../../files/home-folder.ts";
import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { type SettingsSource, settingsSources } from "../../permission/settings/settings-files.ts";
import type { FolderTrust } from "../../permission/settings/trust.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import { ownConfigFolder } from "../folders/home-folders.ts";
import { type Effort, readEffort } from "../model/effort.ts";
import { type FolderSettings, readFolderSettings } from "../permission/folder-settings.ts";
import { isHarmlessVariable } from "../permission/harmless-variables.ts";
import { TrustStore } from "../permission/trust-store.ts";

/** What settings files say beside permissions and hooks; the strongest file that says something counts. */
export interface SessionSettings {
  readonly model: string | undefined;
  readonly effort: Effort | undefined;
  readonly agent: string | undefined;
  /** False: the model shall not think where it can be told so. */
  readonly thinks: boolean;
  /** Of all files together, on top of the process's own. */
  readonly env: NodeJS.ProcessEnv;
  readonly problems: readonly string[];
}

export function readSessionSettings(flags: AgentFlags, env: NodeJS.ProcessEnv, cwd: string): SessionSettings {
  const home = homeFolder(env) ?? "/nonexistent";
  const places = { platform: platform(), cwd, home, configFolder: ownConfigFolder(env) };
  const sources = settingsSources({
    ...places,
    sources: flags.bare ? [] : flags.settingSources,
    flagSettings: flags.settings,
  });
  const { trust, readFile } = readFolderSettings(cwd, new TrustStore(env));
  const read = sources.map((source) => ({ source, fields: fieldsOf(source, readFile) }));
  const problems: string[] = [];
  const variables = read.map(({ source, fields }) => variablesOf(source, fields, trust, problems));
  const first = <T>(pick: (fields: Fields) => T | undefined): T | undefined =>
    read.map(({ fields }) => pick(fields)).find((value) => value !== undefined);
  return {
    model: first(({ model }) => text(model)),
    effort: first(({ effortLevel }) => readEffort(effortLevel)),
    // Whom nobody has trusted does not replace the agent that a person chose, which may have fewer tools.
    agent: named(read.filter(({ source }) => !isForeign(source, trust))) ?? named(read),
    thinks: first(({ alwaysThinkingEnabled: thinks }) => (typeof thinks === "boolean" ? thinks : undefined)) ?? true,
    env: Object.assign({}, env, ...variables.reverse()),
    problems,
  };
}

function named(read: readonly { readonly fields: Fields }[]): string | undefined {
  return read.map(({ fields }) => text(fields.agent)).find((name) => name !== undefined);
}

function isForeign({ scope }: SettingsSource, trust: FolderTrust): boolean {
  return (scope === "project" || scope === "local") && !trust[scope];
}

/** A damaged file says nothing here; whoever reads its permissions tells of it. */
function fieldsOf({ file, text: given }: SettingsSource, readFile: FolderSettings["readFile"]): Fields {
  try {
    return settingsFields(given ?? readFile(file) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function variablesOf(
  source: SettingsSource,
  { env }: Fields,
  trust: FolderTrust,
  problems: string[],
): NodeJS.ProcessEnv {
  if (!isFields(env)) return {};
  const all = Object.entries(env).map(([name, value]) => [name, String(value)] as const);
  const kept = isForeign(source, trust) ? all.filter(([name, value]) => isHarmlessVariable(name, value)) : all;
  const names = all.filter((entry) => !kept.includes(entry)).map(([name]) => name);
  if (names.length > 0)
    problems.push(
      `${source.file}: ${names.join(", ")} in env: not used, since nobody has trusted this folder; look at it, then run \`bridle trust\` there, or set them in your own settings`,
    );
  return Object.fromEntries(kept);
}
