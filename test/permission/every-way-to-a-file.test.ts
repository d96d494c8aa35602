import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { decide, Policy, why } from "../../src/exports/permission.ts";
import { rule } from "./policy-of.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-ways-")));
const cwd = join(root, "w");
const home = join(root, "home");
for (const folder of ["w/src/deep", "w/conf", "w/lib/y", "w/docs", "out", "home/.ssh", "w/.git/hooks"])
  mkdirSync(join(root, folder), { recursive: true });
for (const file of [".env", "a", "a.c", "src/a.ts", "src/deep/b.ts", "conf/k", "lib/y/secret", "docs/x.md", "../out/f"])
  writeFileSync(join(cwd, file), "");
symlinkSync("../../a", join(cwd, "src/deep/up"));
after(() => rmSync(root, { recursive: true }));

/** What the rules say of lines in a real folder. */
function judge(rules: readonly string[], expected: RegExp, lines: readonly string[]): void {
  const policy = new Policy({ rules: rules.map(rule), mode: "default", cwd, home, files: nodeFiles });
  for (const command of lines) {
    const decision = decide({ toolName: "Bash", input: { command }, cwd, directories: [cwd] }, policy);
    assert.match(decision.effect, expected, `${rules.join(", ")}: ${command}: ${why(decision)}`);
  }
}

const noReading = ["allow user Bash", "deny user Read(./.env)"];
const noEditing = ["allow user Bash", "deny user Edit(./conf/**)"];

test("P2 P9 a link that the line makes is no other name for what a rule forbids", () => {
  judge(noReading, /deny|ask/, [
    "ln -s ../.env src/e; cat src/e",
    "ln -s ../.env src; cat src/.env",
    "ln -st src ../.env",
    "ln -s -t src -- ../.env",
    "mkdir -p x/y; ln -s ../../.env x/y/z; head x/y/z",
    "mkdir x; ln -s ../.env x; cat x/.env",
    "cp -s ../.env src/e; cat src/e",
    "cp --symbolic-link ../.env src/e; cat src/e",
    "gln -s ../.env src/e",
    "busybox ln -s ../.env src/e; cat src/e",
    "bash -c 'ln -s ../.env src/e; cat src/e'",
    "timeout 5 ln -s ../.env src/e; cat src/e",
    "cd src && ln -s ../.env e && cat e",
    "ln -s src/deep d; cat d/../../.env",
    "ln -s . src/deep/l; cat src/deep/l/../../.env",
    "ln -s src/deep d; cd d && cat ../../.env",
    "ln -sr src/deep docs/d && foo docs/d/../../.env",
    "ln -s .. src/p; grep -r K src/p/",
    `python3 -c 'import os; os.symlink("../.env","src/e")'; cat src/e`,
    `node -e 'fs.symlinkSync("../.env","src/e")' && cat src/e`,
    `perl -e 'symlink("../.env", "src/e")'; cat src/e`,
    "foo --link ../.env src/e",
  ]);
  judge(noEditing, /deny|ask/, [
    "ln -s ../conf src/l; echo x > src/l/y",
    "ln -sr conf src/l; echo x > src/l/y",
    "ln -s src/deep d; echo x > d/../../conf/k",
    "ln -s .. src/l && cp a src/l/conf/k",
  ]);
  judge(["allow user Bash", "deny user Read(./lib/y/secret)"], /deny|ask/, [
    "ln -s ../lib src/l; cat src/l/y/secret",
    "ln -s src/deep d; cat d/../../lib/y/secret",
    "ln -s ../lib/y src/l; grep -r K src/l",
  ]);
});

test("P9 a link that the line makes leads out of the working folders for no rule", () => {
  judge(["allow user Bash(ln:*)", "allow user Bash(cp:*)", "allow user Bash(mv:*)", "allow user Bash(foo:*)"], /ask/, [
    "ln -s ../out y && cat y/f",
    "ln -s ../out/f y && cat y",
    "ln -sr ../out y && cat y/f",
    "ln -s ../../home/.ssh y && cat y/id",
    "ln -s ../out y && cp a y/g",
    "ln -s ../out",
    "ln -s ../../out src/y",
    "ln -s ../../out/f -t src",
    "ln -s ~/.ssh y",
    "cp -s ../../out/f src/y && cat src/y",
    "ln -s .. src/l && cat src/l/../out/f",
    "ln -s .. src/l && cp a src/l/../out/g",
    "ln -s .. src/l && foo src/l/../out/g",
    "ln -s .git/hooks h && cp a h/pre-commit",
    "mv src/deep/up up && cat up",
    "cp -P src/deep/up up && cat up",
    "cp -a src/deep/up src && cat src/up",
  ]);
});

test("P9 links in the working folders, to what nobody forbids, stay free", () => {
  const links = [
    "ln -s ../a src/b",
    "ln -s ../lib src/lib",
    "ln -sfn ../lib src/lib",
    "ln -s ../../a src/deep/a && cat src/deep/a",
    "ln -s a b && cat b",
    "ln -s src/deep d && cat d/b.ts",
    "ln -sr src/deep docs/d && ls docs/d/",
    "ln -s ../shared/x packages/a/x",
    "cp -s ../a src/",
    "mv src/a.ts src/b.ts && cat src/b.ts",
    "cp a src/ && cat src/a",
  ];
  judge(["allow user Bash(ln:*)", "allow user Bash(cp:*)", "allow user Bash(mv:*)"], /allow/, links);
  judge([...noReading, "deny user Edit(./conf/**)"], /allow/, [
    ...links.filter((line) => !line.includes("lib")),
    "ln -s ../out y; cat y/f",
    "npm link ../x",
    "cp ../x/a src/",
    "diff ../x/a src/a.ts",
    `node -e 'require("../x/src")'`,
  ]);
});
