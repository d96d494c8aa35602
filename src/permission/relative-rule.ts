import type { Ask } from "./ask.ts";
import { baseName } from "./path/absolute-path.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy } from "./policy.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Whether the call runs in the folder that rules are written for: in another one, a relative path is another file. */
export function isAtHome({ cwd, isCwdKnown }: Pick<Ask, "cwd" | "isCwdKnown">, { parts }: Policy): boolean {
  if (isCwdKnown === false) return false;
  if (cwd === parts.cwd) return true;
  const real = resolveLinks(cwd, parts.files);
  return real !== undefined && real === resolveLinks(parts.cwd, parts.files);
}

/** Whether what a rule says of this command depends on the folder: it spells a relative path, or lets a relative script run. */
export function dependsOnFolder(pattern: string, command: SimpleCommand): boolean {
  return spellsRelativePath(pattern) || runsRelativeScript(command);
}

/** `./run.sh`, `node scripts/x.js`, `--config=conf/x`; no address, no scope of a package, nothing that a wildcard stands for. */
export function spellsRelativePath(pattern: string): boolean {
  return pattern.split(/[\s=]/).some((word) => relativePath.test(word));
}

const relativePath = /^(?:\.{1,2}(?:\/|$)|(?![/~@$:*-]|\w+:\/\/)[^*]*\/)/;

/** What an interpreter runs by its name alone is looked for in the folder. */
export function runsRelativeScript({ words, runs }: SimpleCommand): boolean {
  const [program, ...args] = words.map(({ value }) => value);
  if (interpreters.test(baseName(program ?? ""))) {
    const script = args.find((arg) => arg === undefined || !arg.startsWith("-"));
    const isCode = args.some((arg) => /^-[a-zA-Z]*[cem]$|^--(?:eval|print|command)$/.test(arg ?? ""));
    if (script !== undefined && !isCode && !/^[/~]/.test(script)) return true;
  }
  return runs.some(runsRelativeScript);
}

const interpreters =
  /^(?:(?:ba|da|z|k|mk|a|fi)?sh|source|\.|python[\d.]*|pypy\d*|node|bun|deno|tsx|ts-node|ruby|perl|php|lua|Rscript|pwsh)$/;
