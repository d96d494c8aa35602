import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import {
  type Ask,
  decide,
  type Effect,
  isBroken,
  type PermissionMode,
  Policy,
  parseRule,
  type Rule,
  resolveLinks,
} from "../../src/exports/permission.ts";

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
mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
symlinkSync(".git/hooks", join(cwd, "hooks"));
symlinkSync("out/../climbed", join(cwd, "climbing"));
symlinkSync("src/deep", join(cwd, "deep"));
symlinkSync("../secrets", join(cwd, "src/to-secrets"));
after(() => rmSync(root, { recursive: true }));

function effectOf(
  ask: Pick<Ask, "toolName" | "input">,
  rules: readonly [Effect, string][],
  folder = cwd,
  mode: PermissionMode = "default",
): Effect {
  const read = rules.map(([effect, text]) => parseRule(text, { effect, scope: "user" }));
  const policy = new Policy({
    rules: read.filter((rule): rule is Rule => !isBroken(rule)),
    mode,
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

test("P4 `..` behind a link leads out of the folder that the link leads to, and is asked in every mode", () => {
  const calls = [
    file("Read", "out/../secret"),
    { toolName: "Grep", input: { pattern: "x", path: "out/.." } },
    { toolName: "Glob", input: { pattern: "out/../*" } },
    file("Write", "out/../x"),
    file("Write", "hooks/../config"),
    file("Read", "src/../out/../secret"),
    file("Read", "deep/../../x"),
    ...["cat out/../secret", "touch out/../t", "echo x > out/../t", "cp out/../secret got", "cat < out/../secret"].map(
      command,
    ),
    // cd takes `..` by name, and programs do not.
    ...["cd out && cat ../secret", "cd out/.. && cat x", "cd out && cd .. && ls", "mkdir hooks/../x"].map(command),
  ];
  for (const mode of ["default", "acceptEdits", "bypassPermissions"] as const)
    for (const call of calls) assert.equal(effectOf(call, [], cwd, mode), "ask", `${mode} ${JSON.stringify(call)}`);
});

test("P4 a deny rule covers `..` behind a link by both of its meanings", () => {
  for (const rule of ["Read(~/secret)", "Read(secret)"]) {
    for (const call of [file("Read", "out/../secret"), command("cat out/../secret"), command("cp out/../secret got")])
      assert.equal(effectOf(call, [["deny", rule]]), "deny", `${rule} ${JSON.stringify(call)}`);
  }
  assert.equal(effectOf(file("Read", "../home/secret"), [["deny", "Read(out/../secret)"]]), "deny");
});

test("P4 `..` behind ordinary folders is nothing special", () => {
  assert.equal(effectOf(file("Read", "src/deep/../x"), []), "allow");
  assert.equal(effectOf(command("cd src && cat ../x"), []), "allow");
  assert.equal(effectOf(file("Write", "src/not-yet/../x"), [], cwd, "acceptEdits"), "allow");
});

test("P4 a link that holds `..` behind another link is followed as the system does it", () => {
  assert.equal(resolveLinks(join(cwd, "climbing"), nodeFiles), join(home, "climbed"));
  assert.equal(resolveLinks(`${cwd}/out/../x`, nodeFiles), join(home, "x"));
  assert.equal(effectOf(file("Write", "climbing"), [["allow", "Edit(**)"]]), "ask");
});

test("P4 removing a working folder by a way through a link is always asked", () => {
  const line = command("rm -rf src/to-secrets/..");
  for (const mode of ["default", "bypassPermissions"] as const)
    assert.equal(effectOf(line, [["allow", "Bash(rm *)"]], cwd, mode), "ask", mode);
});
