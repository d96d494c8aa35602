import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fields, isFields, texts } from "../../wire/fields.ts";
import { configFolder, homeFolder } from "../kit/home-folders.ts";
import { TrustStore } from "../permission/trust-store.ts";

export interface ConfiguredPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whose settings count; undefined: everybody's. */
  readonly sources: readonly string[] | undefined;
}

/**
 * Servers a person has set up in Claude Code: their own, those for this folder,
 * and the project's `.mcp.json` as far as they agreed to it. Starting what a
 * project names would otherwise run its programs in the moment it is opened.
 */
export function configuredServers({ cwd, env, sources }: ConfiguredPlace): Fields {
  const counts = (source: string): boolean => sources === undefined || sources.includes(source);
  const home = env.CLAUDE_CONFIG_DIR || homeFolder(env);
  const own = home === undefined ? {} : jsonOf(join(home, ".claude.json"));
  const projects = isFields(own.projects) ? own.projects : {};
  const project = isFields(projects[cwd]) ? projects[cwd] : {};
  const config = configFolder(env);
  const consents = [
    project,
    ...(config !== undefined && counts("user") ? [jsonOf(join(config, "settings.json"))] : []),
    ...(counts("local") ? [localConsent(cwd, env)] : []),
  ];
  return {
    ...(counts("user") && serversOf(own)),
    ...(counts("project") && agreedTo(serversOf(jsonOf(join(cwd, ".mcp.json"))), consents)),
    ...(counts("local") && serversOf(project)),
  };
}

/** A file that may have come with the project agrees to nothing for the person; it may refuse. */
function localConsent(cwd: string, env: NodeJS.ProcessEnv): Fields {
  const said = jsonOf(join(cwd, ".claude", "settings.local.json"));
  return new TrustStore(env).of(cwd).local ? said : { disabledMcpjsonServers: said.disabledMcpjsonServers };
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
function jsonOf(file: string): Fields {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
