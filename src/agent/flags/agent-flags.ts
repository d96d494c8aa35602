import { readFileSync } from "node:fs";
import { type Fields, isFields } from "../../wire/fields.ts";
import { type Effort, efforts, readEffort } from "../model/effort.ts";
import type { JsonSchema } from "../model/provider.ts";
import { checkFlagValues } from "./check-flag-values.ts";
import { aliases, arities } from "./flag-arities.ts";
import { invalidFlag } from "./invalid-flag.ts";
import { type ParsedArguments, parseArguments } from "./parse-arguments.ts";

export const permissionModes = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"] as const;
export type PermissionMode = (typeof permissionModes)[number];

/** `manual` is the newer word for default. */
export function modeNamed(word: string): string {
  return word === "manual" ? "default" : word;
}
const thinkingWords = ["enabled", "adaptive", "disabled"] as const;

/** Where both are described: docs/dialects.md. */
export type Dialect = "claude" | "seed-001";
type OutputFormat = "text" | "json" | "stream-json";

/** What an agent was started with. */
export interface AgentFlags {
  readonly dialect: Dialect;
  readonly inputFormat: "text" | "stream-json";
  readonly outputFormat: OutputFormat;
  /** The prompt of a one-shot; undefined: it comes by standard input. */
  readonly prompt: string | undefined;
  readonly help: boolean;
  readonly version: boolean;
  readonly verbose: boolean;
  readonly partialMessages: boolean;
  readonly replayUserMessages: boolean;
  /** Is the host told of every hook that runs? */
  readonly hookEvents: boolean;
  readonly model: string | undefined;
  readonly script: string | undefined;
  /** Where there is no key for a model, the scripted one answers. */
  readonly scriptedWithoutKey: boolean;
  readonly database: string | undefined;
  readonly sessionId: string | undefined;
  /** Empty: the flag was given without an id. */
  readonly resume: string | undefined;
  /** The uuid of the last message to go on with. */
  readonly resumeSessionAt: string | undefined;
  /** The uuid of the prompt whose turn, and no other, may be dropped by that. */
  readonly resumeDropsTurn: string | undefined;
  /** What the session is called. */
  readonly name: string | undefined;
  /** Is what is written to transcripts told to the host, too? */
  readonly sessionMirror: boolean;
  readonly continue: boolean;
  readonly fork: boolean;
  readonly persist: boolean;
  /** May the model be told what earlier sessions of the folder said? */
  readonly recall: boolean;
  readonly permissionMode: PermissionMode | undefined;
  /** May the session be switched to `bypassPermissions`? */
  readonly allowBypass: boolean;
  /** Who is asked: the host, by control requests, or nobody. */
  readonly asksHost: boolean;
  /** The MCP tool that is asked instead. */
  readonly promptTool: string | undefined;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** The built-in tools to offer; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly directories: readonly string[];
  readonly systemPrompt: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  readonly maxThinkingTokens: number | undefined;
  readonly thinking: "enabled" | "adaptive" | "disabled" | undefined;
  readonly effort: Effort | undefined;
  /** Models to ask when the session's own cannot serve. */
  readonly fallbackModels: readonly string[];
  readonly jsonSchema: JsonSchema | undefined;
  /** The kind of agent that this one is. */
  readonly agent: string | undefined;
  /** Kinds of agents that may work for this one, by name. */
  readonly agents: Fields;
  readonly forwardSubagentText: boolean;
  /** `--settings`: a file, or the settings themselves. */
  readonly settings: string | undefined;
  /** `--managed-settings`: what whoever started the agent wants to be restricted, as JSON. */
  readonly managedSettings: string | undefined;
  /** Whose settings and instructions count; undefined: everybody's. */
  readonly settingSources: readonly string[] | undefined;
  /** No commands, no settings files, files of the working folders only. */
  readonly restricted: boolean;
  readonly disableSlashCommands: boolean;
  /** Nothing but the command line counts. */
  readonly bare: boolean;
  /** Of all `--mcp-config`s together. */
  readonly mcpServers: Fields;
  /** Only those of `--mcp-config`. */
  readonly strictMcpConfig: boolean;
  /** What a person should know of what they wrote. */
  readonly warnings: readonly string[];
  /** Flags nobody knows. */
  readonly unknown: readonly string[];
}

