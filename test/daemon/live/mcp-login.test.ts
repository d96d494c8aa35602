import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isBridleError } from "../../../src/errors.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { type GuardedServer, guardedServer } from "../../mcp-servers/guarded-server.ts";
import { filesWith } from "../support/files-with.ts";
import { eventsUntil } from "../support/session-events.ts";
import { type LiveDaemon, liveDaemon } from "./live-daemon.ts";

interface Stage extends AsyncDisposable {
  readonly live: LiveDaemon;
  readonly far: GuardedServer;
  readonly named: { readonly sessionId: string; readonly server: string };
  /** The guarded server, once the agent is not busy with it. */
  state(): Promise<{ status: string; canLogIn: boolean; canLogOut: boolean; address: string | undefined }>;
  becomes(status: string): Promise<void>;
}

/** Undefined: this CLI cannot be had here. */
async function stage(t: TestContext, version: string): Promise<Stage | undefined> {
  const far = await guardedServer();
  const config = { far: { type: "http", url: far.url }, near: { command: "/no/such/server" } };
  const args = ["--mcp-config", JSON.stringify({ mcpServers: config }), "--strict-mcp-config"];
  const live = await liveDaemon(t, version, { args });
  if (live === undefined) {
    await far[Symbol.asyncDispose]();
    return undefined;
  }
  const session = await live.create(scripted({ text: "hello" }));
  await session.until();
  const named = { sessionId: session.id, server: "far" };
  const state = async () => {
    const { servers } = await live.client.conversation.listMcpServers(named);
    const found = servers.find(({ name }) => name === "far");
    assert.ok(found !== undefined);
    const { status, canLogIn, canLogOut, login } = found;
    return { status, canLogIn, canLogOut, address: login?.address };
  };
  const becomes = async (status: string): Promise<void> => {
    const end = performance.now() + 30_000;
    for (let now = await state(); now.status !== status; now = await state()) {
      assert.ok(performance.now() < end, `it stays ${now.status}`);
      await sleep(100);
    }
  };
  return {
    ...{ live, far, named, state, becomes },
    [Symbol.asyncDispose]: async () => {
      await live[Symbol.asyncDispose]();
      await far[Symbol.asyncDispose]();
    },
  };
}

/** Where the browser of a person who agrees is sent. */
async function agreed(address: string, more = ""): Promise<string> {
  const { headers } = await fetch(`${address}${more}`, { redirect: "manual" });
  return headers.get("location") ?? "";
}

for (const version of ["2.1.325", "2.1.70"])
  test(`U3 login to an MCP server with Claude Code ${version}: in a browser of its machine, from another, denied, logged out`, {
    timeout: 300_000,
  }, async (t) => {
    await using on = await stage(t, version);
    if (on === undefined) return;
    const { conversation } = on.live.client;
    await on.becomes("needs-auth");
    assert.deepEqual(await on.state(), { status: "needs-auth", canLogIn: true, canLogOut: false, address: undefined });
    const servers = (await conversation.listMcpServers(on.named)).servers;
    const near = servers.find(({ name }) => name === "near");
    assert.deepEqual([near?.canLogIn, near?.canLogOut], [false, false], "a program on this machine wants no login");

    // On the agent's own machine the browser reaches the agent, which goes on by itself.
    const { login } = await conversation.logInMcpServer(on.named);
    assert.equal(new URL(login?.address ?? "").origin, on.far.origin);
    assert.equal((await on.state()).address, login?.address, "another client sees that it waits");
    assert.equal((await fetch(await agreed(login?.address ?? ""))).status, 200);
    await on.becomes("connected");
    assert.deepEqual(await on.state(), { status: "connected", canLogIn: false, canLogOut: true, address: undefined });

    await conversation.logOutMcpServer(on.named);
    assert.equal((await on.state()).status, "needs-auth");

    // A phone ends on an address that leads nowhere, and the person brings it.
    const second = await conversation.logInMcpServer(on.named);
    assert.equal(second.login?.takesCallback, true);
    const callbackUrl = await agreed(second.login?.address ?? "");
    await conversation.finishMcpLogin({ ...on.named, callbackUrl });
    assert.equal((await on.state()).status, "connected");

    await conversation.logOutMcpServer(on.named);
    const third = await conversation.logInMcpServer(on.named);
    await assert.rejects(
      () => conversation.finishMcpLogin({ ...on.named, callbackUrl }),
      (error) => isBridleError(error, "invalid_option") && !on.far.secrets.some((one) => error.message.includes(one)),
    );
    const denied = await agreed(third.login?.address ?? "", "&deny");
    await assert.rejects(
      () => conversation.finishMcpLogin({ ...on.named, callbackUrl: denied }),
      (error) => isBridleError(error, "refused") && /access_denied/.test(error.message),
    );
    assert.equal((await on.state()).address, undefined);
    await assert.rejects(() => conversation.finishMcpLogin({ ...on.named, callbackUrl: denied }), /no login/);

    const { session } = await on.live.client.sessions.getSession(on.named);
    const events = await eventsUntil(on.live.client, on.named.sessionId, ({ seq }) => seq === session?.lastSeq);
    const told = JSON.stringify(events, (_, value) => (typeof value === "bigint" ? String(value) : value));
    const log = readFileSync(on.live.daemon.log, "utf8");
    assert.ok(on.far.secrets.length >= 4);
    for (const secret of on.far.secrets) assert.ok(!told.includes(secret) && !log.includes(secret));
    const tokens = on.far.secrets.filter((secret) => secret.startsWith("access-"));
    assert.deepEqual(filesWith(on.live.daemon.home, tokens), []);
  });

test("U3 a login of Claude Code 2.1.59 is finished on its machine alone; an older one has none", {
  timeout: 300_000,
}, async (t) => {
  await using on = await stage(t, "2.1.59");
  if (on === undefined) return;
  await on.becomes("needs-auth");
  const { login } = await on.live.client.conversation.logInMcpServer(on.named);
  assert.equal(login?.takesCallback, false);
  const callbackUrl = await agreed(login?.address ?? "");
  await assert.rejects(
    () => on.live.client.conversation.finishMcpLogin({ ...on.named, callbackUrl }),
    (error) => isBridleError(error, "unsupported"),
  );
  await fetch(callbackUrl);
  await on.becomes("connected");

  await using old = await stage(t, "2.1.45");
  if (old === undefined) return;
  await old.becomes("needs-auth");
  assert.deepEqual(await old.state(), { status: "needs-auth", canLogIn: false, canLogOut: false, address: undefined });
  await assert.rejects(
    () => old.live.client.conversation.logInMcpServer(old.named),
    (error) => isBridleError(error, "unsupported"),
  );
});
