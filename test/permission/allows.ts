import { isCovered, matchesBashRule } from "../../src/permission/shell/bash-rule.ts";
import { readShell } from "../../src/permission/shell/read-shell.ts";

/** The smallest judge: allow rules for Bash, and files that may be written. */
export function allows(command: string, rules: readonly string[], writable: readonly string[] = []): boolean {
  if (rules.includes(command)) return true;
  const { unreadable, commands, writes } = readShell(command);
  return (
    unreadable === undefined &&
    writes.every(({ by, path }) => by === "argument" || (path !== undefined && writable.includes(path))) &&
    commands.every((one) => isCovered(one, (part) => rules.some((rule) => matchesBashRule(rule, part))))
  );
}
