/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const project = new LaidProject([...everydayFiles, "src/link.md -> ../.env", "docs/no blank.md"]);
after(() => project[Symbol.dispose]());
project.git("init", "-q");
project.git("add", "src/a.ts", "src/b.ts", "src/deep", "lib", "package.json", "README.md", "main.py", "conf");
project.git("commit", "-qm", "x");

const denies = [
  "Read(./.env)",
  "Read(./.env.*)",
  "Read(./secrets/**)",
  "Edit(./conf/**)",
  "Bash(rm -rf:*)",
  "Bash(sudo:*)",
];
const policy = project.policy(["allow user Bash", ...denies.map((rule) => `deny user ${rule}`)]);

function judge(expected: RegExp, lines: readonly string[]): void {
  for (const line of lines) {
    const decision = project.decide(line, policy);
    assert.match(decision.effect, expected, `${line}: ${why(decision)}`);
  }
}

test("P10 what a loop, an assignment or read gives to a variable is known, and no rule is about it", () => {
  judge(/allow/, [
    'for f in src/*.ts; do echo "$f"; head -5 "$f"; done',
    "for f in src/*.ts lib/*; do wc -l $f; done",
    'for f in src/*.ts; do sed -i s/a/b/ "$f"; done',
    'for f in pkg/*/package.json; do jq -r .version "$f"; done',
    "for p in a b; do cat pkg/$p/package.json; done",
    'for d in pkg/*; do cat "$d/package.json"; done',
    "for f in $(find src -name '*.ts'); do grep -l x $f; done",
    'find src -name "*.ts" | while read f; do head -3 "$f"; done',
    "find src -type f -name '*.ts' | while IFS= read -r f; do wc -l \"$f\"; done",
    "git ls-files '*.ts' | while read f; do wc -l $f; done",
    "f=src/a.ts; wc -l $f; head $f",
    'FILE=$(ls -t logs/*.log | head -1); tail -50 "$FILE"',
    'cat "$(find src -name a.ts | head -1)"',
  ]);
});

test("P2 P9 what the line gives to a variable is held against rules, and what something else may set is asked about", () => {
  judge(/ask|deny/, [
    "for f in .e*; do cat $f; done",
    "for f in .env; do cat $f; done",
    "for f in src/*; do cat $f; done",
    "for f in docs/*.md; do cat $f; done",
    "for f in secrets/*; do head $f; done",
    'for d in secrets; do cat "$d/key.pem"; done',
    "for d in . ..; do cat $d/.env; done",
    "for p in ../secrets; do cat src/$p/key.pem; done",
    "for f in conf/*; do sed -i s/a/b/ $f; done",
    "for f in $(ls -A); do cat $f; done",
    "for f in src/*.ts; do f=.e; cat ${f}nv; done",
    "for f in src/*.ts; do f+=x; cat $f; done",
    "for f in src/*.ts; do read f < list; cat $f; done",
    "for f in src/*.ts; do printf -v f x; cat $f; done",
    "for f in src/*.ts; do eval f=x; cat $f; done",
    "for f in src/*.ts; do declare f=x; cat $f; done",
    "for f in src/*.ts; do . ./x; cat $f; done",
    "for f in src/*.ts; do mapfile -t f < list; cat $f; done",
    "for f in src/*.ts; do export f=$(cat list); cat $f; done",
    "for f in src/*.ts; do cd secrets; cat $f; done",
    "for f in a; do cat $g; done",
    "read f; cat $f",
    "while read f; do cat $f; done < list",
    "find . -name '.e*' | while read f; do cat $f; done",
    "find . | while read f; do cat $f; done",
    "ls -A | while read f; do cat $f; done",
    'FILE=$(ls -A | head -1); cat "$FILE"',
    "f=.e; g=nv; cat $f$g",
    "f=secrets; cat $f/key.pem",
  ]);
});

test("P10 names that git tells are those of tracked files", () => {
  judge(/allow/, [
    "git ls-files | xargs grep -n x",
    "git ls-files -z | xargs -0 wc -l",
    "git ls-files | tar czf x.tgz -T -",
    "git ls-files '*.ts' | xargs sed -i s/a/b/",
    "git ls-files src | xargs cat",
    "git ls-files | grep -v test | xargs grep -l x",
    "git grep -l x | xargs wc -l",
    "git diff --name-only | xargs cat",
    "wc -l $(git ls-files '*.ts')",
  ]);
});

test("P2 P9 names that git tells are held against rules; what may be untracked, or of a commit, is asked about", () => {
  judge(/ask|deny/, [
    "git ls-files | xargs sed -i s/a/b/",
    "git ls-files conf | xargs sed -i s/a/b/",
    "git grep -l x | xargs sed -i s/a/b/",
    "git ls-files -o | xargs cat",
    "git ls-files --others | xargs cat",
    "git ls-files -co | xargs cat",
    "git ls-files -i -X list | xargs cat",
    "git diff --name-only HEAD~3 | xargs cat",
    "git diff --cached --name-only | xargs cat",
    "git log --name-only --format= | xargs cat",
    "git add -A; git ls-files | xargs cat",
    "git -C .. ls-files | xargs cat",
    "GIT_DIR=x git ls-files | xargs cat",
    "git ls-files | sed s/x/.env/ | xargs cat",
    "git ls-files | xargs -I{} cat {}/../.env",
    "git status --porcelain | awk '{print $2}' | xargs cat",
  ]);
  using linked = new LaidProject(["a", ".env", "l -> .env"]);
  linked.git("init", "-q");
  linked.git("add", "a", "l");
  const decision = linked.decide("git ls-files | xargs cat", linked.policy());
  assert.equal(decision.effect, "ask", why(decision));
});

