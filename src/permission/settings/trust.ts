import { readJsonTree } from "./json-tree.ts";

/** Whether Claude Code's own `.claude.json` says that a person has trusted this very folder. */
export function isTrusted(claudeJson: string, folder: string): boolean {
  const { root, errors } = readJsonTree(claudeJson);
  if (root === undefined || errors.length > 0) return false;
  const projects = (JSON.parse(claudeJson.replace(/^\uFEFF/, "")) as { projects?: unknown } | null)?.projects;
  if (typeof projects !== "object" || projects === null || !Object.hasOwn(projects, folder)) return false;
  const project = (projects as { [folder: string]: unknown })[folder];
  return (project as { hasTrustDialogAccepted?: unknown } | null)?.hasTrustDialogAccepted === true;
}