/** Reads the command line. Throws `invalid_option` with what a person should do. */
export function readAgentFlags(argv: readonly string[]): AgentFlags {
  const parsed = parseArguments(argv, arities, aliases);
  checkFlagValues(parsed);
  const has = (name: string): boolean => parsed.values.has(name);
  const last = (name: string): string | undefined => parsed.values.get(name)?.at(-1);
  const mode = permissionMode(last("permission-mode"), has("dangerously-skip-permissions"));
  return {
    ...formats(parsed),
    prompt: parsed.positionals.filter((word) => word !== "" && word !== "-").at(0),
    help: has("help"),
    version: has("version"),
    verbose: has("verbose"),
    partialMessages: has("include-partial-messages"),
    replayUserMessages: has("replay-user-messages"),
    hookEvents: has("include-hook-events"),
    model: last("model"),
    script: last("script"),
    scriptedWithoutKey: has("scripted-without-key"),
    database: last("db"),
    ...conversationFlags(parsed),
    permissionMode: mode,
    allowBypass:
      mode === "bypassPermissions" || has("dangerously-skip-permissions") || has("allow-dangerously-skip-permissions"),
    asksHost: asksHost(parsed),
    promptTool: promptTool(parsed),
    allowedTools: toolList(parsed, "allowedTools"),
    disallowedTools: toolList(parsed, "disallowedTools"),
    tools: has("tools") && !toolList(parsed, "tools").includes("default") ? toolList(parsed, "tools") : undefined,
    directories: parsed.values.get("add-dir") ?? [],
    systemPrompt: last("system-prompt") ?? fileText("system-prompt-file", last("system-prompt-file")),
    appendSystemPrompt:
      last("append-system-prompt") ?? fileText("append-system-prompt-file", last("append-system-prompt-file")),
    maxTurns: positive("max-turns", last("max-turns")),
    maxBudgetUsd: positive("max-budget-usd", last("max-budget-usd")),
    maxThinkingTokens: positive("max-thinking-tokens", last("max-thinking-tokens"), 0),
    thinking: has("thinking") ? oneOf("thinking", last("thinking") ?? "", thinkingWords) : undefined,
    effort: readEffort(last("effort")),
    fallbackModels: (last("fallback-model") ?? "").split(",").flatMap((model) => model.trim() || []),
    jsonSchema: has("json-schema") ? jsonObject("json-schema", last("json-schema") ?? "") : undefined,
    agent: last("agent"),
    agents: has("agents") ? jsonObject("agents", last("agents") ?? "") : {},
    forwardSubagentText: has("forward-subagent-text"),
    settings: settingsFlag(last("settings")),
    managedSettings: managedFlag(parsed.values.get("managed-settings")),
    settingSources: has("restricted") ? [] : sources(last("setting-sources")),
    restricted: has("restricted"),
    disableSlashCommands: has("disable-slash-commands"),
    bare: has("bare") || has("safe-mode"),
    strictMcpConfig: has("strict-mcp-config"),
    mcpServers: mcpServers(parsed.values.get("mcp-config") ?? []),
    warnings: has("effort") ? effortWarnings(last("effort") ?? "") : [],
    unknown: parsed.unknown,
  };
}

/** Which conversation it is, and what is kept of it. */
function conversationFlags(parsed: ParsedArguments) {
  const has = (name: string): boolean => parsed.values.has(name);
  const last = (name: string): string | undefined => parsed.values.get(name)?.at(-1);
  return {
    sessionId: last("session-id"),
    resume: has("resume") ? (last("resume") ?? "") : undefined,
    resumeSessionAt: resumeSessionAt(parsed),
    resumeDropsTurn: resumeDropsTurn(parsed),
    name: last("name"),
    sessionMirror: has("session-mirror"),
    continue: has("continue"),
    fork: has("fork-session"),
    persist: !has("no-session-persistence"),
    recall: has("recall"),
  };
}

/** It changes how well an answer is thought out, not what may be done: no reason to refuse the work. */
function effortWarnings(word: string): string[] {
  if (readEffort(word) !== undefined) return [];
  const valid = efforts.join(", ");
  return [`Unknown --effort value '${word}' — ignoring it and using the default effort. Valid values: ${valid}.`];
}

function formats({ values }: ParsedArguments): Pick<AgentFlags, "dialect" | "inputFormat" | "outputFormat"> {
  const input = oneOf("input-format", values.get("input-format")?.at(-1) ?? "text", ["text", "stream-json"]);
  const output = oneOf("output-format", values.get("output-format")?.at(-1) ?? "text", ["text", "json", "stream-json"]);
  if (!values.has("stdio")) {
    if (input === "stream-json" && output !== "stream-json")
      throw invalidFlag("input-format", "stream-json together with --output-format stream-json", output);
    return { dialect: "claude", inputFormat: input, outputFormat: output };
  }
  if (values.has("input-format") || values.has("output-format"))
    throw invalidFlag("stdio", "--stdio, or the stream-json flags, not both: each chooses a dialect", "both");
  return { dialect: "seed-001", inputFormat: "stream-json", outputFormat: "stream-json" };
}

