import type { Ask } from "./ask.ts";
import { concernedWords } from "./command-index.ts";
import { absolutePath } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import { withReachingWords } from "./reaching-words.ts";
import { dependsOnFolder } from "./relative-rule.ts";
import type { Rule } from "./rule.ts";
import {
  commandsWithin,
  concernedTexts,
  hasUnknown,
  matchesBashRule,
  mayRunOtherWords,
  ownCommands,
  perhapsConcerns,
  spelledTexts,
  surelyConcerns,
} from "./shell/bash-rule.ts";
import type { IsGiven } from "./shell/given-names.ts";
import { meansRule, meantCommand } from "./shell/meant/means-rule.ts";
import { namesScript } from "./shell/meant/scripts.ts";
import { hasWildcard } from "./shell/rule-pattern.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { leavesSpelledHost } from "./shell/spelled-host.ts";

/** `node scripts/*` means what is in that folder. */
const spellsFolder = /[^\s*]\/\*/;
/** `scripts/../x` */
const leavesNamed = /(?:^|[/=:,@'"])(?!\.{1,2}\/)[^/=:,@'"]+\/+\.\.(?:\/|$)/;

/** The first rule that lets a command run; `isAtHome`: the line begins in the folder that rules are written for. */
export function allowingRule(
  command: SimpleCommand,
  policy: Policy,
  { ask, isAtHome, granted = false }: { ask: Ask; isAtHome: boolean; granted?: boolean },
): Rule | undefined {
  const isElsewhere = !isAtHome || command.folder !== ".";
  let guarded: SimpleCommand | undefined;
  const reaches = (pattern: string): boolean => {
    if (!matchesBashRule(pattern, command)) return false;
    if (!hasWildcard(pattern)) return true;
    if (spellsFolder.test(pattern) && command.words.some(({ text }) => leavesNamed.test(text))) return false;
    if (leavesSpelledHost(pattern, command)) return false;
    guarded ??= withReachingWords(command, ask, policy);
    return guarded === command || matchesBashRule(pattern, guarded);
  };
  return policy
    .commandsAbout("allow", spelledTexts(command))
    .find(
      ({ rule, pattern }) =>
        (!granted || rule.granted) && reaches(pattern) && !(isElsewhere && dependsOnFolder(pattern, command)),
    )?.rule;
}

/** The first rule that forbids or asks; `sure` is false where only an expansion, or the file system, decides whether it is meant. */
export function restrictingRule(
  effect: "deny" | "ask",
  command: SimpleCommand,
  policy: Policy,
  cwd: string,
  isGiven?: IsGiven,
): { readonly rule: Rule; readonly sure: boolean } | undefined {
  if (!mayBeRestricted(effect, command, policy)) return undefined;
  const sure = policy
    .commandsAbout(effect, concernedTexts(command))
    .find(({ pattern }) => surelyConcerns(pattern, command));
  if (sure !== undefined) return { rule: sure.rule, sure: true };
  const script = scriptRule(effect, command, policy, cwd);
  if (script?.sure) return script;
  const meant = meantRule(effect, command, policy);
  if (meant?.sure) return meant;
  const expanded = hasUnknown(command) ? policy.commandsBeginning(effect, concernedWords(command)) : [];
  const perhaps =
    expanded.find(({ pattern }) => perhapsConcerns(pattern, command, isGiven)) ??
    meant ??
    script ??
    inSmallLetters(effect, command, policy, cwd, isGiven) ??
    ofAnyVersion(effect, command, policy, cwd, isGiven);
  return perhaps && { rule: perhaps.rule, sure: false };
}

/**
 * False: no rule is about its program or one that it runs, whatever the words behind those are, also once the line has put
 * something into them. Most commands are such, and nothing has to be made for them.
 */
export function mayBeRestricted(effect: "deny" | "ask", command: SimpleCommand, policy: Policy): boolean {
  if (policy.commands(effect).length === 0) return false;
  return !policy.scripts(effect).isEmpty || mayBeNamed(effect, command, policy);
}

function mayBeNamed(effect: "deny" | "ask", command: SimpleCommand, policy: Policy): boolean {
  const program = command.words[0]?.value;
  if (program === undefined || !onlyItself.test(program) || mayRunOtherWords(command)) return true;
  const version = versioned.exec(program)?.[1];
  if (mayBeCalled(effect, program, policy) || (version !== undefined && mayBeCalled(effect, version, policy)))
    return true;
  for (const { text } of command.assignments)
    if (policy.mayNameProgram(effect, text.split(" ", 1)[0] as string)) return true;
  return command.runs.some((run) => mayBeNamed(effect, run, policy));
}

function mayBeCalled(effect: "deny" | "ask", name: string, policy: Policy): boolean {
  const dash = name.indexOf("-");
  return policy.mayNameProgram(effect, name) || (dash !== -1 && policy.mayNameProgram(effect, name.slice(0, dash)));
}

/** A name that is spelled in one way only, but for the version behind it and the subcommand behind a dash. */
const onlyItself = /^[a-z\d_+-]{1,64}$/;

/** A rule for the script that the command runs, whatever it calls that. */
function scriptRule(
  effect: "deny" | "ask",
  command: SimpleCommand,
  policy: Policy,
  cwd: string,
): { readonly rule: Rule; readonly sure: boolean } | undefined {
  const scripts = policy.scripts(effect);
  if (scripts.isEmpty) return undefined;
  const folder = command.folder === undefined ? undefined : absolutePath(cwd, command.folder);
  const own = ownCommands(command);
  let perhaps: { readonly rule: Rule; readonly sure: boolean } | undefined;
  for (const words of commandsWithin(command)) {
    const found = own.includes(words) || namesScript(words) ? scripts.about(words, folder) : undefined;
    if (found?.sure) return found;
    perhaps ??= found;
  }
  return perhaps;
}

/** A rule whose words the command has in another order, with other options between them, or under other names. */
function meantRule(
  effect: "deny" | "ask",
  command: SimpleCommand,
  policy: Policy,
): { readonly rule: Rule; readonly sure: boolean } | undefined {
  let perhaps: Rule | undefined;
  for (const words of commandsWithin(command)) {
    const meant = meantCommand(words);
    for (const { rule, pattern } of policy.commandsMeaning(effect, meant.program)) {
      const is = meansRule(pattern, meant);
      if (is === "yes") return { rule, sure: true };
      if (is === "perhaps") perhaps ??= rule;
    }
  }
  return perhaps && { rule: perhaps, sure: false };
}

/** Where names of files have no case, `RM` is `rm`. */
function inSmallLetters(
  effect: "deny" | "ask",
  command: SimpleCommand,
  policy: Policy,
  cwd: string,
  isGiven: IsGiven | undefined,
): { readonly rule: Rule } | undefined {
  const [program, ...args] = command.words;
  const value = program?.value?.toLowerCase();
  if (policy.parts.foldsCase === false || program === undefined || value === undefined || value === program.value)
    return undefined;
  const small = { ...command, words: [{ ...program, value, text: value, prefix: value }, ...args] };
  return restrictingRule(effect, small, policy, cwd, isGiven);
}

/** `python3`, `pip3.12` and `gcc-12` may be what a rule calls `python`, `pip` and `gcc`. */
function ofAnyVersion(
  effect: "deny" | "ask",
  command: SimpleCommand,
  policy: Policy,
  cwd: string,
  isGiven: IsGiven | undefined,
): { readonly rule: Rule } | undefined {
  for (const run of command.runs) {
    const inner = ofAnyVersion(effect, run, policy, cwd, isGiven);
    if (inner !== undefined) return inner;
  }
  const [program, ...args] = command.words;
  const value = (program?.value?.length ?? 0) > 64 ? undefined : versioned.exec(program?.value ?? "")?.[1];
  if (program === undefined || value === undefined) return undefined;
  const plain = { ...command, words: [{ ...program, value, text: value, prefix: value }, ...args] };
  return restrictingRule(effect, plain, policy, cwd, isGiven);
}

const versioned = /^(.*[a-z]{2})-?\d[\d.]*$/i;
