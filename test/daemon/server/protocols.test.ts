import assert from "node:assert/strict";
import { request as http1 } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { ConversationService } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { SessionService } from "../../../src/api/gen/bridle/v1/session_service_pb.js";
import { within } from "../../host/within.ts";
import { StubDaemon } from "./stub-daemon.ts";

const protos = join(import.meta.dirname, "..", "..", "..", "proto");
let daemon: StubDaemon;

before(async () => {
  daemon = await new StubDaemon().start();
  await daemon.say("s1", ["one", "two", "three"]);
});
after(() => daemon.stop());

// biome-ignore lint/suspicious/noExplicitAny: what proto-loader makes at run time has no types.
type Loaded = any;

function grpcClient(service: "SessionService" | "ConversationService" | "DaemonService", address: string): Loaded {
  const files = ["session_service", "conversation_service", "daemon_service"].map((name) => `bridle/v1/${name}.proto`);
  const loaded: Loaded = grpc.loadPackageDefinition(
    loadSync(files, { includeDirs: [protos], keepCase: true, longs: Number, enums: String, oneofs: true }),
  );
  return new loaded.bridle.v1[service](address, grpc.credentials.createInsecure());
}

function withToken(): grpc.Metadata {
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${daemon.token}`);
  return metadata;
}

const addresses = () => [daemon.url.replace("http://", ""), `unix:${daemon.socketPath}`];

test("D6 a gRPC client that is not ours lists sessions on the port and on the unix socket", async () => {
  for (const address of addresses()) {
    const client = grpcClient("SessionService", address);
    const answer = await new Promise<Loaded>((resolve, reject) => {
      client.ListSessions({}, withToken(), (error: unknown, value: Loaded) => (error ? reject(error) : resolve(value)));
    });
    assert.deepEqual(
      answer.sessions.map(({ id }: Loaded) => id),
      ["s1"],
    );
    client.close();
  }
});

test("D6 D3 a gRPC client that is not ours subscribes, and sees events as its proto has them", async () => {
  for (const address of addresses()) {
    const client = grpcClient("ConversationService", address);
    const call = client.Subscribe({ cursor: { session_id: "s1", after_seq: 1 } }, withToken());
    call.on("error", () => undefined);
    const seen: Loaded[] = [];
    for await (const message of call) {
      seen.push(message);
      if (seen.length === 2) break;
    }
    assert.equal(seen[0].kind, "opened");
    assert.equal(seen[0].opened.session.title, "one");
    assert.equal(seen[0].opened.open_asks[0].id, "a1");
    assert.ok(!seen[0].opened.reset);
    assert.equal(seen[1].batch.session_id, "s1");
    assert.deepEqual(
      seen[1].batch.events.map((event: Loaded) => [event.seq, event.kind, event.text_delta.text]),
      [
        [2, "text_delta", "two"],
        [3, "text_delta", "three"],
      ],
    );
    call.cancel();
    client.close();
  }
});

test("D6 D4 a gRPC client that is not ours holds a conversation on one stream", async () => {
  daemon.addSession("talk");
  const client = grpcClient("ConversationService", addresses()[0] ?? "");
  const call = client.Converse(withToken());
  call.write({ open: { session_id: "talk" } });
  call.write({ send_prompt: { call_id: "c1", prompt: { text: "hello" } } });
  call.write({ send_prompt: { call_id: "c2", session_id: "nowhere", prompt: { text: "hello" } } });
  const seen = new Map<string, Loaded>();
  for await (const message of call) {
    seen.set(message.kind, message);
    if (seen.size === 4) call.end();
  }
  assert.equal(seen.get("opened").opened.session_id, "talk");
  assert.equal(seen.get("prompt").call_id, "c1");
  assert.equal(seen.get("prompt").prompt.prompt_id, "p1");
  assert.equal(seen.get("failed").call_id, "c2");
  assert.equal(seen.get("failed").failed.code, "not_found");
  assert.equal(seen.get("batch").batch.events[0].text_delta.text, "hello");
  client.close();
});

test("D6 Connect with JSON works by fetch over HTTP/1.1, unary and streaming", async () => {
  const headers = { authorization: `Bearer ${daemon.token}` };
  const list = await fetch(`${daemon.url}/bridle.v1.SessionService/ListSessions`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(list.status, 200);
  assert.equal(((await list.json()) as Loaded).sessions[0].id, "s1");

  const body = Buffer.from(JSON.stringify({ cursors: [{ sessionId: "s1", afterSeq: "0" }] }));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  const stream = await fetch(`${daemon.url}/bridle.v1.ConversationService/Watch`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/connect+json" },
    body: Buffer.concat([head, body]),
  });
  const seen = await firstMessages(stream, 3);
  assert.ok(seen[0].started.watchId);
  assert.equal(seen[1].opened.sessionId, "s1");
  assert.equal(seen[2].batch.events[2].textDelta.text, "three");
});

async function firstMessages(response: Response, count: number): Promise<Loaded[]> {
  const seen: Loaded[] = [];
  let held = Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 5 && held.length >= 5 + held.readUInt32BE(1)) {
      const end = 5 + held.readUInt32BE(1);
      seen.push(JSON.parse(held.subarray(5, end).toString()));
      held = held.subarray(end);
    }
    if (seen.length >= count) break;
  }
  return seen;
}

test("D6 gRPC-Web and Connect clients list and subscribe, over HTTP/1.1 and HTTP/2 on the same port", async () => {
  const baseUrl = daemon.url;
  const transports = [
    createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
    createGrpcWebTransport({ baseUrl, httpVersion: "2" }),
    createConnectTransport({ baseUrl, httpVersion: "1.1" }),
    createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: false }),
  ];
  const headers = { authorization: `Bearer ${daemon.token}` };
  for (const transport of transports) {
    const { sessions } = await createClient(SessionService, transport).listSessions({}, { headers });
    assert.equal(sessions[0]?.id, "s1");
    const stop = new AbortController();
    const options = { headers, signal: stop.signal };
    const stream = createClient(ConversationService, transport).subscribe({ cursor: { sessionId: "s1" } }, options);
    const texts: unknown[] = [];
    for await (const { kind } of stream) {
      if (kind.case !== "batch") continue;
      texts.push(...kind.value.events.map((event) => event.kind.case === "textDelta" && event.kind.value.text));
      if (texts.length === 3) break;
    }
    assert.deepEqual(texts, ["one", "two", "three"]);
    stop.abort();
  }
});

test("D6 plain HTTP/1.1 works on the unix socket", async () => {
  const status = await within(
    2000,
    "answer",
    new Promise((resolve, reject) => {
      const req = http1({ socketPath: daemon.socketPath, path: "/healthz" }, (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      req.on("error", reject).end();
    }),
  );
  assert.equal(status, 200);
});

test("D6 nothing is compressed, whatever the client accepts", async () => {
  const response = await fetch(`${daemon.url}/bridle.v1.SessionService/ListSessions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${daemon.token}`,
      "content-type": "application/json",
      "accept-encoding": "gzip, br",
    },
    body: "{}",
  });
  assert.equal(response.headers.get("content-encoding"), null);
});

test("D6 seed 000's fields are on the wire under their names", async () => {
  const client = grpcClient("DaemonService", addresses()[0] ?? "");
  const answer = await new Promise<Loaded>((resolve, reject) => {
    client.HealthDetails({}, withToken(), (error: unknown, value: Loaded) => (error ? reject(error) : resolve(value)));
  });
  assert.equal(answer.claude_code.version, "x");
  client.close();
});

test("D6 who calls is the token's name, or local on the unix socket", async () => {
  daemon.seen.length = 0;
  for (const [address, name] of [
    [addresses()[0], "alice"],
    [addresses()[1], "local"],
  ] as const) {
    const client = grpcClient("SessionService", address ?? "");
    const metadata = name === "local" ? new grpc.Metadata() : withToken();
    await new Promise((resolve) => client.ListSessions({}, metadata, resolve));
    client.close();
    assert.equal(daemon.seen.at(-1)?.caller.name, name);
  }
});

test("D11 an error that is none of ours is told to the log, and only as internal to the client", async () => {
  const client = grpcClient("SessionService", addresses()[0] ?? "");
  const error = await new Promise<Loaded>((resolve) => {
    client.GetSession({ session_id: "boom" }, withToken(), (problem: unknown) => resolve(problem));
  });
  assert.equal(error.code, grpc.status.INTERNAL);
  assert.doesNotMatch(String(error), /secret/);
  assert.match(String(daemon.failures.at(-1)), /a secret text/);
  assert.ok(daemon.called.includes("GetSession internal"));
  client.close();
});
