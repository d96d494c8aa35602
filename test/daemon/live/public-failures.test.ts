import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type SessionInfo, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, type LiveDaemon, type LiveSession, lastSeq, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ tools: [{ name: "Bash", input: { command, description: "a tool" } }] });
const hello = scripted({ text: "hello" });

/** Its agent has gone to sleep: the next prompt resumes the conversation in another process. */
async function asleep({ client }: LiveDaemon, { id }: LiveSession): Promise<void> {
  const isAsleep = async () => (await client.sessions.getSession({ sessionId: id })).session?.live === false;
  await eventually("the agent sleeps", isAsleep, 30_000);
}

test("P6 failures that people have reported of others do not happen with Claude Code 2.1.325", {
  timeout: 400_000,
  concurrency: true,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325", { set: ["sessions.idle_sleep_ms=1000"] });
  if (live === undefined) return;
  const { conversation } = live.client;

  await Promise.all([
    t.test(
      "P6 a callback never invoked after resume: here the ask comes, and the tool runs when it is allowed",
      async () => {
        const session = await live.create(hello);
        await session.until();
        await asleep(live, session);
        const after = await session.send(scripted(bash("touch mark"), { text: "over" }));
        const asked = await session.until(isKind("permissionRequest"), after);
        assert.equal(existsSync(join(session.cwd, "mark")), false, "it waits for the answer");
        const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
        await conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
        assert.equal(textOf(await session.until(undefined, lastSeq(asked))), "over");
        assert.equal(existsSync(join(session.cwd, "mark")), true);
      },
    ),

    t.test(
      "P6 resume forgets the permission mode: here the next process has the mode that was set, and acts by it",
      async () => {
        const session = await live.create(hello);
        const modeOf = (info: SessionInfo | undefined): string | undefined => info?.permissionMode;
        assert.equal(modeOf(all(await session.until(), "sessionInfo")[0]), "default");
        await conversation.setPermissionMode({ sessionId: session.id, mode: "acceptEdits" });
        await asleep(live, session);
        const write = { name: "Write", input: { file_path: join(session.cwd, "mark"), content: "x" } };
        const after = await session.send(scripted({ tools: [write] }, { text: "over" }));
        const events = await session.until(undefined, after);
        assert.equal(modeOf(all(events, "sessionInfo")[0]), "acceptEdits");
        assert.deepEqual([textOf(events), all(events, "permissionRequest").length], ["over", 0]);
        assert.equal(readFileSync(join(session.cwd, "mark"), "utf8"), "x");
      },
    ),

    t.test(
      "P6 a hang after dozens of tool calls with hooks: here a turn of sixty, each seen by the hook, comes to its end",
      async () => {
        const calls = Array.from({ length: 60 }, (_, n) => bash(`echo ${n}`));
        const session = await live.create(scripted(...calls, { text: "over" }));
        const events = await session.until();
        assert.equal(all(events, "toolResult").filter(({ isError }) => !isError).length, 60);
        assert.equal(textOf(events), "over");
        const { records } = await live.client.daemon.listAudit({ sessionId: session.id, pageSize: 200 });
        assert.equal(records.length, 60, "the hook saw each");
      },
    ),
  ]);
});

test("P6 a killed hook whose tool runs: whoever answers it is killed with -9 while Claude Code 2.1.325 waits, and the tool does not run", {
  timeout: 400_000,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325");
  if (live === undefined) return;
  const { daemon, client } = live;
  const session = await live.create(scripted(bash("touch mark"), { text: "over" }));
  const asked = await session.until(isKind("permissionRequest"));
  await daemon.kill();
  await daemon.restart();
  const { asks } = await client.conversation.listAsks({ sessionId: session.id });
  assert.equal(asks[0]?.id, all(asked, "permissionRequest")[0]?.ask?.id, "it still waits");
  assert.equal(existsSync(join(session.cwd, "mark")), false);
  await client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.DENY, message: "no" });
  assert.equal(textOf(await session.until(undefined, lastSeq(asked))), "over");
  assert.equal(existsSync(join(session.cwd, "mark")), false);
});
