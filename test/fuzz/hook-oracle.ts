import type { SettingsPart } from "../../src/agent/hook/configured-hooks.ts";
import type { HookEnd } from "../../src/agent/hook/run-hook.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { HookCase } from "./hook-cases.ts";

export type Expected = "deny" | "ask" | "allow" | "none";

/**
 * What must come out before a tool runs, written down from the documents alone: one no is a no; whoever could not be run, read
 * or understood has not let anything through; a yes counts only where all of it is beyond doubt.
 */
export function expectedOf({ parts, ends, tool }: HookCase): Expected {
  const said: Said[] = [];
  for (const part of parts) if (runs(part, parts)) said.push(...saidBy(part, ends, tool));
  if (said.some(({ word }) => word === "deny")) return "deny";
  if (said.some(({ word }) => word === "ask")) return "ask";
  const changes = said.flatMap(({ input }) => (input === undefined ? [] : [input]));
  // Whoever said yes to a call that another hook then changed has not said yes to what would run.
  const yes = said.filter(({ word }) => word === "allow");
  return yes.some(({ input }) => input === changes.at(-1)) ? "allow" : "none";
}

interface Said {
  readonly word: Expected;
  readonly input?: unknown;
}

function runs(part: SettingsPart, all: readonly SettingsPart[]): boolean {
  if (part.onlyRestricts) return false;
  for (const { scope, settings, onlyRestricts, standing } of all) {
    const off = settings.disableAllHooks;
    if (scope === "managed" && !onlyRestricts && off === true) return false;
    if (part.scope === "managed") continue;
    if (scope === "managed" && settings.allowManagedHooksOnly === true) return false;
    if (scope === "managed" && onlyRestricts && off !== undefined && off !== false) return false;
    if (off === true && (standing === "trusted" || part.standing !== "trusted")) return false;
  }
  return true;
}

const doubt: Said = { word: "ask" };

function saidBy({ settings: { hooks }, standing }: SettingsPart, ends: HookCase["ends"], tool: string): Said[] {
  if (hooks === undefined) return [];
  if (!isObject(hooks)) return [doubt];
  const groups = hooks.PreToolUse;
  if (groups === undefined) return [];
  if (!Array.isArray(groups)) return [doubt];
  const said: Said[] = [];
  for (const group of groups) {
    if (!isObject(group) || !Array.isArray(group.hooks)) said.push(doubt);
    else
      for (const hook of group.hooks) {
        if (!isObject(hook)) said.push(doubt);
        else if (isAbout(group.matcher, tool)) said.push(heardOf(saidByHook(hook, ends, tool), standing, hook, tool));
      }
  }
  return said;
}

/** Whom nobody trusts is not run, which is a doubt, or run and not heard but for what restricts. */
function heardOf(said: Said, standing: SettingsPart["standing"], hook: Fields, tool: string): Said {
  if (standing === "held") return fit(hook.if, tool) === "not" || hook.async === true ? { word: "none" } : doubt;
  if (standing === "guard") return { word: said.word === "allow" ? "none" : said.word };
  return said;
}

const names: { readonly [tool: string]: readonly string[] } = { Agent: ["Task"], TaskStop: ["KillShell", "KillBash"] };

function isAbout(matcher: unknown, tool: string): boolean {
  if (typeof matcher !== "string" || matcher.trim() === "" || matcher.trim() === "*") return true;
  const called = [tool, ...(names[tool] ?? [])];
  if (/^[A-Za-z0-9_|, -]+$/.test(matcher)) {
    const listed = matcher.split(/[|,]/).map((name) => name.trim());
    return called.some((name) => listed.includes(name));
  }
  try {
    const expression = new RegExp(matcher);
    return called.some((name) => expression.test(name));
  } catch {
    return true;
  }
}

/** How the conditions of the generator fit the calls of it, by hand. */
function fit(condition: unknown, tool: string): "not" | "partly" | "wholly" {
  if (condition === undefined) return "wholly";
  if (condition === "Bash" || condition === "Bash(touch *)") return tool === "Bash" ? "wholly" : "not";
  if (condition === "Bash(rm *)") return "not";
  if (condition === "Write") return tool === "Write" ? "wholly" : "not";
  return "partly";
}

