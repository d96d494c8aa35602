import type { Ask } from "./ask.ts";
import { hostOf } from "./domain-pattern.ts";
import { absolutePath, parentPath, pathInside } from "./path/absolute-path.ts";
import { hasWildcard } from "./shell/rule-pattern.ts";
import { strongUses } from "./suggested-prefix.ts";
import { canonicalTool, commandTools, fileToolOf, namedTools } from "./tool-kinds.ts";

/** What is offered with a call. */
export interface OfferKind {
  /** A mode, which is about all of its kind. */
  readonly byMode: boolean;
  /** Rules for commands. One with a wildcard is about any argument: `go test *`. */
  readonly commands: readonly string[];
}

/** Calls beside a call, which nobody means who allows it. */
export function nearMisses(ask: Ask, { byMode, commands }: OfferKind): Ask[] {
  const { toolName, input } = ask;
  const like = (field: string, values: readonly string[]): Ask[] =>
    values.map((value) => ({ ...ask, input: { ...input, [field]: value } }));
  const isMiss = (path: string): boolean =>
    !byMode || isProtected.test(path) || !ask.directories.some((folder) => pathInside(folder, path) !== undefined);
  const file = fileToolOf(toolName);
  if (file !== undefined) {
    const path = input[file.pathField];
    return typeof path === "string"
      ? like(file.pathField, besidePath(absolutePath(ask.cwd, path), file.does).filter(isMiss))
      : [];
  }
  if (commandTools.has(toolName)) {
    const { command } = input;
    if (typeof command !== "string") return [];
    const isExact = commands.length > 0 && !commands.some(hasWildcard);
    return like("command", [
      ...besideCommand(command),
      ...(isExact ? besideExactly(command) : commands.filter(hasWildcard).flatMap(strongUses)),
    ]);
  }
  if (toolName === "WebFetch") {
    const host = typeof input.url === "string" ? hostOf(input.url) : undefined;
    return host === undefined ? [] : like("url", besideHost(host));
  }
  const field = ["subagent_type", "skill", "command"].find((one) => typeof input[one] === "string");
  if (namedTools.has(canonicalTool(toolName)) && field !== undefined)
    return like(field, [`${input[field]}-near-miss`, `${input[field]} near-miss`, `${input[field]}:near-miss`]);
  return [{ ...ask, toolName: `${toolName}_near_miss` }];
}

function besidePath(path: string, does: "read" | "edit"): string[] {
  const folder = parentPath(path);
  const beside = ["/near-miss/file", `${folder}-near-miss/file`, `${parentPath(folder)}/near-miss.txt`];
  return does === "read" ? beside : [...beside, `${folder}/.git/config`, `${folder}/.bashrc`];
}

const isProtected = /\/\.(git|bashrc)/;

function besideCommand(command: string): string[] {
  const [program = ""] = command.trim().split(/\s/, 1);
  return [
    "near-miss",
    `${program}-near-miss`,
    `${command}; near-miss`,
    `${command} && near-miss`,
    `${command} | near-miss`,
    `${command}\nnear-miss`,
    `${command} $(near-miss)`,
    `${command} > /near-miss`,
    `near-miss ${command}`,
  ];
}

/** The same with something else behind it, or in place of a star. */
function besideExactly(command: string): string[] {
  const [program = ""] = command.trim().split(/\s/, 1);
  const starred = command.includes("*")
    ? [command.replaceAll("*", "near-miss"), command.replaceAll("*", "a near-miss b")]
    : [];
  return [`${program} near-miss`, `${command} near-miss`, `${command} --near-miss`, ...starred];
}

function besideHost(host: string): string[] {
  return [`https://near-miss.${host}/`, `https://${host}.near-miss.example/`, "https://near-miss.example/"];
}
