import type { Ask } from "./ask.ts";
import { hostOf } from "./domain-pattern.ts";
import { absolutePath, parentPath, pathInside } from "./path/absolute-path.ts";
import { fileToolOf } from "./tool-kinds.ts";

/** Calls beside a call, which nobody means who allows it. `byMode`: what is offered is a mode, which is about all of its kind. */
export function nearMisses(ask: Ask, byMode: boolean): Ask[] {
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
  if (toolName === "Bash")
    return typeof input.command === "string" ? like("command", besideCommand(input.command, byMode)) : [];
  if (toolName === "WebFetch") {
    const host = typeof input.url === "string" ? hostOf(input.url) : undefined;
    return host === undefined ? [] : like("url", besideHost(host));
  }
  return toolName.startsWith("mcp__") ? [{ ...ask, toolName: `${toolName}_near_miss` }] : [];
}

function besidePath(path: string, does: "read" | "edit"): string[] {
  const folder = parentPath(path);
  const beside = ["/near-miss/file", `${folder}-near-miss/file`, `${parentPath(folder)}/near-miss.txt`];
  return does === "read" ? beside : [...beside, `${folder}/.git/config`, `${folder}/.bashrc`];
}

const isProtected = /\/\.(git|bashrc)/;

function besideCommand(command: string, byMode: boolean): string[] {
  const [program = ""] = command.trim().split(/\s/, 1);
  return [
    ...(byMode ? [] : [`${program} near-miss`]),
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

function besideHost(host: string): string[] {
  return [`https://near-miss.${host}/`, `https://${host}.near-miss.example/`, "https://near-miss.example/"];
}