function saidByHook(hook: Fields, ends: HookCase["ends"], tool: string): Said {
  const fits = fit(hook.if, tool);
  if (fits === "not" || hook.async === true) return { word: "none" };
  const kind = hook.type ?? "command";
  const isRun =
    kind === "command" &&
    (hook.shell === undefined || hook.shell === "bash") &&
    (hook.args === undefined || (Array.isArray(hook.args) && hook.args.every((arg) => typeof arg === "string"))) &&
    typeof hook.command === "string" &&
    hook.command !== "";
  if (!isRun) return { word: hook.onFailure === "block" ? "deny" : "ask" };
  const end = ends.get(hook.command as string) as HookEnd;
  if (isLeftBehind(end)) return { word: "none" };
  const said = saidByEnd(end);
  const failed = end.how !== "ended" || (end.exitCode !== 0 && end.exitCode !== 2) || isGarbage(end);
  if (hook.onFailure === "block" && failed) return { word: "deny" };
  return said.word === "allow" && (fits === "partly" || end.exitCode !== 0) ? { ...said, word: "none" } : said;
}

/** Its first line says that nobody shall wait for it, and nothing else. */
function isLeftBehind({ stdout, isCut }: HookEnd): boolean {
  const first = json(stdout.split("\n")[0] ?? "");
  return !isCut && first?.async === true && Object.keys(first).length === 1;
}

function saidByEnd(end: HookEnd): Said {
  const { how, exitCode } = end;
  if (how === "ended" && exitCode === 2) return { word: "deny" };
  const isKilled = exitCode === null || exitCode === 126 || exitCode === 127 || (exitCode > 128 && exitCode <= 192);
  if (how !== "ended" || isKilled || isGarbage(end)) return doubt;
  return saidByJson(json(end.stdout.trim()) ?? {});
}

function saidByJson(answer: Fields): Said {
  const specific = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const spoken = [answer.decision, specific.permissionDecision, answer.continue === false ? "block" : undefined];
  const input = specific.updatedInput;
  if (spoken.includes("block") || spoken.includes("deny")) return { word: "deny", input };
  if (spoken.includes("ask")) return { word: "ask", input };
  return { word: spoken.includes("approve") || spoken.includes("allow") ? "allow" : "none", input };
}

/** It meant to say something, and nobody can tell what. */
function isGarbage({ stdout, isCut }: HookEnd): boolean {
  const said = stdout.trim();
  if (isCut) return true;
  if (!said.startsWith("{")) {
    // An answer with other words before it.
    const at = said.search(/^\s*\{/m);
    return at !== -1 && decisive(lastJson(said.slice(at)));
  }
  const answer = json(said);
  if (answer === undefined) return true;
  return !isProper(answer);
}

function lastJson(text: string): Fields | undefined {
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const found = json(lines.slice(at).join("\n").trim());
    if (found !== undefined) return found;
  }
  return undefined;
}

function decisive(answer: Fields | undefined): boolean {
  return ["decision", "hookSpecificOutput", "continue"].some((field) => answer?.[field] !== undefined);
}

function isProper(answer: Fields): boolean {
  const is = (value: unknown, ...allowed: unknown[]): boolean => value === undefined || allowed.includes(value);
  const isText = (value: unknown): boolean => value === undefined || typeof value === "string";
  if (answer.permissionDecision !== undefined || answer.behavior !== undefined) return false;
  if (!is(answer.decision, "approve", "block") || !is(answer.continue, true, false)) return false;
  if (!isText(answer.systemMessage) || !isText(answer.stopReason)) return false;
  const specific = answer.hookSpecificOutput;
  if (specific === undefined) return true;
  if (!isObject(specific) || specific.hookEventName !== "PreToolUse" || specific.decision !== undefined) return false;
  if (!is(specific.permissionDecision, "allow", "deny", "ask")) return false;
  return specific.updatedInput === undefined || isObject(specific.updatedInput);
}

function json(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
