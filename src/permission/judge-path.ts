import type { Ask } from "./ask.ts";
import type { Because } from "./decision.ts";
import { type Judgement, judgement, ruled } from "./judgement.ts";
import { absolutePath, expandHome, pathInside, rooted } from "./path/absolute-path.ts";
import { climbsBehindLink } from "./path/climbs-behind-link.ts";
import { maxPath } from "./path/max-path.ts";
import { PathSubject } from "./path/path-subject.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy, PolicyParts } from "./policy.ts";
import { protectedPart } from "./protected-path.ts";
import type { Effect, Rule } from "./rule.ts";
import { commandEdits, editingTools, readingTools } from "./tool-kinds.ts";

/** A file that a call would read or edit, by the name it was given and by the one it really has. */
export interface PathUse {
  readonly does: "read" | "edit";
  /** The tool whose path rules are about it, next to Read or Edit; Bash for what a command edits. */
  readonly tool: string;
  readonly named: PathSubject;
  /** The same object where the names are the same; undefined: links that lead in a circle. */
  readonly real: PathSubject | undefined;
  /** Which file it is depends on who takes its `..`, which is behind a link. */
  readonly ambiguous: boolean;
}

/** What a path is read by. */
export type PathView = Pick<PolicyParts, "home" | "files">;

export function pathUse(
  does: PathUse["does"],
  tool: string,
  path: string,
  cwd: string,
  { home, files }: PathView,
): PathUse {
  const written = rooted(cwd, ownFolder(expandHome(path, home), cwd));
  if (written.length > maxPath) return { does, tool, named: new PathSubject("/"), real: undefined, ambiguous: true };
  const named = new PathSubject(absolutePath("/", written));
  const climbs = /(?:^|\/)\.\.(?:\/|$)/.test(written);
  const real = resolveLinks(climbs ? written : named.path, files);
  return {
    does,
    tool,
    named,
    real: real === named.path ? named : real === undefined ? undefined : new PathSubject(real),
    ambiguous: climbs && climbsBehindLink(written, files),
  };
}

/** Linux tells every process its own folder, and the root, under `/proc`: what we would find there is ours, not its. */
function ownFolder(path: string, cwd: string): string {
  const found = /^\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(cwd|root)(?=\/|$)/.exec(path);
  return found === null ? path : (found[1] === "cwd" ? cwd : "") + (path.slice(found[0].length) || "/");
}

/** A rule of this effect that covers the path: what forbids needs one of its names, what allows needs both. */
function pathRule(effect: Effect, use: PathUse, policy: Policy, only?: (rule: Rule) => boolean): Rule | undefined {
  const rules = policy.paths(effect, toolsOf(effect, use));
  if (rules.isEmpty) return undefined;
  const named = rules.find(use.named, only);
  if (use.real === undefined) return effect === "allow" ? undefined : named;
  if (use.real === use.named || (effect === "allow" && named === undefined)) return named;
  const real = rules.find(use.real, only);
  return effect === "allow" ? named && real : (named ?? real);
}

/** Rules, protected places and the working folders; the mode is looked at only for edits it accepts. */
export function judgePath(use: PathUse, ask: Ask, policy: Policy): Judgement {
  const { path } = use.named;
  if (use.real === undefined && use.ambiguous) return tooLong(policy);
  const denied = pathRule("deny", use, policy);
  if (denied !== undefined) return ruled(denied, path);
  const granted = pathRule("allow", use, policy, ({ granted }) => granted === true);
  const isAnswered =
    granted !== undefined || policy.ofTool(use.tool === "Bash" ? "Edit" : use.tool).granted !== undefined;
  const asked = isAnswered ? undefined : pathRule("ask", use, policy);
  if (asked !== undefined) return ruled(asked, path);
  if (use.real === undefined) return judgement("everyMode", "its links lead in a circle", path);
  if (use.ambiguous) return judgement("everyMode", `its .. is behind a link: it leads to ${use.real.path}`, path);
  const allowed = granted ?? pathRule("allow", use, policy);
  return use.does === "read" ? judgeRead(use, allowed, ask, policy) : judgeEdit(use, allowed, ask, policy);
}

