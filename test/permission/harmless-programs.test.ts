/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { decide, type FileView, why } from "../../src/exports/permission.ts";
import { isPlainSedScript } from "../../src/permission/shell/sed-script.ts";
import { bash, plainFiles, policyOf } from "./policy-of.ts";

/** Without a single rule none of these may run. */
const asked: { readonly [kind: string]: readonly string[] } = {
  "an option that is not known": [
    "ls --frobnicate",
    "cat -Q a",
    "head --frob=1 a",
    "grep --frob x a",
    "sort --frob a",
    "rg --frob x",
    "jq --frob . a",
    "git status --frob",
    "git log --frob",
    "find . -frob",
    "wc -Q a",
    "stat --frob a",
    "date --frob",
  ],
  "an abbreviation of an option that does more": [
    "sort --outp=b a",
    "sort --o=b a",
    "sort --comp=x a",
    "sort --te=/x a",
    "sort --files0=l",
    "wc --f=l",
    "wc --files0=l",
    "du --files0=l",
    "du --f=l",
    "git blame --cont=/x a",
    "git log --outp=x",
    "git diff --outp=x",
    "git diff --ext",
    "git grep --open=x y",
    "git diff --no-in a b",
    "date --s=x",
    "sed --in s/a/b/ a",
    "sed --fi=x a",
    "file --comp",
    "file --files=x",
    "grep --deref x .",
  ],
  "a list of files to read": [
    "wc --files0-from=l",
    "sort --files0-from=l",
    "du --files0-from=l",
    "file -f l",
    "md5sum -c l",
    "sha256sum --check l",
    "strings @f",
    "strings a @f",
    "xargs -a l cat",
    "xargs -a /etc/passwd",
    "xargs --arg-file=/etc/passwd echo",
  ],
  "a file outside, in whatever place": [
    "find -- /dir",
    "find -P /dir -name x",
    "find . -newer /etc/passwd",
    "grep --file=/etc/passwd a",
    "grep --fil=/etc/passwd a",
    "grep -f/etc/passwd a",
    "grep -xf /etc/passwd a",
    "grep --exclude-fr=/etc/passwd x a",
    "diff --to-file=/etc/passwd a",
    "diff -X /etc/passwd a b",
    "date -f /etc/passwd",
    "date --fi=/etc/passwd",
    "date -r/etc/passwd",
    "du -X /etc/passwd .",
    "hexdump -f /etc/passwd a",
    "rg -f /etc/passwd a",
    "rg --ignore-file=/etc/passwd x",
    "cat -n -- /etc/passwd",
    "tail -n5 /etc/passwd",
    "head --lines=5 /etc/passwd",
  ],
  "a second operand that is written": ["uniq -- - OUT", "uniq a b", "uniq -c a b", "uniq - b", "xxd a b", "xxd -r a b"],
  "links that are followed": [
    "grep -R x .",
    "grep -rR x",
    "rg -L x",
    "rg --follow x",
    "find -L . -name x",
    "find . -follow",
    "du -L .",
    "diff -r a b",
    "tree -l",
  ],
  "a filter with more than text in it": [
    "jq --run-tests t",
    "jq 'import \"a\" as b; .' x",
    "jq 'include \"a\"; .' x",
    "jq -n env",
    "jq -n '$ENV'",
    "jq -n '$ENV.HOME'",
    "jq -n '[env]'",
    "jq -n '\"\\(env)\"'",
    "jq input_filename a",
    "jq -L . 'x' a",
    "jq -rL . 'x' a",
    "jq -f p a",
    'jq "$f" a',
    "jq --argfile a /etc/passwd . b",
    "jq . /etc/passwd --args x",
    "sed 's/[[:alpha:]/]/g;s,a/e;#,c,' a",
    "sed 's/[[:alpha:]]/x/e' a",
    "sed 's/[]/]/w f' a",
    "sed -e p -e 'w f' a",
    "sed --expression='w f' a",
    "sed -e 's/a/b\\' -e 'w f' a",
    "sed -ne1e a",
    "sed -f s a",
    "sed -i.bak p a",
    'sed "$s" a',
  ],
  "what shows the environment": [
    "set",
    "export",
    "export -p",
    "declare",
    "declare -p",
    "declare -x",
    "typeset -p",
    "readonly -p",
    "readonly",
    "local",
    "env",
    "printenv",
    "printenv HOME",
    "ps e",
    "ps auxe",
    "ps -o cmd",
    "compgen -v",
    "set | head",
    "export -p | grep KEY",
  ],
  "git that writes, runs, or shows what it should not": [
    "git stash",
    "git stash pop",
    "git stash drop",
    "git tag v1",
    "git tag -d v1",
    "git branch -D x",
    "git branch -m a b",
    "git branch --set-upstream-to=x",
    "git remote add x y",
    "git remote update",
    "git worktree add x",
    "git worktree prune",
    "git reflog expire --all",
    "git reflog delete x",
    "git config --get-regexp .",
    "git config --list",
    "git config --edit",
    "git config sendemail.smtppass",
    "git config user.name x",
    "git log --show-signature",
    "git diff --textconv",
    "git cat-file --textconv HEAD:a",
    "git cat-file --filters HEAD:a",
    "git grep -O x",
    "git rev-list --stdin",
    "git for-each-ref --shell",
    "git lfs ls-files",
    "git unknown",
    "git st",
    'git log "$x"',
    "git --paginate log",
    "git -p log",
    "git -C .. log",
  ],
  "a program that is run under another name or reads a program": [
    "node",
    "python3",
    "bash",
    "make",
    "python3 --version x",
    "node --version -e 1",
  ],
};

