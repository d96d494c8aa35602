import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, why } from "../../src/exports/permission.ts";
import { laidFiles } from "./laid-files.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";

const grep = (input: Ask["input"]): Ask => askOf("Grep", input);
const rules = ["deny user Read(.env)", "deny user Read(lib/y/secret)", "deny user Read(~/.ssh/**)"];

const searches: readonly Ask[] = [
  ...[
    "grep -r S .",
    "grep -rn S",
    "grep -R S lib",
    "grep -d recurse S .",
    "rgrep S",
    "egrep -r S .",
    "rg S",
    "rg -uu S .",
  ],
  ...[
    "rg S lib",
    "ag S",
    "ack S lib/y",
    "diff -r . ../x",
    "diff -r lib ../x",
    "grep -r --include='*' S .",
    "rg -g '*' S .",
  ],
  ...["grep -r --include='*.ts' --incl='*' S .", "rg -g '*.ts' -ig '*' S .", "grep -rf a .", "timeout 5 grep -r S ."],
  ...[
    "git diff",
    "git show HEAD",
    "git log -p",
    "git grep S",
    "git diff HEAD~1 -- .",
    "git -C . diff",
    "git --no-pager diff",
  ],
  ...[
    "git show",
    "git stash show -p",
    "git archive HEAD",
    "git format-patch -1 --stdout",
    "git diff -- lib",
    "git -P diff",
  ],
  ...["tar cf x .", "tar cf x lib", "cp -r . ../x", "cp -a lib ../x", "zip -r x lib", "rsync -a lib h:", "mv lib lib2"],
  ...[
    "scp -r lib h:",
    "aws s3 sync . s3://x",
    "docker cp lib c:/x",
    "find lib -type f -exec cat {} +",
    "find lib -name secret -exec foo {} +",
    "cp -r l* ../x",
  ],
  ...["grep -r S ~", "cp -r ~ ../x"],
].map(bash);

const found = [
  ...searches,
  ...[{}, { glob: ".env", output_mode: "content" }, { path: "lib" }, { path: "/w" }, { glob: "*" }, { path: "~" }].map(
    (more) => grep({ pattern: "S", ...more }),
  ),
  ...[{ glob: "*.{ts,env}" }, { glob: "*.ts .e*" }, { glob: "!a" }, { type: "unheard" }, { path: "lib/y" }].map(
    (more) => grep({ pattern: "S", ...more }),
  ),
];

const harmless: readonly Ask[] = [
  ...[
    "grep -r S src",
    "grep -rn S docs conf",
    "rg S src",
    "rg -t ts S",
    "rg -g '*.ts' S",
    "grep -r --include='*.ts' S .",
  ],
  ...[
    "diff -r src docs",
    "diff a b.txt",
    "git diff --stat",
    "git status",
    "git log --oneline",
    "git show HEAD:a",
    "git blame a",
  ],
  ...["tree", "ls -R", "find . -name '*.ts'", "grep S a", "rg --files", "git diff -- a", "git ls-files", "ls -la ~"],
].map(bash);

const harmlessTools = [
  ...[
    { path: "src" },
    { glob: "*.ts" },
    { type: "ts" },
    { path: "a" },
    { glob: "src/**/*.ts" },
    { glob: "*.{ts,tsx}" },
  ].map((more) => grep({ pattern: "S", ...more })),
  askOf("Glob", { pattern: "**/*" }),
  askOf("LS", { path: "." }),
];

test("P2 P9 what shows files that it does not name is asked where one of them may not be read, or is asked about", () => {
  for (const effect of ["deny", "ask"])
    for (const ask of found) {
      const policy = policyOf(
        rules.map((rule) => rule.replace("deny", effect)),
        { files: laidFiles },
      );
      const decision = decide(ask, policy);
      const title = `${effect} ${JSON.stringify(ask.input)}: ${why(decision)}`;
      assert.equal(decision.effect, "ask", title);
      assert.match(decision.strength, effect === "deny" ? /^perhapsDenied$/ : /^askedByRule$/, title);
    }
});

test("P2 P9 a search of folders, or of names, in which nothing is forbidden needs no person", () => {
  for (const ask of [...harmless, ...harmlessTools]) {
    const decision = decide(ask, policyOf([...rules, "allow user Bash"], { files: laidFiles }));
    assert.equal(decision.effect, "allow", `${JSON.stringify(ask.input)}: ${why(decision)}`);
  }
});

test("P2 P9 a rule that is about no file here asks about no search", () => {
  for (const ask of [bash("grep -r S ."), bash("git diff"), bash("git log -p"), bash("rg S"), grep({ pattern: "S" })]) {
    const decision = decide(
      ask,
      policyOf(["deny user Read(~/.ssh/**)", "deny user Read(//etc/**)"], { files: laidFiles }),
    );
    assert.equal(decision.effect, "allow", `${JSON.stringify(ask.input)}: ${why(decision)}`);
  }
});

test("P2 P9 whoever allows a command of git speaks for what it shows of commits, and for no file that it names", () => {
  for (const allow of ["Bash(git diff:*)", "Bash(git *)", "Bash"]) {
    const policy = policyOf([...rules, `allow user ${allow}`], { files: laidFiles });
    assert.equal(decide(bash("git diff"), policy).effect, "allow", allow);
    assert.equal(decide(bash("git diff -- .env"), policy).effect, "deny", allow);
  }
  for (const allow of ["Bash(grep:*)", "Bash"])
    assert.equal(decide(bash("grep -r S ."), policyOf([...rules, `allow user ${allow}`])).strength, "perhapsDenied");
});

test("P4 an agent whose own searches leave out what may not be read is not asked about them", () => {
  const policy = policyOf(rules, { files: laidFiles, filtersSearches: true });
  assert.equal(decide(grep({ pattern: "S" }), policy).effect, "allow");
  assert.equal(decide(grep({ pattern: "S", path: ".env" }), policy).effect, "deny");
  assert.equal(decide(bash("grep -r S ."), policy).effect, "ask");
});

test("P2 P9 a folder with more files than can be looked at may hold what is forbidden", () => {
  const policy = policyOf(rules, { files: { ...laidFiles, tree: () => undefined } });
  for (const line of ["grep -r S src", "cp -r src ../x"])
    assert.equal(decide(bash(line), policy).strength, "perhapsDenied");
});
