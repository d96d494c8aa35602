import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { request as https } from "node:https";
import { connect as net } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../../../src/api/node-client.ts";
import { isBridleError } from "../../../src/errors.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { localhostCert } from "./localhost-cert.ts";
import { StubDaemon } from "./stub-daemon.ts";

test("D7 an address that other machines reach is refused without TLS", async () => {
  for (const host of ["0.0.0.0", "::", "192.0.2.1", "box.example"]) {
    const stub = new StubDaemon();
    await assert.rejects(
      stub.start({ tcp: { host, port: 0 } }),
      (error) => isBridleError(error, "invalid_option") && /TLS/.test(error.message),
    );
    await stub.stop();
  }
});

test("D7 a name that means another machine's address is refused without TLS, localhost or not", async () => {
  const stub = new StubDaemon();
  await assert.rejects(stub.start({ tcp: { host: "localhost.invalid", port: 0 } }), /TLS/);
  const local = await stub.start({ tcp: { host: "localhost", port: 0 } });
  assert.equal((await fetch(`${local.url}/healthz`)).status, 200);
  await stub.stop();
});

test("D7 who begins a TLS handshake and does not end it is dropped, and does not hold up the end of the server", async () => {
  const tcp = { host: "127.0.0.1", port: 0, tls: localhostCert };
  const quick = await new StubDaemon().start({ tcp, limits: { headersTimeoutMs: 200 } });
  const closed = (of: StubDaemon): Promise<unknown> =>
    new Promise((resolve) => {
      net(Number(new URL(of.url).port), "127.0.0.1")
        .on("close", resolve)
        .on("error", resolve)
        .resume();
    });
  await within(3000, "the end of a handshake that never began", closed(quick));
  await quick.stop();
  const slow = await new StubDaemon().start({ tcp, limits: { closeGraceMs: 50 } });
  const gone = closed(slow);
  await until(() => slow.server.connections === 1);
  await within(3000, "the end of the server", slow.stop());
  await gone;
});

test("D7 with TLS every address may be listened on, by HTTP/2 and HTTP/1.1, and still only with a token", async () => {
  const secure = await new StubDaemon().start({ tcp: { host: "0.0.0.0", port: 0, tls: localhostCert } });
  const address = `https://127.0.0.1:${new URL(secure.url).port}`;
  const ca = localhostCert.cert;
  const client = connect({ address, ca, token: secure.token });
  assert.equal((await client.sessions.listSessions({})).sessions.length, 1);
  await client.close();
  const wrong = connect({ address, ca });
  await assert.rejects(wrong.sessions.listSessions({}), /unauthenticated/);
  await wrong.close();
  const status = await new Promise((resolve, reject) => {
    https(`${address}/healthz`, { ca, agent: false }, (res) => resolve(res.resume().statusCode))
      .on("error", reject)
      .end();
  });
  assert.equal(status, 200);
  await secure.stop();
});

test("D7 a socket folder that is a link or that others can write is refused; a dead daemon's socket is replaced", async () => {
  const linked = new StubDaemon();
  mkdirSync(join(linked.folder, "real"), { mode: 0o700 });
  symlinkSync(join(linked.folder, "real"), join(linked.folder, "run"));
  await assert.rejects(linked.start(), /symbolic link/);
  await linked.stop();

  const open = new StubDaemon();
  mkdirSync(join(open.folder, "run"));
  chmodSync(join(open.folder, "run"), 0o777);
  await assert.rejects(open.start(), /mode 777.*chmod 700/);
  chmodSync(join(open.folder, "run"), 0o700);
  writeFileSync(open.socketPath, "");
  await open.start();
  const second = new StubDaemon();
  await assert.rejects(second.start({ socketPath: open.socketPath }), (error) => isBridleError(error, "busy"));
  await second.stop();
  await open.stop();
});

test("D7 a client that is slow with its headers or its body, or says nothing, is dropped", async () => {
  const strict = await new StubDaemon().start({ limits: { headersTimeoutMs: 200, requestTimeoutMs: 400 } });
  const port = Number(new URL(strict.url).port);
  const dropped = (words: string): Promise<unknown> =>
    within(
      3000,
      JSON.stringify(words),
      new Promise((resolve) => {
        const socket = net(port, "127.0.0.1", () => socket.write(words));
        socket
          .on("close", resolve)
          .on("error", () => undefined)
          .resume();
      }),
    );
  const head = `POST /bridle.v1.SessionService/ListSessions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${strict.token}\r\n`;
  await Promise.all([
    dropped(""),
    dropped("P"),
    dropped("POST / HTTP/1.1\r\nhost: "),
    dropped(`${head}content-type: application/json\r\ncontent-length: 10\r\n\r\n{`),
  ]);
  await until(() => strict.server.connections === 0);
  await strict.stop();
});
