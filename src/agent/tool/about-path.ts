import { relative } from "node:path";
import { absolutePath, isInside, type PathBase } from "./resolve-path.ts";
import type { ToolPermission } from "./tool.ts";

/** What a person is told of a tool that works on a path; whether it may is for the rules to say. */
export function aboutPath(path: string, base: PathBase): ToolPermission {
  const { cwd } = base;
  const named = absolutePath(path, base);
  return { behavior: "ask", description: isInside(named, cwd) ? relative(cwd, named) || "." : named };
}
