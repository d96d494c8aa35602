import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, AskWait, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, lastSeq, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "a tool" } });
const using = (command: string) => scripted({ tools: [bash(command)] }, { text: "over" });

/** Where a command ran shows that it ran as the setting says. */
const wrap = "env -C sub bash -c {command}";
const permissions = {
  allow: ["Bash(mkdir:*)"],
  rewrite: ["touch", "mkdir", "rm"].map((program) => ({ rule: `Bash(${program}:*)`, wrap })),
};

test("P2 P6 Claude Code 2.1.325 runs a command as a setting has changed it", {
  timeout: 400_000,
  concurrency: true,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325", {
    settings: { permissions },
    set: ["approvals.park_after_ms=300"],
    env: { IS_SANDBOX: "1" },
  });
  if (live === undefined) return;
  const folder = (): string => {
    const cwd = live.folder();
    mkdirSync(join(cwd, "sub"));
    return cwd;
  };
  const changed = (command: string) => `env -C sub bash -c '${command}'`;

  await Promise.all([
    t.test("P2 a rule of the daemon allows it: nobody is asked", async () => {
      const session = await live.create(using("mkdir made"), { cwd: folder() });
      const events = await session.until();
      assert.deepEqual(
        ["made", "sub/made"].map((path) => existsSync(join(session.cwd, path))),
        [false, true],
      );
      const [resolved] = all(events, "permissionResolved");
      assert.match(resolved?.decidedBy ?? "", /^rule: .*Bash\(mkdir:\*\)/);
      assert.equal(JSON.parse(resolved?.editedInputJson ?? "{}").command, changed("mkdir made"));
      assert.deepEqual(all(events, "permissionRequest"), []);
      const { records } = await live.client.daemon.listAudit({ sessionId: session.id });
      assert.equal(records.length, 1, "decided once");
      assert.ok(records[0]?.editedDigest && records[0].digest !== records[0].editedDigest, "with both digests");
    }),

    t.test("P2 the agent's own mode allows it", async () => {
      const session = await live.create(using("touch mark"), { cwd: folder(), permissionMode: "bypassPermissions" });
      const events = await session.until();
      assert.deepEqual(
        ["mark", "sub/mark"].map((path) => existsSync(join(session.cwd, path))),
        [false, true],
      );
      assert.deepEqual(all(events, "permissionRequest"), []);
    }),

    t.test("P6 a person sees both, the call is parked, and the answer runs what was shown", async () => {
      const session = await live.create(using("touch mark"), { cwd: folder() });
      const events = await session.until(isKind("permissionRequest"));
      const ask = all(events, "permissionRequest")[0]?.ask;
      assert.equal(JSON.parse(ask?.inputJson ?? "").command, "touch mark");
      assert.equal(JSON.parse(ask?.rewrittenInputJson ?? "").command, changed("touch mark"));
      assert.match(ask?.rewrittenBy ?? "", /^Bash\(touch:\*\) in permissions\.rewrite of \S+settings\.json$/);
      await eventually("the ask is parked, and its agent gone", async () => {
        const { asks } = await live.client.conversation.listAsks({ sessionId: session.id });
        const found = await live.client.sessions.getSession({ sessionId: session.id });
        return asks[0]?.wait === AskWait.PARKED && found.session?.live === false;
      });
      const after = Number((await live.client.sessions.getSession({ sessionId: session.id })).session?.lastSeq);
      await live.client.conversation.answerAsk({
        askId: ask?.id ?? "",
        digest: ask?.digest ?? "",
        verdict: Verdict.ALLOW,
      });
      const more = await session.until(undefined, after);
      assert.equal(textOf(more), "over");
      assert.deepEqual(
        ["mark", "sub/mark"].map((path) => existsSync(join(session.cwd, path))),
        [false, true],
      );
      assert.equal(all(more, "permissionResolved").at(-1)?.state, AskState.ALLOWED);
      assert.ok(lastSeq(more) > after);
    }),

    t.test("P2 what the agent's own settings deny is denied, though what it would run as is not", async () => {
      const cwd = folder();
      mkdirSync(join(cwd, ".claude"));
      writeFileSync(join(cwd, ".claude", "settings.json"), JSON.stringify({ permissions: { deny: ["Bash(rm:*)"] } }));
      writeFileSync(join(cwd, "sub", "kept"), "");
      const session = await live.create(using("rm kept"), { cwd, permissionMode: "bypassPermissions" });
      const events = await session.until();
      assert.ok(existsSync(join(cwd, "sub", "kept")));
      assert.match(all(events, "toolResult")[0]?.contentJson ?? "", /Bash\(rm:\*\)/);
    }),
  ]);
});
