import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { createServer, connect as net, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../../../src/api/node-client.ts";
import { connect as connectWeb } from "../../../src/api/web-client.ts";
import { isBridleError } from "../../../src/errors.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { StubDaemon } from "./stub-daemon.ts";

/** A wire between client and daemon that can be cut. */
async function wire(daemon: StubDaemon): Promise<{ address: string; cut: () => void; close: () => void }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = net(Number(new URL(daemon.url).port), "127.0.0.1");
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => undefined).on("close", () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return { address, cut, close: () => server.close() };
}

test("D3 follow gives every event once and in order while the connection is cut again and again", async () => {
  const daemon = await new StubDaemon().start();
  const { address, cut, close } = await wire(daemon);
  const client = connect({ address, token: daemon.token });
  const stop = new AbortController();
  let lost = 0;
  const seen: number[] = [];
  const following = (async () => {
    for await (const { seq } of client.follow("s1", 0, { signal: stop.signal, onLost: () => lost++ })) {
      seen.push(Number(seq));
    }
  })();
  for (let round = 0; round < 10; round++) {
    const last = await daemon.say(
      "s1",
      Array.from({ length: 200 }, () => "x".repeat(500)),
    );
    if (round % 2 === 0) await until(() => seen.length > last - 200);
    cut();
    await until(() => seen.length === last);
  }
  assert.ok(lost >= 5, `${lost}`);
  assert.deepEqual(
    seen,
    Array.from({ length: 2000 }, (_, at) => at + 1),
  );
  stop.abort();
  await within(2000, "the end of follow", following);
  await client.close();
  close();
  await daemon.stop();
});

test("D4 a changing call that was lost with the connection is sent again with the same id", async () => {
  const daemon = await new StubDaemon().start();
  const { address, cut, close } = await wire(daemon);
  const client = connect({ address, token: daemon.token });
  await client.sessions.listSessions({});
  const append = daemon.log.append.bind(daemon.log);
  daemon.log.append = (async (...args: Parameters<typeof append>) => {
    daemon.log.append = append;
    await append(...args);
    // The prompt is taken, and the answer is lost.
    cut();
    await until(() => daemon.seen.filter(({ method }) => method === "sendPrompt").length === 2);
  }) as typeof append;
  const answer = await within(
    5000,
    "answer",
    client.conversation.sendPrompt({ sessionId: "s1", prompt: { text: "a" } }),
  );
  assert.equal(answer.promptId, "p1");
  const ids = daemon.seen
    .filter(({ method }) => method === "sendPrompt")
    .map(({ request }) => (request as { callId: string }).callId);
  assert.equal(ids.length, 2);
  assert.match(ids[0] ?? "", /^[0-9a-f]{32}$/);
  assert.equal(ids[0], ids[1]);
  await client.close();
  close();
  await daemon.stop();
});

test("U2 nobody there is no_daemon at once, on a socket and on a port", async () => {
  const nowhere = join(mkdtempSync(join(tmpdir(), "bridle-nobody-")), "daemon.sock");
  for (const options of [{ socket: nowhere }, { address: "http://127.0.0.1:9" }]) {
    const client = connect(options);
    const begun = performance.now();
    await assert.rejects(
      client.sessions.listSessions({}),
      (error) => isBridleError(error, "no_daemon") && /bridle daemon start/.test(error.message),
    );
    assert.ok(performance.now() - begun < 1000);
    await client.close();
  }
});

test("D6 errors come back as the daemon threw them, by gRPC and in a browser's transport", async () => {
  const daemon = await new StubDaemon().start();
  const clients = [
    connect({ socket: daemon.socketPath }),
    connect({ address: daemon.url, token: daemon.token }),
    connectWeb({ address: daemon.url, token: daemon.token }),
  ];
  for (const client of clients) {
    await assert.rejects(client.sessions.getSession({ sessionId: "nowhere" }), (error) => {
      assert.ok(isBridleError(error, "not_found"));
      assert.equal(error.message, "there is no session nowhere");
      assert.deepEqual(error.data, { what: "session", id: "nowhere" });
      return true;
    });
    await daemon.say("s1", ["hello"]);
    for await (const event of client.follow("s1", 0)) {
      assert.equal(event.kind.case === "textDelta" && event.kind.value.text, "hello");
      break;
    }
    await client.close();
  }
  const wrong = connect({ address: daemon.url, token: "brd_wrong" });
  await assert.rejects(wrong.sessions.listSessions({}), /unauthenticated.*the token is wrong/);
  const refused = wrong.follow("s1", 0);
  await assert.rejects(refused.next(), /unauthenticated/);
  await wrong.close();
  await until(() => daemon.server.streams === 0);
  await daemon.stop();
});

test("D6 a daemon that is started again is found again by the same client", async () => {
  const daemon = await new StubDaemon().start();
  const client = connect({ socket: daemon.socketPath });
  await client.sessions.listSessions({});
  const seen: number[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { seq } of client.follow("s1", 0, { signal: stop.signal })) seen.push(Number(seq));
  })();
  await daemon.say("s1", ["a"]);
  await until(() => seen.length === 1);
  await daemon.server.close();
  const call = client.sessions.listSessions({});
  await daemon.say("s1", ["b"]);
  await daemon.start();
  assert.equal((await within(5000, "answer", call)).sessions[0]?.id, "s1");
  await until(() => seen.length === 2);
  stop.abort();
  await following;
  await client.close();
  await daemon.stop();
});

test("D7 a token that no header can hold is refused where it is given, and not shown", () => {
  for (const token of ["", "hush\nhush", "hush hush", "hush\u00e9"]) {
    assert.throws(
      () => connect({ address: "http://127.0.0.1:1", token }),
      (error) => isBridleError(error, "invalid_option") && !/hush/.test(error.message),
    );
  }
});
