import type { Ask } from "./ask.ts";
import { decide } from "./decide.ts";
import { rooted } from "./path/absolute-path.ts";
import { Policy, type PolicyParts } from "./policy.ts";
import { isBroken, parseRule, type Rule } from "./rule.ts";
import { isAtMost } from "./strength.ts";
import { commandTools, fileToolOf } from "./tool-kinds.ts";

/** A setting that changes what a tool is given before it runs. `{command}` in `wrap` is the command, quoted as one word. */
export type Rewrite =
  | { readonly rule: string; readonly wrap: string }
  | { readonly rule: string; readonly absolute_paths: true };

type Input = Ask["input"];

/** `perhaps`: whether its rule means this call cannot be told before it runs. */
export type RewriteFound =
  | { readonly is: "sure"; readonly rewrite: Rewrite; readonly input: Input }
  | { readonly is: "perhaps"; readonly rewrite: Rewrite };

/**
 * Changes of calls by rules. A rule means here what it means where it forbids: every way to run the command or to name the
 * file. The first that is about a call changes it, once; what came of it is not looked at again.
 */
export class Rewriting {
  readonly #entries: readonly { readonly rewrite: Rewrite; readonly policy: Policy }[];

  /** Rules that cannot be read are left out. */
  constructor(rewrites: readonly Rewrite[], parts: Omit<PolicyParts, "rules" | "mode" | "damage" | "guardedFolders">) {
    this.#entries = rewrites.flatMap((rewrite) => {
      const rule = ruleOf(rewrite);
      return rule === undefined ? [] : [{ rewrite, policy: new Policy({ ...parts, rules: [rule], mode: "default" }) }];
    });
  }

  /** Undefined: it runs as it is. */
  of(ask: Ask): RewriteFound | undefined {
    for (const { rewrite, policy } of this.#entries) {
      if (!isFor(rewrite, ask.toolName)) continue;
      const { effect, strength } = decide(ask, policy);
      if (effect === "deny") {
        const input = changed(rewrite, ask);
        if (input === "unknown") return { is: "perhaps", rewrite };
        return input && { is: "sure", rewrite, input };
      }
      if (!isAtMost(strength, "askedByRule")) return { is: "perhaps", rewrite };
    }
    return undefined;
  }
}

/** Its rule, as one that forbids; undefined: it cannot be read. */
export function ruleOf({ rule: text }: Rewrite): Rule | undefined {
  const rule = parseRule(text, { effect: "deny", scope: "user" });
  return isBroken(rule) ? undefined : rule;
}

/** What is wrong with it, for a person; undefined: nothing. */
export function rewriteProblem(rewrite: Rewrite): string | undefined {
  const rule = ruleOf(rewrite);
  if (rule === undefined) return "a rule such as Bash(npm test *)";
  if (!("wrap" in rewrite))
    return fileToolOf(rule.tool) === undefined ? "for absolute_paths, a rule about a tool for files" : undefined;
  if (!commandTools.has(rule.tool)) return "for wrap, a rule about Bash";
  const words = rewrite.wrap.split(" ");
  const isGood = words.every((word) => word === command || plainWord.test(word));
  // Quotes, expansions and operators around a quoted text would make something else of it.
  return isGood && words.filter((word) => word === command).length === 1
    ? undefined
    : "for wrap, plain words with {command} as one of them, as in timeout 600 bash -c {command}";
}

const command = "{command}";
const plainWord = /^[\w@%+=:,./-]+$/;

function isFor(rewrite: Rewrite, tool: string): boolean {
  return "wrap" in rewrite ? commandTools.has(tool) : fileToolOf(tool) !== undefined;
}

/** Undefined: it is so already. */
function changed(rewrite: Rewrite, { toolName, input, cwd, isCwdKnown = true }: Ask): Input | "unknown" | undefined {
  if ("wrap" in rewrite) {
    if (typeof input.command !== "string") return "unknown";
    const inner = `'${input.command.replaceAll("'", "'\\''")}'`;
    return { ...input, command: rewrite.wrap.replace(command, () => inner) };
  }
  const field = fileToolOf(toolName)?.pathField ?? "";
  const path = input[field];
  if (typeof path !== "string" || path.startsWith("/") || path.startsWith("~")) return undefined;
  return isCwdKnown ? { ...input, [field]: rooted(cwd, path) } : "unknown";
}
