import type { Ask } from "./ask.ts";
import { hostOf } from "./domain-pattern.ts";
import { namesInput, readsProgram } from "./given-input.ts";
import { absolutePath, parentPath, pathInside } from "./path/absolute-path.ts";
import { programName } from "./program-name.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { readShell } from "./shell/read-shell.ts";
import { hasWildcard } from "./shell/rule-pattern.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { strongUses } from "./suggested-prefix.ts";
import { canonicalTool, commandTools, fileToolOf, namedTools } from "./tool-kinds.ts";

/** What is offered with a call. */
interface OfferKind {
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
    const nearby = [
      ...besideCommand(command),
      ...(isExact ? besideExactly(command) : commands.filter(hasWildcard).flatMap(strongUses)),
    ];
    return like("command", command.includes("#") ? nearby.filter((line) => !isSame(line, command)) : nearby);
  }
  if (toolName === "WebFetch") {
    const host = typeof input.url === "string" ? hostOf(input.url) : undefined;
    return host === undefined ? [] : like("url", besideHost(host));
  }
  const field = ["subagent_type", "skill", "command"].find((one) => typeof input[one] === "string");
  if (namedTools.has(canonicalTool(toolName)) && field !== undefined)
    return like(field, [`${input[field]}-near-miss`, `${input[field]} near-miss`, `${input[field]}:near-miss`]);
  return [`${toolName}_near_miss`, `${toolName}__near_miss`].map((name) => ({ ...ask, toolName: name }));
}

function besidePath(path: string, does: "read" | "edit"): string[] {
  const folder = parentPath(path);
  const nearby = ["/near-miss/file", `${folder}-near-miss/file`, `${parentPath(folder)}/near-miss.txt`];
  return does === "read" ? nearby : [...nearby, `${folder}/.git/config`, `${folder}/.bashrc`];
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
  const orders = readShell(command).commands.some((one) => one.feed === undefined && readsItsOrders(one));
  return [
    ...[`${program} near-miss`, `${command} near-miss`, `${command} --near-miss`],
    ...starred,
    ...otherValues(command),
    ...(orders ? [`echo near-miss | ${command}`] : []),
  ];
}

/** Does it do what it reads from standard input, as `bash`, `python3 -` and `xargs` do? */
function readsItsOrders({ words, runs }: SimpleCommand): boolean {
  const name = programName(words[0]);
  // `bash <(…)` is given its orders by the line.
  if (words.some(({ text }) => text.startsWith("<("))) return false;
  return (
    /^(?:g?xargs|parallel)$/.test(name) ||
    readsProgram(name, dangerOf(name), words) ||
    namesInput(name, words) ||
    runs.some(readsItsOrders)
  );
}

/** Behind a comment nothing makes another call of it. */
function isSame(line: string, command: string): boolean {
  const commandsIn = (text: string): string => JSON.stringify(readShell(text).commands.map((one) => one.text));
  return commandsIn(line) === commandsIn(command);
}

/** The same with other values in its variables. */
function otherValues(command: string): string[] {
  const names = new Set([...command.matchAll(/\$\{?(\w+|[@*])/g)].map(([, name = ""]) => name));
  return [...names]
    .slice(0, maxVariables)
    .map((name) => `${/^[A-Za-z_]/.test(name) ? `${name}=near-miss` : "set -- near-miss"}; ${command}`);
}

const maxVariables = 8;

function besideHost(host: string): string[] {
  return [`https://near-miss.${host}/`, `https://${host}.near-miss.example/`, "https://near-miss.example/"];
}
