import type { Ask } from "./ask.ts";
import type { Decision } from "./decision.ts";
import { hostOf } from "./domain-pattern.ts";
import { isInside, type PathUse, pathUse } from "./judge-path.ts";
import { parentPath, pathInside } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import { readShell } from "./shell/read-shell.ts";
import { suggestedPrefix } from "./suggested-prefix.ts";
import { fileToolOf } from "./tool-kinds.ts";
import type { Destination, PermissionUpdate } from "./update.ts";

/** What could be offered with an ask, the best first. Each is one change or several that belong together; none is tried out yet. */
export function suggestedUpdates(ask: Ask, decision: Decision, policy: Policy): PermissionUpdate[][] {
  const { toolName, input } = ask;
  const file = fileToolOf(toolName);
  if (file !== undefined) {
    const path = input[file.pathField];
    return typeof path === "string"
      ? forPath(pathUse(file.does, toolName, path, ask.cwd, policy.parts), ask, policy)
      : [];
  }
  if (toolName === "Bash")
    return typeof input.command === "string" ? forCommand(input.command, decision, ask, policy) : [];
  if (toolName === "WebFetch") {
    const host = typeof input.url === "string" ? hostOf(input.url) : undefined;
    return host === undefined ? [] : [[allowing("WebFetch", `domain:${host}`, "localSettings")]];
  }
  const name = input.subagent_type ?? input.skill;
  return [[allowing(toolName, typeof name === "string" ? name : undefined, "localSettings")]];
}

function allowing(toolName: string, ruleContent: string | undefined, destination: Destination): PermissionUpdate {
  const rule = ruleContent === undefined ? { toolName } : { toolName, ruleContent };
  return { type: "addRules", rules: [rule], behavior: "allow", destination };
}

const acceptEdits: PermissionUpdate = { type: "setMode", mode: "acceptEdits", destination: "session" };

function forPath(use: PathUse, ask: Ask, policy: Policy): PermissionUpdate[][] {
  if (use.does === "read") return [[reading(use, policy)]];
  if (isInside(use, ask, policy)) return [[acceptEdits]];
  const paths = [...new Set([use.named, use.real ?? use.named].map(({ path }) => path))];
  if (paths.some((path) => isWide(parentPath(path), policy) || isSystem.test(path)))
    return [
      [
        {
          type: "addRules",
          rules: paths.map((path) => onlyFile("Edit", path)),
          behavior: "allow",
          destination: "session",
        },
      ],
    ];
  const directories = [...new Set(paths.map(parentPath))];
  const added: PermissionUpdate = { type: "addDirectories", directories, destination: "session" };
  return [[...(policy.mode === "acceptEdits" ? [] : [acceptEdits]), added]];
}

/** The folder of the file, by both its names; only the file where the folder would be much more. */
function reading({ named, real }: PathUse, policy: Policy): PermissionUpdate {
  const rules = [...new Set([named, real ?? named])].map(({ path }) => {
    const folder = parentPath(path);
    if (isWide(folder, policy)) return onlyFile("Read", path);
    return { toolName: "Read", ruleContent: `/${escapeGlob(folder)}/**` };
  });
  return { type: "addRules", rules, behavior: "allow", destination: "session" };
}

function onlyFile(toolName: string, path: string): { readonly toolName: string; readonly ruleContent: string } {
  return { toolName, ruleContent: `/${escapeGlob(path)}` };
}

/** Around the home folder or a working one, or one of the hidden folders in the home, where keys and settings are. */
function isWide(folder: string, { parts }: Policy): boolean {
  if (folder === "/" || [parts.home, parts.cwd].some((inner) => pathInside(folder, inner) !== undefined)) return true;
  return /(?:^|\/)\./.test(pathInside(parts.home, folder) ?? "");
}

/** Folders of the system: to write one file there is not to write any. */
const isSystem = /^\/(?:etc|usr|bin|sbin|lib\w*|boot|dev|proc|sys|var|opt|root|private|System|Library)\//;

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&");
}

function forCommand(command: string, { path, parts = [] }: Decision, ask: Ask, policy: Policy): PermissionUpdate[][] {
  const { commands, unreadable } = readShell(command);
  if (unreadable !== undefined) return [];
  const [only] = commands;
  const prefix =
    commands.length === 1 && only !== undefined ? suggestedPrefix(only.words.map(({ value }) => value)) : undefined;
  const ruled = [prefix, command.trim()].flatMap((content) =>
    content === undefined ? [] : [[allowing("Bash", content, "localSettings")]],
  );
  const reads =
    parts.length > 0 && path !== undefined
      ? [[reading(pathUse("read", "Read", path, ask.cwd, policy.parts), policy)]]
      : [];
  return [...byPart(parts), ...ruled.slice(0, prefix === undefined ? 1 : 2), ...reads, [acceptEdits]];
}

/** One rule for each part that was asked for, told together: `a && b` is two commands to whoever reads it. */
function byPart(parts: NonNullable<Decision["parts"]>): PermissionUpdate[][] {
  const asked = parts.filter(({ effect }) => effect === "ask");
  if (parts.length < 2 || asked.length === 0) return [];
  const contents = asked.map(({ text }) => {
    const [only, ...more] = readShell(text).commands;
    const words = only === undefined || more.length > 0 ? [] : only.words.map(({ value }) => value);
    return suggestedPrefix(words) ?? text.trim();
  });
  const rules = [...new Set(contents)].map((ruleContent) => ({ toolName: "Bash", ruleContent }));
  return [[{ type: "addRules", rules, behavior: "allow", destination: "localSettings" }]];
}
