import type { MutationCheck } from "./mutation-check.ts";

/** What is changed, and the tests that must notice each change. */
export const checks = {
  guard: {
    changed: ["src/permission/shell/guard/"],
    tests: ["test/permission/guard/guard-reads.test.ts"],
    equivalent: {
      'quotedRun = /[^"$`\\\\]⟦+ → *⟧': "it is asked for where one of them stands",
      ":^-]⟦+ → *⟧\\$?": "a lone dollar is read alike as a word",
      "lookText(quotedRun) ⟦?? → &&⟧": "character by character comes to the same",
      "⟦<= → <⟧ maxParts": "one part more or less is no harm",
      "⟦<= → <⟧ maxLength": "one character more or less is no harm",
      "⟦< → <=⟧ maxDepth": "one level more or less is no harm",
      "error instanceof Refusal": "the guard throws nothing else",
      "at ⟦< → <=⟧ (quote": "a quote is no parenthesis",
      "source.take(/[ \\t]⟦+ → *⟧/y)": "to skip no blanks is to skip nothing",
      "line.replace(/^\\t⟦+ → *⟧/": "to strip no tabs is to strip nothing",
      "wholeLine = /[^\\n]⟦* → +⟧": "an empty line is no text",
      "\\\\\\n)⟦+ → *⟧/y": "to skip no blanks is to skip nothing",
    },
  },
  lattice: {
    changed: ["src/permission/strength.ts", "src/permission/judgement.ts", "src/permission/decide.ts"],
    tests: [
      "src/permission/judgement.test.ts",
      "test/permission/decide.test.ts",
      "test/permission/decide-steps.test.ts",
      "test/permission/grants-and-shapes.test.ts",
      "test/permission/command-tools.test.ts",
      "test/permission/hosts-named.test.ts",
    ],
    equivalent: {
      '(effect ⟦=== → !==⟧ "deny"': "a rule that forbids does so wherever it is found",
      "/^\\/⟦+ → *⟧\\s*/": "blanks in front are taken away before",
      "/⟦^ → ⟧\\/?(\\S+)/": "blanks in front are taken away before",
      "(\\S⟦+ → *⟧)/": "no skill is without a name",
      "a ⟦< → <=⟧ b ? 1 : -1": "texts that are equal are told apart before",
    },
  },
} as const satisfies { readonly [name: string]: MutationCheck };
