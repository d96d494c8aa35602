/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { decide, type Effect, why } from "../../src/exports/permission.ts";
import { plainFiles, policyOf } from "./policy-of.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-looks-")));
after(() => rmSync(root, { recursive: true }));
const cwd = join(root, "project");
for (const folder of ["project/src/deep", "project/one", "project/two", "outside", "home/notes"])
  mkdirSync(join(root, folder), { recursive: true });
for (const file of ["project/a.ts", "project/src/b.ts", "project/two/key", "outside/key"])
  writeFileSync(join(root, file), "");
symlinkSync("../../outside/key", join(cwd, "one/key"));
symlinkSync("../outside", join(cwd, "out"));

const effectOf = (command: string, rules: readonly string[] = [], files = nodeFiles): [Effect, string] => {
  const policy = policyOf(rules, { cwd, home: join(root, "home"), files });
  const decision = decide({ toolName: "Bash", input: { command }, cwd, directories: [cwd] }, policy);
  return [decision.effect, `${command}: ${why(decision)}`];
};

test("P9 a pattern in any word tells the names in a folder, and is judged as looking into it", () => {
  const asked = [
    ...[
      "echo ~/*",
      "echo ~root/.ssh/*",
      "printf '%s\\n' /root/.ssh/*",
      "echo /et[c]/*",
      "echo /etc/pass?d",
      "echo ../*",
    ],
    ...[
      'echo "$HOME"/.ssh/*',
      "echo $HOME/*",
      "echo ${HOME}/.s*",
      "echo $x/*",
      'echo "$x"/*',
      "echo {/etc,src}/*",
      "echo $x*",
    ],
    ...['for f in /root/*; do echo "$f"; done', "for f in ~/*; do :; done", "a=(/root/*)", "x=/root/*; echo $x"],
    ...["for f in '/root/*'; do echo $f; done", "set -- /root/*", "set -- '/root/*'; echo $1", "export x='/root/*'"],
    ...["read x <<< '/root/*'; echo $x", "echo ${x:-/root/*}", "echo a${x:-/root/*}", "type /root/*", "test /root/*"],
    ...[
      "cd src && echo ../../*",
      "timeout 5 echo ~/*",
      "command echo ~/*",
      "dirname /root/*",
      "id /root/*",
      "echo */../../*",
    ],
    // Some shells find the folder above.
    ...[
      "ls .*",
      "grep -r x .*",
      "echo .*/*",
      "echo .?/*",
      "cat .*",
      "find .*",
      "ls .?",
      "for f in .*/*; do echo $f; done",
    ],
    // Through a link.
    ...[
      "echo */*",
      "ls */*",
      "for f in */*; do echo $f; done",
      "echo out/*",
      "echo */k*",
      "wc -l */*",
      "grep -l x -- */*",
    ],
  ];
  for (const line of asked) {
    const [effect, reason] = effectOf(line);
    assert.equal(effect, "ask", reason);
  }
  const allowed = [
    ...[
      "echo *",
      "echo src/*.ts",
      "echo src/*/*",
      "for f in *.ts; do echo $f; done",
      "for f in src/*; do wc -l a.ts; done",
    ],
    ...[
      "echo [a-z]*.ts",
      "echo .*",
      "ls .g*",
      "ls src/.e*",
      "echo '/root/*'",
      "grep '/root/*' a.ts",
      "case $x in /root/*) echo;; esac",
      "[[ $x == /root/* ]]",
    ],
    ...[
      "x=src/*.ts; echo $x",
      'echo "~"/*',
      'echo "$PWD"/*',
      "cd src && echo *",
      "echo ${x%/*}",
      "echo ${x##*/}",
      "echo $x",
    ],
  ];
  for (const line of allowed) {
    const [effect, reason] = effectOf(line);
    assert.equal(effect, "allow", reason);
  }
});

test("P9 a rule about a folder holds for patterns in it, too", () => {
  for (const line of ["echo src/deep/*", 'for f in src/deep/*; do echo "$f"; done', "printf %s src/deep/?"])
    assert.equal(effectOf(line, ["deny user Read(src/deep/**)"])[0], "deny", line);
  assert.equal(effectOf("echo ~/notes/*", ["allow user Read(~/notes/**)"])[0], "allow");
});

