import assert from "node:assert/strict";
import { test } from "node:test";
import { cliOrSkip } from "../../src/lab/cli-or-skip.ts";
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

/** Asked by the real CLI and not by us, each with what makes it safe. */
const free: { readonly [command: string]: string } = {
  "sed -n '/start/,/end/p' a.txt": "the script is read, and it only prints",
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