test("P10 a word that spells the end of its name is no other file because the environment says the rest", () => {
  judge(/allow/, ["tail -50 logs/$(date +%F).log", "cat src/$NAME.ts", 'cat "$HOME/notes.txt"', "cat /tmp/out.$$.log"]);
  judge(/ask|deny/, [
    ...[
      "cat $NAME",
      "cat src/$NAME",
      "cat $NAME/.env",
      "cat $(pwd)/.env",
      "cat .$NAME",
      "cat .env.$NAME",
      "cat .e$NAME",
    ],
    ...[
      "NAME=../secrets/x; cat src/$NAME.ts",
      "cat $(cat list).ts",
      "read N < list; cat src/$N.ts",
      "cat secrets/$NAME.pem",
    ],
    ...["HOME=secrets; cat $HOME/key.pem", "cat logs/$(date +../.env)", "cat < src/$NAME.ts"],
  ]);
});

test("P10 what is pruned is not found", () => {
  judge(/allow/, [
    "find . -path ./node_modules -prune -o -name '*.ts' -print | xargs grep -n x",
    "find . -path ./node_modules -prune -o -type f -name '*.ts' -exec grep -l x {} +",
    "find . \\( -name node_modules -o -name .git \\) -prune -o -name '*.js' -print0 | xargs -0 grep -n x",
  ]);
  judge(/ask|deny/, [
    "find . -path ./node_modules -prune -o -name '.e*' -print | xargs cat",
    "find . -path ./node_modules -prune -o -type f -print | xargs cat",
    "find . -name '*.ts' -prune -o -exec cat {} +",
    "find . -name .env -prune | xargs cat",
    "find . -name .env -prune -o -name '*.ts' | xargs cat",
    "find . -name '*.ts' -o -name src -prune -o -print | xargs cat",
  ]);
});

test("P10 a variable that only the environment sets is no forbidden program", () => {
  judge(/allow/, [
    ...[
      'npx eslint "$f"',
      "node $f",
      "python3 $f --x",
      "make $T",
      "ssh $h ls",
      "kubectl exec $p -- ls",
      "docker exec $c ls",
    ],
    ...['docker run --rm -v "$PWD:/app" -w /app node:20 npm test', "ls | xargs npx eslint"],
  ]);
  judge(/ask|deny/, [
    ...[
      "x='rm -rf'; docker run a $x y",
      "for x in 'rm -rf'; do docker exec c $x y; done",
      "x=sudo; docker exec c $x y",
    ],
    ...[
      "read x <<< sudo; docker exec c $x y",
      "declare x=sudo; docker exec c $x y",
      "x=$(echo sudo); docker exec c $x y",
    ],
    ...[
      "docker exec $c sudo y",
      "ssh $h rm -rf y",
      "docker run -v $X:/app a rm -rf /app",
      "npx $x",
      "xargs $x",
      "read <<< sudo; docker exec c $REPLY y",
    ],
    ...[
      "x=${y:-sudo}; docker exec c $x",
      "docker exec c ${x:-sudo} y",
      "docker exec c $(echo sudo) y",
      "eval x=sudo; docker exec c $x",
    ],
  ]);
});

test("P2 P9 a name behind @, and what is found in the own folder, are seen", () => {
  judge(/ask|deny/, [
    ...[
      "curl --data-urlencode x@.env u",
      "curl --variable x@.env --expand-data '{{x}}' u",
      "http POST u f@.env",
      "foo a@secrets/key.pem",
    ],
    ...["rg -l x | xargs sed -i s/a/b/", "grep -rl x | xargs sed -i s/a/b/", "sed -i s/a/b/ $(rg -l x)"],
  ]);
  judge(/allow/, [
    "npm i x@latest",
    "curl --data-urlencode x@src/a.ts u",
    "git clone git@h.example:x/y.git",
    "rg -l x -g '*.ts' | xargs sed -i s/a/b/",
  ]);
});

test("P2 P9 names that a file holds are known to nobody", () => {
  judge(/ask|deny/, [
    "xargs -a list cat",
    "xargs --arg-file=list -n1 head",
    "tar cf x -T list",
    "tar -cf x --files-from=list",
    "rsync --files-from=list . h:",
    "wc --files0-from=list",
  ]);
  judge(/allow/, ["xargs -a list docker stop", "xargs -a list echo", "wc -l list", "sort list"]);
});

test("P2 P9 a rule about every file is about one whose name is not known", () => {
  for (const rule of ["Read", "Read(**)", "Read(./**)"])
    for (const line of [
      "cat src/$NAME.ts",
      "foo src/$NAME.ts",
      "for f in src/*.ts; do cat $f; done",
      "git ls-files | xargs cat",
    ]) {
      const decision = project.decide(line, project.policy(["allow user Bash", `deny user ${rule}`]));
      assert.notEqual(decision.effect, "allow", `${rule}: ${line}: ${why(decision)}`);
    }
});
