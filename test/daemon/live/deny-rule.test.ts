import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all } from "../support/session-events.ts";
import { liveDaemon } from "./live-daemon.ts";

// Where the CLI decides by itself: a Read in its folder, and everything in the mode that asks nothing.
const settings = { permissions: { deny: ["Read(./secret.txt)", "Bash(touch forbidden)"] } };
// As root the CLI wants to know that it is in a sandbox before it takes that mode.
const env = { IS_SANDBOX: "1" };

for (const version of ["2.1.325", "2.0.76", "1.0.128"]) {
  test(`P2 deny rules of the daemon and Claude Code ${version}`, { timeout: 400_000, concurrency: true }, async (t) => {
    await using live = await liveDaemon(t, version, { settings, env });
    if (live === undefined) return;
    await Promise.all([
      t.test(
        "P2 D6 a deny rule stops a plain Read in the working folder, which the CLI asks nobody about",
        async () => {
          const cwd = live.folder();
          writeFileSync(join(cwd, "secret.txt"), "the treasure is under the tree");
          writeFileSync(join(cwd, "open.txt"), "everybody may know this");
          const read = (name: string) => ({ name: "Read", input: { file_path: join(cwd, name) } });
          const cat = { name: "Bash", input: { command: "cat secret.txt", description: "another way" } };
          const steps = [read("secret.txt"), cat, read("open.txt")].map((tool) => ({ tools: [tool] }));
          const session = await live.create(scripted(...steps, { text: "over" }), { cwd });
          const events = await session.until();
          const [secret = "", catted = "", open = ""] = all(events, "toolResult").map(({ contentJson }) => contentJson);
          assert.doesNotMatch(secret + catted, /treasure/);
          assert.match(secret, /Read\(\.\/secret\.txt\)/, "the agent is told which rule it was");
          assert.match(open, /everybody may know this/, "the rule denies nothing else");
          const denied = all(events, "permissionResolved");
          assert.deepEqual(
            denied.map(({ state, toolName }) => [state, toolName]),
            [
              [AskState.DENIED, "Read"],
              [AskState.DENIED, "Bash"],
            ],
          );
          for (const { decidedBy } of denied) assert.match(decidedBy, /^rule: .*Read\(\.\/secret\.txt\)/);
          assert.deepEqual(all(events, "permissionRequest"), [], "nobody was asked about any of it");
          assert.doesNotMatch(JSON.stringify(live.api.requests), /treasure/, "the model never saw it");
        },
      ),

      t.test("P2 a deny rule holds in the mode that asks nothing", async () => {
        const touch = (name: string) => ({ name: "Bash", input: { command: `touch ${name}`, description: "make it" } });
        const prompt = scripted({ tools: [touch("forbidden")] }, { tools: [touch("harmless")] }, { text: "over" });
        const session = await live.create(prompt, { permissionMode: "bypassPermissions" });
        const events = await session.until();
        assert.deepEqual(
          all(events, "toolResult").map(({ isError }) => isError),
          [true, false],
        );
        assert.deepEqual(
          all(events, "permissionResolved").map(({ state, toolName }) => [state, toolName]),
          [[AskState.DENIED, "Bash"]],
        );
      }),
    ]);
  });
}
