import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { fuzzPrograms, isInstalled } from "./fuzz-programs.ts";
import { harmIn } from "./harm.ts";
import { makeScratch } from "./scratch-project.ts";
import { cannotTrace, traceLines } from "./trace.ts";

const skip = process.env.CI === "true" && process.platform === "linux" ? false : (cannotTrace() ?? false);

test("P9 of 1 500 generated command lines of real programs, those that need no rule do nothing but look", {
  skip,
}, (t) => {
  const harms: string[] = [];
  const result = fuzzPrograms({
    lines: 1_500,
    seed: 20_261_116,
    onHarm: (line, harm) => harms.push(`${line}: ${harm}`),
  });
  t.diagnostic(JSON.stringify(result));
  assert.deepEqual(harms, []);
  assert.ok(result.allowed > 400 && result.calls > 10 * result.allowed, JSON.stringify(result));
});

test("P9 whatever does more than look is seen", { skip }, () => {
  const harmful = [
    ...[
      "touch made",
      "sort -o made a.txt",
      "cp a.txt made",
      "sed 'w made' a.txt",
      "xxd a.txt -d",
      "mkdir made",
      "ln -s a.txt made",
    ],
    ...[
      "cat linked",
      "cat folder/key",
      "diff folder folder2",
      "ls out",
      "grep -R told .",
      "echo ~/.ssh/*",
      "cat ~/.ssh/id",
      "tree --info",
    ],
    ...["env", "jq -n env", "ps axeww", "nice true", "find . -exec true {} +", "git log --format=%G?", "locale -m"],
    ...["git -c core.fsmonitor=evil status", "git branch new", "cat < /dev/tcp/127.0.0.1/9", "kill -1 $BASHPID"],
    ...["chmod 600 c.json", "mv a.txt moved", "rm b.txt", "git stash"],
  ];
  const lines = harmful.filter((line) => isInstalled(programOf(line)));
  assert.ok(lines.length > 20, `${lines.length} of ${harmful.length} can be run here`);
  const scratch = makeScratch();
  try {
    const traced = traceLines(lines, scratch);
    const unseen = lines.filter((line, at) => {
      const one = traced[at];
      return one === undefined || harmIn(one, programOf(line), scratch) === undefined;
    });
    assert.deepEqual(unseen, []);
  } finally {
    rmSync(scratch.root, { recursive: true, force: true });
  }
});

function programOf(line: string): string {
  return line.split(" ", 1)[0] ?? "";
}
