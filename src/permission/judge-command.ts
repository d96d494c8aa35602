import type { Ask } from "./ask.ts";
import { allowingRule, restrictingRule } from "./bash-rule.ts";
import { wordsIn } from "./command-index.ts";
import { readTargets } from "./command-paths.ts";
import { criticalRemoval } from "./critical-removal.ts";
import { type Because, byRule, type DecisionPart, decision, type Outcome } from "./decision.ts";
import { readFileCommand } from "./file-commands.ts";
import { isInside, judgePath, pathUse } from "./judge-path.ts";
import type { Policy } from "./policy.ts";
import { isReadOnly } from "./read-only-commands.ts";
import { readsUnnamed } from "./reads-unnamed.ts";
import type { Rule } from "./rule.ts";
import { isCovered } from "./shell/bash-rule.ts";
import { readShell, type ShellReading } from "./shell/read-shell.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/** Every part of a command line on its own, and every file it names; the weakest part decides. */
export function judgeCommand(ask: Ask, policy: Policy): Outcome {
  const { command } = ask.input;
  if (typeof command !== "string") return { ...decision("ask", "it has no command"), firm: true };
  const reading = readShell(command);
  const line = { command, reading, ask, policy };
  const denied = policy.commands("deny").find(({ pattern }) => pattern === command.trim());
  if (denied !== undefined) return decision("deny", byRule(denied.rule));
  const parts = [...reading.commands.map((part) => judgePart(part, line)), ...judgeFiles(line)];
  if (reading.unreadable !== undefined)
    parts.push({ ...decision("ask", `it cannot be judged: ${reading.unreadable}`), firm: true, text: command });
  const hidden = hiddenDenial(line);
  if (hidden !== undefined) parts.push({ ...perhaps(hidden), text: command });
  return combine(parts, wholeAllowed(line));
}

/** Words from the first on that a program may run, and all of a line that a shell reads, may hide what is forbidden. */
function hiddenDenial({ command, reading, policy }: Line): Rule | undefined {
  if (policy.commands("deny").length === 0) return undefined;
  const hiding = reading.commands.flatMap(({ words, hazards, exactOnly }) => {
    if (exactOnly !== undefined) return [command];
    return hazards.length === 0 ? [] : words.slice(Math.min(...hazards)).map(({ text }) => text);
  });
  return hiding.length === 0 ? undefined : policy.denialSpelled(wordsIn(hiding.join(" ")));
}

function perhaps(rule: Rule): Outcome {
  return { ...decision("ask", `perhaps it is what the rule ${rule.text} forbids`), firm: true };
}

interface Line {
  readonly command: string;
  readonly reading: ShellReading;
  readonly ask: Ask;
  readonly policy: Policy;
}

interface Part extends Outcome {
  readonly text: string;
}

/** A rule without a wildcard that is the line as it stands allows all of it. */
function wholeAllowed({ command, policy }: Line): Outcome | undefined {
  if (policy.mode === "plan") return undefined;
  const found = policy.commands("allow").find(({ pattern }) => isExact(pattern) && pattern === command.trim());
  return found && { ...decision("allow", byRule(found.rule)), granted: found.rule.granted === true };
}

export function isExact(pattern: string): boolean {
  return !/(^|[^\\])(\\\\)*\*/.test(pattern);
}

function judgePart(command: SimpleCommand, line: Line): Part {
  const { policy, ask } = line;
  const part = (outcome: Outcome): Part => ({ ...outcome, text: command.text });
  const denied = restrictingRule("deny", command, policy);
  if (denied?.sure) return part(decision("deny", byRule(denied.rule)));
  const critical = criticalRemoval(command, ask, policy);
  if (critical !== undefined)
    return part({ ...decision("ask", "such a removal is always asked", critical), firm: true });
  if (denied !== undefined) return part(perhaps(denied.rule));
  const granted = isGranted(command, policy);
  const asked = granted ? undefined : restrictingRule("ask", command, policy);
  if (asked !== undefined) return part({ ...decision("ask", byRule(asked.rule)), firm: true });
  return part({ ...judgeUnruled(command, line), granted });
}

/** Itself, or all that it runs and nothing else. */
function isGranted(command: SimpleCommand, policy: Policy): boolean {
  if (allowingRule(command, policy, true) !== undefined) return true;
  return command.wrapper && command.runs.length > 0 && command.runs.every((run) => isGranted(run, policy));
}

