import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { silent } from "../hook/hook-verdict.ts";
import { SessionPermissions } from "../permission/session-permissions.ts";
import { AgentSession } from "../session/agent-session.ts";
import { ToolGate } from "./tool-gate.ts";

const own = { deny: ["Bash(git push:*)", "Read(./.env)"], ask: ["Bash(npm publish:*)"] };

/** A call that a `PermissionRequest` hook answers at once; a person, if one is asked, says no. */
async function answered(t: TestContext, command: string, answer: Fields, argv: readonly string[] = []) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-reach-")));
  t.after(() => rmSync(root, { recursive: true }));
  const [cwd, home] = [join(root, "project"), join(root, "home")];
  mkdirSync(cwd);
  mkdirSync(join(home, ".claude"), { recursive: true });
  const file = join(home, ".claude", "settings.json");
  const before = JSON.stringify({ permissions: own });
  writeFileSync(file, before);
  const flags = readAgentFlags(argv);
  const permissions = new SessionPermissions(flags, cwd, { HOME: home });
  const session = new AgentSession({ flags, cwd, env: {}, model: "m", permissions });
  const person = Promise.withResolvers<Fields>();
  const prompter = { unusable: "", ask: () => person.promise };
  const gate = new ToolGate({ session, prompter, notice: () => {}, deprecated: () => {} });
  const hooks = {
    notify: () => {},
    request: async () => {
      // A person is slower than any hook.
      setTimeout(() => person.resolve({ behavior: "deny", message: "the person says no" }), 20);
      return { ...silent, answer };
    },
  };
  const call = { id: "t", name: "Bash", input: { command } };
  const verdict = await gate.decide(call, { behavior: "ask" }, silent, new AbortController().signal, hooks);
  const effect = (other: string): string => permissions.decide({ name: "Bash", input: { command: other } }).effect;
  return { verdict, effect, mode: permissions.mode, isUntouched: readFileSync(file, "utf8") === before, cwd };
}

const yes = { behavior: "allow" };

test("P9 a PermissionRequest hook says yes to what no rule decides", async (t) => {
  const { verdict } = await answered(t, "make", yes);
  assert.equal(verdict.allowed, true);
  const changed = await answered(t, "make", { ...yes, updatedInput: { command: "make check" } });
  assert.deepEqual(changed.verdict.allowed && changed.verdict.input, { command: "make check" });
});

for (const [what, command] of [
  ["a removal of everything", "rm -rf /"],
  ["what an ask rule is about", "npm publish"],
  ["what a deny rule may be about", "foo .env"],
  ["a line that cannot be read, where something is forbidden", 'eval "$x"'],
  ["a protected place", "touch .git/hooks/pre-commit"],
] as const)
  test(`P9 a PermissionRequest hook's yes is none to ${what}: a person is asked`, async (t) => {
    const { verdict } = await answered(t, command, yes);
    assert.ok(!verdict.allowed && verdict.message === "the person says no", JSON.stringify(verdict));
    const changed = await answered(t, "make", { ...yes, updatedInput: { command } });
    assert.equal(changed.verdict.allowed, false, "nor where the hook changes a harmless call to it");
    const alone = await answered(t, command, yes, ["--permission-mode", "dontAsk"]);
    assert.equal(alone.verdict.allowed, false, "nor where nobody is asked");
  });

const adding = (behavior: string, destination: string): Fields => ({
  type: "addRules",
  rules: [{ toolName: "Bash" }],
  behavior,
  destination,
});

test("P9 a PermissionRequest hook adds rules to its session, and changes no settings file", async (t) => {
  const session = await answered(t, "make", { ...yes, updatedPermissions: [adding("allow", "session")] });
  assert.equal(session.effect("make other"), "allow");
  assert.equal(session.effect("git push"), "deny", "a deny rule holds against it");
  for (const destination of ["userSettings", "projectSettings", "localSettings", "cliArg", "nonsense"]) {
    const kept = await answered(t, "make", { ...yes, updatedPermissions: [adding("allow", destination)] });
    assert.deepEqual([kept.effect("make other"), kept.isUntouched], ["ask", true], destination);
    assert.throws(() => readFileSync(join(kept.cwd, ".claude", "settings.local.json")), destination);
  }
});

test("P9 a PermissionRequest hook takes no rule away, sets no mode and opens no folder", async (t) => {
  const push = [{ toolName: "Bash", ruleContent: "git push:*" }];
  for (const destination of ["session", "userSettings", "localSettings"]) {
    const updates: Fields[] = [
      { type: "removeRules", rules: push, behavior: "deny", destination },
      { type: "replaceRules", rules: [], behavior: "deny", destination },
      { type: "setMode", mode: "acceptEdits", destination },
      { type: "setMode", mode: "bypassPermissions", destination },
      { type: "addDirectories", directories: ["/"], destination },
    ];
    const argv = ["--allow-dangerously-skip-permissions"];
    const { effect, mode, isUntouched } = await answered(t, "make", { ...yes, updatedPermissions: updates }, argv);
    assert.deepEqual([effect("git push"), mode, isUntouched], ["deny", "default", true], destination);
    assert.equal(effect("cat /etc/hosts"), "ask", destination);
  }
});
