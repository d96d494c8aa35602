import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { CommandIndex, concernedWords } from "../../src/permission/command-index.ts";
import {
  commandsWithin,
  concernedTexts,
  matchesBashRule,
  perhapsConcerns,
  spelledTexts,
  surelyConcerns,
} from "../../src/permission/shell/bash-rule.ts";
import { meansRule, meantCommand } from "../../src/permission/shell/meant/means-rule.ts";
import { readShell } from "../../src/permission/shell/read-shell.ts";
import type { SimpleCommand } from "../../src/permission/shell/simple-command.ts";
import { Random } from "../fuzz/random.ts";
import { generateLine } from "../fuzz/shell/line-generator.ts";
import { narrowRules } from "../fuzz/shell/narrow-rules.ts";
import { bypassAttempts } from "./bypass-attempts.ts";
import { everydayCommands } from "./everyday-commands.ts";
import { bash, policyOf } from "./policy-of.ts";

test("P3 no attempt to run more than the rules say is allowed by decide(), in any mode that asks", () => {
  for (const mode of ["default", "dontAsk"] as const) {
    const allowed = bypassAttempts.filter(({ command, rules }) => {
      const policy = policyOf(
        rules.map((rule) => `allow user Bash(${rule})`),
        { mode },
      );
      return decide(bash(command), policy).effect === "allow";
    });
    assert.deepEqual(
      allowed.map(({ name, command }) => [name, command]),
      [],
      mode,
    );
  }
});

test("P2 P3 a rule that forbids a program holds in whatever line it is hidden, also where all else is bypassed", () => {
  const policy = policyOf(["deny user Bash(rm *)", "allow user Bash"], { mode: "bypassPermissions" });
  const hidden = bypassAttempts.filter(({ command }) => /\brm -rf/.test(command));
  assert.ok(hidden.length > 30);
  const allowed = hidden.filter(({ command }) => decide(bash(command), policy).effect === "allow");
  assert.deepEqual(
    allowed.map(({ name, command }) => [name, command]),
    [],
  );
});

test("P5 the index of Bash rules loses none of them", () => {
  const random = new Random(7);
  const generated = Array.from({ length: 400 }, () => generateLine(random));
  const lines = [
    ...bypassAttempts.map(({ command }) => command),
    ...everydayCommands.map(({ command }) => command),
    ...generated,
  ];
  const patterns = new Set([...narrowRules, ...[...bypassAttempts, ...everydayCommands].flatMap(({ rules }) => rules)]);
  for (const more of ["* --version", "rm*", "rm", "/bin/rm *", "'rm' *", "FOO=1 *", "sh -c *", "\\rm"])
    patterns.add(more);
  const rules = [...patterns].map((pattern) => ({ pattern }));
  const index = new CommandIndex(rules);
  const lost = lines.flatMap((line) =>
    readShell(line).commands.flatMap((command) =>
      lostBy(index, rules, command).map(({ pattern }) => `${pattern}: ${line}`),
    ),
  );
  assert.deepEqual(lost, []);
});

interface Pattern {
  readonly pattern: string;
}

/** The rules about a command that the index does not give for it. */
function lostBy(index: CommandIndex<Pattern>, rules: readonly Pattern[], command: SimpleCommand): Pattern[] {
  const allowing = new Set(index.matching(spelledTexts(command)));
  const restricting = new Set(index.matching(concernedTexts(command)));
  const perhaps = new Set(index.startingWith(concernedWords(command)));
  return rules.filter(
    (rule) =>
      (matchesBashRule(rule.pattern, command) && !allowing.has(rule)) ||
      (surelyConcerns(rule.pattern, command) && !restricting.has(rule)) ||
      (perhapsConcerns(rule.pattern, command) && !perhaps.has(rule)) ||
      commandsWithin(command).some((words) => {
        const meant = meantCommand(words);
        return meansRule(rule.pattern, meant) !== "no" && !index.meantFor(meant.program).includes(rule);
      }),
  );
}

test("P2 a rule against one command does not ask about others that happen to stand beside a program that runs programs", () => {
  const policy = policyOf(["deny user Bash(git push *)", "allow user Bash"]);
  for (const command of [
    "npm run build && git status",
    "find . -exec grep x {} +",
    "git -c a=b status",
    "make -j4 push",
  ])
    assert.equal(decide(bash(command), policy).effect, "allow", command);
});
