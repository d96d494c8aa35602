import type { Ask } from "./ask.ts";
import { allowingRule, restrictingRule } from "./bash-rule.ts";
import { CriticalRemovals } from "./critical-removal.ts";
import type { DecisionPart } from "./decision.ts";
import { readFileCommand } from "./file-commands.ts";
import { allOf, type Part } from "./files-of-line.ts";
import { filledRule } from "./filled-rule.ts";
import { type HidingLine, judgeHidden } from "./hidden-command.ts";
import { HidingOfLine } from "./hiding.ts";
import { judgeCarried } from "./judge-carried.ts";
import { judgeFiles, judgeLinkTargets } from "./judge-files.ts";
import { judgeHosts } from "./judge-hosts.ts";
import { judgeNames } from "./judge-names.ts";
import { judgePath, pathUse } from "./judge-path.ts";
import { judgeSearches } from "./judge-searches.ts";
import { combineAll, type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { LineValues } from "./line-values.ts";
import { filesWithLinks, makesLinks } from "./made-links.ts";
import type { Policy } from "./policy.ts";
import { programName } from "./program-name.ts";
import { isReadOnly, mayRunForeign } from "./read-only-commands.ts";
import { isAtHome, runsRelativeScript, spellsRelativePath } from "./relative-rule.ts";
import { mayRemove } from "./removals.ts";
import type { Rule } from "./rule.ts";
import { runsFetched } from "./runs-fetched.ts";
import { isCovered } from "./shell/bash-rule.ts";
import { givenBy } from "./shell/given-names.ts";
import { maxCommand } from "./shell/max-command.ts";
import { PrintedSecrets } from "./shell/printed-secrets.ts";
import { readShell, type ShellReading } from "./shell/read-shell.ts";
import { hasWildcard } from "./shell/rule-pattern.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { effectOf, isAtMost } from "./strength.ts";
import { spend } from "./work.ts";

/** A command line: what it comes to, and what was judged on its own. */
interface JudgedCommand {
  readonly judged: Judgement;
  readonly parts?: readonly DecisionPart[];
}

/** Every part of a command line on its own, and every file it names; the strongest judgement stays. */
export function judgeCommand(command: string, ask: Ask, policy: Policy): JudgedCommand {
  const reading = readShell(command);
  const isHere = isAtHome(ask, policy);
  const isMovable = isHere || !(spellsRelativePath(command) || reading.commands.some(runsRelativeScript));
  const whole = isMovable ? wholeLine("allow", command, policy) : undefined;
  const line = lineOf(command, reading, ask, policy, { isAtHome: isHere, isGranted: whole?.granted === true });
  const parts = judgeParts(line);
  const judged = combineAll(parts[0] ?? judgement("allowed", "it runs nothing"), ...parts);
  const denied = wholeLine("deny", command, policy) ?? spelledLine("deny", command, policy);
  const asked = whole?.granted ? undefined : spelledLine("ask", command, policy);
  const restricting = [asked && ruled(asked), denied && ruled(denied)];
  // A rule for the line as it stands speaks for all of it.
  const spoken = whole !== undefined && isAtMost(judged.strength, "held") ? ruled(whole) : undefined;
  return {
    judged: combineAll(spoken ?? judged, ...restricting),
    parts: parts.map(({ text, ...own }) => {
      const { strength, because } = spoken ?? own;
      return { text, effect: effectOf(strength), because };
    }),
  };
}

/**
 * What rules say against a text that may be a command line: what they forbid and ask about, and removals of everything.
 * No rule allows anything by it, and that it cannot be read says nothing, as long as it does not spell what is forbidden.
 */
export function judgeForeign(command: string, ask: Ask, policy: Policy): Judgement | undefined {
  if (command.length > maxCommand) return tooLong(policy);
  const { unreadable, ...read } = readShell(command);
  const reading = { ...read, unreadable: undefined };
  const line = lineOf(command, reading, ask, policy, { isAtHome: true, isGranted: false });
  const spelled = (effect: "deny" | "ask"): Rule | undefined =>
    unreadable === undefined ? undefined : policy.commandSpelledIn(effect, command);
  const [denied, asked] = [spelled("deny"), spelled("ask")];
  const parts = judgeParts(line).filter(({ strength }) => !isAtMost(strength, "everyMode"));
  const [first, ...rest] = [...parts, ...(denied ? [perhapsDenied(denied)] : []), ...(asked ? [ruled(asked)] : [])];
  return first && combineAll(first, ...rest);
}

function tooLong(policy: Policy): Judgement | undefined {
  const reason = "a text in it is too long to be held against rules";
  if (policy.looksInto("deny", "Bash")) return judgement("perhapsDenied", reason);
  return policy.looksInto("ask", "Bash") ? judgement("askedByRule", reason) : undefined;
}

interface Line extends HidingLine {
  readonly removals: CriticalRemovals;
  readonly secrets: PrintedSecrets;
  /** It has a `$`, and so may use what it has set. */
  readonly hasVariables: boolean;
}

function lineOf(
  command: string,
  reading: ShellReading,
  ask: Ask,
  policy: Policy,
  whose: Pick<Line, "isAtHome" | "isGranted">,
): Line {
  const { writes, commands } = reading;
  const around = { cwd: ask.cwd, files: policy.parts.files, writes, commands, readOnly: new Map() };
  const hiding = new HidingOfLine(around);
  const values = new LineValues(reading);
  const removals = new CriticalRemovals({ reading, hiding, values }, ask, policy);
  const secrets = new PrintedSecrets(command, reading);
  const hasVariables = command.includes("$");
  const isGiven = givenBy(command);
  return { command, reading, ask, policy, hiding, around, removals, secrets, values, hasVariables, isGiven, ...whose };
}

/** A rule that is the line as it stands; one that allows it allows all of it. */
function wholeLine(effect: "allow" | "deny", command: string, policy: Policy): Rule | undefined {
  return effect === "allow" && policy.mode === "plan" ? undefined : policy.exactCommand(effect, command.trim());
}

/** A rule that restricts may spell a line of several commands: `Bash(curl * | sh)`. */
function spelledLine(effect: "deny" | "ask", command: string, policy: Policy): Rule | undefined {
  return policy.lineRule(effect, command.trim());
}

/** Of one command, with links in place: what rules and the file system cost is counted beside this. */
const stepsOfJudgingAgain = 15_000;

/** As files are, and as they are once the line has made its links. */
function judgeParts(line: Line): Part[] {
  const { command, reading, ask, policy, isAtHome, isGranted } = line;
  const context = { cwd: ask.cwd, home: policy.parts.home, files: policy.parts.files };
  const files = filesWithLinks(reading.commands.flatMap(allOf), context);
  if (files === undefined) return [...judgeOnce(line), ...judgeLinkTargets(line)];
  // Before the first judgement: a line that cannot be judged twice need not be judged once.
  spend(reading.commands.length * stepsOfJudgingAgain);
  const parts = judgeOnce(line);
  // A link is written, and not what it leads to.
  const writes = reading.writes.filter(
    ({ of }) => of === undefined || !allOf(of).some((one) => makesLinks(one, context)),
  );
  const after = { ...reading, writes };
  const linked = judgeOnce(lineOf(command, after, ask, policy.with({ files }), { isAtHome, isGranted }));
  const isNew = (part: Part): boolean =>
    !parts.some(({ text, strength }) => text === part.text && strength === part.strength);
  return [...parts, ...judgeLinkTargets(line), ...linked.filter(isNew)];
}

function judgeOnce(line: Line): Part[] {
  const { command, reading } = line;
  const overwritten = line.removals.byLine();
  const parts = reading.commands.map((part, order) => ({ ...judgePart(part, line), order, text: part.text }));
  return [
    ...parts,
    ...judgeFiles(line),
    ...judgeNames(line),
    ...judgeCarried(line),
    ...judgeSearches(line),
    ...judgeHosts(line),
    ...(reading.unreadable === undefined ? [] : [{ ...unreadable(reading.unreadable, line), text: command }]),
    ...judgeHidden(line),
    ...(overwritten === undefined ? [] : [{ ...always(overwritten), text: overwritten }]),
  ];
}

/** What cannot be read may be what any rule forbids or asks about, and a removal of everything. */
function unreadable(reason: string, { command, policy }: Line): Judgement {
  const mayBe = (effect: "deny" | "ask"): boolean => policy.looksInto(effect, "Bash");
  const removes = mayRemove(command) ? "always" : "everyMode";
  const strength = mayBe("deny") ? "perhapsDenied" : mayBe("ask") ? "askedByRule" : removes;
  return judgement(strength, `it cannot be judged: ${reason}`);
}

/** One command: what forbids it, what asks about it, and what lets it run. */
function judgePart(command: SimpleCommand, line: Line): Judgement {
  const { policy } = line;
  const { ask, isGiven } = line;
  const denied = restrictingRule("deny", command, policy, ask.cwd, isGiven) ?? filledWith("deny", command, line);
  const removed = line.removals.by(command);
  const granted = line.isGranted ? undefined : grantOf(command, line);
  const asked = line.isGranted ? undefined : askedAbout(command, line);
  return combineAll(
    granted === undefined ? judgeUnruled(command, line) : planned(ruled(granted), command, line),
    asked && ruled(asked),
    removed === undefined ? undefined : always(removed),
    denied && (denied.sure ? ruled(denied.rule) : perhapsDenied(denied.rule)),
  );
}

/** By what the line has set, if it has set anything; whether it stands there still when the command runs is not known. */
function filledWith(
  effect: "deny" | "ask",
  command: SimpleCommand,
  line: Line,
): { readonly rule: Rule; readonly sure: boolean } | undefined {
  const rule = line.hasVariables ? filledRule(effect, command, line.values, line.policy, line.ask.cwd) : undefined;
  return rule && { rule, sure: false };
}

function always(removed: string): Judgement {
  return judgement("always", "such a removal is always asked", removed);
}

/** A rule that asks, and that no grant answers: one for what a wrapper runs says nothing about the wrapper. */
function askedAbout(command: SimpleCommand, line: Line): Rule | undefined {
  if (line.policy.commands("ask").length === 0 || ownGrant(command, line) !== undefined) return undefined;
  const { policy, ask, isGiven } = line;
  if (!command.wrapper)
    return (restrictingRule("ask", command, policy, ask.cwd, isGiven) ?? filledWith("ask", command, line))?.rule;
  const inner = command.runs.map((run) => askedAbout(run, line)).find((rule) => rule !== undefined);
  return restrictingRule("ask", { ...command, runs: [] }, policy, ask.cwd, isGiven)?.rule ?? inner;
}

/** Plan mode looks at no rule that allows. */
function planned(byRule: Judgement, command: SimpleCommand, line: Line): Judgement {
  return line.policy.mode === "plan" ? judgeUnruled(command, line) : byRule;
}

/** Of itself, or of all that it runs and nothing else. */
function grantOf(command: SimpleCommand, line: Line): Rule | undefined {
  const own = ownGrant(command, line);
  if (own !== undefined || !command.wrapper || command.runs.length === 0) return own;
  const inner = command.runs.map((run) => grantOf(run, line));
  return inner.includes(undefined) ? undefined : inner[0];
}

function ownGrant(command: SimpleCommand, line: Line): Rule | undefined {
  return line.policy.grantsCommands ? allowingRule(command, line.policy, { ...line, granted: true }) : undefined;
}

function judgeUnruled(command: SimpleCommand, line: Line): Judgement {
  const { policy, around } = line;
  // A rule first: whoever goes only by rules, as the daemon does, has to hear of it.
  const allowed = policy.mode === "plan" ? undefined : allowingRule(command, policy, line);
  if (allowed !== undefined && (!hasWildcard(allowed.specifier ?? "") || !mayRunForeign(command, around)))
    return runsFetched(command, around) && hasWildcard(allowed.specifier ?? "")
      ? judgement("undecided", "it runs what the line fetches")
      : ruled(allowed);
  const [run, ...runs] = command.wrapper ? command.runs : [];
  if (isReadOnly(command, around)) return unlessTold("it only reads", command, line);
  if (isCovered(command, () => false)) return unlessTold("it only steers the command line", command, line);
  if (run !== undefined) {
    const judged = combineAll(judgePart(run, line), ...runs.map((other) => judgePart(other, line)));
    return isLogged(command) && judged.strength === "allowed" && "reason" in judged.because
      ? judgement("undecided", "it may write nohup.out")
      : judged;
  }
  if (policy.mode === "acceptEdits" && acceptsEdits(command, line))
    return judgement("allowed", { mode: "acceptEdits" });
  return judgement("undecided", policy.mode === "plan" ? { mode: "plan" } : "no rule allows this command");
}

/** What needs no rule needs one to tell what is in a variable that is likely to be secret. */
function unlessTold(reason: string, command: SimpleCommand, { secrets }: Line): Judgement {
  return secrets.arePrintedBy(command)
    ? judgement("undecided", "it would tell what is in a variable that is likely to be secret")
    : judgement("allowed", reason);
}

/** Where the output is a terminal, nohup writes it to a file. */
function isLogged({ words }: SimpleCommand): boolean {
  return programName(words[0]) === "nohup";
}

function acceptsEdits(command: SimpleCommand, { ask, policy }: Line): boolean {
  const files = readFileCommand(command);
  if (files === undefined) return false;
  const isAllowed = (does: "read" | "edit", path: string | undefined): boolean =>
    path !== undefined &&
    isAtMost(
      judgePath(pathUse(does, does === "edit" ? "Bash" : "Read", path, ask.cwd, policy.parts), ask, policy).strength,
      "allowed",
    );
  return files.edits.every((path) => isAllowed("edit", path)) && files.reads.every((path) => isAllowed("read", path));
}