/** Not one of these needs a rule. */
const free: readonly string[] = [
  "grep --reg=x a",
  "grep --ignore x a",
  "grep --max=3 x a",
  "ls --al",
  "ls --recu src",
  "sort --rev a",
  "sort --ke=2 a",
  "sort -t, -k2,2n a",
  "head --li=5 a",
  "tail -n +5 a",
  "wc --li a",
  "du --max=1 .",
  "diff --unif a b",
  "date --da=yesterday +%F",
  "date -d '2 days ago' +%s",
  "find -- src -name x",
  "find src lib -type f -size +1M -newer a",
  "find . \\( -name a -o -name b \\) -print0",
  "uniq -- a",
  "uniq -c - ",
  "grep -f patterns a",
  "jq --arg a b '.[$a]' f",
  "jq .env f",
  "jq '.a.env | keys' f",
  "jq -r '.a[] | select(.b == \"c\") | .d' f",
  "jq -n --args '$ARGS' a b",
  "sed -n '/a/,/b/p' f",
  "sed -e 's/[[:space:]]*$//' -e 's/a/[/' f",
  "sed 's/[[:space:]]\\+$//' f",
  "sed -E 's/([a-z]+)-([0-9]+)/\\2-\\1/g' f",
  "git log --oneline --graph --decorate --all -n 20",
  "git log --pret=oneline",
  "git show --stat --format=%an HEAD~2",
  "git diff -U5 --word-diff=color main..HEAD -- src",
  "git branch -a --sort=-committerdate",
  "git branch --list 'feature/*'",
  "git tag --list 'v1.*' --sort=-v:refname",
  "git remote get-url origin",
  "git for-each-ref --sort=-committerdate --format='%(refname)' refs/heads",
  "git rev-parse --abbrev-ref HEAD",
  "git ls-files --others --exclude-standard",
  "git blame -L 10,20 -w a",
  "git grep -n -e foo --and -e bar",
  "git config --get user.email",
  "git worktree list --porcelain",
  "git stash list --date=relative",
  "git check-ignore -v a",
  "git --version",
  "comm -12 a b",
  "join -t, -1 2 -2 1 a b",
  "rg -n --hidden -g '!node_modules' 'foo.*bar' src",
  "rg -tpy -A3 -B3 foo",
  "tree -L 2 -a -I node_modules",
  "stat -c %s a",
  "xxd -l 64 a",
  "strings -n 8 a",
  "md5sum a b",
  "node --version",
  "python3 --version",
  "ps aux",
  "set -e",
  "export CI=1",
];