function judgeUnruled(command: SimpleCommand, line: Line): Outcome {
  const { policy } = line;
  if (isReadOnly(command) && !(readsUnnamed(command) && restrictsReading(policy)))
    return decision("allow", "it only reads");
  if (isCovered(command, () => false)) return decision("allow", "it only steers the command line");
  if (policy.mode !== "plan") {
    const allowed = allowingRule(command, policy);
    if (allowed !== undefined) return decision("allow", byRule(allowed));
  }
  if (command.wrapper && command.runs.length > 0) {
    const inner = command.runs.map((run) => judgePart(run, line));
    return inner.find(({ effect }) => effect !== "allow") ?? (inner[0] as Part);
  }
  if (policy.mode === "acceptEdits" && acceptsEdits(command, line)) return decision("allow", { mode: "acceptEdits" });
  return decision("ask", policy.mode === "plan" ? { mode: "plan" } : "no rule allows this command");
}

function restrictsReading(policy: Policy): boolean {
  return policy.paths("deny", ["Read"]).length > 0 || policy.paths("ask", ["Read"]).length > 0;
}

function acceptsEdits(command: SimpleCommand, { ask, policy }: Line): boolean {
  const files = readFileCommand(command);
  if (files === undefined) return false;
  const judged = (does: "read" | "edit", path: string | undefined): boolean =>
    path !== undefined && judgePath(pathUse(does, "Write", path, ask, policy), ask, policy).effect === "allow";
  return files.edits.every((path) => judged("edit", path)) && files.reads.every((path) => judged("read", path));
}

function judgeFiles(line: Line): Part[] {
  const { reading } = line;
  const reads = [...reading.reads, ...reading.commands.flatMap(allOf).flatMap(readTargets)];
  const once = reads.filter(
    ({ path, text }, at) => reads.findIndex((two) => two.path === path && two.text === text) === at,
  );
  return [
    ...reading.writes.flatMap((target) => judgeTarget("edit", target, line) ?? []),
    ...once.flatMap((target) => judgeTarget("read", target, line) ?? []),
  ].filter(({ effect, because }) => effect !== "allow" || !("reason" in because));
}

/** Undefined: nothing to say about it, since the command it belongs to is judged anyway. */
function judgeTarget(does: "read" | "edit", { path, text, by }: FileTarget, line: Line): Part | undefined {
  const { ask, policy } = line;
  if (path !== undefined && nowhere.has(path)) return undefined;
  if (does === "edit" && by === "redirection") {
    const denied = policy.ofTool("Edit").deny ?? policy.ofTool("Write").deny;
    if (denied !== undefined) return { ...decision("deny", byRule(denied), path), text };
  }
  if (path === undefined) {
    // It may be what a rule forbids.
    const firm = policy.paths("deny", does === "edit" ? ["Edit", "Write", "Read"] : ["Read"]).length > 0;
    return { ...decision("ask", `which file ${text} is cannot be known`), firm, text };
  }
  const use = pathUse(does, does === "edit" ? "Write" : "Read", path, ask, policy);
  const outcome = judgePath(use, ask, policy);
  if (outcome.effect !== "ask" || outcome.firm || by === "redirection") return { ...outcome, text };
  // An argument is the command's own matter, unless it leads out of the working folders or to a protected place.
  const inside = does === "edit" && !outcome.held && isInside(use, ask, policy);
  return inside || exactlyAllowed(text, line) ? undefined : { ...outcome, text };
}

/** Not files: writing there changes nothing, and reading there tells nothing. */
const nowhere: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero"]);

/** The command that holds this argument is allowed word by word. */
function exactlyAllowed(argument: string, { reading, policy }: Line): boolean {
  return reading.commands.some(
    (command) =>
      command.words.some(({ text }) => text === argument) &&
      policy.commands("allow").some(({ pattern }) => isExact(pattern) && pattern === command.text),
  );
}

function allOf(command: SimpleCommand): SimpleCommand[] {
  return [command, ...command.runs.flatMap(allOf)];
}

function combine(parts: readonly Part[], whole: Outcome | undefined): Outcome {
  const listed = parts.map(({ text, effect, because }): DecisionPart => ({ text, effect, because }));
  const denied = parts.find(({ effect }) => effect === "deny");
  if (denied !== undefined) return { ...denied, parts: listed };
  const firms = parts.filter(({ effect, firm }) => effect === "ask" && firm);
  // A rule that asks holds against more than other reasons do, unless all of the line was granted.
  const ruled = whole?.granted ? undefined : firms.find(({ because }) => "rule" in because);
  const firm = ruled ?? firms.find(({ because }) => !("rule" in because));
  if (firm !== undefined) return { ...firm, parts: listed };
  if (whole !== undefined) return { ...whole, parts: listed };
  const asked = parts.find(({ effect }) => effect === "ask");
  if (asked !== undefined) return { ...asked, parts: listed };
  const because: Because = parts.find((part) => "rule" in part.because)?.because ??
    parts[0]?.because ?? { reason: "it runs nothing" };
  const granted = parts.length > 0 && parts.every((part) => part.granted === true);
  return { effect: "allow", because, granted, parts: listed };
}
