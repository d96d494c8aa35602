import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const project = new LaidProject(everydayFiles);
const hidden = new LaidProject([...everydayFiles.filter((file) => !file.startsWith("secrets")), "sub/.env"]);
after(() => {
  project[Symbol.dispose]();
  hidden[Symbol.dispose]();
});

/** All that is forbidden is left out, or is not among the names that are looked for. */
const free = [
  "rsync -a --exclude .env src lib",
  "rsync -a --exclude=.env --exclude='.env.*' --exclude secrets . x",
  "rsync -a --exclude={.env,.env.*,secrets} . x",
  "tar --exclude=.env --exclude='.env.*' --exclude=secrets -czf x.tgz .",
  "tar czf x.tgz --exclude=.env --exclude='.env*' --exclude=./secrets .",
  "zip -r o.zip . -x .env '.env.*' 'secrets/*'",
  "aws s3 sync . s3://x --exclude .env --exclude '.env.*' --exclude 'secrets/*' --exclude 'conf/*'",
  "grep -r x . --exclude=.env --exclude='.env.*' --exclude-dir=secrets",
  "grep -rn x --exclude-dir=secrets --exclude='.env*' .",
  "rg x -g '!.env*' -g '!secrets'",
  "rg --hidden -g '!.env*' -g '!secrets/**' x",
  "git diff -- . ':(exclude).env'",
  "git diff -- . ':!.env' ':^secrets'",
  "ag --ignore .env x src",
  "tree -I '.env|secrets'",
  "eslint --ignore-pattern .env src",
  "pytest --ignore=secrets",
  "printf '.env\\nsecrets/\\n' >> .gitignore",
  "grep -rn foo --include='*.ts' .",
  "grep -rn foo --include=*.ts .",
  "grep -rn foo --include='*.{ts,tsx}' .",
  "rg -i todo --type ts",
  "cp conf/c.json x",
  "tar czf x.tgz conf",
];

const asked = [
  ...[
    "rsync -a --exclude .env . x",
    "rsync -a --exclude-from=.env src x",
    "rsync -a --exclude .env --include .env . x",
  ],
  ...["rsync -a --exclude=.env* --exclude=secrets . conf", "rsync --exclude a .env x", "rsync --exclude=x secrets h:"],
  ...[
    "rsync -a -f '+ .env' --exclude=.env* --exclude=secrets . x",
    "rsync -a --exclude=$x . y",
    "rsync --exclude=/.env . x",
  ],
  ...[
    "tar czf x . --exclude=.env* --exclude=secrets",
    "tar czf x --exclude=.env . --exclude='.env.*' --exclude=secrets",
  ],
  ...[
    "tar czf conf/x --exclude='.env*' --exclude=secrets .",
    "tar czf x --exclude-from=.env src",
    "tar -X .env -cf x src",
  ],
  ...[
    "tar czf x --anchored --exclude=nv --exclude='.env*' --exclude=secrets .",
    "tar cf x --no-wildcards --exclude='.env*' .",
  ],
  ...[
    "zip -r o.zip . -x '*.log'",
    "zip -r o.zip . -x .env '.env.*' secrets",
    "zip o.zip -x@.env .",
    "zip -r o . -x .env",
  ],
  ...[
    "cp x --exclude .env",
    "cat --exclude=.env .env",
    "foo --exclude .env",
    "foo --exclude-file=.env",
    "foo --ignore-path=.env",
  ],
  ...[
    "grep -r x . --exclude=.env --include='*'",
    "grep -r x . --exclude=.ENV --exclude-dir=secrets",
    "grep -rf .env src",
  ],
  ...["grep -r x . --exclude='*' --exclude-dir=secrets", "grep -r x . --exclude-dir=.env --exclude-dir=secrets"],
  ...[
    "grep -rn x --include='.e*' .",
    "grep -rn x --include=*.local .",
    "grep -rn x --include='*.ts' --include=.env .",
    "rg x -g s*",
  ],
  ...["rg x -g '!.env' --hidden", "rg x --hidden -g '!secrets'", "rg -uu TODO .", "rg x -g '.env*' -g '!secrets'"],
  ...[
    "rg x -g '!.env' -g '.env'",
    "rg -f .env src",
    "rg TODO secrets",
    "rg --iglob '!.env*' --hidden x",
    "rg -g '!s*' -. x",
  ],
  ...[
    "git diff -- .env ':!src'",
    "ln conf/c.json x",
    "mv conf x",
    "cp -l conf/c.json x",
    "tar czf x --remove-files conf",
  ],
  ...["rg --context-separator a x", "rg --context-separator x lib", "rg --frob a lib", "ag --path-to-ignore x lib"],
  ...["aws s3 sync . s3://x --exclude '*' --include .env", "aws s3 sync . s3://x --exclude .env", "zip -rm o.zip conf"],
];