for (const [kind, lines] of Object.entries(asked))
  test(`P9 asked without a rule: ${kind}`, () => {
    const allowed = lines.filter((line) => decide(bash(line), policyOf([])).effect === "allow");
    assert.deepEqual(allowed, []);
  });

test("P9 P10 what is known only to look needs no rule", () => {
  const wrong = free.flatMap((line) => {
    const decision = decide(bash(line), policyOf([]));
    return decision.effect === "allow" ? [] : [`${line}: ${why(decision)}`];
  });
  assert.deepEqual(wrong, []);
  assert.ok(Object.values(asked).flat().length + free.length >= 200);
});

test("P9 git is asked in a folder laid out as a repository, and beside a write that could lay it out so", () => {
  const holding = (...paths: readonly string[]): FileView => ({
    realpath: (path) => (paths.includes(path) ? path : undefined),
    readlink: (path) => (path === "/link/HEAD" ? "refs/heads/main" : undefined),
  });
  const effect = (line: string, files: FileView, cwd = "/w"): string =>
    decide({ ...bash(line), cwd, directories: [cwd] }, policyOf([], { files, cwd })).effect;
  assert.equal(effect("git status", holding("/w/.git")), "allow");
  assert.equal(effect("git status", holding()), "allow");
  assert.equal(effect("git status", holding("/w/HEAD", "/w/objects", "/w/refs")), "ask");
  // With `commondir` neither of these folders has to be there.
  assert.equal(effect("git log", holding("/w/HEAD")), "ask");
  assert.equal(effect("git log", holding("/w/.git", "/w/HEAD")), "ask");
  assert.equal(effect("git log", holding("/w/.git"), "/w/sub"), "allow");
  assert.equal(effect("git log", holding("/w/.git", "/w/sub/HEAD"), "/w/sub"), "ask");
  assert.equal(effect("git status", holding(), "/link"), "ask");
  const edits = policyOf(["allow user Edit"], { mode: "acceptEdits", files: plainFiles });
  for (const line of [
    "echo x > HEAD && git status",
    "cp a HEAD; git log",
    "touch head; git diff",
    "echo x > $f; git log",
  ])
    assert.equal(decide(bash(line), edits).effect, "ask", line);
  assert.equal(decide(bash("echo x > out && git status"), edits).effect, "allow");
});

test("P9 of generated sed scripts none that is called plain is one that the sandbox of sed refuses", (t) => {
  if (spawnSync("sed", ["--sandbox", "-n", "p"], { input: "" }).status !== 0) return t.skip("this sed has no sandbox");
  const pieces = fc.constantFrom(
    ..."s/ s, y/ / , ; [ ] [: :] [[:alpha:] e w r w_f e_x g p 1 $ ! { } # a \\ \\/ \\, \\] | & ^ d \n q 2 I".split(" "),
  );
  const scripts = fc.sample(
    fc.array(pieces, { minLength: 2, maxLength: 12 }).map((all) => all.join("").replaceAll("_", " ")),
    { numRuns: 60_000, seed: 11 },
  );
  const plain = [...new Set(scripts.filter(isPlainSedScript))].slice(0, 1_000);
  assert.ok(plain.length >= 150, `${plain.length} plain scripts`);
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = plain.map((script) => `sed --sandbox -n -- ${quote(script)} </dev/null 2>&1; printf '\\036'`);
  const { stdout } = spawnSync("/bin/bash", [], {
    input: lines.join("\n"),
    encoding: "latin1",
    maxBuffer: 1e8,
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
  });
  const said = stdout.split("\x1e");
  assert.deepEqual(
    plain.filter((_, at) => /sandbox/.test(said[at] ?? "")),
    [],
  );
});
