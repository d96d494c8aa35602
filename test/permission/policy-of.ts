import {
  type Ask,
  type FileView,
  isBroken,
  Policy,
  type PolicyParts,
  parseRule,
  type Rule,
  type Scope,
} from "../../src/exports/permission.ts";

/** Nothing is a link, and everything exists and is a file, but no folder is laid out as a repository. */
export const plainFiles: FileView = {
  realpath: (path) => (path.endsWith("/HEAD") ? undefined : path),
  readlink: () => undefined,
  isFolder: () => false,
};

/** `deny user Bash(rm *)`: effect, scope, rule; with `granted` behind the scope if a person granted it. */
export function rule(written: string): Rule {
  const [, effect, scope, granted, text] = /^(deny|ask|allow) (\w+)( granted)? (.*)$/s.exec(written) ?? [];
  const read = parseRule(text ?? "", {
    effect: effect as Rule["effect"],
    scope: scope as Scope,
    granted: granted !== undefined,
  });
  if (isBroken(read)) throw new Error(read.broken);
  return read;
}

export function policyOf(rules: readonly string[], parts: Partial<PolicyParts> = {}): Policy {
  return new Policy({
    rules: rules.map(rule),
    mode: "default",
    cwd: "/w",
    home: "/home/u",
    files: plainFiles,
    ...parts,
  });
}

export function askOf(toolName: string, input: Ask["input"]): Ask {
  return { toolName, input, cwd: "/w", directories: ["/w"] };
}

export const bash = (command: string): Ask => askOf("Bash", { command });
export const read = (file_path: string): Ask => askOf("Read", { file_path });
export const write = (file_path: string): Ask => askOf("Write", { file_path, content: "" });
