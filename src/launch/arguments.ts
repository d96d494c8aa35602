import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { encodeLine } from "../wire/encode-line.ts";
import type { Fields } from "../wire/fields.ts";
import { toDraft07 } from "./draft-07.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** A flag's value; true for a flag without one, undefined or false for one that is not given. */
type Value = string | number | boolean | undefined;

/**
 * The agent's command line. Values that come from a user go as `--flag=value`,
 * so that none is taken for a flag. The prompt is never here: with stream-json
 * input an agent ignores one in its arguments. Throws `unsupported` where the
 * version lacks a flag that was asked for. `asks`: the host decides which tools the agent may use.
 */
export function agentArguments(options: LaunchOptions, adapter: ProtocolAdapter, asks: boolean): string[] {
  const args = [...adapter.launchArguments];
  for (const [flag, value] of flags(options, adapter, asks)) {
    if (value === undefined || value === false) continue;
    adapter.require(`flags ${flag}`);
    args.push(value === true ? flag : `${flag}=${value}`);
  }
  for (const [flag, value] of Object.entries(options.extraArgs ?? {})) {
    args.push(value === true ? `--${flag}` : `--${flag}=${value}`);
  }
  return args;
}

function flags(options: LaunchOptions, adapter: ProtocolAdapter, asks: boolean): [flag: `--${string}`, value: Value][] {
  const byFlag = (field: string, value: Value): Value => (inInitialize(adapter, field) ? undefined : value);
  return [
    ["--permission-prompt-tool", asks && "stdio"],
    ["--include-partial-messages", options.partialMessages],
    // Tells which prompts a turn took up; see the ledger.
    ["--replay-user-messages", adapter.has("flags --replay-user-messages")],
    ["--model", options.model],
    ["--permission-mode", options.permissionMode],
    ["--system-prompt", options.systemPrompt],
    ["--append-system-prompt", options.appendSystemPrompt],
    ["--allowedTools", options.allowedTools?.join(",")],
    ["--disallowedTools", options.disallowedTools?.join(",")],
    ...(options.additionalDirectories ?? []).map((folder): [`--${string}`, Value] => ["--add-dir", folder]),
    ["--max-turns", options.maxTurns],
    ["--max-budget-usd", options.maxBudgetUsd],
    ["--setting-sources", options.settingSources?.join(",")],
    ["--settings", typeof options.settings === "string" ? options.settings : json(options.settings)],
    ["--json-schema", byFlag("jsonSchema", json(options.jsonSchema && toDraft07(options.jsonSchema)))],
    ["--agents", byFlag("agents", json(options.agents))],
    ["--resume", options.resume],
    ["--continue", options.continue],
    ["--fork-session", options.fork],
    // Another dialect names it in every prompt.
    ["--session-id", options.dialect === undefined && options.sessionId],
    ["--mcp-config", json(mcpConfig(options, adapter))],
    ["--strict-mcp-config", options.strictMcpConfig],
  ];
}

function mcpConfig(
  { mcpServers = {}, mcpConfig: own = {} }: LaunchOptions,
  adapter: ProtocolAdapter,
): Fields | undefined {
  const here = inInitialize(adapter, "sdkMcpServers")
    ? []
    : Object.keys(mcpServers).map((name) => [name, { type: "sdk", name }]);
  const servers = { ...own, ...Object.fromEntries(here) };
  return Object.keys(servers).length === 0 ? undefined : { mcpServers: servers };
}

function json(value: Fields | undefined): string | undefined {
  return value === undefined ? undefined : encodeLine(value).trimEnd();
}

/** Where a version takes it in `initialize`, it travels there: arguments are short and seen by everyone on the machine. */
export function inInitialize(adapter: ProtocolAdapter, field: string): boolean {
  return adapter.has(`controls initialize.${field}`);
}
