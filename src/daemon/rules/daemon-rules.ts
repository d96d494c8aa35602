import { userInfo } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { Policy } from "../../permission/policy.ts";
import type { Rule } from "../../permission/rule.ts";
import { readSettings } from "../../permission/settings/read-settings.ts";
import { isAtMost } from "../../permission/strength.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { reasonText, why } from "../../permission/why.ts";
import type { Fields } from "../../wire/fields.ts";
import type { PermissionRules } from "../config/permission-settings.ts";

export interface RulesSource {
  /** `permissions` of the daemon's settings: allow, deny, ask in Claude Code's syntax. */
  readonly permissions: PermissionRules;
  /** The settings file, to be named in decisions. */
  readonly file: string;
  readonly home: string | undefined;
  /** Protected as `.claude` is: where the daemon's own settings and the person's are. */
  readonly guardedFolders?: readonly string[];
}

/** What a rule of the daemon says about a tool use. `by` names it for a person. */
export interface RuleDecision {
  /** `ask`: a person has to be asked, whatever the agent would do by itself. */
  readonly effect: "allow" | "ask" | "deny";
  readonly by: string;
  /** The rule with its file and scope, or why else: nothing of the input. */
  readonly rule: string;
  /** All that is known about it. */
  readonly decision?: Decision;
}

/**
 * The daemon's own rules for one session's folder. They decide only what a
 * rule names: an agent that asks has its reasons, so what is merely harmless by
 * default is still put to a person.
 */
export class DaemonRules {
  readonly #source: RulesSource;
  readonly #policy: Policy;
  readonly #directories: readonly string[];
  readonly #cwd: string;

  /** `before`: for the same folder; what both have is not compiled again. */
  constructor(source: RulesSource, cwd: string, before?: DaemonRules) {
    const { permissions, file, home = userInfo().homedir, guardedFolders = [] } = source;
    this.#source = source;
    const settings = readSettings(JSON.stringify({ permissions }), { file, scope: "user", folder: undefined });
    this.#cwd = cwd;
    this.#directories = [cwd, ...settings.additionalDirectories];
    const { rules } = settings;
    this.#policy =
      before === undefined
        ? new Policy({ rules, mode: "default", cwd, home, files: nodeFiles, damage: [], guardedFolders })
        : before.policy.with({ rules: asBefore(rules, before.policy.parts.rules) });
  }

  /** Made of these very lists. */
  isOf(permissions: PermissionRules): boolean {
    return this.#source.permissions === permissions;
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** As they would be with other lists. */
  changed(change: (permissions: PermissionRules) => PermissionRules): DaemonRules {
    return new DaemonRules({ ...this.#source, permissions: change(this.#source.permissions) }, this.#cwd, this);
  }

  /**
   * Undefined: no rule decides it, and nothing that a rule forbids can be in it. Without `cwd` the folder of the agent's
   * shell is not known, and no rule for a relative path allows anything.
   */
  decide(toolName: string, input: Fields, cwd?: string): RuleDecision | undefined {
    const context = { cwd: cwd ?? this.#cwd, isCwdKnown: cwd !== undefined, directories: this.#directories };
    const decision = decide({ toolName, input, ...context }, this.#policy);
    const { effect, strength } = decision;
    const isOurs =
      effect === "deny" ||
      (effect === "ask" ? !isAtMost(strength, "everyMode") && !asksItself(toolName) : byRule(decision));
    return isOurs ? { effect, by: why(decision), rule: reasonText(decision.because), decision } : undefined;
  }
}

/** The same objects where the same is written: what is compiled is known by them. */
function asBefore(rules: readonly Rule[], before: readonly Rule[]): Rule[] {
  const key = ({ effect, text, tool, specifier }: Rule): string => JSON.stringify([effect, text, tool, specifier]);
  const known = new Map(before.map((rule) => [key(rule), rule]));
  return rules.map((rule) => known.get(key(rule)) ?? rule);
}

/** An agent puts its questions to a person anyway. */
function asksItself(toolName: string): boolean {
  return personTools.has(toolName);
}

/** Every part of a line has to be allowed by a rule; what is merely harmless is for the agent to decide. */
function byRule({ because, parts = [] }: Decision): boolean {
  return "rule" in because && parts.every((part) => "rule" in part.because);
}
