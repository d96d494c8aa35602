import type { Ask } from "../../permission/ask.ts";
import type { Decision } from "../../permission/decision.ts";
import { protectedPart } from "../../permission/protected-path.ts";
import { isAtMost } from "../../permission/strength.ts";
import { text } from "../../wire/fields.ts";
import { isInside, resolvePath } from "../tool/resolve-path.ts";

const files: ReadonlySet<string> = new Set(["Read", "Write", "Edit", "NotebookEdit", "Glob", "Grep"]);
const writers: ReadonlySet<string> = new Set(["Write", "Edit", "NotebookEdit"]);
const because = { rule: "--restricted", scope: "commandLine" } as const;

/** `--restricted`: files only in the working folders, and what decides of later runs is written only with a person's word. */
export function confined(decision: Decision, { toolName, input, cwd, directories }: Ask, home: string): Decision {
  if (!files.has(toolName) || decision.effect === "deny") return decision;
  const path = resolvePath(text(input.file_path) ?? text(input.notebook_path) ?? text(input.path) ?? ".", {
    cwd,
    home,
  });
  const folders = directories.map((folder) => resolvePath(folder, { cwd, home }));
  if (!folders.some((folder) => isInside(path, folder))) return { effect: "deny", strength: "denied", because, path };
  const isGuarded = writers.has(toolName) && protectedPart(path, folders) !== undefined;
  return isGuarded && isAtMost(decision.strength, "askedByRule")
    ? { effect: "ask", strength: "askedByRule", because, path }
    : decision;
}
