import assert from "node:assert/strict";
import { test } from "node:test";
import { concernsBashRule, isCovered, matchesBashRule } from "./bash-rule.ts";
import { readShell } from "./read-shell.ts";
import type { SimpleCommand } from "./simple-command.ts";

function one(line: string): SimpleCommand {
  const [command] = readShell(line).commands;
  assert.ok(command);
  return command;
}

/** Each pattern with commands that it covers, and commands that it does not. */
const table: { readonly [pattern: string]: { readonly yes: readonly string[]; readonly no: readonly string[] } } = {
  "npm test": { yes: ["npm test", "npm  'test'", "CI=1 npm test"], no: ["npm test a", "npm tests", "A=1 npm test"] },
  "npm run test:*": {
    yes: ["npm run test", "npm run test -- -x", "npm run test a b"],
    no: ["npm run test:unit", "npm run tests", "npm run", "npm run test --prefix /x"],
  },
  "ls *": { yes: ["ls", "ls -la"], no: ["lsof", "ls-x"] },
  "ls*": { yes: ["ls", "lsof", "ls -la"], no: ["xls"] },
  "git * main": {
    yes: ["git checkout main", "git push origin main"],
    no: ["git main", "git checkout main x", "git checkout 'x main'", "git -c a=b checkout main"],
  },
  "* --version": { yes: ["node --version"], no: ["eval rm --version", "sudo rm --version"] },
  "echo '\\*'": { yes: ["echo '*'"], no: ["echo a"] },
  "find:*": { yes: ["find . -name '*.ts'"], no: ["find . -delete", "find . -exec ls {} +"] },
  "find * -exec grep *": {
    yes: ["find . -exec grep x {} +"],
    no: ["find . -exec rm {} +", "find . -exec rm {} + -exec grep x {} +"],
  },
  "timeout 5 npm:*": { yes: ["timeout 5 npm test"], no: ["timeout 5 npm exec x", "timeout 6 npm test"] },
  "timeout:*": { yes: [], no: ["timeout 5 npm test"] },
  "A=1 npm test": { yes: ["A=1 npm test"], no: ["A=2 npm test", "A=1 B=1 npm test"] },
  "bash:*": { yes: [], no: ["bash", "bash x.sh", "bash -c x"] },
  "bash x.sh:*": { yes: ["bash x.sh", "bash x.sh -c a"], no: ["bash y.sh", "bash -c 'x' x.sh"] },
  "npx vitest:*": { yes: ["npx vitest run"], no: ["npx evil", "npx -p evil vitest"] },
};

for (const [pattern, { yes, no }] of Object.entries(table)) {
  test(`P3 the rule ${pattern} covers what it spells, and no more`, () => {
    assert.deepEqual(
      [...yes, ...no].filter((line) => matchesBashRule(pattern, one(line))),
      yes,
    );
  });
}

test("P3 a wrapper is covered when what it runs is", () => {
  const npm = (command: SimpleCommand): boolean => matchesBashRule("npm test", command);
  assert.equal(isCovered(one("timeout 5 nice npm test"), npm), true);
  assert.equal(isCovered(one("timeout 5 nice npm run x"), npm), false);
  assert.equal(isCovered(one("env PATH=/x npm test"), npm), false);
});

test("P3 a builtin that only steers the line needs no rule, a program of its name does", () => {
  const none = (): boolean => false;
  assert.equal(isCovered(one("[ -f x ]"), none), true);
  assert.equal(isCovered(one("test -v 'a[$(b)]'"), none), false);
  assert.equal(isCovered(one("xargs test x"), none), false);
  assert.equal(isCovered(one("export PATH=/x"), none), false);
});

test("P3 a deny rule finds its program behind wrappers, paths and in scripts", () => {
  for (const line of [
    "rm -rf x",
    "/bin/rm -rf x",
    "\\rm -rf x",
    "A=1 timeout 5 rm -rf x",
    "sudo -u a rm -rf x",
    "find . -exec rm -rf {} +",
    "bash -ec 'ls; rm -rf x'",
    "eval rm -rf x",
    "ssh host rm -rf x",
    "ls | xargs rm -rf",
  ]) {
    assert.ok(
      readShell(line).commands.some(
        (command) => concernsBashRule("rm -rf:*", command) === "yes" || concernsBashRule("rm:*", command) === "yes",
      ),
      line,
    );
  }
  assert.equal(concernsBashRule("rm:*", one("echo rm -rf x")), "no");
});

test("P3 a deny rule perhaps concerns a command whose words are not known", () => {
  assert.equal(concernsBashRule("git push:*", one("git $X origin")), "perhaps");
  assert.equal(concernsBashRule("git push:*", one("git push $X")), "yes");
  assert.equal(concernsBashRule("git push:*", one("git status $X")), "no");
});
