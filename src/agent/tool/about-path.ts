import { relative } from "node:path";
import { absolutePath, isInside, type PathPlace } from "./resolve-path.ts";
import type { ToolPermission } from "./tool.ts";

/** What a person is told of a tool that works on a path; whether it may is for the rules to say. */
export function aboutPath(path: string, place: PathPlace): ToolPermission {
  const { cwd } = place;
  const named = absolutePath(path, place);
  return { behavior: "ask", description: isInside(named, cwd) ? relative(cwd, named) || "." : named };
}
