import assert from "node:assert/strict";
import { after, test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const project = new LaidProject(everydayFiles);
const linked = new LaidProject([...everydayFiles, "links/e.ts -> ../.env", "links/s -> ../secrets"]);
after(() => {
  project[Symbol.dispose]();
  linked[Symbol.dispose]();
});

/** Nothing that is there, of what they stand for, is forbidden. */
const free = [
  ...["rm *.log", "rm -f *.log", "rm -rf dist/*", "rm src/*", "rm src/{a,b}.ts", "rm src/[ab].ts", "rm *.nothing"],
  ...["mv src/* lib/", "mv *.log logs/", "cp src/*.ts lib", "cp -r src/* lib/", "mkdir -p out && cp dist/*.js out/"],
  ...["chmod +x *.sh", "touch *.x", "sed -i s/a/b/ src/*.ts", "truncate -s 0 logs/*.log"],
  ...['rm "dist"/*.js', "rm -rf src/**/*.js", "cd src && rm *.ts", "cd dist && rm -rf *", "rm -f /tmp/none-such-*.log"],
  ...["cat src/*.ts > out.txt", "tee lib/*.js < x", "mv docs/x.md .", "mv src/*.ts .", "cp -r docs/x.md ."],
  ...["du -sh *", "ls *", "ls -d */", "stat *", "file *", "wc -l *", "cat *", "grep x *", "head -5 *", "ls -la */"],
  ...["cat */package.json", "ls */package.json", "cat */*/package.json", "wc -l **/*.ts", "cat src/[!x].ts"],
];

/** One of the names that are there now, or may be by then, is forbidden. */
const asked = [
  ...["rm .e*", "rm .env*", "rm .env.*", "cp x .e*", "cp .e* x", "cat .e*", "cat .[e]nv", "cat .{env,x}", "cat .??v"],
  ...["rm -rf *", "mv * ..", "cp -r * ../x", "tar cf x *", "rm -rf sec*", "chmod -R 700 s*", "foo *", "rm conf/*"],
  ...[
    "sed -i s/a/b/ conf/*.json",
    "sed -i s/a/b/ */c.json",
    "touch con?/c.json",
    "cat links/*",
    "cat links/*.ts",
    "rm links/*",
  ],
  ...["head links/**/*.pem", "cat links/*/*.pem", "grep -r x *", "rg x *", "grep -d recurse x s*", "diff -r s* x"],
  ...["cd conf && rm *", "cd conf; rm *", "cd .. && rm */conf/*", "rm $x/*", "rm $(pwd)/*", "rm `pwd`/c*/*"],
  ...[
    "shopt -s dotglob; wc *",
    "shopt -s dotglob && rm src/../*v",
    "bash -O dotglob -c 'cat *'",
    "setopt globdots; cat *",
  ],
  ...["GLOBIGNORE=x; wc -l *", "export GLOBIGNORE=x; rm .*", "shopt -s nocaseglob; cat .E*", "set -4; cat *"],
  ...[
    "touch .env.x; rm .env*",
    "cp a .env.y && cat .env*",
    "ln -s .env l.txt; cat l*",
    "cp lib/*.json conf",
    "rm +(.)env",
  ],
];

test("P2 P9 a wildcard stands for the names that are there: what a rule forbids is none of them", () => {
  const policy = project.policy();
  for (const line of free) {
    const decision = project.decide(line, policy);
    assert.equal(decision.effect, "allow", `${line}: ${why(decision)}`);
  }
});

test("P2 P9 a wildcard that may stand for what a rule forbids is asked, whatever the command does", () => {
  const policy = linked.policy();
  for (const line of asked) {
    const decision = linked.decide(line, policy);
    assert.notEqual(decision.effect, "allow", line);
    assert.match(decision.strength, /^(?:perhapsDenied|denied)$/, `${line}: ${why(decision)}`);
  }
});

test("P9 what only a pattern leads to is asked, so that a person can say yes; what is spelled is denied", () => {
  for (const line of ["cat .e*", "rm .env.*", "wc -l s*/*", "cp lib/*.json conf", "rm c*/*.json"])
    assert.equal(project.decide(line).strength, line === "cp lib/*.json conf" ? "denied" : "perhapsDenied", line);
  for (const line of [
    "cat .env",
    "rm .env",
    "cat secrets/*",
    "cat secrets/key.pem",
    "rm conf/c.json",
    "cat '.env'",
    "cat .{env,x}",
  ])
    assert.equal(project.decide(line).strength, "denied", line);
});

test("P9 a file that is put into a folder is held against rules under the name that it gets there", () => {
  const policy = project.policy(["allow user Bash", "deny user Edit(./conf/c.json)"]);
  for (const line of ["cp lib/c.json conf", "cp lib/c.json conf/", "cp -t conf lib/c.json", "install lib/c.json conf"])
    assert.equal(project.decide(line, policy).strength, "denied", line);
  for (const line of ["cp lib/*.json conf", "mv l*/c.json conf/", "cp -r lib/* conf", "rsync lib/* conf"])
    assert.equal(project.decide(line, policy).strength, "perhapsDenied", line);
  for (const line of ["cp lib/l.js conf", "cp lib/*.js conf", "mv src/a.ts conf/"])
    assert.equal(project.decide(line, policy).effect, "allow", line);
});

test("P9 without a rule about files a pattern is asked as before: no rule for a program allows what is not known", () => {
  const policy = project.policy(["allow user Bash(rm:*)"]);
  assert.equal(project.decide("rm *.log", policy).strength, "undecided");
  assert.equal(project.decide("rm .git/*", policy).strength, "held");
  assert.equal(project.decide("rm a.log", policy).effect, "allow");
});
