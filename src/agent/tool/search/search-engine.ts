import type { ToolContext } from "../tool.ts";
import { findProgram } from "./find-program.ts";
import { Ripgrep } from "./ripgrep.ts";
import type { SearchEngine } from "./search.ts";
import { workerSearch } from "./worker-search.ts";

/** Ripgrep when it is there. Both find the same. */
export function searchEngine(context: Pick<ToolContext, "env" | "tasks">): SearchEngine {
  const rg = findProgram("rg", context.env);
  return rg === undefined ? workerSearch : new Ripgrep(rg, context);
}
