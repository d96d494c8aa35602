/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, type FileView, why } from "../../src/exports/permission.ts";
import { bash, plainFiles, policyOf } from "./policy-of.ts";
import { ruleCases } from "./rule-cases.ts";

/** No folder below the working one has a repository of its own. */
const files: FileView = { ...plainFiles, realpath: (path) => (/\/(?:HEAD|\.git)$/.test(path) ? undefined : path) };

for (const [rule, { covers, asks }] of Object.entries(ruleCases))
  test(`P3 P10 what Bash(${rule}) covers, and what it does not`, () => {
    const policy = policyOf([`allow user Bash(${rule})`], { files });
    const wrong = [
      ...covers.map((line) => ({ line, expected: "allow" })),
      ...asks.map((line) => ({ line, expected: "ask" })),
    ].flatMap(({ line, expected }) => {
      const decision = decide(bash(line), policy);
      return decision.effect === expected ? [] : [`${line}: ${why(decision)}`];
    });
    assert.deepEqual(wrong, []);
  });

test("P3 there are at least 200 cases of what rules cover", () => {
  assert.ok(Object.values(ruleCases).flatMap(({ covers, asks }) => [...covers, ...asks]).length >= 200);
});

test("P3 a rule for git holds in a folder of the same repository, and not in one that is another", () => {
  const effect = (line: string, ...paths: readonly string[]): string =>
    decide(
      bash(line),
      policyOf(["allow user Bash(git:*)"], {
        files: { ...files, realpath: (path) => (paths.includes(path) ? path : undefined) },
      }),
    ).effect;
  for (const line of ["cd src && git status", "git -C src status", "cd src && git add . && git commit -m x"]) {
    assert.equal(effect(line, "/w/.git"), "allow", line);
    assert.equal(effect(line, "/w/.git", "/w/src/HEAD"), "ask", line);
    assert.equal(effect(line, "/w/.git", "/w/src/.git"), "ask", line);
  }
});

test("P2 P3 a rule that forbids sees through whatever runs the program, and past the options in front of a subcommand", () => {
  const policy = policyOf(
    [
      "deny user Bash(rm:*)",
      "deny user Bash(git push:*)",
      "deny user Bash(npm publish:*)",
      "deny user Bash(kubectl delete:*)",
      "deny user Bash(docker compose down:*)",
      "allow user Bash",
    ],
    { mode: "bypassPermissions" },
  );
  const wrapped = [
    ..."chrt -b 0|taskset 1|taskset -c 0,1|nice|nice -n 5|timeout 5|stdbuf -oL|ionice -c3|setsid|flock x|watch|strace -f|unshare -r|sudo|sudo -u x|doas|env|env A=1|nohup|numactl -N 0|prlimit --nofile=1|fakeroot|xvfb-run|ssh host|docker exec app|docker run x|kubectl exec p --|uv run|poetry run|bundle exec|npm exec|busybox|time -p|command|exec|systemd-run|chroot /x|nsenter -t 1|parallel|entr|setarch x86_64".split(
      "|",
    ),
  ];
  const lines = [
    ...wrapped.map((wrapper) => `${wrapper} rm -rf x`),
    "env -S 'rm x'",
    "bash -c 'rm x'",
    "su -c 'rm x'",
    "git -C . push",
    "git --no-pager push origin",
    "git -c a=b push",
    "git --git-dir x push",
    "/usr/bin/git -C . push",
    "timeout 5 git -C . push",
    "npm --loglevel silent publish",
    "kubectl -n prod delete pod x",
    "kubectl --namespace=prod delete pod x",
    "docker compose -f a.yml down",
    "docker --context x compose down",
  ];
  const allowed = lines.filter((line) => decide(bash(line), policy).effect === "allow");
  assert.deepEqual(allowed, []);
});

test("P2 P4 files are seen under the options that carry them", () => {
  const policy = policyOf(["deny user Edit(docs/**)", "deny user Read(secrets/**)", "allow user Bash"], {
    mode: "bypassPermissions",
  });
  const lines = [
    "cp -rt docs a",
    "cp -t docs a",
    "cp --target-directory=docs a",
    "mv -ft docs a",
    "install -m 644 -t docs a",
    "sed -i -es/x/y/ docs/a",
    "sed -i -e s/x/y/ docs/a",
    "sed -ni p docs/a",
    "sed --in-place=.b p docs/a",
    "sort -o docs/a b",
    "sort -ro docs/a b",
    "sort --outp=docs/a b",
    "uniq a docs/b",
    "gcc -odocs/a a.c",
    "go build -o docs/a",
    "git show :0:secrets/key",
    "git grep '' -- secrets/key",
    "grep -f secrets/key a",
    "grep --file=secrets/key a",
    "diff --to-file=secrets/key a",
    "make -C secrets",
    "ln a docs/b",
    "tee docs/a",
    "cat -- secrets/key",
    "find secrets -name x",
    "/bin/cat secrets/key",
    "git show HEAD:secrets/key",
  ];
  const missed = lines.filter((line) => decide(bash(line), policy).effect !== "deny");
  assert.deepEqual(missed, []);
});
