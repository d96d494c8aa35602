import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";

test("P2 G6 commands that only look run without asking in the working folders", () => {
  const lines = [
    "ls -la",
    "cat a b",
    "head -n 5 a",
    "grep -rn 'a/b' src",
    "rg foo",
    "rg --files",
    "find . -name '*.ts'",
  ].concat(
    [
      "sed -n '/a/,/b/p' x",
      "sort a | uniq -c",
      "wc -l a",
      "git status",
      "git log --oneline -5",
      "git diff HEAD~1",
      "cd src && ls",
    ],
    [
      "jq .name package.json",
      "test -f a && echo yes",
      "ls src/*.ts",
      "date +%s",
      "ps aux",
      "LANG=C ls",
      "echo $HOME",
      "git show HEAD:a",
    ],
    [
      "exit 1",
      "ls || true",
      "timeout 5 cat a",
      "cat -- a",
      "for f in a b; do cat a; done",
      "if test -f a; then cat a; fi",
    ],
  );
  for (const line of lines)
    assert.equal(decide(bash(line), policyOf([])).effect, "allow", `${line}: ${why(decide(bash(line), policyOf([])))}`);
});

test("P2 G6 the same commands are asked where they look elsewhere, write or run something", () => {
  const lines = [
    "cat /etc/passwd",
    "cat ../x",
    "cat ~/x",
    "cat ~root/x",
    "cat $X",
    "cat -- -x/../../../etc/passwd",
    "grep -e. /etc/passwd",
  ].concat(
    [
      "grep -ex /etc/passwd",
      "grep -f /etc/passwd a",
      "rg --files /etc",
      "rg -f /etc/passwd a",
      "sed -ne p /etc/passwd",
      "sed -i s/a/b/ a",
      "find /etc",
    ],
    [
      "find . -exec cat {} +",
      "find . -fprint /x",
      "wc --files0-from=/etc/x",
      "sort --files0-from=/etc/x",
      "sort -o b a",
      "uniq a b",
      "date -f/etc/passwd",
    ],
    [
      "ps auxe",
      "ps -eo cmd",
      "file -m /etc/x a",
      "tree -o x",
      "git diff /etc/passwd a",
      "git diff ../x a",
      "git log --output=x",
      "git -C /x status",
    ],
    [
      "git diff --no-index a b",
      "git grep -O x",
      "git branch x",
      "git config user.name x",
      "cd /etc && cat passwd",
      "cd .. && ls",
      "cd && ls",
      "cd - && ls",
    ],
    [
      "cd src && git status",
      "ls > out",
      "ls >> out",
      "cat a > ../b",
      "cat < /etc/passwd",
      "printf -v PATH x",
      "hostname x",
      "LD_PRELOAD=x ls",
    ],
    [
      "ls $(make)",
      "cat <(make)",
      "timeout 5 make",
      "ls; make",
      "/bin/ls",
      "./ls",
      "diff a /etc/passwd",
      "cat a{,/../../etc/passwd}",
      "tee x < a",
    ],
  );
  for (const line of lines) assert.equal(decide(bash(line), policyOf([])).effect, "ask", line);
});

test("P2 what may not be read is not read by a command either, under whichever option its name stands", () => {
  const policy = policyOf(["deny user Read(secrets/**)", "deny user Edit(docs/**)", "allow user Bash"], {
    mode: "bypassPermissions",
  });
  const denied = [
    "cat secrets/key",
    "grep -e. secrets/key",
    "head -c5 ./secrets/key",
    "cat src/../secrets/key",
    "ls secrets",
    "cd secrets && cat key",
  ].concat(
    [
      "cat < secrets/key",
      "timeout 5 cat secrets/key",
      "echo x > docs/a",
      "cp a docs/b",
      "mv docs/a b",
      "rm docs/a",
      "sed -i s/a/b/ docs/a",
      "cat secrets/key | wc",
    ],
    [
      "echo $(cat secrets/key)",
      "rg --files secrets",
      "diff a secrets/key",
      "tee docs/a < a",
      "touch docs/a",
      "cp secrets/key b",
    ],
  );
  for (const line of denied) assert.equal(decide(bash(line), policy).effect, "deny", line);
  // What a variable or a wildcard becomes is not known, so it is asked even here.
  for (const line of ["cat $X", "cat *", "cat s*/key", "echo x > $X"])
    assert.equal(decide(bash(line), policy).effect, "ask", line);
  for (const line of ["cat a", "echo secrets", "ls src"])
    assert.equal(decide(bash(line), policy).effect, "allow", line);
});