function tooLong(policy: Policy): Judgement {
  const mayBeDenied = policy.paths("deny", [...readingTools, ...editingTools]).length > 0;
  return judgement(mayBeDenied ? "perhapsDenied" : "everyMode", "its path is longer than any system takes");
}

function judgeRead(use: PathUse, allowed: Rule | undefined, ask: Ask, policy: Policy): Judgement {
  if (allowed !== undefined) return ruled(allowed);
  if (isInside(use, ask, policy)) return judgement("allowed", "reading in the working folders needs no permission");
  return judgement("undecided", outside(use), use.named.path);
}

function judgeEdit(use: PathUse, allowed: Rule | undefined, ask: Ask, policy: Policy): Judgement {
  const guarded = policy.guardedFolders;
  const part =
    protectedPart(use.named.path, ask.directories, guarded) ??
    protectedPart(use.real?.path ?? "", realFolders(ask, policy), guarded);
  if (part !== undefined) return held(`${part} is protected: writing there is always asked`, use);
  if (policy.mode === "plan") return held({ mode: "plan" }, use);
  if (allowed !== undefined) return ruled(allowed);
  if (!isInside(use, ask, policy)) return judgement("undecided", outside(use), use.named.path);
  if (policy.mode === "acceptEdits") return judgement("allowed", { mode: "acceptEdits" });
  return judgement("undecided", "no rule allows this edit", use.named.path);
}

function held(because: Because | string, use: PathUse): Judgement {
  return judgement("held", because, use.named.path);
}

export function isInside({ named, real }: PathUse, ask: Ask, policy: Policy): boolean {
  const folders = realFolders(ask, policy);
  const within = (path: string, all: readonly string[]): boolean =>
    all.some((folder) => pathInside(folder, path) !== undefined);
  if (real === undefined || !within(real.path, folders)) return false;
  return within(named.path, ask.directories) || within(named.path, folders);
}

function realFolders({ directories }: Ask, policy: Policy): string[] {
  return directories.flatMap((directory) => policy.realFolder(directory) ?? []);
}

function outside({ named, real }: PathUse): string {
  return real === named
    ? "it is outside the working folders"
    : `it leads to ${real?.path}, outside the working folders`;
}

/** What may not be read may not be overwritten either; a rule that restricts one way of editing a file restricts each. */
function toolsOf(effect: Effect, { does, tool }: PathUse): readonly string[] {
  if (does === "read") return effect === "allow" ? ["Read", tool] : [...readingTools, tool];
  const isCommand = tool === "Bash";
  if (effect === "allow") return ["Edit", isCommand ? "Write" : tool];
  const edits = isCommand ? commandEdits : editingTools;
  return effect === "deny" ? [...edits, ...readingTools] : edits;
}

/**
 * The rule because of which a file may not be read unasked: for tools that find files on their own, such as searches, to
 * leave it out. What a person granted beats a rule that asks.
 */
export function readDenial(
  path: string,
  ask: Pick<Ask, "cwd">,
  policy: Policy,
  isMeant: (rule: Rule) => boolean = () => true,
): Rule | undefined {
  const uses = ["Grep", "Glob"].map((tool) => pathUse("read", tool, path, ask.cwd, policy.parts));
  const find = (effect: Effect, only?: (rule: Rule) => boolean): Rule | undefined => {
    for (const use of uses) {
      const rule = pathRule(effect, use, policy, only);
      if (rule !== undefined) return rule;
    }
    return undefined;
  };
  const denied = find("deny", isMeant);
  if (denied !== undefined || find("allow", ({ granted }) => granted === true) !== undefined) return denied;
  return find("ask", isMeant);
}
