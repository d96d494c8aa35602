import assert from "node:assert/strict";
import { test } from "node:test";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { everydayProjects } from "./everyday-projects.ts";
import { askReal, compareAll, readRecording, recordedVersion } from "./everyday-verdicts.ts";

const program = "a wildcard covers no word that runs another program or a program text (P3): the rule has to spell it";
const inPlace =
  "sed -i changes files with a script, which a rule for sed as a whole does not say: write Bash(sed -i:*)";
const piped = "the names come from a pipe, and each may be a link that leads out (P4): ours asks";

/** Asked by us and not by the real CLI, each with its reason. */
const strict: { readonly [command: string]: string } = {
  "python -c 'import torch; print(torch.__version__)'": program,
  "python3 - <<'EOF'\nprint(1)\nEOF": program,
  "python -m http.server": "it opens the folder to the network: a rule for python as a whole does not say so",
  "rails console": program,
  "ps aux | grep node | awk '{print $2}' | xargs kill": program,
  "sed -i 's/foo/bar/g' src/a.ts": inPlace,
  "grep -rl foo src | xargs sed -i 's/foo/bar/g'": inPlace,
  "find . \\( -name '*.ts' -o -name '*.md' \\) -print0 | xargs -0 wc -l": piped,
  "find . -name '*.ts' | xargs grep -l foo": piped,
  "git diff HEAD --name-only | xargs ls -l": piped,
};

const parsed = "the line is parsed, and every part of it only reads, steers the line or has its rule";
const copied = "both folders are inside, and a rule allows cp";
const sameRepository = "the folder is looked at: it is of the same repository, and no other one is laid out in it";

const awk = "the program is read, and it only prints";
const noOption = "what the expansion becomes is no option and no path";
const pipes = "what is behind the pipes is judged on its own";
const regular = "regular files of the folder, and what runs only looks at them";
const thisFolder = "it is the folder that it runs in";
const listed = "with these options and operands the program is known to change nothing";
const all = (reason: string, ...commands: readonly string[]): { readonly [command: string]: string } =>
  Object.fromEntries(commands.map((command) => [command, reason]));

/** Asked by the real CLI and not by us, each with what makes it safe. */
const free: { readonly [command: string]: string } = {
  "sed -n '/start/,/end/p' a.txt": "the script is read, and it only prints",
  "awk '{print $1}' a.txt": awk,
  'echo "exit: $?"': "the status of a command is a number",
  "xxd a.txt | head": "with one operand it writes nothing",
  "command -v docker": "it only says where the program is",
  "for f in src/*.ts; do echo $f; done": parsed,
  'echo "$(git rev-parse --short HEAD)"': parsed,
  "npm run dev &": parsed,
  "while read -r l; do echo $l; done < a.txt": parsed,
  "mkdir -p build && cd build && cmake ..": "where cd leads is followed, and .. is inside from there",
  "cp -r src docs": copied,
  "cp -r src src2": copied,
  "source .venv/bin/activate && pytest": "a rule allows this very file to be sourced",
  "export NODE_ENV=test && ls": "this variable changes no program that runs",
  "cd src && git status": sameRepository,
  "cd src && git add . && git commit -m x": sameRepository,
  ...all(
    sameRepository,
    "cd src && git log --oneline -5",
    "cd src && git diff --stat",
    "git -C . status",
    "git -C src status --short",
    "git -C src log --oneline -3",
  ),
  ...all(
    noOption,
    'git log --author="$USER" -5 --oneline',
    "git diff $(git merge-base main HEAD) --stat",
    "git log $(git merge-base main HEAD)..HEAD --oneline",
    "git show $(git rev-parse HEAD) --stat",
  ),
  ...all(
    listed,
    "git config user.email",
    "git cherry -v main",
    "git diff-index --quiet HEAD",
    "git check-attr -a src/a.ts",
    "git symbolic-ref --short HEAD",
    "python3 -V",
    "ruby -v",
    "make -v | head -1",
    "tar tf a.tar | head -20",
    "tar -tzf a.tgz",
    "unzip -l a.zip",
    "zcat a.gz | head",
    "gunzip -c a.gz | grep x",
    "lscpu | grep 'Model name'",
    "shasum -a 256 a.txt",
    "ulimit -n",
    "ps aux --sort=-%mem | head -5",
    "echo 'scale=2; 7/3' | bc",
    "grep -rn foo src | tee /dev/null | wc -l",
    "head -c 100 a.txt | xxd",
  ),
  ...all(
    awk,
    "awk -F: '{print $1}' a.txt",
    "awk 'NR>=10 && NR<=20' a.txt",
    "awk '{s+=$1} END {print s/NR}' a.txt",
    "awk '!seen[$0]++' a.txt | wc -l",
    "ls -la | awk '{s+=$5} END {print s}'",
    "awk '/^##/{print NR\": \"$0}' docs/x.md",
  ),
  ...all(
    pipes,
    "diff <(sort a.txt) <(sort docs/x.md)",
    "comm -12 <(sort a.txt) <(sort docs/x.md)",
    "diff <(git show HEAD:a.txt) a.txt",
  ),
  ...all(regular, "find src -type f -name '*.ts' -exec wc -l {} +", "find . -type f -exec grep -l foo {} +"),
  ...all(
    thisFolder,
    'docker run --rm -v "$PWD":/app -w /app node:20 npm test',
    'docker run --rm -v "$(pwd)":/app node:20 ls',
  ),
};

test("P10 of at least 200 everyday commands at most 10 are asked that the real CLI allows, and none is allowed without a reason that it asks", (t) => {
  const all = compareAll();
  const only = (asks: "us" | "it"): string[] =>
    all
      .filter(
        ({ real, ours }) =>
          (asks === "us" ? real === "allow" : real !== "allow") && (ours.effect !== "allow") === (asks === "us"),
      )
      .map(({ command }) => command);
  t.diagnostic(
    `${all.length} commands: asked by ${recordedVersion} ${all.filter(({ real }) => real !== "allow").length}, by us ${all.filter(({ ours }) => ours.effect !== "allow").length}`,
  );
  assert.ok(all.length >= 200);
  assert.deepEqual(
    all.filter(({ real }) => real === undefined).map(({ command }) => command),
    [],
    "record them: node test/permission/everyday-report.ts --record",
  );
  assert.deepEqual(only("us").sort(), Object.keys(strict).sort());
  assert.deepEqual(only("it").sort(), Object.keys(free).sort());
  assert.ok(Object.keys(strict).length <= 10);
});

test(`P10 Claude Code ${recordedVersion} still says what is recorded of it`, { timeout: 600_000 }, async (t) => {
  if ((await cliOrSkip(t, recordedVersion)) === undefined) return;
  const recording = readRecording();
  for (const project of everydayProjects)
    assert.deepEqual(await askReal(project), recording[project.title], project.title);
});
