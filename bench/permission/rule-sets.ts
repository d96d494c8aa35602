import { type Effect, effects, isBroken, parseRule, type Rule } from "../../src/exports/permission.ts";

/** Ways to write many rules, each of which looks at calls in a way of its own; `at` tells them apart. */
const writings: { readonly [kind: string]: (at: number) => string } = {
  exact: (at) => `Bash(tool${at} --run x)`,
  prefix: (at) => `Bash(forbidden${at}:*)`,
  words: (at) => `Bash(git push origin${at} *)`,
  same_program: (at) => `Bash(foo a${at} *)`,
  inner: (at) => `Bash(*rm${at}*)`,
  inner_letters: (at) => `Bash(*a*a*b${at}*)`,
  no_letter: (at) => `Bash(${"* ".repeat((at % 30) + 2)})`,
  program_inner: (at) => `Bash(foo *a*a*b${at})`,
  ending: (at) => `Bash(* --force${at})`,
  lines: (at) => `Bash(* && *x${at}*)`,
  lines_semicolon: (at) => `Bash(*; *rm${at}*)`,
  lines_letters: (at) => `Bash(*a*a*a* | *b${at}*)`,
  long_exact: (at) => `Bash(echo ${"a".repeat(1000)}${at})`,
  long_piece: (at) => `Bash(*${"a".repeat(1000)}b${at}*)`,
  folder: (at) => `Read(secrets${at}/**)`,
  name: (at) => `Read(**/.env${at})`,
  extension: (at) => `Read(**/*.ext${at})`,
  bare_extension: (at) => `Edit(*.ext${at})`,
  letters: (at) => `Read(**/*a*a*b${at}*)`,
  stars: (at) => `Read(**/${"*a".repeat((at % 20) + 1)}*)`,
  classes: (at) => `Edit(**/[ab]*[!x]?${at % 10})`,
  nothing_fixed: (at) => `Read(${"*/".repeat((at % 20) + 1)}?)`,
  deep: (at) => `Read(**/a/a/**/a/b${at}/**)`,
  deep_same: () => "Read(**/a/a/**/a/*b)",
  absolute: (at) => `Edit(//etc/x${at}/**)`,
  home: (at) => `Read(~/.config${at}/*)`,
  many_folders: (at) => `Read(//${"a/".repeat(200)}${at})`,
  domain: (at) => `WebFetch(domain:a${at}.example)`,
  below_domain: (at) => `WebFetch(domain:*.a${at}.example)`,
  inner_domain: (at) => `WebFetch(domain:a*a*b${at}.*.example)`,
  server: (at) => `mcp__server${at}`,
  server_tools: (at) => `mcp__server${at}__*`,
  inner_tool: (at) => `mcp__*a*a*b${at}`,
  parameter: (at) => `mcp__x__run(text:*a*a*b${at}*)`,
  description: (at) => `Bash(description:*a*a*b${at}*)`,
  prompt: (at) => `WebFetch(prompt:*a*a*b${at}*)`,
  agent: (at) => `Agent(kind${at})`,
  skill: (at) => `Skill(a${at}:*)`,
};

export const ruleKinds: readonly string[] = Object.keys(writings);

/** Rules of one kind, or of all kinds in turn (`all`), of one effect, or of all in turn. */
export function ruleSet(kind: string, effect: Effect | "any", count = 1000): Rule[] {
  const kinds = kind === "all" ? Object.values(writings) : [writings[kind] as (at: number) => string];
  return Array.from({ length: count }, (_, at) => {
    const text = (kinds[at % kinds.length] as (at: number) => string)(Math.floor(at / kinds.length));
    const rule = parseRule(text, {
      effect: effect === "any" ? (effects[Math.floor(at / kinds.length) % effects.length] as Effect) : effect,
      scope: "project",
    });
    if (isBroken(rule)) throw new Error(rule.broken);
    return rule;
  });
}
