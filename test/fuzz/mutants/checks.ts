import type { MutationCheck } from "./mutation-check.ts";

/** What is changed, and the tests that must notice each change. */
export const checks = {
  guard: {
    changed: ["src/permission/shell/guard/"],
    tests: ["test/permission/guard/guard-reads.test.ts"],
  },
  lattice: {
    changed: ["src/permission/strength.ts", "src/permission/judgement.ts", "src/permission/decide.ts"],
    tests: [
      "src/permission/judgement.test.ts",
      "test/permission/decide.test.ts",
      "test/permission/decide-steps.test.ts",
      "test/permission/grants-and-shapes.test.ts",
      "test/permission/command-tools.test.ts",
    ],
    equivalent: {
      "a ⟦< → <=⟧ b ? 1 : -1": "texts that are equal are told apart before",
    },
  },
} as const satisfies { readonly [name: string]: MutationCheck };
