import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { test } from "node:test";
import { givenByFile } from "./given-settings.ts";
import { judge } from "./load-settings.ts";
import { brokenExamples } from "./rule-examples.ts";

test("P7 examples of rules of every kind hold, or are told with what is wrong", () => {
  const lists = {
    allow: ["Bash(npm test *)", "WebFetch(domain:x.org)"],
    deny: ["Read(~/.ssh/**)", "mcp__db__drop"],
    ask: ["Bash(git push:*)"],
  };
  const { homedir } = userInfo();
  const good = [
    {
      rule: "Bash(npm test *)",
      match: ["npm test -w", "ls && npm test x"],
      not_match: ["npm publish", "npm test x; rm y"],
    },
    { rule: "Read(~/.ssh/**)", match: [`${homedir}/.ssh/id`], not_match: ["src/a.ts"] },
    { rule: "WebFetch(domain:x.org)", match: ["https://x.org/a"], not_match: ["https://evil-x.org/"] },
    { rule: "Bash(git push:*)", match: ["git push --force", "make; git push"], not_match: ["git pull"] },
    { rule: "mcp__db__drop", match: [{ table: "x" }] },
  ];
  assert.deepEqual(brokenExamples({ ...lists, examples: good }), []);
  const bad = [
    { rule: "Bash(npm test *)", match: ["npm publish"], not_match: ["npm test x"] },
    { rule: "Bash(npm x)", match: ["npm x"] },
    { rule: "mcp__db__drop", match: ["x"] },
  ];
  assert.deepEqual(brokenExamples({ ...lists, examples: bad }), [
    'permissions.examples: Bash(npm test *), match "npm publish": the rule does not match it',
    'permissions.examples: Bash(npm test *), not_match "npm test x": the rule matches it',
    'permissions.examples: Bash(npm x), match "npm x": there is no such rule in the lists beside it',
    'permissions.examples: mcp__db__drop, match "x": write what mcp__db__drop is given as an object',
  ]);
});

test("P7 a broken example is told when settings are loaded; what is no example is refused", () => {
  const load = (examples: unknown) =>
    judge(givenByFile({ permissions: { deny: ["Bash(rm:*)"], examples } }, "settings.json"));
  assert.match(load([{ rule: "Bash(rm:*)", match: ["rmdir x"] }]).warnings.join(), /rmdir x": the rule does not match/);
  assert.deepEqual(load([{ rule: "Bash(rm:*)", match: ["rm x"] }]).warnings, []);
  for (const wrong of [{}, [{}], [{ rule: 1 }], [{ rule: "x", match: "y" }], [{ rule: "x", matches: [] }], ["x"]])
    assert.throws(() => load(wrong), /permissions\.examples/, JSON.stringify(wrong));
});
