import { buildTools } from "./build-tools.ts";
import { builtins } from "./builtins.ts";
import type { Danger } from "./danger.ts";
import { fileTools } from "./file-tools.ts";
import { git } from "./git.ts";
import { networkTools } from "./network-tools.ts";
import { shells } from "./shells.ts";

/** What is known of a program, whatever folder or version its word names: `/usr/bin/python3.12` is python. */
export function dangerOf(program: string): Danger | undefined {
  return (
    table.get(program) ??
    table.get(
      program
        .slice(program.lastIndexOf("/") + 1)
        .replace(/\.exe$/, "")
        .replace(/-?[\d.]+$/, ""),
    )
  );
}

const table = new Map<string, Danger>(
  [builtins, shells, git, fileTools, networkTools, buildTools].flatMap((dangers) =>
    Object.entries(dangers).flatMap(([programs, danger]) =>
      programs.split(" ").map((program) => [program, danger] as const),
    ),
  ),
);
