import type { Ask } from "./ask.ts";
import { readTargets } from "./command-paths.ts";
import { isInside, judgePath, pathUse } from "./judge-path.ts";
import { type Judgement, judgement, ruled } from "./judgement.ts";
import type { Policy } from "./policy.ts";
import { protectedPart } from "./protected-path.ts";
import type { ShellReading } from "./shell/read-shell.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { isAtMost } from "./strength.ts";

/** A part of a line, or a file that one of its parts names. */
export interface Part extends Judgement {
  readonly text: string;
}

export interface FilesOfLine {
  readonly reading: ShellReading;
  readonly ask: Ask;
  readonly policy: Policy;
  /** It begins in the folder that rules are written for. */
  readonly isAtHome: boolean;
}

/** The files that a line names, by redirections and by arguments of its commands, as far as there is something to say of them. */
export function judgeFiles(line: FilesOfLine): Part[] {
  const { reading } = line;
  const orders = new Map(reading.commands.map((command, order) => [command, order]));
  const parts: Part[] = [];
  const judge = (does: "read" | "edit", targets: readonly FileTarget[]): void => {
    const seen = new Set<string>();
    for (const target of targets) {
      const order = (target.of && orders.get(target.of)) ?? reading.commands.length;
      // The same file for another command is judged again: only its own rule excuses it.
      const key = `${order} ${target.path}\0${target.text}`;
      const part = seen.has(key) ? undefined : judgeTarget(does, target, line);
      seen.add(key);
      if (part !== undefined) parts.push({ ...part, order });
    }
  };
  const known = reading.commands.flatMap((outer) =>
    allOf(outer)
      .flatMap(readTargets)
      .map((target): FileTarget => ({ ...target, of: outer })),
  );
  judge("edit", reading.writes);
  judge("read", [...reading.reads, ...known]);
  return parts.filter(({ strength, because }) => !isAtMost(strength, "allowed") || !("reason" in because));
}

/** Undefined: nothing to say about it, since the command it belongs to is judged anyway. */
function judgeTarget(does: "read" | "edit", target: FileTarget, line: FilesOfLine): Part | undefined {
  const { path, text, by } = target;
  const { ask, policy } = line;
  if (path !== undefined && nowhere.has(path)) return undefined;
  if (does === "edit" && by === "redirection") {
    const denied = policy.ofTool("Edit").deny ?? policy.ofTool("Write").deny;
    if (denied !== undefined) return { ...ruled(denied, path), text };
  }
  if (path === undefined) return { ...judgeUnknown(does, text, policy), text };
  const use = pathUse(does, does === "edit" ? "Write" : "Read", path, ask, policy);
  const judged = judgePath(use, ask, policy);
  if (by === "redirection") return { ...judged, text };
  // An argument is the command's own matter, unless it leads out of the working folders or to a protected place.
  if (isAtMost(judged.strength, "allowed")) return undefined;
  if (does === "edit" && judged.strength === "undecided" && isInside(use, ask, policy)) return undefined;
  return isAtMost(judged.strength, "held") && isExcused(target, line) ? undefined : { ...judged, text };
}

/** A file of which only some of the name is known: it may be what a rule forbids, and its end may name a protected place. */
function judgeUnknown(does: "read" | "edit", text: string, policy: Policy): Judgement {
  const reason = `which file ${text} is cannot be known`;
  const mayBeDenied = policy.paths("deny", does === "edit" ? ["Edit", "Write", "Read"] : ["Read"]).length > 0;
  if (mayBeDenied) return judgement("perhapsDenied", reason);
  const isProtected = does === "edit" && protectedPart(text.replace(/["'\\]/g, ""), []) !== undefined;
  return judgement(isProtected ? "held" : "undecided", reason);
}

/** Not files: writing there changes nothing, and reading there tells nothing. */
const nowhere: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero"]);

/** Its command is allowed word by word, and the file is the one that is meant there. */
function isExcused({ path = "", of }: FileTarget, { policy, isAtHome }: FilesOfLine): boolean {
  if (of === undefined || !((isAtHome && of.folder === ".") || /^[/~]/.test(path))) return false;
  return policy.commands("allow").some(({ pattern }) => pattern === of.text && isExact(pattern));
}

/** Without a wildcard. */
export function isExact(pattern: string): boolean {
  return !/(^|[^\\])(\\\\)*\*/.test(pattern);
}

function allOf(command: SimpleCommand): SimpleCommand[] {
  return [command, ...command.runs.flatMap(allOf)];
}
