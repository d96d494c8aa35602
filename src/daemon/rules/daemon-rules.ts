import { homedir } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { Policy } from "../../permission/policy.ts";
import { readSettings } from "../../permission/settings/read-settings.ts";
import { why } from "../../permission/why.ts";
import type { Fields } from "../../wire/fields.ts";

export interface RulesSource {
  /** `permissions` of the daemon's settings: allow, deny, ask in Claude Code's syntax. */
  readonly permissions: Fields;
  /** The settings file, to be named in decisions. */
  readonly file: string;
  readonly home: string | undefined;
}

/** What a rule of the daemon says about a tool use. `by` names it for a person. */
export interface RuleDecision {
  readonly effect: "allow" | "deny";
  readonly by: string;
}

/**
 * The daemon's own rules for one session's folder. They decide only what a
 * rule names: an agent that asks has its reasons, so what is merely harmless by
 * default is still put to a person.
 */
export class DaemonRules {
  readonly #policy: Policy;
  readonly #directories: readonly string[];
  readonly #cwd: string;

  constructor({ permissions, file, home = homedir() }: RulesSource, cwd: string) {
    const settings = readSettings(JSON.stringify({ permissions }), { file, scope: "user", folder: undefined });
    this.#cwd = cwd;
    this.#directories = [cwd, ...settings.additionalDirectories];
    this.#policy = new Policy({ rules: settings.rules, mode: "default", cwd, home, files: nodeFiles, damage: [] });
  }

  /** Undefined: no rule decides it. */
  decide(toolName: string, input: Fields, cwd = this.#cwd): RuleDecision | undefined {
    const decision = decide({ toolName, input, cwd, directories: this.#directories }, this.#policy);
    if (decision.effect === "deny") return { effect: "deny", by: why(decision) };
    return decision.effect === "allow" && byRule(decision) ? { effect: "allow", by: why(decision) } : undefined;
  }
}

function byRule({ because, parts = [] }: Decision): boolean {
  return "rule" in because || (parts.length > 0 && parts.every((part) => "rule" in part.because));
}
