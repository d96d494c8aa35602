import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Fields, objects, text, texts } from "../../wire/fields.ts";
import { type PermissionMode, permissionModes } from "../kit/agent-flags.ts";

interface Rule {
  readonly toolName: string;
  readonly ruleContent?: string | undefined;
}

/** The strongest first. */
const behaviors = ["deny", "ask", "allow"] as const;
type Behavior = (typeof behaviors)[number];

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
    for (const behavior of behaviors)
      if (this.#rules[behavior].some((rule) => matches(rule, call, behavior, this.#cwd))) return behavior;
    return undefined;
  }

  /** For tools that find files themselves: a file that is only asked for is not shown by chance. */
  mayRead(path: string): boolean {
    const ruled = this.decide({ toolName: "Read", input: { file_path: path } });
    return ruled === undefined || ruled === "allow";
  }

  /** What a person answered an ask with; true when the mode changed by it. */
  apply(update: Fields): boolean {
    const behavior = behaviors.find((known) => known === update.behavior);
    const rules = objects(update.rules).flatMap((rule) => {
      const toolName = text(rule.toolName);
      return toolName === undefined ? [] : [{ toolName, ruleContent: text(rule.ruleContent) }];
    });
    switch (update.type) {
      case "addRules":
        if (behavior !== undefined) this.#rules[behavior].push(...rules);
        return false;
      case "replaceRules":
        if (behavior !== undefined) this.#rules[behavior] = rules;
        return false;
      case "removeRules":
        if (behavior !== undefined)
          this.#rules[behavior] = this.#rules[behavior].filter((rule) => !rules.some((gone) => same(rule, gone)));
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

/** What they search is a folder, by default the working one. */
const searching: readonly string[] = ["Glob", "Grep"];

/** Tools that a rule about paths holds for, too. */
const sharing: { readonly [toolName: string]: readonly string[] } = { Read: searching, Edit: ["Write"] };

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

function matches(rule: Rule, { toolName, input }: Call, behavior: Behavior, cwd: string): boolean {
  const { ruleContent } = rule;
  const isShared = ruleContent !== undefined && sharing[rule.toolName]?.includes(toolName);
  if (!isShared && !matchesName(rule, toolName)) return false;
  if (ruleContent === undefined) return true;
  const command = text(input.command);
  if (command !== undefined) return matchesCommand(ruleContent, command, behavior);
  const path = text(input.file_path) ?? (searching.includes(toolName) ? (text(input.path) ?? ".") : undefined);
  if (path !== undefined) return matchesPath(ruleContent, path, cwd);
  // Nothing here can be told apart: what forbids holds, what allows does not.
  return behavior !== "allow";
}

/** `mcp__server` is all its tools. */
function matchesName({ toolName: ruled }: Rule, toolName: string): boolean {
  if (ruled === toolName) return true;
  return ruled.startsWith("mcp__") && toolName.startsWith(`${ruled.replace(/(__)?\*$/, "")}__`);
}

/**
 * Exact, or with `prefix:*` and `*` for anything. What allows holds for a single plain command only, what forbids
 * for each one of a line.
 */
function matchesCommand(content: string, command: string, behavior: Behavior): boolean {
  if (content === command) return true;
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(content)?.[1];
  const patterns = prefix === undefined ? [content] : [prefix, `${prefix} *`];
  const isMatched = (part: string): boolean => patterns.some((pattern) => wildcards(pattern, ".*").test(part));
  if (behavior === "allow") return !/[;&|`$<>()\n\\]/.test(command) && isMatched(command);
  const parts = command.split(/[;&|`()\n]+|\$\(/).map((part) => part.trim().replace(/^(\w+=\S*\s+)+/, ""));
  return [command, ...parts].some(isMatched);
}

/** `//absolute`, `~/in/the/home` or relative to the working folder; `*` stays inside a folder, `**` does not. */
function matchesPath(content: string, path: string, cwd: string): boolean {
  const pattern = content.startsWith("//")
    ? content.slice(1)
    : resolve(content.startsWith("~/") ? homedir() : cwd, content.replace(/^[~/]+/, ""));
  const resolved = resolve(cwd, path);
  const folder = /^(.*)\/\*\*$/.exec(pattern)?.[1];
  return resolved === folder || wildcards(pattern, "[^/]*").test(resolved);
}

/** `**` is anything, `*` what it is told to be. */
function wildcards(pattern: string, star: string): RegExp {
  const parts = pattern.split(/(\*\*\/?|\*)/).map((part) => {
    if (part === "*") return star;
    return part.startsWith("**") ? ".*" : part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
