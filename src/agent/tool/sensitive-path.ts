import { basename } from "node:path";

/**
 * Would a change of this file make some program run something, or change what
 * the agent may do? No mode answers for these. The path is relative to the
 * folder that was allowed: an allowed folder may itself be in a `.claude`.
 */
export function isSensitive(path: string): boolean {
  return path.split("/").some((part) => folders.has(part.toLowerCase())) || files.has(basename(path).toLowerCase());
}

const folders = new Set([".git", ".claude", ".bridle", ".vscode", ".idea", ".husky", ".ssh"]);

const files = new Set([
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zprofile",
  ".zshenv",
  ".gitconfig",
  ".gitmodules",
  ".mcp.json",
  ".npmrc",
  ".ripgreprc",
]);
