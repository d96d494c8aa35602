import type { Scope } from "../../permission/rule.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import { type HookMatcher, hookMatcher } from "./hook-matcher.ts";
import { hookTimeoutMs } from "./hook-timeout.ts";

/**
 * How far a hook goes. What comes with a folder nobody has trusted is `held`: it is not run, and what it guards is asked
 * about. Where whoever started the agent named the folder's settings it is a `guard`: it is run, and may say no.
 */
export type HookStanding = "trusted" | "guard" | "held";

/** A hook of a settings file. */
export interface ConfiguredHook {
  readonly event: string;
  readonly standing: HookStanding;
  /** Where it is written. */
  readonly file: string;
  /** Those with the same do the same: of several that match, one runs. */
  readonly key: string;
  readonly matches: HookMatcher;
  /** `if`: the rule that a tool call has to fit. */
  readonly condition: string | typeof unreadable | undefined;
  /** Undefined: of a kind that cannot be run here, or without a command. */
  readonly command: string | undefined;
  /** Given: the command is a program, run without a shell. */
  readonly args: readonly string[] | undefined;
  /** How it is called where it is told of: its command, or its kind. */
  readonly title: string;
  readonly timeoutMs: number | undefined;
  /** Nobody waits for it. */
  readonly isAsync: boolean;
  /** `onFailure: "block"`. */
  readonly blocksOnFailure: boolean;
  /** Variables of its own. */
  readonly env: Readonly<Record<string, string>>;
}

/** A condition that is no text: the hook guards everything, and allows nothing. */
export const unreadable = Symbol("a condition that is no text");

/** The settings of one place, parsed. */
export interface SettingsPart {
  readonly scope: Scope;
  readonly file: string;
  readonly settings: Fields;
  /** Managed settings that a host gave: they only restrict. */
  readonly onlyRestricts?: boolean;
  /** Of its hooks; default: trusted. One that is not takes away no hooks but such as itself. */
  readonly standing?: HookStanding;
}

interface ConfiguredHooks {
  readonly hooks: readonly ConfiguredHook[];
  /** What a person should mend. */
  readonly problems: readonly string[];
}

/** The hooks of all settings combined, the weakest settings first. */
export function configuredHooks(parts: readonly SettingsPart[]): ConfiguredHooks {
  const problems: string[] = [];
  const allowed = parts.filter((part) => mayRun(part, parts));
  return { hooks: allowed.flatMap((part) => hooksOf(part, problems)), problems };
}

/** Hooks that are written down elsewhere, in the form of settings; the settings may forbid them. */
export function writtenHooks(
  parts: readonly SettingsPart[],
  { file, hooks, standing }: { file: string; hooks: unknown; standing: HookStanding },
): ConfiguredHooks {
  if (hooks === undefined) return { hooks: [], problems: [] };
  const locks = parts.map((part) => ({ ...part, settings: { ...part.settings, hooks: undefined } }));
  return configuredHooks([...locks, { scope: "user", file, settings: { hooks }, standing }]);
}

