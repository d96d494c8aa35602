import type { CompiledRule } from "./compiled-rule.ts";
import { LiteralIndex } from "./literal-index.ts";
import { type Rule, scopes } from "./rule.ts";

type CommandRule = Extract<CompiledRule, { on: "command" }>;

/** As their scopes rank. */
export function strongestFirst(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope));
}

/** Found by the characters they need. */
export function byNeeds<R extends { readonly needs: readonly string[] }>(rules: readonly R[]): LiteralIndex<R> {
  return new LiteralIndex(rules, ({ needs }) => [needs]);
}

/** By the command line they spell. */
export function exactCommands(rules: readonly CommandRule[], effect: "allow" | "deny"): Map<string, Rule> {
  const found = new Map<string, Rule>();
  for (const { pattern, rule } of rules) {
    if (effect === "allow" && !isExact(pattern)) continue;
    for (const text of new Set([pattern, pattern.replaceAll("\\*", "*")])) {
      const known = found.get(text);
      if (known === undefined || (rule.granted && !known.granted)) found.set(text, rule);
    }
  }
  return found;
}

/** Without a wildcard. */
function isExact(pattern: string): boolean {
  return !/(^|[^\\])(\\\\)*\*/.test(pattern);
}
