import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ownsLocal } from "./owns-local.ts";

function project(t: TestContext): { folder: string; git: (...args: string[]) => void } {
  const folder = mkdtempSync(join(tmpdir(), "bridle-local-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "sub/.claude"), { recursive: true });
  writeFileSync(join(folder, "sub/.claude/settings.local.json"), "{}");
  writeFileSync(join(folder, "a"), "");
  return {
    folder,
    git: (...args) => void execFileSync("git", args, { cwd: folder, stdio: "ignore" }),
  };
}

test("P2 local settings are a person's own while git does not track them", (t) => {
  const { folder, git } = project(t);
  const cwd = join(folder, "sub");
  assert.ok(ownsLocal(cwd));
  git("init");
  assert.ok(ownsLocal(cwd));
  git("add", "a");
  assert.ok(ownsLocal(cwd));
  git("add", "-f", "sub");
  assert.ok(!ownsLocal(cwd));
  git("rm", "--cached", "sub/.claude/settings.local.json");
  assert.ok(ownsLocal(cwd));
});

test("P2 local settings whose index cannot be looked through are nobody's own", (t) => {
  const { folder, git } = project(t);
  git("init");
  git("add", "a");
  git("update-index", "--index-version", "4");
  assert.ok(!ownsLocal(join(folder, "sub")));
  writeFileSync(join(folder, "sub/.git"), "no folder");
  assert.ok(!ownsLocal(join(folder, "sub")));
});

test("P2 local settings behind a link may be tracked by another name", (t) => {
  const { folder } = project(t);
  const linked = join(folder, "linked");
  mkdirSync(linked);
  symlinkSync("../sub/.claude", join(linked, ".claude"));
  assert.ok(!ownsLocal(linked));
});

test("P2 where there are no local settings yet, those to come are a person's own", (t) => {
  assert.ok(ownsLocal(project(t).folder));
});
