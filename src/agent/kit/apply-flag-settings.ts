import { BridleError } from "../../errors.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { AgentSession } from "../session/agent-session.ts";

/** The settings that a host may change in a running session. */
const supported: readonly string[] = [
  "permissions",
  "hooks",
  "env",
  "model",
  "disableAllHooks",
  "allowManagedPermissionRulesOnly",
];
const permissionKeys: readonly string[] = [
  "allow",
  "ask",
  "deny",
  "additionalDirectories",
  "disableBypassPermissionsMode",
];

/** Takes all of it or nothing: throws `refused`, naming what it cannot take. Null takes away what was applied before. */
export function applyFlagSettings(session: AgentSession, settings: unknown): { readonly model: string | undefined } {
  if (!isFields(settings))
    throw refusal(`apply_flag_settings requires \`settings\` to be an object, got ${typeof settings}`);
  const wrong = Object.entries(settings).flatMap(([key, value]) => problemsOf(key, value));
  if (wrong.length > 0)
    throw refusal(
      `apply_flag_settings: nothing in this request was applied and earlier settings stay in force. These settings cannot be taken here: ${wrong.join(", ")}`,
    );
  const applied = Object.entries(settings).reduce<Fields>(merge, session.appliedSettings);
  session.appliedSettings = applied;
  session.permissions.applySettings(applied);
  // Variables that were set are not unset: a process has read them.
  if (isFields(settings.env)) Object.assign(session.env, settings.env);
  return { model: text(settings.model) };
}

function problemsOf(key: string, value: unknown): string[] {
  if (!supported.includes(key)) return [key];
  if (value === null) return key === "env" || key === "model" ? [`${key} (null)`] : [];
  if (key === "model") return typeof value === "string" ? [] : [key];
  if (key === "disableAllHooks" || key === "allowManagedPermissionRulesOnly")
    return typeof value === "boolean" ? [] : [key];
  if (!isFields(value)) return [key];
  if (key === "env") return Object.values(value).every((one) => typeof one === "string") ? [] : [key];
  if (key === "hooks") return Object.values(value).every(isHookList) ? [] : [key];
  return Object.entries(value).flatMap(([name, rules]) => {
    if (!permissionKeys.includes(name)) return [`permissions.${name}`];
    const isRight = name === "disableBypassPermissionsMode" ? rules === "disable" : isTexts(rules);
    return isRight ? [] : [`permissions.${name}`];
  });
}

function isHookList(value: unknown): boolean {
  return Array.isArray(value) && value.every((group) => isFields(group) && Array.isArray(group.hooks));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Objects are merged and lists joined: what was denied before stays denied. */
function merge(into: Fields, [key, value]: [string, unknown]): Fields {
  const { [key]: before, ...rest } = into;
  if (value === null) return rest;
  if (Array.isArray(before) && Array.isArray(value)) return { ...rest, [key]: [...before, ...value] };
  if (isFields(before) && isFields(value))
    return { ...rest, [key]: Object.entries(value).reduce<Fields>(merge, before) };
  return { ...rest, [key]: value };
}

function refusal(reason: string): BridleError<"refused"> {
  return new BridleError("refused", reason, { subtype: "apply_flag_settings", reason, errorCode: undefined });
}
