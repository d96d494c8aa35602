import type { Scope } from "../../permission/rule.ts";
import { type Fields, isFields, number, text } from "../../wire/fields.ts";
import { type HookMatcher, hookMatcher } from "./hook-matcher.ts";

/** A hook of a settings file. */
export interface ConfiguredHook {
  readonly event: string;
  readonly matches: HookMatcher;
  /** Undefined: of a kind that cannot be run here, or without a command. */
  readonly command: string | undefined;
  /** How it is called where it is told of: its command, or its kind. */
  readonly title: string;
  readonly timeoutMs: number | undefined;
  /** Nobody waits for it. */
  readonly isAsync: boolean;
}

/** The settings of one place, parsed. */
export interface SettingsPart {
  readonly scope: Scope;
  readonly file: string;
  readonly settings: Fields;
  /** Managed settings that a host gave: they only restrict. */
  readonly onlyRestricts?: boolean;
}

export interface ConfiguredHooks {
  readonly hooks: readonly ConfiguredHook[];
  /** What a person should mend. */
  readonly problems: readonly string[];
}

/** The hooks of all settings together, the weakest settings first. A command that several places name runs once. */
export function configuredHooks(parts: readonly SettingsPart[]): ConfiguredHooks {
  const problems: string[] = [];
  const allowed = parts.filter((part) => mayRun(part, parts));
  const read = allowed.flatMap((part) => hooksOf(part, problems));
  const seen = new Set<string>();
  const hooks = read.filter(({ key }) => !seen.has(key) && seen.add(key));
  return { hooks: hooks.map(({ hook }) => hook), problems };
}

/** Managed hooks are stopped by managed settings only; a host's managed settings stop all but the machine's own. */
function mayRun({ scope, onlyRestricts = false }: SettingsPart, parts: readonly SettingsPart[]): boolean {
  const managed = parts.filter((part) => part.scope === "managed");
  const ofMachine = managed.filter((part) => !part.onlyRestricts);
  if (onlyRestricts || ofMachine.some(({ settings }) => settings.disableAllHooks === true)) return false;
  if (scope === "managed") return true;
  const isLocked = managed.some(
    ({ settings, onlyRestricts: restricts = false }) =>
      settings.allowManagedHooksOnly === true || (restricts && isSet(settings.disableAllHooks)),
  );
  return !isLocked && !parts.some(({ settings }) => settings.disableAllHooks === true);
}

/** Whoever restricts may have written the word as text. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== "false";
}

function hooksOf({ file, settings }: SettingsPart, problems: string[]): { key: string; hook: ConfiguredHook }[] {
  if (settings.hooks === undefined) return [];
  const tell = (what: string): undefined => void problems.push(`${file}: ${what}`);
  if (!isFields(settings.hooks)) return tell("hooks must be an object") ?? [];
  return Object.entries(settings.hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return tell(`hooks.${event} must be a list`) ?? [];
    return groups.flatMap((group: unknown) => {
      if (!isFields(group) || !Array.isArray(group.hooks)) return tell(`an entry of hooks.${event} has no hooks`) ?? [];
      const matches = hookMatcher(text(group.matcher));
      if (matches === undefined) tell(`hooks.${event}: the matcher ${group.matcher} is no regular expression`);
      // A guard whose matcher cannot be read guards everything rather than nothing.
      const hooks = group.hooks.filter(isFields).map((hook) => readHook(event, matches ?? (() => true), hook));
      if (hooks.length < group.hooks.length) tell(`an entry of hooks.${event} is no object`);
      return hooks.map((hook) => ({ key: JSON.stringify([event, hook.command ?? hook.title]), hook }));
    });
  });
}

function readHook(event: string, matches: HookMatcher, hook: Fields): ConfiguredHook {
  const type = text(hook.type) ?? "command";
  const command = type === "command" ? text(hook.command) : undefined;
  const seconds = number(hook.timeout);
  return {
    event,
    matches,
    command: command === "" ? undefined : command,
    title: command ?? `a hook of type ${type}`,
    timeoutMs: seconds === undefined || !(seconds > 0) ? undefined : seconds * 1000,
    isAsync: hook.async === true,
  };
}
