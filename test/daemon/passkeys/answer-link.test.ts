import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startReceiver } from "../notify/receiver.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";
import { PasskeyUser } from "./passkey-user.ts";

test("P11 a link of a notification alone denies where passkeys are asked for: it leads to the page to allow", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-pl-"));
  const secret_file = join(folder, "secret");
  writeFileSync(secret_file, "a-secret-of-the-webhook\n", { mode: 0o600 });
  await using receiver = await startReceiver();
  const hook = { type: "webhook", url: `${receiver.origin}/`, secret_file, on: ["ask"] };
  await using daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "notifications.delay_ms=10", "approvals.confirm=passkey"],
    env: { BRIDLE_PROVIDER: "scripted" },
    settings: { notifications: { targets: [{ ...hook, name: "ops", answer_link: true }] } },
  });
  const owner = new PasskeyUser(daemon.client, daemon.url);
  await owner.register("Phone", (await daemon.client.passkeys.invitePasskey({})).code);
  const use = { name: "Bash", input: { command: "touch by-link" } };
  const { id } = await createSession(daemon, scripted({ tools: [use] }, { text: "done" }));
  await reaches(daemon, id, SessionState.WAITING);
  const told = await receiver.next("the ask", ({ json }) => json.answer_url !== undefined);
  const link = String(told.json.answer_url);
  const askId = String(told.json.ask);
  assert.equal(told.json.needs_passkey, true);
  assert.ok(link.startsWith(`${owner.origin}/answer?`), "it leads to where passkeys work");
  const page = await (await fetch(link)).text();
  assert.ok(!page.includes('value="allow"') && page.includes('value="deny"'));
  assert.ok(page.includes(`href="${owner.origin}/asks/${askId}"`));
  const { asks } = await daemon.client.conversation.listAsks({});
  const post = (fields: { [name: string]: string }) =>
    fetch(link, { method: "POST", body: new URLSearchParams(fields) });
  // By hand, as if the button were there.
  const allowed = await post({ decision: "allow", digest: asks[0]?.digest ?? "" });
  assert.equal(allowed.status, 409);
  assert.equal((await daemon.client.conversation.getAsk({ askId })).ask?.state, AskState.OPEN);
  assert.equal((await post({ decision: "deny" })).status, 200);
  assert.equal((await daemon.client.conversation.getAsk({ askId })).ask?.state, AskState.DENIED);
  rmSync(folder, { recursive: true, force: true });
});
