import { userInfo } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import { decide } from "../../permission/decide.ts";
import type { Decision } from "../../permission/decision.ts";
import { Policy } from "../../permission/policy.ts";
import { readSettings } from "../../permission/settings/read-settings.ts";
import { isAtMost } from "../../permission/strength.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import { reasonText, why } from "../../permission/why.ts";
import type { Fields } from "../../wire/fields.ts";

interface RulesSource {
  /** `permissions` of the daemon's settings: allow, deny, ask in Claude Code's syntax. */
  readonly permissions: Fields;
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

  constructor(source: RulesSource, cwd: string) {
    const { permissions, file, home = userInfo().homedir, guardedFolders = [] } = source;
    this.#source = source;
    const settings = settingsOf(permissions, file);
    this.#cwd = cwd;
    this.#directories = [cwd, ...settings.additionalDirectories];
    this.#policy = new Policy({
      rules: settings.rules,
      mode: "default",
      cwd,
      home,
      files: nodeFiles,
      damage: [],
      guardedFolders,
    });
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** As they would be with other lists. */
  changed(change: (permissions: Fields) => Fields): DaemonRules {
    return new DaemonRules({ ...this.#source, permissions: change(this.#source.permissions) }, this.#cwd);
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

const read = new WeakMap<Fields, ReturnType<typeof readSettings>>();

/** The same rules for the same lists: what was compiled of them is known by them, also for another folder. */
function settingsOf(permissions: Fields, file: string): ReturnType<typeof readSettings> {
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
