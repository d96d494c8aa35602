import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { SessionPermissions } from "./session-permissions.ts";

function project(t: TestContext): { cwd: string; open: () => SessionPermissions } {
  const cwd = mkdtempSync(join(tmpdir(), "bridle-permissions-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const home = mkdtempSync(join(tmpdir(), "bridle-home-"));
  t.after(() => rmSync(home, { recursive: true }));
  return { cwd, open: () => new SessionPermissions(readAgentFlags([]), cwd, { HOME: home }) };
}

const making = { name: "Bash", input: { command: "make" } };

test("P2 what a project brings as local settings allows nothing", (t) => {
  const { cwd, open } = project(t);
  mkdirSync(join(cwd, ".claude"));
  const permissions = { allow: ["Bash(make)"], defaultMode: "bypassPermissions", additionalDirectories: ["/"] };
  writeFileSync(join(cwd, ".claude/settings.local.json"), JSON.stringify({ permissions }));
  const isHeldBack = (): void => {
    const session = open();
    assert.deepEqual([session.decide(making).effect, session.mode, session.directories], ["ask", "default", []]);
    assert.match(session.problems.join(), /settings\.local\.json: .*nobody has trusted this folder: .*bridle trust/);
  };
  // As in an unpacked archive, in a repository that does not track it, and in one that does.
  isHeldBack();
  execFileSync("git", ["init"], { cwd, stdio: "ignore" });
  isHeldBack();
  execFileSync("git", ["add", "-f", ".claude"], { cwd, stdio: "ignore" });
  isHeldBack();
});

test("P2 what a person grants for later sessions holds there", (t) => {
  const { open } = project(t);
  assert.equal(open().decide(making).effect, "ask");
  const rules = [{ toolName: "Bash", ruleContent: "make" }];
  open().apply({ type: "addRules", rules, behavior: "allow", destination: "localSettings" });
  assert.equal(open().decide(making).effect, "allow");
});

test("P4 searches leave out files under rules that forbid or ask", (t) => {
  const { cwd, open } = project(t);
  mkdirSync(join(cwd, ".claude"));
  const permissions = { deny: ["Grep(./a)"], ask: ["Read(./b)"] };
  writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify({ permissions }));
  const session = open();
  assert.deepEqual(
    ["a", "b", "c"].map((name) => session.mayRead(join(cwd, name))),
    [false, false, true],
  );
  const rules = [{ toolName: "Read", ruleContent: "./b" }];
  session.apply({ type: "addRules", rules, behavior: "allow", destination: "session" });
  assert.equal(session.mayRead(join(cwd, "b")), true);
});