test("P9 a test of a file that the line spells is not asked about, and one of a pattern is", () => {
  const rules = ["deny user Read(~/.ssh/**)"];
  for (const line of ["[ -e ~/.ssh/id ]", "test -d /usr/local && echo yes", "[[ -f /etc/hosts ]]"])
    for (const some of [[], rules]) assert.equal(effectOf(line, some)[0], "allow", line);
  for (const line of ["[ -e ~/.ssh/* ]", "test -e /etc/host?", "[ -n /root/* ]"])
    assert.equal(effectOf(line)[0], "ask", line);
});

test("P9 where the names in folders cannot be listed, a pattern of several segments is asked", () => {
  const { list: _, ...files } = nodeFiles;
  assert.equal(effectOf("echo src/*/*", [], files)[0], "ask");
  assert.equal(effectOf("echo src/*", [], files)[0], "allow");
});

test("P9 diff reads what links in a folder lead to, so that it only looks where it compares files", () => {
  const cases: [line: string, effect: Effect][] = [
    ["diff one two", "ask"],
    ["diff two one", "ask"],
    ["diff -q one two", "ask"],
    ["diff two/key one", "ask"],
    ["diff --from-file=a.ts one", "ask"],
    ["cd src && diff ../one ../two", "ask"],
    ["diff one/key two/key", "ask"],
    ["diff one $x", "ask"],
    ["diff --no-dereference one two", "allow"],
    ["diff a.ts two/key", "allow"],
    ["diff -u a.ts -", "allow"],
    ["diff a.ts nothing", "allow"],
  ];
  for (const [line, expected] of cases) {
    const [effect, reason] = effectOf(line);
    assert.equal(effect, expected, reason);
  }
  const { isFolder: _, ...files } = plainFiles;
  assert.equal(effectOf("diff a b", [], files)[0], "ask", "without knowing what is a folder");
});

test("P9 git is not told to verify a signature, which another program does, by any format, sorting or grouping", () => {
  const asked = [
    ...[
      "log --format=%G?",
      "log --pretty='%h %GS'",
      "log --pretty=format:%GK",
      "show --format='%+GG'",
      "reflog --format=%GF",
    ],
    ...["rev-list --format='% G?' HEAD", "shortlog --group=format:%GS", "stash list --format=%G?", "log --form=%G?"],
    ...[
      "for-each-ref --format='%(signature)'",
      "branch --format='%(signature:grade)'",
      "tag -l --format='%(SIGNATURE)'",
    ],
    ...["for-each-ref --sort=signature:key", "branch --sort=-signature", "log --remerge-diff", "log --show-signature"],
  ];
  for (const line of asked) assert.equal(effectOf(`git ${line}`, [], plainFiles)[0], "ask", line);
  const allowed = [
    "log --format=%h",
    "log --pretty='%an %s'",
    "for-each-ref --format='%(refname)'",
    "log -- signature.ts",
  ];
  for (const line of allowed) {
    const [effect, reason] = effectOf(`git ${line}`, [], plainFiles);
    assert.equal(effect, "allow", reason);
  }
});

test("P9 a word behind the last operand that is only looked at may be a file to write", () => {
  for (const line of ["xxd a -d", "xxd a -- ", "uniq a -c", "uniq a -", "uniq a --", "uniq - -c"])
    assert.equal(effectOf(line)[0], "ask", line);
  for (const line of ["xxd -d a", "uniq -c a", "uniq -c", "uniq -- a", "uniq -c -"])
    assert.equal(effectOf(line)[0], "allow", line);
});

test("P9 programs that only look do not ask the network, start another program or read a list that came with the folder", () => {
  for (const line of [
    "hostname -f",
    "hostname --fq",
    "hostname -i",
    "locale -m",
    "locale --charm",
    "tree --info",
    "strings -T @list a",
    "java --version",
  ])
    assert.equal(effectOf(line)[0], "ask", line);
  for (const line of ["hostname", "hostname -s", "hostname -I", "locale -a", "tree -L 2"])
    assert.equal(effectOf(line)[0], "allow", line);
});
