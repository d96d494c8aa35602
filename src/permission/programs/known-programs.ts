import { archives } from "./archives.ts";
import { awk } from "./awk.ts";
import { jq, rg, sed } from "./filters.ts";
import { findWith } from "./find.ts";
import { git } from "./git.ts";
import { type Program, same } from "./program.ts";
import { systemPrograms } from "./system-programs.ts";
import { textPrograms } from "./text-programs.ts";

/** The programs that are known well enough to say of a command line that it only looks. */
export const knownPrograms: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...textPrograms,
    ...systemPrograms,
    ...archives,
    ...same("awk gawk mawk nawk original-awk", awk),
    find: findWith((name) => knownPrograms.get(name)),
    git,
    jq,
    rg,
    sed,
  }),
);