const hookEvents: ReadonlySet<string> = new Set([
  ...["SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"],
  ...["PermissionRequest", "Notification", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact"],
]);

/** Managed hooks are stopped by managed settings only; a host's managed settings stop all but the machine's own. */
function mayRun(
  { scope, onlyRestricts = false, standing = "trusted" }: SettingsPart,
  parts: readonly SettingsPart[],
): boolean {
  const managed = parts.filter((part) => part.scope === "managed");
  const ofMachine = managed.filter((part) => !part.onlyRestricts);
  if (onlyRestricts || ofMachine.some(({ settings }) => settings.disableAllHooks === true)) return false;
  if (scope === "managed") return true;
  const isLocked = managed.some(
    ({ settings, onlyRestricts: restricts = false }) =>
      settings.allowManagedHooksOnly === true || (restricts && isSet(settings.disableAllHooks)),
  );
  const heard = parts.filter((part) => standing !== "trusted" || (part.standing ?? "trusted") === "trusted");
  return !isLocked && !heard.some(({ settings }) => settings.disableAllHooks === true);
}

/** Whoever restricts may have written the word as text. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== "false";
}

function hooksOf(part: SettingsPart, problems: string[]): ConfiguredHook[] {
  const { file, standing = "trusted" } = part;
  const all = writtenIn(part, problems);
  if (standing === "trusted" || all.length === 0) return all;
  const events = [...new Set(all.map(({ event }) => event))];
  problems.push(`${file}: its hooks (${events.join(", ")}) ${standing === "held" ? notRun(events) : notHeard}`);
  return standing === "guard" ? all : all.filter(({ event, isAsync }) => event === "PreToolUse" && !isAsync);
}

const untilTrusted = "`bridle trust show` there shows them, `bridle trust` lets them count";
const notHeard = `are run, since --setting-sources names them, but what they allow or change does not count, since nobody has trusted this folder: ${untilTrusted}`;

function notRun(events: readonly string[]): string {
  const asked = events.includes("PreToolUse") ? ["what a PreToolUse hook guards is asked about"] : [];
  const lost = events.some((event) => event !== "PreToolUse") ? ["what others would keep back is not kept back"] : [];
  return `are not run, since nobody has trusted this folder; ${[...asked, ...lost].join(", ")}: ${untilTrusted}`;
}

function writtenIn({ file, settings, standing = "trusted" }: SettingsPart, problems: string[]): ConfiguredHook[] {
  if (settings.hooks === undefined) return [];
  const addProblem = (what: string): void => void problems.push(`${file}: ${what}`);
  const read = (event: string, matches: HookMatcher, hook: Fields): ConfiguredHook =>
    readHook({ event, matches, file, standing }, hook);
  // What cannot be read may have been a guard: it is one that never says yes.
  const unread = (event: string, what: string): ConfiguredHook => {
    addProblem(what);
    return read(event, () => true, { type: "that cannot be read" });
  };
  if (!isFields(settings.hooks)) return [unread("PreToolUse", "hooks must be an object")];
  return Object.entries(settings.hooks).flatMap(([event, groups]) => {
    if (!hookEvents.has(event)) addProblem(`hooks.${event}: this agent has no such event`);
    if (!Array.isArray(groups)) return unread(event, `hooks.${event} must be a list`);
    return groups.flatMap((group: unknown) => {
      if (!isFields(group) || !Array.isArray(group.hooks))
        return unread(event, `an entry of hooks.${event} has no hooks`);
      const matches = hookMatcher(text(group.matcher));
      if (matches === undefined) addProblem(`hooks.${event}: the matcher ${group.matcher} is no regular expression`);
      // A guard whose matcher cannot be read guards everything rather than nothing.
      return group.hooks.map((hook: unknown) =>
        isFields(hook)
          ? read(event, matches ?? (() => true), hook)
          : unread(event, `an entry of hooks.${event} is no object`),
      );
    });
  });
}

function readHook(
  context: Pick<ConfiguredHook, "event" | "matches" | "file" | "standing">,
  hook: Fields,
): ConfiguredHook {
  const type = text(hook.type) ?? "command";
  const isForShell = hook.shell === undefined || hook.shell === "bash";
  const isReadable = hook.args === undefined || isTexts(hook.args);
  const command = type === "command" && isForShell && isReadable ? text(hook.command) : undefined;
  const args = isTexts(hook.args) ? hook.args : undefined;
  const title = command ?? `a hook of type ${type}`;
  const timeoutMs = hookTimeoutMs(hook.timeout);
  const isAsync = hook.async === true;
  return {
    ...context,
    // A word of the person's and the same word of somebody else's are two.
    key: JSON.stringify([
      context.standing,
      title,
      args,
      timeoutMs,
      isAsync,
      hook.onFailure,
      hook.if === undefined,
      hook.if,
    ]),
    condition: hook.if === undefined ? undefined : (text(hook.if) ?? unreadable),
    command: command === "" ? undefined : command,
    args,
    title,
    timeoutMs,
    isAsync,
    blocksOnFailure: hook.onFailure === "block",
    env: {},
  };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
