import assert from "node:assert/strict";
import { after, test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const project = new LaidProject(everydayFiles);
const odd = new LaidProject([...everydayFiles, "links/e.ts -> ../.env", "odd/x .env", "odd/y.ts", "lib/k/a.pem"]);
after(() => {
  project[Symbol.dispose]();
  odd[Symbol.dispose]();
});

/** What is found is known, and no rule is about it. */
const free = [
  "find . -name '*.ts' -exec grep -l foo {} +",
  "find . -name '*.ts' -exec grep -l foo {} \\;",
  "find . -name '*.log' -delete",
  "find . \\( -name '*.ts' -o -name '*.tsx' \\) -exec wc -l {} +",
  "find . -type d -name node_modules -exec rm -rf {} +",
  "find . -name '*.pyc' -exec rm {} \\;",
  "find src -type f | xargs wc -l",
  "find . -name '*.ts' | xargs grep x",
  "find . -name '*.ts' -print0 | xargs -0 grep x",
  "find . -type f -name '*.ts' -not -path './node_modules/*' | xargs wc -l",
  "find . -maxdepth 1 -name '*.log' | xargs rm",
  "find . -name '*.ts' | head -5 | xargs cat",
  "find src -name '*.ts' | sort -u | xargs cat",
  "find src | grep -v deep | xargs -n1 wc -l",
  "find src -name '*.ts' | xargs -I{} wc -l {}",
  "cd src && find . -name '*.ts' | xargs wc -l",
  "grep -rl foo src | xargs sed -i s/a/b/",
  "grep -rl foo --include='*.ts' . | xargs sed -i s/a/b/",
  "rg -l foo src | xargs sed -i s/a/b/",
  "ls src/*.ts | xargs wc -l",
  "ls *.log | xargs rm",
  "wc -l $(find src -name '*.ts')",
];

/** What is found may be forbidden, or other names may come out of it. */
const asked = [
  ...[
    "find . -type f | xargs cat",
    "find . | xargs cat",
    "find . -name '.e*' -exec cat {} +",
    "find -name '*v' -exec cat {} +",
  ],
  ...[
    "find . -name '*.ts' -o -type f | xargs cat",
    "find . ! -name '*.ts' -exec cat {} +",
    "find . -not -name x | xargs cat",
  ],
  ...["find . ! \\( -name '*.ts' -o -name '*.js' \\) | xargs cat", "find . -name '*.ts' , -type f -exec cat {} +"],
  ...[
    "find -L . -name '*.ts' | xargs cat",
    "find . -name '*.ts' -printf '.env\\n' | xargs cat",
    "find . -ls | xargs cat",
  ],
  ...[
    "find src -exec echo .env \\; | xargs cat",
    "find . -name 'sec*' -exec grep -r x {} +",
    "find . -iname '.ENV' | xargs cat",
  ],
  ...[
    "find src -name '*.ts' | sed s/x/y/ | xargs cat",
    "find src | awk '{print $2}' | xargs cat",
    "find src | tr a b | xargs cat",
  ],
  ...[
    "find src | cut -c5- | xargs cat",
    "find src | grep -o v | xargs cat",
    "find src | xargs -I{} cat .{}",
    "find src | sort x | xargs cat",
  ],
  ...[
    "find src -name '*.ts' | xargs -I{} cat {}/../../.env",
    "find src | xargs -d v cat",
    "find src | xargs cat .env",
    "xargs cat < x",
  ],
  ...[
    "(cd secrets && find .) | xargs cat",
    "find . -name '*.ts' | xargs -a x cat",
    "echo .env | xargs cat",
    "cat x | xargs cat",
  ],
  ...[
    "(find src; echo .env) | xargs cat",
    "{ find src; cat x; } | xargs cat",
    "ls -A | xargs cat",
    "ls -a . | xargs cat",
    "ls .* | xargs cat",
  ],
  ...[
    "grep -l x .e* | xargs cat",
    "grep -rl foo . | xargs cat",
    "grep -rh foo src | xargs cat",
    "rg foo src | xargs cat",
  ],
  ...[
    "rg -l --hidden foo | xargs cat",
    "grep -Rl foo src | xargs cat",
    "cat $(find . -type f)",
    "cat $(find src)$x",
    "cat $(cat x)",
  ],
  ...[
    "find . -name '*.json' -exec sed -i s/a/b/ {} +",
    "find . -name '*.json' | xargs rm",
    "find . -name conf | xargs rm -rf",
  ],
  ...[
    "find $x -name '*.ts' | xargs cat",
    "find . -name $x | xargs cat",
    "find . -name '[.]env' | xargs cat",
    "find . -newer .env -delete",
  ],
];

test("P2 P9 names that find, grep -l or ls tell another program are those of that search", () => {
  const policy = project.policy();
  for (const line of free) {
    const decision = project.decide(line, policy);
    assert.equal(decision.effect, "allow", `${line}: ${why(decision)}`);
  }
});

test("P2 P9 what a search may find of what is forbidden, and what something makes of its names, is asked about", () => {
  const policy = project.policy();
  for (const line of asked) {
    const decision = project.decide(line, policy);
    assert.match(decision.strength, /^(?:perhapsDenied|denied)$/, `${line}: ${why(decision)}`);
  }
});

test("P2 P9 links that are found, folders that are found, and names with blanks in them are asked about", () => {
  const policy = odd.policy(["allow user Bash", "deny user Read(.env)", "deny user Read(**/*.pem)"]);
  for (const line of [
    "find links -name '*.ts' | xargs cat",
    "find links -name '*.ts' -exec cat {} +",
    "find odd -type f | xargs cat",
  ])
    assert.equal(odd.decide(line, policy).strength, "perhapsDenied", line);
  for (const line of [
    "find . -name k | xargs grep -r x",
    "find lib -name lib | xargs grep -r x",
    "find lib -name '.' -o -name lib -exec grep -r x {} +",
    "find . -name 'k*' -exec tar cf x {} +",
    "find lib -maxdepth 1 -exec grep -r x {} +",
  ])
    assert.equal(odd.decide(line, policy).strength, "perhapsDenied", line);
  for (const line of [
    "find odd -type f -print0 | xargs -0 cat",
    "find links -type f -name '*.ts' -exec cat {} +",
    "find . -name '*.md' | xargs cat",
  ])
    assert.equal(odd.decide(line, policy).effect, "allow", line);
});
