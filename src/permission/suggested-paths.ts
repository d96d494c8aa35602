import type { Ask } from "./ask.ts";
import { isInside, type PathUse } from "./judge-path.ts";
import { isFile, isFolder, isHidden, isOfferable, isProjectFolder } from "./offered-folder.ts";
import { parentPath } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import type { PermissionUpdate } from "./update.ts";

export const acceptEdits: PermissionUpdate = { type: "setMode", mode: "acceptEdits", destination: "session" };

/** A folder that a search or a listing was about: that one, and not the one it is in. */
export function forFolder(use: PathUse, policy: Policy): PermissionUpdate[][] {
  const folders = pathsOf(use);
  return folders.every((folder) => isOfferable(folder, policy))
    ? [[forSession(folders.map((folder) => inFolder("Read", folder)))]]
    : [];
}

/** A file that is to be read: its folder where that is a project, by both its names; else the file alone. */
export function forReading(use: PathUse, policy: Policy): PermissionUpdate[][] {
  const paths = pathsOf(use);
  if (isProject(paths, policy)) return [[forSession(paths.map((path) => inFolder("Read", parentPath(path))))]];
  return onlyFile("Read", paths, policy);
}

export function forEditing(use: PathUse, ask: Ask, policy: Policy): PermissionUpdate[][] {
  if (isInside(use, ask, policy)) return [[acceptEdits]];
  const paths = pathsOf(use);
  if (!isProject(paths, policy)) return onlyFile("Edit", paths, policy);
  const directories = [...new Set(paths.map(parentPath))];
  const added: PermissionUpdate = { type: "addDirectories", directories, destination: "session" };
  return [[...(policy.mode === "acceptEdits" ? [] : [acceptEdits]), added]];
}

/** A path that a command reads: what it does with it is not known, so nothing private is offered. */
export function forCommandReading(use: PathUse, policy: Policy): PermissionUpdate[][] {
  const paths = pathsOf(use);
  if (policy.parts.files.list !== undefined && !paths.some((path) => isFolder(path, policy)))
    return isProject(paths, policy) ? forReading(use, policy) : [];
  return paths.every((path) => isOfferable(path, policy))
    ? [[forSession(paths.map((path) => itself("Read", path)))]]
    : [];
}

function pathsOf({ named, real = named }: PathUse): string[] {
  return [...new Set([named.path, real.path])];
}

function isProject(paths: readonly string[], policy: Policy): boolean {
  return paths.every((path) => isProjectFolder(parentPath(path), policy) && !isHidden(path));
}

/** A rule for the name of a folder would be one for all that is in it. */
function onlyFile(tool: string, paths: readonly string[], policy: Policy): PermissionUpdate[][] {
  if (!paths.every((path) => isFile(path, policy))) return [];
  return [[forSession(paths.map((path) => itself(tool, path)))]];
}

function itself(toolName: string, path: string): RuleOffer {
  return { toolName, ruleContent: `/${escapeGlob(path)}` };
}

function inFolder(toolName: string, folder: string): RuleOffer {
  return { toolName, ruleContent: `/${escapeGlob(folder)}/**` };
}

interface RuleOffer {
  readonly toolName: string;
  readonly ruleContent: string;
}

function forSession(rules: readonly RuleOffer[]): PermissionUpdate {
  return { type: "addRules", rules, behavior: "allow", destination: "session" };
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}]/g, "\\$&");
}
