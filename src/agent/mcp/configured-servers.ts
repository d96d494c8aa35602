import { realpathSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "../../files/read-regular-file.ts";
import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { type Fields, isFields, texts } from "../../wire/fields.ts";
import { claudeJson, configFolder } from "../folders/home-folders.ts";
import { readFolderSettings } from "../permission/folder-settings.ts";
import { TrustStore } from "../permission/trust-store.ts";

interface ConfiguredOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whose settings count; undefined: everybody's. */
  readonly sources: readonly string[] | undefined;
}

interface ConfiguredServers {
  readonly servers: Fields;
  /** What a person should know. */
  readonly problems: readonly string[];
}

/**
 * Servers a person has set up in Claude Code: their own, those for this folder,
 * and the project's `.mcp.json` as far as they agreed to it. Starting what a
 * project names would otherwise run its programs in the moment it is opened.
 */
export function configuredServers(options: ConfiguredOptions): ConfiguredServers {
  return serversIf(new TrustStore(options.env).trusts(options.cwd), options);
}

/** Those that would be started, or be others, once the folder is trusted. */
export function serversAwaitingTrust(cwd: string, env: NodeJS.ProcessEnv): Fields {
  const options = { cwd, env, sources: undefined };
  const before = configuredServers(options).servers;
  const isNew = ([name, server]: [string, unknown]): boolean =>
    !Object.hasOwn(before, name) || JSON.stringify(before[name]) !== JSON.stringify(server);
  return Object.fromEntries(Object.entries(serversIf(true, options).servers).filter(isNew));
}

function serversIf(isTrusted: boolean, { cwd, env, sources }: ConfiguredOptions): ConfiguredServers {
  const counts = (source: string): boolean => sources === undefined || sources.includes(source);
  const own = jsonOf(claudeJson(env));
  const project = projectOf(own, cwd);
  const named = serversOf(jsonOf(join(cwd, ".mcp.json")));
  const config = configFolder(env);
  const general = config !== undefined && counts("user") ? jsonOf(join(config, "settings.json")) : {};
  const local = counts("local") ? localSettings(cwd, env) : { said: {}, isTrusted: false };
  const agreed = agreedTo(named, [
    project,
    isTrusted ? general : withoutNames(general),
    isTrusted || local.isTrusted ? local.said : refusals(local.said),
  ]);
  const ofProject = counts("project") ? agreed : {};
  const wanted = counts("project") ? Object.keys(agreedTo(named, [project, general, local.said])) : [];
  const held = wanted.filter((name) => !Object.hasOwn(agreed, name));
  const ofPerson = counts("user") ? serversOf(own) : {};
  return {
    servers: {
      // A name that the person's own rules may speak of is not for a folder nobody has trusted to take.
      ...(isTrusted ? { ...ofPerson, ...ofProject } : { ...ofProject, ...ofPerson }),
      ...(counts("local") && serversOf(project)),
    },
    problems: held.length === 0 ? [] : [`${join(cwd, ".mcp.json")}: ${held.join(", ")}: ${notStarted}`],
  };
}

const notStarted =
  "not started, since nobody has trusted this folder: `bridle trust show` there shows what it would run, `bridle trust` lets it";

/** By its real path: a name may lead elsewhere by now. */
function projectOf({ projects }: Fields, cwd: string): Fields {
  try {
    const project = isFields(projects) ? projects[realpathSync(cwd)] : undefined;
    return isFields(project) ? project : {};
  } catch {
    return {};
  }
}

function localSettings(cwd: string, env: NodeJS.ProcessEnv): { said: Fields; isTrusted: boolean } {
  const { trust, readFile } = readFolderSettings(cwd, new TrustStore(env));
  try {
    const text = readFile(`${cwd}/.claude/settings.local.json`);
    return { said: (text === undefined ? undefined : settingsFields(text)) ?? {}, isTrusted: trust.local };
  } catch {
    return { said: {}, isTrusted: false };
  }
}

/** A file that may have come with the project agrees to nothing for the person; it may refuse. */
function refusals({ disabledMcpjsonServers }: Fields): Fields {
  return { disabledMcpjsonServers };
}

/** A name that a person agreed to in general says nothing of what a folder nobody has trusted calls by it. */
function withoutNames({ enabledMcpjsonServers: _, ...rest }: Fields): Fields {
  return rest;
}

function agreedTo(servers: Fields, consents: readonly Fields[]): Fields {
  const all = consents.some(({ enableAllProjectMcpServers }) => enableAllProjectMcpServers === true);
  const named = consents.flatMap(({ enabledMcpjsonServers }) => texts(enabledMcpjsonServers));
  const refused = consents.flatMap(({ disabledMcpjsonServers }) => texts(disabledMcpjsonServers));
  const isAgreed = (name: string): boolean => (all || named.includes(name)) && !refused.includes(name);
  return Object.fromEntries(Object.entries(servers).filter(([name]) => isAgreed(name)));
}

function serversOf({ mcpServers }: Fields): Fields {
  return isFields(mcpServers) ? mcpServers : {};
}

/** Empty for what is not there, or is no JSON: nothing is started by what cannot be read. */
function jsonOf(file: string | undefined): Fields {
  try {
    const value: unknown = file === undefined ? {} : JSON.parse(readRegularFile(file) ?? "{}");
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
