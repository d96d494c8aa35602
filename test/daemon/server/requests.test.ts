import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { connect } from "../../../src/exports/client.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { localhostCert } from "./localhost-cert.ts";

/** A real daemon, and requests that no client of ours would send. */
test("D6 D7 what a request cannot mean is refused with the field's name, and nothing of it is logged", async () => {
  await using daemon = await startDaemon({ set: ["daemon.log_level=debug"] });
  const { client, cwd } = daemon;
  const wrong = (option: string, call: Promise<unknown>): Promise<void> =>
    assert.rejects(call, (error) => isBridleError(error, "invalid_option") && error.data.option === option, option);
  const create = (more: object) => client.sessions.createSession({ agent: "bridle", cwd, ...more });
  const secret = "hush-hush";
  await wrong("cwd", create({ cwd: `${cwd}\0` }));
  await wrong("cwd", create({ cwd: `/${"x".repeat(10_000)}` }));
  await wrong("agent", create({ agent: "/bin/sh" }));
  await wrong("agent", create({ agent: "__proto__" }));
  await wrong("resume_agent_session_id", create({ resumeAgentSessionId: "--dangerously-skip-permissions" }));
  await wrong("model", create({ model: `${secret}\0` }));
  await wrong("permission_mode", create({ permissionMode: secret.repeat(100) }));
  await wrong("system_prompt", create({ systemPrompt: `${secret}\0` }));
  await wrong("append_system_prompt", create({ appendSystemPrompt: secret.repeat(100_000) }));
  await wrong("title", create({ title: secret.repeat(1000) }));
  await wrong("call_id", create({ callId: secret.repeat(1000) }));
  await wrong("page_token", client.sessions.listSessions({ pageToken: "x" }));
  const { session } = await create({ title: "fine" });
  await wrong("title", client.sessions.renameSession({ sessionId: session?.id ?? "", title: "x".repeat(5000) }));
  await wrong("model", client.conversation.setModel({ sessionId: session?.id ?? "", model: "\0" }));
  assert.deepEqual(
    (await client.sessions.listSessions({})).sessions.map(({ title }) => title),
    ["fine"],
  );
  assert.equal(readFileSync(daemon.log, "utf8").includes(secret), false);
});

test("D6 an error reaches the client whatever it quotes", async () => {
  await using daemon = await startDaemon();
  const sessionId = "x".repeat(1_000_000);
  await assert.rejects(
    daemon.client.sessions.getSession({ sessionId }),
    (error) => isBridleError(error, "not_found") && error.message.length <= 1000 && error.data.id.length <= 1000,
  );
});

test("D11 the figures of a running daemon count sessions and commits", async () => {
  await using daemon = await startDaemon();
  await daemon.client.sessions.createSession({ agent: "bridle", cwd: daemon.cwd });
  const token = readFileSync(join(daemon.home, "config", "token"), "utf8").trim();
  const answer = await fetch(`${daemon.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  assert.match(text, /^bridle_sessions\{state="idle"\} 1$/m);
  assert.match(text, /^bridle_store_commits_total [1-9]/m);
});

test("D7 D8 D11 TLS from the settings: every address, with a certificate that fits; a start that failed is in the log", async () => {
  await using first = await startDaemon();
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(first.home, name)) as [string, string];
  writeFileSync(cert, localhostCert.cert);
  writeFileSync(key, localhostCert.key, { mode: 0o600 });
  await first.stop();
  const tls = ["daemon.host=0.0.0.0", `daemon.tls_cert=${cert}`, `daemon.tls_key=${key}`];
  await assert.rejects(first.restart({ set: ["daemon.host=0.0.0.0"] }), /daemon\.host must be .* with TLS/);
  await assert.rejects(first.restart({ set: [...tls, `daemon.tls_key=${cert}`] }), /daemon\.tls_cert must be/);
  assert.match(readFileSync(first.log, "utf8"), /"level":"error".*daemon\.tls_cert must be.*"event":"start failed"/);
  await first.restart({ set: tls });
  const token = readFileSync(join(first.home, "config", "token"), "utf8").trim();
  const address = `https://127.0.0.1:${new URL(first.url).port}`;
  const client = connect({ address, token, ca: localhostCert.cert });
  assert.equal((await client.daemon.getVersion({})).api, "bridle.v1");
  await client.close();
});
