import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, suggestions } from "../../src/exports/permission.ts";
import { bash, policyOf, read, write } from "./policy-of.ts";

/** The rules that are offered. */
function offered(ask: ReturnType<typeof bash>): string[] {
  const policy = policyOf([]);
  return suggestions(ask, decide(ask, policy), policy).flatMap((update) =>
    update.type === "addRules" ? update.rules.map(({ ruleContent = "" }) => ruleContent) : [update.type],
  );
}

test("P10 a command that was asked about because of one of its options is offered as it stands", () => {
  for (const line of [
    "git diff --no-index a b",
    "git log --show-signature",
    "git show --remerge-diff x",
    "git diff --textconv",
  ])
    assert.deepEqual(offered(bash(line)), [line], line);
  assert.deepEqual(offered(bash("git add src/a.ts")), ["git add *"]);
  assert.deepEqual(offered(bash("npm test -- --watch=false")), ["npm test *"]);
});

test("P10 a hidden file is offered itself, also in a project, and its folder is not", () => {
  for (const path of ["/home/u/src/p/.env", "/srv/p/.npmrc", "/home/u/src/p/.envrc"]) {
    assert.deepEqual(offered(read(path)), [`/${path}`], path);
    assert.deepEqual(
      offered(write(path)).filter((one) => one.includes("**") || one === "addDirectories"),
      [],
      path,
    );
  }
  assert.deepEqual(offered(read("/srv/p/a.ts")), ["//srv/p/**"]);
});
