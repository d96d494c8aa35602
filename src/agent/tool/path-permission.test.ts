import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readPermission, writePermission } from "./path-permission.ts";
import { temporaryContext } from "./temporary-context.ts";

const outside = { behavior: "ask", reason: "Path is outside allowed working directories", reasonType: "workingDir" };
const acceptEdits = { type: "setMode", mode: "acceptEdits", destination: "session" };

test("G5 reading is free in the allowed folders and in that of the outputs", (t) => {
  const place = temporaryContext(t);
  const other = join(place.root, "other");
  for (const path of ["a", join(place.cwd, "a/b"), ".", join(place.outputFolder, "x.txt")]) {
    assert.deepEqual(readPermission(path, place), { behavior: "allow" }, path);
  }
  assert.equal(readPermission(join(other, "x"), place).behavior, "ask");
  assert.equal(readPermission(join(other, "x"), { ...place, directories: [other] }).behavior, "allow");
});

test("G5 reading elsewhere is asked with the reason and a rule for the session", (t) => {
  const rules = [{ toolName: "Read", ruleContent: "//etc/**" }];
  assert.deepEqual(readPermission("/etc/hostname", temporaryContext(t)), {
    ...outside,
    description: "/etc/hostname",
    suggestions: [{ type: "addRules", rules, behavior: "allow", destination: "session" }],
  });
});

test("G5 no rule is suggested that would match more than the folder", (t) => {
  const place = temporaryContext(t);
  for (const path of ["/file", "/tmp/*/x", "/tmp/a?/x", "/tmp/[ab]/x"]) {
    assert.ok(!("suggestions" in readPermission(path, place)), path);
  }
});

test("G5 a link out of the folder is asked about, and what is really meant is named", (t) => {
  const place = temporaryContext(t);
  const { root, cwd } = place;
  const secret = join(root, "secret");
  symlinkSync(secret, join(cwd, "link"));
  symlinkSync(root, join(cwd, "up"));
  writeFileSync(secret, "s");
  for (const path of ["link", "up/secret", "up/project/../secret"]) {
    for (const permission of [readPermission(path, place), writePermission(path, place)]) {
      assert.ok(permission.behavior === "ask" && permission.isEdit !== true, path);
      assert.equal(permission.reason, outside.reason);
      assert.equal(permission.blockedPath, secret);
    }
  }
  assert.equal(readPermission("up/project/a", place).behavior, "allow");
});

test("G5 a link to a file that is not there yet is judged by where it would be made", (t) => {
  const place = temporaryContext(t);
  symlinkSync(join(place.root, "not-yet"), join(place.cwd, "dangling"));
  const permission = writePermission("dangling", place);
  assert.ok(permission.behavior === "ask" && permission.isEdit !== true);
  assert.equal(permission.blockedPath, join(place.root, "not-yet"));
});

test("G5 a path that leads nowhere is asked about", (t) => {
  const place = temporaryContext(t);
  symlinkSync("loop", join(place.cwd, "loop"));
  const permission = readPermission("loop", place);
  assert.match((permission.behavior === "ask" && permission.reason) || "", /Too many symbolic links/);
});

test("G5 writing in the folder is an edit that acceptEdits may allow; elsewhere it is not", (t) => {
  const place = temporaryContext(t);
  const inside = { behavior: "ask", description: "src/w.txt", suggestions: [acceptEdits], isEdit: true };
  assert.deepEqual(writePermission(join(place.cwd, "src/w.txt"), place), inside);
  const addFolder = { type: "addDirectories", directories: [place.root], destination: "session" };
  const path = join(place.root, "w.txt");
  assert.deepEqual(writePermission(path, place), {
    ...outside,
    description: path,
    suggestions: [acceptEdits, addFolder],
  });
  assert.ok(!("isEdit" in writePermission(join(place.outputFolder, "x"), place)), "outputs are not for writing");
});

test("G5 no mode answers for files that make other programs run something", (t) => {
  const place = temporaryContext(t);
  for (const path of [".git/hooks/pre-commit", "sub/.GIT/config", ".claude/settings.json", "a/.bashrc", ".mcp.json"]) {
    const permission = writePermission(path, place);
    assert.ok(permission.behavior === "ask" && permission.isEdit !== true, path);
    assert.equal(permission.reasonType, "safetyCheck", path);
  }
});

test("G5 a working directory below such a folder is an ordinary one", (t) => {
  const place = temporaryContext(t);
  const cwd = join(place.cwd, ".claude/worktrees/one");
  mkdirSync(cwd, { recursive: true });
  const permission = writePermission("a.ts", { ...place, cwd });
  assert.ok(permission.behavior === "ask" && permission.isEdit === true);
});
