import type { Ask } from "./ask.ts";
import { restrictingRule } from "./bash-rule.ts";
import { literalWords } from "./command-index.ts";
import { type ForeignCommand, foreignCommands } from "./foreign-command.ts";
import { judgeForeign } from "./judge-command.ts";
import { combineAll, type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { baseName } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import type { Rule } from "./rule.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { readShell } from "./shell/read-shell.ts";
import { quoted } from "./shell/shell-word.ts";
import { wrappers } from "./shell/wrappers.ts";

type Restricting = "deny" | "ask";

/**
 * The commands in the input of a tool that nobody here knows, a server's or another agent's: what rules forbid and ask about
 * for Bash holds for them, and none of them is allowed by its rules.
 */
export function judgeForeignCommands(ask: Ask, policy: Policy): Judgement | undefined {
  const effects = (["deny", "ask"] as const).filter(
    (effect) => policy.commands(effect).length > 0 || policy.ofTool("Bash")[effect] !== undefined,
  );
  const commands = foreignCommands(ask);
  if (commands === undefined) return tooMuch(effects);
  const judge = new ForeignJudge(ask, policy, effects);
  const [first, ...rest] = commands.flatMap((command) => judge.judge(command));
  return first && combineAll(first, ...rest);
}

function tooMuch([strictest]: readonly Restricting[], reason = large): Judgement | undefined {
  return strictest && judgement(strictest === "deny" ? "perhapsDenied" : "askedByRule", reason);
}

const large = "its input is too large to be searched for commands that rules are about";

class ForeignJudge {
  readonly #ask: Ask;
  readonly #policy: Policy;
  readonly #effects: readonly Restricting[];
  #looks = 0;

  constructor(ask: Ask, policy: Policy, effects: readonly Restricting[]) {
    this.#ask = ask;
    this.#policy = policy;
    this.#effects = effects;
  }

  judge({ text, as }: ForeignCommand): Judgement[] {
    if (as === "loose") return this.#effects.flatMap((effect) => this.#loose(text, effect) ?? []);
    const judged = judgeForeign(text, this.#ask, this.#policy);
    const isSure = as === "named" && !isVerb(text);
    return [
      ...(judged === undefined ? [] : [as === "named" || judged.strength !== "denied" ? judged : doubted(judged)]),
      ...this.#effects.flatMap((effect) => this.#whole(effect, isSure) ?? []),
    ];
  }

  /** A rule for every command is about each of them. */
  #whole(effect: Restricting, isSure: boolean): Judgement | undefined {
    const rule = this.#policy.ofTool("Bash")[effect];
    return rule && (isSure || effect === "ask" ? ruled(rule) : perhapsDenied(rule));
  }

  /** Nothing says that it is a command but its beginning, or that of a line or part of it. */
  #loose(text: string, effect: Restricting): Judgement | undefined {
    const found = this.#looseStart(text, effect);
    if (found !== undefined || !/[\n;|&]/.test(text)) return found;
    const [, ...parts] = text.split(/[\n;|&]+/, maxParts + 1);
    if (parts.length >= maxParts) return tooMuch(this.#effects);
    for (const part of parts) {
      const first = /^\s*([\w./-]{1,255})\s/.exec(part)?.[1];
      if (first === undefined) continue;
      if (this.#policy.commandsBeginningWith(effect, quoted(baseName(first))).length === 0) continue;
      const inner = this.#looseStart(part, effect);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }

  #looseStart(text: string, effect: Restricting): Judgement | undefined {
    const start = text.trimStart().slice(0, maxLoose);
    const first = start.slice(0, maxProgram + 1).split(/[\s;|&<>()]/, 1)[0] as string;
    if (first === "" || first.length > maxProgram) return undefined;
    const isKnown = isProgram(first);
    const own = this.#policy.commandsBeginningWith(effect, quoted(baseName(first)));
    if (!isKnown && own.length === 0 && !/[=\\"'$]/.test(first)) return undefined;
    // `make it blue`, and no `make deploy` where a rule spells that.
    if (isEnglish(first) && !shellSigns.test(start) && own.every(({ pattern }) => literalWords(pattern) < 2))
      return undefined;
    this.#looks += 1;
    if (this.#looks > maxLooks) return tooMuch(this.#effects);
    const rule = this.#begun(start, effect);
    return rule && (effect === "deny" ? perhapsDenied(rule) : ruled(rule));
  }

  #begun(text: string, effect: Restricting): Rule | undefined {
    const { commands, unreadable } = readShell(text);
    const whole = this.#policy.ofTool("Bash")[effect];
    if (whole !== undefined && isProgram(commands[0]?.words[0]?.value ?? "")) return whole;
    for (const command of commands) {
      const found = restrictingRule(effect, command, this.#policy, this.#ask.cwd);
      if (found !== undefined) return found.rule;
    }
    return unreadable === undefined ? undefined : this.#policy.commandSpelledIn(effect, text);
  }
}

/** That it is run cannot be told. */
function doubted(judged: Judgement): Judgement {
  const { because } = judged;
  const reason = "rule" in because ? `perhaps it is what the rule ${because.rule} forbids` : because;
  return judgement("perhapsDenied", reason, judged.path);
}

/** A longer text is no command that somebody would not name. */
const maxLoose = 4_096;
const maxProgram = 255;
const maxParts = 4_000;
const maxLooks = 64;

function isProgram(word: string): boolean {
  const name = baseName(word);
  return knownPrograms.has(name) || Object.hasOwn(wrappers, name) || dangerOf(word) !== undefined;
}

/** A word that tells a tool what to do: `view`, `create`. It may be a program, too. */
function isVerb(text: string): boolean {
  return /^\s*[a-z_]+\s*$/i.test(text) && !isProgram(text.trim());
}

/** Names of programs with which sentences begin. */
function isEnglish(word: string): boolean {
  return english.has(word);
}

const english: ReadonlySet<string> = new Set(
  (
    "at cut date diff file find for free head help history if install join kill last less link look make man more open patch " +
    "read screen script select service set sleep sort source split start stop tail test time top touch tree type view wait " +
    "watch which while who write yes"
  ).split(" "),
);

const shellSigns = /\s--?\w|[|&;<>$`*=\\~]|(?:^|\s)\.{0,2}\/\S|\w\.\w/;
