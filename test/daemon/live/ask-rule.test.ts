import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, type Event, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all } from "../support/session-events.ts";
import { isKind, type LiveSession, lastSeq, liveDaemon } from "./live-daemon.ts";

// What the CLI would allow by itself: by a rule of its own, and in the mode that asks nothing.
const settings = { permissions: { ask: ["Bash(touch asked)"], deny: ["Read(./secret.txt)"] } };
const env = { IS_SANDBOX: "1" };
const bash = (command: string) => ({ tools: [{ name: "Bash", input: { command, description: "a tool" } }] });

for (const version of ["2.1.325", "2.1.113"])
  test(`P2 P9 ask rules of the daemon, what they may forbid, and Claude Code ${version}`, {
    timeout: 400_000,
    concurrency: true,
  }, async (t) => {
    await using live = await liveDaemon(t, version, { settings, env });
    if (live === undefined) return;
    writeFileSync(join(live.place.configFolder, "settings.json"), JSON.stringify({ permissions: { allow: ["Bash"] } }));
    const steps = scripted(bash("touch free"), bash("touch asked"), bash("node -e 1 -- secret.txt && touch perhaps"), {
      text: "over",
    });
    for (const permissionMode of ["default", "bypassPermissions"])
      await t.test(`P2 P9 a person is asked in the mode ${permissionMode}, though the CLI would not have`, async () => {
        const session = await live.create(steps, { permissionMode });
        const first = await asked(session, 0);
        assert.match(first.reason, /Bash\(touch asked\)/, "the person is told which rule it was");
        assert.deepEqual(made(session), ["free"], "what no rule is about ran without asking");
        await live.client.conversation.answerAsk({ askId: first.id, verdict: Verdict.ALLOW });
        const second = await asked(session, first.seq);
        assert.match(second.reason, /perhaps .*Read\(\.\/secret\.txt\)/);
        await live.client.conversation.answerAsk({ askId: second.id, verdict: Verdict.DENY, message: "no" });
        const events = await session.until();
        assert.deepEqual(made(session), ["free", "asked"]);
        assert.deepEqual(
          all(events, "permissionResolved").map(({ state }) => state),
          [AskState.ALLOWED, AskState.DENIED],
        );
      });
  });

for (const version of ["2.1.70", "2.0.76", "1.0.128"])
  test(`P2 P9 what a rule asks about, and Claude Code ${version}, which asks nobody for a hook`, {
    timeout: 400_000,
  }, async (t) => {
    await using live = await liveDaemon(t, version, { settings, env });
    if (live === undefined) return;
    writeFileSync(join(live.place.configFolder, "settings.json"), JSON.stringify({ permissions: { allow: ["Bash"] } }));
    const session = await live.create(scripted(bash("touch free"), bash("touch asked"), { text: "over" }));
    const events = await session.until();
    assert.deepEqual(made(session), ["free"], "it does not run unasked");
    const denied = all(events, "permissionResolved");
    assert.deepEqual(
      denied.map(({ state }) => state),
      [AskState.DENIED],
    );
    assert.match(denied[0]?.reason ?? "", /Bash\(touch asked\).* cannot be made to ask: use Claude Code/);
  });

async function asked(session: LiveSession, after: number): Promise<{ id: string; reason: string; seq: number }> {
  const events: Event[] = await session.until(isKind("permissionRequest"), after);
  const ask = all(events, "permissionRequest").at(-1)?.ask;
  return { id: ask?.id ?? "", reason: ask?.reason ?? "", seq: lastSeq(events) };
}

function made({ cwd }: LiveSession): string[] {
  return ["free", "asked", "perhaps"].filter((name) => existsSync(join(cwd, name)));
}
