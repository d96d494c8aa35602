import type { Ask } from "./ask.ts";
import type { Decision } from "./decision.ts";
import { hostOf } from "./domain-pattern.ts";
import { foreignCommands } from "./foreign-command.ts";
import { pathUse } from "./judge-path.ts";
import type { Policy } from "./policy.ts";
import { searchedFolder } from "./searched-folder.ts";
import { readShell } from "./shell/read-shell.ts";
import { hasWildcard } from "./shell/rule-pattern.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { acceptEdits, forCommandReading, forEditing, forFolder, forReading } from "./suggested-paths.ts";
import { suggestedPrefix } from "./suggested-prefix.ts";
import { canonicalTool, commandTools, type FileTool, fileToolOf, namedTools } from "./tool-kinds.ts";
import type { Destination, PermissionUpdate } from "./update.ts";

/** What could be offered with an ask, the best first. Each is one change or several that belong together; none is tried out yet. */
export function suggestedUpdates(ask: Ask, decision: Decision, policy: Policy): PermissionUpdate[][] {
  const { toolName, input } = ask;
  const file = fileToolOf(toolName);
  if (file !== undefined) return forFile(file, ask, policy);
  if (commandTools.has(toolName))
    return typeof input.command === "string" ? forCommand(input.command, decision, ask, policy) : [];
  if (toolName === "WebFetch") {
    const host = typeof input.url === "string" && /^\s*https?:/i.test(input.url) ? hostOf(input.url) : undefined;
    return host === undefined ? [] : [[allowing("WebFetch", `domain:${host}`, "localSettings")]];
  }
  if (namedTools.has(canonicalTool(toolName))) return forName(ask);
  // A rule for the whole tool would be one for every command.
  if (foreignCommands(ask)?.every(({ as }) => as === "loose") !== true) return [];
  return [[allowing(toolName, undefined, "localSettings")]];
}

/** The agent, skill or command of that name; the name itself is from the other side. */
function forName({ toolName, input }: Ask): PermissionUpdate[][] {
  const name = input.subagent_type ?? input.skill ?? input.command;
  return typeof name === "string" && /^[^*()]+$/.test(name) ? [[allowing(toolName, name.trim(), "localSettings")]] : [];
}

function forFile({ does, pathField, searches }: FileTool, ask: Ask, policy: Policy): PermissionUpdate[][] {
  const { toolName, input, cwd } = ask;
  const written = input[pathField];
  const path = typeof written === "string" && written !== "" ? written : searches ? cwd : undefined;
  if (path === undefined) return [];
  const begin = toolName === "Glob" ? searchedFolder(path, input.pattern) : path;
  const use = pathUse(does, toolName, begin, cwd, policy.parts);
  if (does === "edit") return forEditing(use, ask, policy);
  return searches ? forFolder(use, policy) : forReading(use, policy);
}

function allowing(toolName: string, ruleContent: string | undefined, destination: Destination): PermissionUpdate {
  const rule = ruleContent === undefined ? { toolName } : { toolName, ruleContent };
  return { type: "addRules", rules: [rule], behavior: "allow", destination };
}

function forCommand(command: string, { path, parts = [] }: Decision, ask: Ask, policy: Policy): PermissionUpdate[][] {
  const { commands, unreadable } = readShell(command);
  if (unreadable !== undefined) return [];
  const [only] = commands.length === 1 ? commands : [];
  const alone = only === undefined ? [] : [prefixOf(only), exactlyIt(only)];
  const ruled = [...alone, exactly(command)].flatMap((content) =>
    content === undefined ? [] : [[allowing("Bash", content, "localSettings")]],
  );
  const reads =
    parts.length > 0 && path !== undefined
      ? forCommandReading(pathUse("read", "Read", path, ask.cwd, policy.parts), policy)
      : [];
  return [...byPart(parts, commands), ...ruled, ...reads, [acceptEdits]];
}

/** A rule that is this line and no other: what stands for files there would stand for anything in a rule. */
function exactly(line: string): string {
  const text = line.trim();
  return hasWildcard(text) ? text.replace(/(?<!\\)\*/g, "\\*") : text;
}

/** A rule for a command of the line that says all of what it does: nothing of the line is given to it, and no `cd` is in front. */
function exactlyIt(command: SimpleCommand): string | undefined {
  return command.feed === undefined && command.folder === "." ? exactly(command.text) : undefined;
}

function prefixOf({ words }: SimpleCommand): string | undefined {
  return suggestedPrefix(words.map(({ value }) => value));
}

/** One rule for each command that was asked for, told together: `a && b` is two commands to whoever reads it. */
function byPart(parts: NonNullable<Decision["parts"]>, commands: readonly SimpleCommand[]): PermissionUpdate[][] {
  if (commands.length < 2) return [];
  const asked = new Set(parts.filter(({ effect }) => effect === "ask").map(({ text }) => text));
  const contents = commands
    .filter(({ text }) => asked.has(text))
    .map((command) => prefixOf(command) ?? exactlyIt(command));
  if (contents.length === 0 || contents.includes(undefined)) return [];
  const rules = [...new Set(contents as string[])].map((ruleContent) => ({ toolName: "Bash", ruleContent }));
  return [[{ type: "addRules", rules, behavior: "allow", destination: "localSettings" }]];
}
