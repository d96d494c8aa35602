import { statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { absolutePath, isInside, resolvePath } from "./resolve-path.ts";
import { isSensitive } from "./sensitive-path.ts";
import type { ToolPermission, ToolPlace } from "./tool.ts";
import { errorText } from "./tool-failure.ts";

const outside = "Path is outside allowed working directories";

/** Reading is free in the allowed folders. */
export function readPermission(path: string, place: ToolPlace): ToolPermission {
  return permissionToRead(path, place, dirname);
}

/** Searching is reading: of a whole folder, or of a file. */
export function searchPermission(path: string | undefined, place: ToolPlace): ToolPermission {
  return permissionToRead(path ?? ".", place, (real) => (isFolder(real) ? real : dirname(real)));
}

function permissionToRead(path: string, place: ToolPlace, folderOf: (real: string) => string): ToolPermission {
  const found = locate(path, place);
  if (found.problem !== undefined) return ask(found);
  if (found.within !== undefined || isInside(found.real, realFolder(place.outputFolder))) return { behavior: "allow" };
  const folder = folderOf(found.real);
  if (!isExactRule(folder)) return ask(found);
  const rules = [{ toolName: "Read", ruleContent: `/${folder}/**` }];
  return { ...ask(found), suggestions: [{ type: "addRules", rules, behavior: "allow", destination: "session" }] };
}

/** Writing is always asked; `acceptEdits` answers for what is harmless in the allowed folders. */
export function writePermission(path: string, place: ToolPlace): ToolPermission {
  const found = locate(path, place);
  if (found.problem !== undefined) return ask(found);
  const acceptEdits = { type: "setMode", mode: "acceptEdits", destination: "session" };
  if (found.within === undefined) {
    const addFolder = { type: "addDirectories", directories: [dirname(found.real)], destination: "session" };
    return { ...ask(found), suggestions: [acceptEdits, addFolder] };
  }
  if (isSensitive(found.within)) {
    return { ...ask(found), reason: `${found.shown} is a sensitive file`, reasonType: "safetyCheck" };
  }
  return { behavior: "ask", description: found.shown, suggestions: [acceptEdits], isEdit: true };
}

interface Located {
  readonly real: string;
  /** Relative to the allowed folder it is in. */
  readonly within?: string;
  readonly named: string;
  /** Relative to `cwd` when it is in it. */
  readonly shown: string;
  /** It leads nowhere. */
  readonly problem?: string;
}

function locate(path: string, place: ToolPlace): Located {
  const named = absolutePath(path, place.cwd);
  const shown = isInside(named, place.cwd) ? relative(place.cwd, named) || "." : named;
  try {
    const real = resolvePath(path, place.cwd);
    const folder = [place.cwd, ...place.directories].map(realFolder).find((each) => isInside(real, each));
    return { real, named, shown, ...(folder === undefined ? {} : { within: relative(folder, real) }) };
  } catch (error) {
    return { real: named, named, shown, problem: errorText(error) };
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function realFolder(folder: string): string {
  return resolvePath(folder, "/");
}

/** A rule for the root folder would allow everything, and these characters mean more than themselves. */
function isExactRule(folder: string): boolean {
  return folder !== "/" && !/[*?[\]!\\]/.test(folder);
}

function ask(found: Located): ToolPermission & { readonly behavior: "ask" } {
  return {
    behavior: "ask",
    description: found.shown,
    reason: found.problem ?? outside,
    reasonType: found.problem === undefined ? "workingDir" : "other",
    ...(found.real === found.named ? {} : { blockedPath: found.real }),
  };
}
