import { userInfo } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import type { Ask } from "../../permission/ask.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { Policy } from "../../permission/policy.ts";
import { type Rewrite, Rewriting } from "../../permission/rewrite.ts";
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

/** What a call becomes before it runs, and by what setting. */
interface RewrittenUse {
  readonly input: Fields;
  readonly by: string;
}

export interface Judged {
  readonly decision: RuleDecision | undefined;
  readonly rewritten?: RewrittenUse | undefined;
}

/**
 * The daemon's own rules for one session's folder. They decide only what a
 * rule names: an agent that asks has its reasons, so what is merely harmless by
 * default is still put to a person.
 */
export class DaemonRules {
  readonly #source: RulesSource;
  readonly #policy: Policy;
  readonly #rewriting: Rewriting;
  readonly #directories: readonly string[];
  readonly #cwd: string;

  /** `before`: for the same folder; what both have is not compiled again. */
  constructor(source: RulesSource, cwd: string, before?: DaemonRules) {
    const { permissions, file, home = userInfo().homedir, guardedFolders = [] } = source;
    this.#source = source;
    const settings = settingsOf(permissions, file);
    this.#cwd = cwd;
    this.#directories = [cwd, ...settings.additionalDirectories];
    const { rules } = settings;
    this.#policy =
      before === undefined
        ? new Policy({ rules, mode: "default", cwd, home, files: nodeFiles, damage: [], guardedFolders })
        : before.policy.with({ rules: asBefore(rules, before.policy.parts.rules) });
    this.#rewriting = new Rewriting(this.rewrites, { cwd, home, files: nodeFiles });
  }

  /** Made of these very lists. */
  isOf(permissions: PermissionRules): boolean {
    return this.#source.permissions === permissions;
  }

  /** Of the settings. */
  get file(): string {
    return this.#source.file;
  }

  /** What changes calls, as the settings have it. */
  get rewrites(): readonly Rewrite[] {
    return this.#source.permissions.rewrite ?? [];
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** As they would be with other lists. */
  changed(change: (permissions: PermissionRules) => PermissionRules): DaemonRules {
    return new DaemonRules({ ...this.#source, permissions: change(this.#source.permissions) }, this.#cwd, this);
  }

  /**
   * Undefined: no rule decides it, and nothing that a rule forbids can be in it, nor in what it would run as. Without `cwd`
   * the folder of the agent's shell is not known, and no rule for a relative path allows anything.
   */
  decide(toolName: string, input: Fields, cwd?: string): RuleDecision | undefined {
    return this.judge(toolName, input, cwd).decision;
  }

  /** What they say, and what it would run as. What restricts holds for both; what allows is about what the agent wants. */
  judge(toolName: string, input: Fields, cwd?: string): Judged {
    const own = this.decideAsIs(toolName, input, cwd);
    const found = this.#rewriting.of(this.#ask(toolName, input, cwd));
    if (found === undefined || own?.effect === "deny") return { decision: own };
    const by = `${found.rewrite.rule} in permissions.rewrite of ${this.#source.file}`;
    if (found.is === "perhaps") {
      const why = `whether it is to be changed cannot be told before it runs: ${by}`;
      return { decision: own?.effect === "ask" ? own : { effect: "ask", by: why, rule: why } };
    }
    const result = this.decideAsIs(toolName, found.input, cwd);
    if (result?.effect === "deny") return { decision: result };
    const decision = result?.effect === "ask" && own?.effect !== "ask" ? result : own;
    return { decision, rewritten: { input: found.input, by } };
  }

  /** Of exactly this input. */
  decideAsIs(toolName: string, input: Fields, cwd?: string): RuleDecision | undefined {
    const decision = decide(this.#ask(toolName, input, cwd), this.#policy);
    const { effect, strength } = decision;
    const isOurs =
      effect === "deny" ||
      (effect === "ask" ? !isAtMost(strength, "everyMode") && !asksItself(toolName) : byRule(decision));
    return isOurs ? { effect, by: why(decision), rule: reasonText(decision.because), decision } : undefined;
  }

  #ask(toolName: string, input: Fields, cwd: string | undefined): Ask {
    return { toolName, input, cwd: cwd ?? this.#cwd, isCwdKnown: cwd !== undefined, directories: this.#directories };
  }
}

/** The same objects where the same is written: what is compiled is known by them. */
function asBefore(rules: readonly Rule[], before: readonly Rule[]): Rule[] {
  const key = ({ effect, text, tool, specifier }: Rule): string => JSON.stringify([effect, text, tool, specifier]);
  const known = new Map(before.map((rule) => [key(rule), rule]));
  return rules.map((rule) => known.get(key(rule)) ?? rule);
}

const read = new WeakMap<RulesSource["permissions"], ReturnType<typeof readSettings>>();

/** The same rules for the same lists: what was compiled of them is known by them, also for another folder. */
function settingsOf(permissions: RulesSource["permissions"], file: string): ReturnType<typeof readSettings> {
  const known = read.get(permissions);
  if (known !== undefined) return known;
  const settings = readSettings(JSON.stringify({ permissions }), { file, scope: "user", folder: undefined });
  read.set(permissions, settings);
  return settings;
}

/** An agent puts its questions to a person anyway. */
function asksItself(toolName: string): boolean {
  return personTools.has(toolName);
}

/** Every part of a line has to be allowed by a rule; what is merely harmless is for the agent to decide. */
function byRule({ because, parts = [] }: Decision): boolean {
  return "rule" in because && parts.every((part) => "rule" in part.because);
}
