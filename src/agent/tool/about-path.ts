import { relative } from "node:path";
import { absolutePath, isInside } from "./resolve-path.ts";
import type { ToolPermission, ToolPlace } from "./tool.ts";

/** What a person is told of a tool that works on a path; whether it may is for the rules to say. */
export function aboutPath(path: string, { cwd }: Pick<ToolPlace, "cwd">): ToolPermission {
  const named = absolutePath(path, cwd);
  return { behavior: "ask", description: isInside(named, cwd) ? relative(cwd, named) || "." : named };
}
