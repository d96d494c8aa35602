import type { Ask } from "../../src/exports/permission.ts";
import { slowCommands } from "./slow-commands.ts";

const commands = Object.entries(slowCommands).map(([name, command]) => [name, ["Bash", { command }]] as const);

/** Calls of 64 kB, or less, that make a careless judge slow. */
export const slowCalls: { readonly [name: string]: readonly [tool: string, input: Ask["input"]] } = {
  ...Object.fromEntries(commands),
  long_path: ["Read", { file_path: "a/".repeat(32_000) }],
  deep_path: ["Read", { file_path: `${"a/".repeat(2_000)}bx` }],
  long_names: ["Write", { file_path: `${"ab".repeat(1_900)}/x` }],
  climbing_path: ["Write", { file_path: "../".repeat(21_000) }],
  up_and_down: ["Read", { file_path: "a/../".repeat(800) }],
  long_glob: ["Grep", { pattern: "x", glob: "} ".repeat(32_000) }],
  long_url: ["WebFetch", { url: `https://${"a.".repeat(32_000)}org` }],
  long_prompt: ["WebFetch", { url: "https://a1.example/", prompt: "ab1 ".repeat(16_000) }],
  long_name: [`mcp__${"ab".repeat(32_000)}`, {}],
  long_text: ["mcp__x__run", { text: "ab1 ".repeat(16_000) }],
  long_foreign: ["mcp__x__run", { command: "rm x; ".repeat(10_000) }],
  many_arguments_foreign: ["mcp__x__run", { command: "rm", args: Array.from({ length: 200_000 }, () => "~/x") }],
  words_foreign: ["mcp__x__run", { command: `grep ${"\u0130\\'a'=".repeat(9_000)}|`.split(" ") }],
  megabyte_foreign: ["mcp__x__run", { command: "a".repeat(1_000_000) }],
  long_skill: ["Skill", { skill: "a1 ".repeat(21_000) }],
};
