import { type Fields, isFields } from "../../wire/fields.ts";
import { expandVariables } from "./expand-variables.ts";

export type ServerConfig = HostedConfig | ProcessConfig | RemoteConfig;

/** Lives in the host. */
interface HostedConfig {
  readonly type: "sdk";
}

export interface ProcessConfig {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** On top of the session's. */
  readonly env: Texts;
}

export interface RemoteConfig {
  readonly type: "http" | "sse";
  readonly url: string;
  readonly headers: Texts;
}

/** Why a declaration declares nothing, as `system/init` tells it. */
export interface ConfigProblem {
  readonly name: string;
  readonly type: "invalid_config" | "unknown_type";
  readonly message: string;
}

type Texts = { readonly [name: string]: string };

/** One entry of a `--mcp-config` or of `mcp_set_servers`, with the variables put in. */
export function readServerConfig(name: string, entry: unknown, env: NodeJS.ProcessEnv): ServerConfig | ConfigProblem {
  if (!isFields(entry)) return invalid(name, expected("(root)", "object", entry));
  const { type = "stdio" } = entry;
  const shape =
    typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type as ServerConfig["type"]] : undefined;
  if (shape === undefined) {
    return { name, type: "unknown_type", message: `Skipped — unknown MCP server type "${type}" for server "${name}"` };
  }
  const mismatch = mismatchOf(entry, shape);
  if (mismatch !== undefined) return invalid(name, mismatch);
  const put = (text: unknown): string => expandVariables(String(text), env);
  const putAll = (texts: unknown): Texts =>
    Object.fromEntries(Object.entries((texts ?? {}) as Fields).map(([key, text]) => [key, put(text)]));
  switch (type) {
    case "stdio":
      return {
        type,
        command: put(entry.command),
        args: ((entry.args ?? []) as unknown[]).map(put),
        env: putAll(entry.env),
      };
    case "http":
    case "sse":
      return { type, url: put(entry.url), headers: putAll(entry.headers) };
    default:
      return { type: "sdk" };
  }
}

export function isProblem(read: ServerConfig | ConfigProblem): read is ConfigProblem {
  return "message" in read;
}

/** What may be told of a server's declaration: variables and headers hold secrets. */
export function publicConfig(config: ServerConfig): Fields | undefined {
  switch (config.type) {
    case "sdk":
      return undefined;
    case "stdio":
      return { type: config.type, command: config.command, args: config.args };
    default:
      return { type: config.type, url: config.url };
  }
}

type Shape = { readonly [key: string]: "string" | "array?" | "object?" };

const remote = { url: "string", headers: "object?" } as const;

const shapes: { readonly [T in ServerConfig["type"]]: Shape } = {
  sdk: { name: "string" },
  stdio: { command: "string", args: "array?", env: "object?" },
  http: remote,
  sse: remote,
};

/** The first thing that is not as it must be. Lists and objects hold strings. */
function mismatchOf(entry: Fields, shape: Shape): string | undefined {
  for (const [key, kind] of Object.entries(shape)) {
    const value = entry[key];
    if (kind.endsWith("?") && value === undefined) continue;
    const wanted = kind.replace("?", "");
    if (kindOf(value) !== wanted) return expected(key, wanted, value);
    if (wanted === "string") continue;
    const inner = Object.entries(value as Fields).find(([, item]) => typeof item !== "string");
    if (inner !== undefined) return expected(`${key}.${inner[0]}`, "string", inner[1]);
  }
  return undefined;
}

function expected(path: string, wanted: string, found: unknown): string {
  return `${path}: expected ${wanted}, received ${kindOf(found)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function invalid(name: string, why: string): ConfigProblem {
  return { name, type: "invalid_config", message: `Skipped — invalid MCP server config for "${name}": ${why}` };
}
