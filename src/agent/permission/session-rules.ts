import { resolve } from "node:path";
import { type Fields, objects, text, texts } from "../../wire/fields.ts";
import { type PermissionMode, permissionModes } from "../kit/agent-flags.ts";

interface Rule {
  readonly toolName: string;
  readonly ruleContent?: string | undefined;
}

type Behavior = "allow" | "deny" | "ask";

/** A tool call, as rules see it. */
export interface Call {
  readonly toolName: string;
  readonly input: Fields;
}

/**
 * The permission mode and the rules of a session, from flags and from what the
 * person decided on the way. A rule that cannot be understood never allows.
 */
export class SessionRules {
  mode: PermissionMode;
  readonly #cwd: string;
  readonly #rules: { [B in Behavior]: Rule[] } = { allow: [], deny: [], ask: [] };
  readonly #directories = new Set<string>();

  constructor(start: {
    mode: PermissionMode;
    cwd: string;
    allowed: readonly string[];
    denied: readonly string[];
    directories: readonly string[];
  }) {
    this.mode = start.mode;
    this.#cwd = start.cwd;
    this.#rules.allow.push(...start.allowed.map(readRule));
    this.#rules.deny.push(...start.denied.map(readRule));
    for (const directory of start.directories) this.#directories.add(resolve(start.cwd, directory));
  }

  /** Folders that may be used besides the working folder. */
  get directories(): readonly string[] {
    return [...this.#directories];
  }

  /** A tool that is never allowed is not even offered. */
  isRemoved(toolName: string): boolean {
    return this.#rules.deny.some((rule) => rule.ruleContent === undefined && matchesName(rule, toolName));
  }

  /** deny, then ask, then allow; undefined: no rule says anything. */
  decide(call: Call): Behavior | undefined {
    for (const behavior of ["deny", "ask", "allow"] as const)
      if (this.#rules[behavior].some((rule) => matches(rule, call, behavior))) return behavior;
    return undefined;
  }

  /** What a person answered an ask with; true when the mode changed by it. */
  apply(update: Fields): boolean {
    const behavior = text(update.behavior) as Behavior;
    const rules = objects(update.rules).flatMap((rule) => {
      const toolName = text(rule.toolName);
      return toolName === undefined ? [] : [{ toolName, ruleContent: text(rule.ruleContent) }];
    });
    switch (update.type) {
      case "addRules":
        this.#rules[behavior]?.push(...rules);
        return false;
      case "replaceRules":
        this.#rules[behavior]?.splice(0, Number.POSITIVE_INFINITY, ...rules);
        return false;
      case "removeRules":
        this.#rules[behavior] = (this.#rules[behavior] ?? []).filter((rule) => !rules.some((gone) => same(rule, gone)));
        return false;
      case "addDirectories":
        for (const directory of texts(update.directories)) this.#directories.add(resolve(this.#cwd, directory));
        return false;
      case "removeDirectories":
        for (const directory of texts(update.directories)) this.#directories.delete(resolve(this.#cwd, directory));
        return false;
      case "setMode": {
        const mode = permissionModes.find((known) => known === update.mode);
        const changed = mode !== undefined && mode !== this.mode;
        if (mode !== undefined) this.mode = mode;
        return changed;
      }
      default:
        return false;
    }
  }
}

/** `Tool` or `Tool(content)`. */
function readRule(written: string): Rule {
  const found = /^([^(]+)\(([\s\S]*)\)$/.exec(written.trim());
  return found === null
    ? { toolName: written.trim() }
    : { toolName: found[1] as string, ruleContent: found[2] === "*" ? undefined : found[2] };
}

function same(a: Rule, b: Rule): boolean {
  return a.toolName === b.toolName && a.ruleContent === b.ruleContent;
}

function matches(rule: Rule, { toolName, input }: Call, behavior: Behavior): boolean {
  if (!matchesName(rule, toolName)) return false;
  const { ruleContent } = rule;
  if (ruleContent === undefined) return true;
  const command = text(input.command);
  if (command !== undefined) return matchesCommand(ruleContent, command);
  const path = text(input.file_path);
  if (path !== undefined) return matchesPath(ruleContent, path);
  // Nothing here can be told apart: what forbids holds, what allows does not.
  return behavior !== "allow";
}

/** `mcp__server` is all its tools. */
function matchesName({ toolName: ruled }: Rule, toolName: string): boolean {
  if (ruled === toolName) return true;
  return ruled.startsWith("mcp__") && toolName.startsWith(`${ruled.replace(/(__)?\*$/, "")}__`);
}

/** Exact, or `prefix *` and `prefix:*` for a single plain command. */
function matchesCommand(content: string, command: string): boolean {
  if (content === command) return true;
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(content)?.[1];
  if (prefix === undefined || /[;&|`$<>()\n\\]/.test(command)) return false;
  return command === prefix || command.startsWith(`${prefix} `);
}

/** `//folder/**` and exact absolute paths. */
function matchesPath(content: string, path: string): boolean {
  const folder = /^\/(\/.*?)\/\*\*$/.exec(content)?.[1];
  const resolved = resolve(path);
  return folder === undefined ? content === `/${resolved}` : resolved === folder || resolved.startsWith(`${folder}/`);
}