test("P2 P9 what leaves a file out does not name it, and takes it off what is searched or copied", () => {
  const policy = project.policy();
  for (const line of free) {
    const decision = project.decide(line, policy);
    assert.equal(decision.effect, "allow", `${line}: ${why(decision)}`);
  }
});

test("P2 P9 what is not surely left out, or is named elsewhere in the line, is asked about", () => {
  const policy = project.policy();
  for (const line of asked) {
    const decision = project.decide(line, policy);
    assert.match(decision.strength, /^(?:perhapsDenied|denied)$/, `${line}: ${why(decision)}`);
  }
});

test("P2 ripgrep leaves hidden files out, unless it is told otherwise by an option, a variable or an ignore file", () => {
  const policy = hidden.policy();
  for (const line of [
    "rg TODO",
    "rg -n TODO .",
    "rg -il x src .",
    "rg x -g '!docs'",
    "rg --no-ignore x",
    "timeout 5 rg x",
  ])
    assert.equal(hidden.decide(line, policy).effect, "allow", `${line}: ${why(hidden.decide(line, policy))}`);
  const told = [
    "rg -. x",
    "rg --hidden x",
    "rg -uu x",
    "rg -u -u x",
    "rg -n. x",
    "rg -L x",
    "rg -g '*' x",
    "rg -t all x",
  ];
  for (const line of [
    ...told,
    "rg --ignore-file=f x",
    "rg $x y",
    "RIPGREP_CONFIG_PATH=f rg x",
    "export RIPGREP_CONFIG_PATH=f; rg x",
  ])
    assert.equal(hidden.decide(line, policy).strength, "perhapsDenied", line);
  for (const line of ["ag x", "grep -r x .", "ugrep -r x", "rg x .env", "rg x sub/.env"])
    assert.match(hidden.decide(line, policy).strength, /^(?:perhapsDenied|denied)$/, line);
  for (const name of [".gitignore", "sub/.ignore"]) {
    writeFileSync(join(hidden.folder, name), "x\n!.env\n");
    assert.equal(hidden.decide("rg TODO", policy).strength, "perhapsDenied", name);
    writeFileSync(join(hidden.folder, name), ".env\n");
  }
});

test("P2 of a folder with more files than can be looked at, what is left out by name still is", () => {
  for (let at = 0; at < 40; at += 1) {
    mkdirSync(join(hidden.folder, `big/${at}`), { recursive: true });
    for (let file = 0; file < 90; file += 1) writeFileSync(join(hidden.folder, `big/${at}/${file}`), "");
  }
  const policy = hidden.policy(["allow user Bash", "deny user Read(.env)", "deny user Read(.env.*)"]);
  for (const line of [
    "rg TODO",
    "rsync -a --exclude='.env*' --exclude=secrets . x",
    "rg --hidden -g '!.env*' -g '!secrets' x",
  ])
    assert.equal(hidden.decide(line, policy).effect, "allow", `${line}: ${why(hidden.decide(line, policy))}`);
  for (const line of [
    "rg --hidden x",
    "rsync -a --exclude=.env . x",
    "grep -r --exclude='.env*' --exclude-dir=secrets x .",
  ])
    assert.equal(hidden.decide(line, policy).strength, "perhapsDenied", line);
});
