import { jq, rg, sed } from "./filters.ts";
import { find } from "./find.ts";
import { git } from "./git.ts";
import type { Program } from "./program.ts";
import { systemPrograms } from "./system-programs.ts";
import { textPrograms } from "./text-programs.ts";

/** The programs that are known well enough to say of a command line that it only looks. */
export const knownPrograms: ReadonlyMap<string, Program> = new Map(
  Object.entries({ ...textPrograms, ...systemPrograms, find, git, jq, rg, sed }),
);
