/** A tool use, and whether the rules of `ordinaryRules` allow it. */
interface RuledUse {
  readonly tool: string;
  readonly input: object;
  readonly allowed: boolean;
}

interface RuleKind {
  readonly effect: "allow" | "deny" | "ask";
  readonly rule: (at: number) => string;
  /** Undefined: none that is decided by rule alone. */
  readonly use?: (at: number) => Omit<RuledUse, "allowed">;
}

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "What the model says of it" } });

/** As people and programs write them. */
const kinds: readonly RuleKind[] = [
  { effect: "allow", rule: (at) => `Bash(npm run task${at}:*)`, use: (at) => bash(`npm run task${at} -- --watch`) },
  {
    effect: "allow",
    rule: (at) => `Bash(tool${at} --check)`,
    use: (at) => bash(`tool${at} --check && tool${at} --check`),
  },
  {
    effect: "allow",
    rule: (at) => `Read(//srv/project${at}/**)`,
    use: (at) => ({ tool: "Read", input: { file_path: `/srv/project${at}/src/main.ts` } }),
  },
  {
    effect: "allow",
    rule: (at) => `WebFetch(domain:site${at}.example)`,
    use: (at) => ({ tool: "WebFetch", input: { url: `https://site${at}.example/page`, prompt: "What is it?" } }),
  },
  {
    effect: "allow",
    rule: (at) => `mcp__server${at}__list`,
    use: (at) => ({ tool: `mcp__server${at}__list`, input: {} }),
  },
  { effect: "deny", rule: (at) => `Bash(deploy${at}:*)`, use: (at) => bash(`cd sub && deploy${at} --to production`) },
  {
    effect: "deny",
    rule: (at) => `Edit(//etc/unit${at}/**)`,
    use: (at) => ({ tool: "Edit", input: { file_path: `/etc/unit${at}/x.conf`, old_string: "a", new_string: "b" } }),
  },
  { effect: "deny", rule: (at) => `Read(**/.secret${at})` },
  { effect: "ask", rule: (at) => `Bash(git push origin${at}:*)` },
  { effect: "ask", rule: (at) => `Edit(**/*.lock${at})` },
];

/** So many of all kinds in turn, as in `permissions` of the settings. */
export function ordinaryRules(count: number): { readonly [effect: string]: readonly string[] } {
  const lists = { allow: [] as string[], deny: [] as string[], ask: [] as string[] };
  for (let at = 0; at < count; at++) {
    const { effect, rule } = kinds[at % kinds.length] as RuleKind;
    lists[effect].push(rule(Math.floor(at / kinds.length)));
  }
  return lists;
}

/** Tool uses that these rules decide, spread over all of them. */
export function ruledUses(count: number, rules: number, seed: number): RuledUse[] {
  const used = kinds.filter(({ use }) => use !== undefined);
  const each = Math.max(1, Math.floor(rules / kinds.length));
  return Array.from({ length: count }, (_, n) => {
    const { effect, use } = used[n % used.length] as RuleKind & Required<Pick<RuleKind, "use">>;
    return { ...use((seed * 31 + n * 7) % each), allowed: effect === "allow" };
  });
}
