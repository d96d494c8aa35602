import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  type Ask,
  decide,
  type Effect,
  isBroken,
  Policy,
  parseRule,
  type Rule,
  resolveLinks,
} from "../../src/exports/permission.ts";
import { nodeFiles } from "./node-files.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-links-")));
const cwd = join(root, "work");
const home = join(root, "home");
for (const folder of ["work/src/deep", "work/secrets", "home/outside", "home/granted"])
  mkdirSync(join(root, folder), { recursive: true });
for (const file of ["work/secrets/key", "home/outside/x", "home/granted/x"]) writeFileSync(join(root, file), "");
symlinkSync(join(home, "outside"), join(cwd, "out"));
symlinkSync("secrets", join(cwd, "inner"));
symlinkSync("secrets/key", join(cwd, "key-link"));
symlinkSync(join(home, "outside", "not-yet"), join(cwd, "dangling"));
symlinkSync("dangling", join(cwd, "dangling-twice"));
symlinkSync("circle-b", join(cwd, "circle-a"));
symlinkSync("circle-a", join(cwd, "circle-b"));
symlinkSync(cwd, join(home, "project"));
symlinkSync(join(home, "granted"), join(cwd, "granted"));
after(() => rmSync(root, { recursive: true }));

function effectOf(ask: Pick<Ask, "toolName" | "input">, rules: readonly [Effect, string][], folder = cwd): Effect {
  const read = rules.map(([effect, text]) => parseRule(text, { effect, scope: "user" }));
  const policy = new Policy({
    rules: read.filter((rule): rule is Rule => !isBroken(rule)),
    mode: "default",
    cwd: folder,
    home,
    files: nodeFiles,
  });
  return decide({ ...ask, cwd: folder, directories: [folder] }, policy).effect;
}

const file = (toolName: string, file_path: string) => ({ toolName, input: { file_path } });
const command = (text: string) => ({ toolName: "Bash", input: { command: text } });

test("P4 a path is judged by where it really leads", () => {
  const edits: [Effect, string][] = [["allow", "Edit(**)"]];
  const cases: [ReturnType<typeof file> | ReturnType<typeof command>, [Effect, string][], Effect][] = [
    [file("Read", "src/../secrets/key"), [["deny", "Read(secrets/**)"]], "deny"],
    [file("Read", "inner/key"), [["deny", "Read(secrets/**)"]], "deny"],
    [file("Read", "key-link"), [["deny", "Read(secrets/**)"]], "deny"],
    [file("Read", "inner/key"), [["deny", "Read(inner/**)"]], "deny"],
    [file("Read", "secrets/key"), [["deny", "Read(inner/**)"]], "deny"],
    [file("Read", "inner/key"), [], "allow"],
    [file("Read", "out/x"), [], "ask"],
    [file("Read", "src/deep/../../out/x"), [], "ask"],
    [file("Read", "out/x"), [["allow", "Read(out/**)"]], "ask"],
    [file("Read", "out/x"), [["allow", "Read(~/outside/**)"]], "ask"],
    [
      file("Read", "out/x"),
      [
        ["allow", "Read(out/**)"],
        ["allow", "Read(~/outside/**)"],
      ],
      "allow",
    ],
    [file("Read", "out/x"), [["deny", "Read(~/outside/**)"]], "deny"],
    [file("Write", "out/new"), edits, "ask"],
    [file("Write", "out/deeper/new"), edits, "ask"],
    [file("Write", "dangling"), edits, "ask"],
    [file("Write", "dangling-twice"), edits, "ask"],
    [file("Write", "src/new/file"), edits, "allow"],
    [file("Write", "circle-a"), edits, "ask"],
    [file("Read", "circle-a"), [["deny", "Read(circle-a)"]], "deny"],
    [command("cat inner/key"), [["deny", "Read(secrets/**)"]], "deny"],
    [command("cat out/x"), [], "ask"],
    [command("echo x > dangling"), edits, "ask"],
    [command("echo x > src/ok"), edits, "allow"],
    [command("cd out && cat x"), [], "ask"],
    [command("cd inner && cat key"), [["deny", "Read(secrets/**)"]], "deny"],
    [command("rm -rf src/../../work"), [["allow", "Bash(rm *)"]], "ask"],
  ];
  for (const [ask, rules, expected] of cases)
    assert.equal(effectOf(ask, rules), expected, `${JSON.stringify(ask.input)} ${JSON.stringify(rules)}`);
});

test("P4 a working folder that is itself a link is the same folder", () => {
  const linked = join(home, "project");
  assert.equal(effectOf(file("Read", "src/x"), [], linked), "allow");
  assert.equal(effectOf(file("Read", join(cwd, "src/x")), [], linked), "allow");
  assert.equal(effectOf(file("Write", "src/x"), [["allow", "Edit(src/**)"]], linked), "allow");
  assert.equal(effectOf(file("Read", "secrets/key"), [["deny", `Read(/${cwd}/secrets/**)`]], linked), "deny");
});

test("P4 what does not exist yet is resolved as far as it exists, and links to nothing are followed", () => {
  assert.equal(resolveLinks(join(cwd, "src/a/b/c"), nodeFiles), join(cwd, "src/a/b/c"));
  assert.equal(resolveLinks(join(cwd, "out/a/b"), nodeFiles), join(home, "outside/a/b"));
  assert.equal(resolveLinks(join(cwd, "dangling-twice"), nodeFiles), join(home, "outside/not-yet"));
  assert.equal(resolveLinks(join(cwd, "dangling/below"), nodeFiles), join(home, "outside/not-yet/below"));
  assert.equal(resolveLinks(join(cwd, "circle-a"), nodeFiles), undefined);
  assert.equal(resolveLinks("/no-such-folder/x", nodeFiles), "/no-such-folder/x");
});
