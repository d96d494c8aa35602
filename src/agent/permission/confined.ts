import type { Ask } from "../../permission/ask.ts";
import type { Decision } from "../../permission/decision.ts";
import { protectedPart } from "../../permission/protected-path.ts";
import { searchedFolder } from "../../permission/searched-folder.ts";
import { isAtMost } from "../../permission/strength.ts";
import { fileToolOf } from "../../permission/tool-kinds.ts";
import { text } from "../../wire/fields.ts";
import { isInside, resolvePath } from "../tool/resolve-path.ts";

const because = { rule: "--restricted", scope: "commandLine" } as const;

/** `--restricted`: files only in the working folders, and what decides of later runs is written only with a person's word. */
export function confined(
  decision: Decision,
  { toolName, input, cwd, directories }: Ask,
  { home, guarded }: { readonly home: string; readonly guarded: readonly string[] },
): Decision {
  const tool = fileToolOf(toolName);
  if (tool === undefined || decision.effect === "deny") return decision;
  // The field that the tool reads, and no other: whoever makes a call may add fields to it.
  const named = text(input[tool.pathField]) ?? (tool.searches ? "." : undefined);
  if (named === undefined) return { effect: "deny", strength: "denied", because };
  const searched = toolName === "Glob" ? searchedFolder(named, input.pattern) : named;
  const path = resolvePath(searched, { cwd, home });
  const folders = directories.map((folder) => resolvePath(folder, { cwd, home }));
  if (!folders.some((folder) => isInside(path, folder))) return { effect: "deny", strength: "denied", because, path };
  const isGuarded = tool.does === "edit" && protectedPart(path, folders, guarded) !== undefined;
  return isGuarded && isAtMost(decision.strength, "askedByRule")
    ? { effect: "ask", strength: "askedByRule", because, path }
    : decision;
}
