import { invalidOption } from "../errors.ts";
import { isFields } from "../wire/fields.ts";
import { describeKind } from "./describe-kind.ts";
import type { OpenOptions } from "./options.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import { sdkOptionNames } from "./sdk-option-names.ts";

interface Kind {
  readonly allowed: string;
  readonly holds: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";
const text: Kind = { allowed: "a string", holds: isText };
const texts: Kind = {
  allowed: "a list of strings",
  holds: (value) => Array.isArray(value) && value.every(isText),
};
const flag: Kind = { allowed: "true or false", holds: (value) => typeof value === "boolean" };
const number: Kind = { allowed: "a number", holds: (value) => typeof value === "number" && !Number.isNaN(value) };
const object: Kind = { allowed: "an object", holds: isFields };
const callback: Kind = { allowed: "a function", holds: (value) => typeof value === "function" };
const list: Kind = { allowed: "a list", holds: Array.isArray };
const stderrModes = ["tail", "ignore", "mirror"];

/** Every option with what it may be: plain JavaScript has no types to check it. */
const kinds: { readonly [O in keyof Required<OpenOptions>]: Kind } = {
  executable: text,
  executableArgs: texts,
  dialect: text,
  agentVersion: text,
  cwd: text,
  env: object,
  model: text,
  permissionMode: text,
  systemPrompt: text,
  appendSystemPrompt: text,
  allowedTools: texts,
  disallowedTools: texts,
  additionalDirectories: texts,
  maxTurns: number,
  maxBudgetUsd: number,
  settingSources: texts,
  settings: { allowed: "an object or the path of a file", holds: (value) => isFields(value) || isText(value) },
  partialMessages: flag,
  jsonSchema: object,
  resume: text,
  continue: flag,
  fork: flag,
  sessionId: text,
  mcpServers: object,
  mcpConfig: object,
  strictMcpConfig: flag,
  agents: object,
  hooks: object,
  extraArgs: object,
  onAsk: callback,
  onQuestion: callback,
  signal: { allowed: "an AbortSignal", holds: (value) => value instanceof AbortSignal },
  timeoutMs: number,
  controlTimeoutMs: number,
  initializeTimeoutMs: number,
  stderr: { allowed: `one of ${stderrModes.join(", ")}`, holds: (value) => stderrModes.includes(String(value)) },
  maxQueuedBytes: number,
  maxPayloadBytes: number,
  maxLineBytes: number,
  record: text,
  trace: callback,
  stopLadder: list,
  transport: object,
};

/** Throws `invalid_option` for an option nobody knows and for a value of another kind. */
export function checkOptionKinds(options: OpenOptions): void {
  if (!isFields(options)) throw invalidOption("options", "an object", describeKind(options));
  refuseUnknown(options, Object.keys(kinds), sdkOptionNames);
  for (const [name, { allowed, holds }] of Object.entries(kinds)) {
    const value = (options as { readonly [option: string]: unknown })[name];
    if (value !== undefined && !holds(value)) throw invalidOption(name, allowed, describeKind(value));
  }
}
