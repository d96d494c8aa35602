import assert from "node:assert/strict";
import { test } from "node:test";
import { StallCause, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { agentIn } from "../watchdog/agent-in.ts";
import { goesOn, stalled } from "../watchdog/stalled.ts";
import { isKind, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "a tool" } });

for (const version of ["2.1.325", "2.0.76"]) {
  test(`D5 five real ways to stall of Claude Code ${version} are named rightly`, {
    timeout: 400_000,
    concurrency: true,
  }, async (t) => {
    const settings = { permissions: { allow: ["Bash(tail -f /dev/null)"] } };
    await using live = await liveDaemon(t, version, { settings, set: ["watchdog.after_ms=1500"] });
    if (live === undefined) return;
    const { client } = live;
    await Promise.all([
      t.test("D5 MODEL: an API that takes the request and never answers", async () => {
        const { id } = await live.create(scripted({ text: "never", delayMs: 60_000 }));
        const evidence = await stalled(client, id, StallCause.MODEL);
        assert.match(evidence, /process \d+ (sleeping|running), \d\.\d s of CPU in \d\.\d s; it answered a ping\.$/);
        await client.conversation.interrupt({ sessionId: id });
        await goesOn(client, id);
      }),

      t.test("D5 SILENT_API: an API that begins the stream and stops", async () => {
        const session = await live.create(scripted({ text: "one two three", stall: true }));
        await session.until(isKind("textDelta"));
        const evidence = await stalled(client, session.id, StallCause.SILENT_API);
        assert.match(evidence, /last heard: (text_delta|block_stop|assistant); .*it answered a ping\.$/);
        await client.conversation.interrupt({ sessionId: session.id });
        await goesOn(client, session.id);
      }),

      t.test("D5 TOOL: a command of Bash that does not end", async () => {
        const { id } = await live.create(scripted({ tools: [bash("tail -f /dev/null")] }, { text: "over" }));
        const evidence = await stalled(client, id, StallCause.TOOL);
        assert.match(
          evidence,
          /^A tool runs: Bash for \d\.\d s; .*; [1-9] below it, \d\.\d s of CPU in .*answered a ping\.$/,
        );
        await client.conversation.interrupt({ sessionId: id });
        await goesOn(client, id);
      }),

      t.test("D5 APPROVAL: a tool waits for a person", async () => {
        const session = await live.create(scripted({ tools: [bash("touch here")] }, { text: "over" }));
        assert.match(
          await stalled(client, session.id, StallCause.APPROVAL),
          /^Waiting for a person: Bash for \d\.\d s;/,
        );
        const { asks } = await client.conversation.listAsks({ sessionId: session.id });
        await client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.ALLOW });
        await session.until();
        await goesOn(client, session.id);
      }),

      t.test("D5 WEDGED: the process is stopped", async () => {
        const session = await live.create(scripted({ text: "0123456789", chunks: 10, chunkDelayMs: 300 }));
        await session.until(isKind("textDelta"));
        const pid = await agentIn(session.cwd);
        process.kill(pid, "SIGSTOP");
        const evidence = await stalled(client, session.id, StallCause.WEDGED);
        assert.match(evidence, new RegExp(`^The agent's process is stopped \\(state T\\); .*process ${pid} stopped`));
        process.kill(pid, "SIGCONT");
        await session.until();
        await goesOn(client, session.id);
      }),
    ]);
  });
}