function resumeSessionAt({ values }: ParsedArguments): string | undefined {
  const uuid = values.get("resume-session-at")?.at(-1);
  if (uuid !== undefined && !values.has("resume"))
    throw invalidFlag("resume-session-at", "the uuid of a message, together with --resume", "no --resume");
  return uuid;
}

function resumeDropsTurn({ values }: ParsedArguments): string | undefined {
  const uuid = values.get("resume-drops-turn")?.at(-1);
  if (uuid !== undefined && !values.has("resume-session-at"))
    throw invalidFlag(
      "resume-drops-turn",
      "the uuid of a prompt, together with --resume-session-at",
      "no --resume-session-at",
    );
  return uuid;
}

/** Only a host that can answer is asked. */
function asksHost({ values }: ParsedArguments): boolean {
  const listens = values.has("stdio") || values.get("input-format")?.at(-1) === "stream-json";
  return listens && values.get("permission-prompt-tool")?.at(-1) === "stdio" && !asksNobody(values);
}

function promptTool({ values }: ParsedArguments): string | undefined {
  const tool = values.get("permission-prompt-tool")?.at(-1);
  return tool === "stdio" || asksNobody(values) ? undefined : tool;
}

function asksNobody(values: ParsedArguments["values"]): boolean {
  const given = values.get("permission-prompts")?.at(-1);
  return given !== undefined && oneOf("permission-prompts", given, ["host", "none"]) === "none";
}

function permissionMode(given: string | undefined, skips: boolean): PermissionMode | undefined {
  const mode = given === undefined ? undefined : oneOf("permission-mode", modeNamed(given), permissionModes);
  // Whoever asks for one of these wants less to be done, whatever else is allowed later.
  return skips && mode !== "plan" && mode !== "dontAsk" ? "bypassPermissions" : mode;
}

function toolList({ values }: ParsedArguments, name: string): string[] {
  return (values.get(name) ?? []).flatMap(splitRules);
}

/** Comma- or space-separated; what is inside brackets, and brackets in it, belongs to the rule. */
function splitRules(text: string): string[] {
  const rules = [""];
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) rules.push("");
    else rules[rules.length - 1] += character;
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
  }
  return rules.filter((rule) => rule !== "");
}

function sources(given: string | undefined): string[] | undefined {
  const named = given?.split(",").flatMap((source) => source.trim() || []);
  return named?.map((source) => oneOf("setting-sources", source, ["user", "project", "local"]));
}

function mcpServers(configs: readonly string[]): Fields {
  const servers: Fields = {};
  for (const config of configs) {
    const read = jsonObject("mcp-config", config);
    Object.assign(servers, isFields(read.mcpServers) ? read.mcpServers : read);
  }
  return servers;
}

/** JSON as such, or in the file of that name. */
function jsonObject(flag: string, text: string): Fields {
  const json = text.trimStart().startsWith("{") ? text : (fileText(flag, text) ?? "");
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return value;
  } catch {
    // Told below, without its content.
  }
  throw invalidFlag(flag, "a JSON object, or a file that holds one", `${json.length} characters that are not`);
}

/** What would restrict and cannot be read is no reason to restrict nothing. */
function managedFlag(values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined;
  const given = values.at(-1) ?? "";
  const found = `${given.length} characters that are not`;
  if (!given.trimStart().startsWith("{")) throw invalidFlag("managed-settings", "a JSON object", found);
  jsonObject("managed-settings", given);
  return given;
}

/** A file that is not there must not look like one without rules. */
function settingsFlag(given: string | undefined): string | undefined {
  if (given !== undefined && !given.trimStart().startsWith("{")) fileText("settings", given);
  return given;
}

function fileText(flag: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw invalidFlag(
      flag,
      "a file that can be read",
      `${path} (${(error as NodeJS.ErrnoException).code ?? "unreadable"})`,
    );
  }
}

function positive(flag: string, text: string | undefined, least = Number.MIN_VALUE): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value >= least)) throw invalidFlag(flag, "a positive number", text);
  return value;
}

function oneOf<const T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw invalidFlag(flag, allowed.join(", "), value);
  return found;
}
