import { platform } from "node:os";
import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { type SettingsSource, settingsSources } from "../../permission/settings/settings-files.ts";
import type { FolderTrust } from "../../permission/settings/trust.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { AgentFlags } from "../kit/agent-flags.ts";
import { homeFolder } from "../kit/home-folders.ts";
import { type Effort, readEffort } from "../model/effort.ts";
import { readFile } from "../permission/node-files.ts";
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
  const places = { platform: platform(), cwd, home, configFolder: env.CLAUDE_CONFIG_DIR || undefined };
  const sources = settingsSources({
    ...places,
    sources: flags.bare ? [] : flags.settingSources,
    flagSettings: flags.settings,
  });
  const read = sources.map((source) => ({ source, fields: fieldsOf(source) }));
  const problems: string[] = [];
  const trust = new TrustStore(env).of(cwd);
  const variables = read.map(({ source, fields }) => variablesOf(source, fields, trust, problems));
  const first = <T>(pick: (fields: Fields) => T | undefined): T | undefined =>
    read.map(({ fields }) => pick(fields)).find((value) => value !== undefined);
  return {
    model: first(({ model }) => text(model)),
    effort: first(({ effortLevel }) => readEffort(effortLevel)),
    agent: first(({ agent }) => text(agent)),
    thinks: first(({ alwaysThinkingEnabled: thinks }) => (typeof thinks === "boolean" ? thinks : undefined)) ?? true,
    env: Object.assign({}, env, ...variables.reverse()),
    problems,
  };
}

/** A damaged file says nothing here; whoever reads its permissions tells of it. */
function fieldsOf({ file, text: given }: SettingsSource): Fields {
  try {
    return settingsFields(given ?? readFile(file) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** What a project nobody has trusted may set: how this agent works, not where keys go or which programs run. */
const harmless =
  /^(ANTHROPIC_(DEFAULT_\w+_)?MODEL|ANTHROPIC_SMALL_FAST_MODEL|BASH_(DEFAULT_TIMEOUT_MS|MAX_TIMEOUT_MS|MAX_OUTPUT_LENGTH)|MAX_\w+|CLAUDE_CODE_(MAX_\w+|EFFORT_LEVEL|DISABLE_\w+)|CLAUDE_AUTOCOMPACT_\w+|DISABLE_\w+|API_TIMEOUT_MS|MCP_TIMEOUT|MCP_TOOL_TIMEOUT|NO_COLOR|FORCE_COLOR|TZ|LANG|LC_\w+)$/;

function variablesOf(
  source: SettingsSource,
  { env }: Fields,
  trust: FolderTrust,
  problems: string[],
): NodeJS.ProcessEnv {
  if (!isFields(env)) return {};
  const all = Object.entries(env).map(([name, value]) => [name, String(value)] as const);
  const { scope } = source;
  const isForeign = (scope === "project" || scope === "local") && !trust[scope];
  const kept = isForeign ? all.filter(([name]) => harmless.test(name)) : all;
  const names = all.filter((entry) => !kept.includes(entry)).map(([name]) => name);
  if (names.length > 0)
    problems.push(
      `${source.file}: ${names.join(", ")} in env: not used, since nobody has trusted this folder; look at it, then run \`bridle trust\` there, or set them in your own settings`,
    );
  return Object.fromEntries(kept);
}
