import assert from "node:assert/strict";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { ConverseRequestSchema } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { within } from "../../host/within.ts";
import { StubDaemon } from "./stub-daemon.ts";

const daemon = new StubDaemon();
const limits = { headersTimeoutMs: 300, requestTimeoutMs: 1000, idleTimeoutMs: 4000, readMaxBytes: 1024 * 1024 };

before(() => daemon.start({ limits }));
after(() => daemon.stop());

const list = "/bridle.v1.SessionService/ListSessions";
const subscribe = "/bridle.v1.ConversationService/Subscribe";
const converse = "/bridle.v1.ConversationService/Converse";
/** A field of a length that is not there; and text that is no UTF-8. */
const malformed = [Buffer.from([0x0a, 0x7f, 0x01]), Buffer.from([0xff, 0xff, 0xff])];

function envelope(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request, by HTTP/2, with its trailers among the headers; the body in parts. */
async function post(path: string, type: string, ...parts: readonly Uint8Array[]): Promise<Answer> {
  const session = connectHttp2(daemon.url);
  const stream = session.request({
    ...{
      ":method": "POST",
      ":path": path,
      "content-type": type,
      authorization: `Bearer ${daemon.token}`,
      te: "trailers",
    },
    ...(type.startsWith("application/connect") && { "connect-protocol-version": "1" }),
  });
  const headers: IncomingHttpHeaders = {};
  stream
    .on("response", (some) => void Object.assign(headers, some))
    .on("trailers", (some) => void Object.assign(headers, some));
  for (const part of parts) {
    stream.write(part);
    await sleep(5);
  }
  stream.end();
  let body = "";
  for await (const chunk of stream) body += (chunk as Buffer).toString("latin1");
  session.close();
  return { status: Number(headers[":status"]), headers, body };
}

test("D6 malformed protobuf is an invalid argument on every protocol, and nothing is called", async () => {
  for (const bytes of malformed) {
    const connect = await post(list, "application/proto", bytes.subarray(0, 1), bytes.subarray(1));
    assert.deepEqual([connect.status, JSON.parse(connect.body).code], [400, "invalid_argument"]);
    const grpc = await post(list, "application/grpc", envelope(bytes).subarray(0, 3), envelope(bytes).subarray(3));
    assert.equal(grpc.headers["grpc-status"], "3");
    const web = await post(list, "application/grpc-web+proto", envelope(bytes));
    assert.match(web.body, /grpc-status: 3\r/);
    const stream = await post(subscribe, "application/connect+proto", envelope(bytes));
    assert.match(stream.body, /"code":"invalid_argument"/);
  }
  assert.deepEqual(daemon.seen, []);
});

test("D6 malformed protobuf in the middle of a stream of requests is an invalid argument", async () => {
  const open = create(ConverseRequestSchema, { kind: { case: "open", value: { sessionId: "s1", afterSeq: 0n } } });
  const first = envelope(toBinary(ConverseRequestSchema, open));
  const { headers } = await post(converse, "application/grpc+proto", first, envelope(Buffer.from([0xff, 0xff, 0xff])));
  assert.equal(headers["grpc-status"], "3");
});

test("D6 malformed JSON is an invalid argument on every protocol", async () => {
  for (const text of ["{", '{"pageSize":"many"}', "[]", '"\\ud800"', "", '{"pageToken":"\xc3("}']) {
    // As its bytes are: the last is no UTF-8.
    const bytes = Buffer.from(text, "latin1");
    const connect = await post(list, "application/json", bytes);
    assert.deepEqual([connect.status, JSON.parse(connect.body).code], [400, "invalid_argument"], text);
    assert.equal((await post(list, "application/grpc+json", envelope(bytes))).headers["grpc-status"], "3", text);
    assert.match((await post(list, "application/grpc-web+json", envelope(bytes))).body, /grpc-status: 3\r/, text);
    assert.match(
      (await post(subscribe, "application/connect+json", envelope(bytes))).body,
      /"code":"invalid_argument"/,
      text,
    );
  }
});

test("D6 D7 what is fine is served, in any parts, and what is too long is refused as before", async () => {
  const good = envelope(new Uint8Array());
  const answer = await post(list, "application/grpc", ...[...good].map((byte) => Buffer.from([byte])));
  assert.equal(answer.headers["grpc-status"], "0");
  const long = Buffer.alloc(limits.readMaxBytes + 10);
  assert.equal((await post(list, "application/proto", long)).status, 429);
  assert.equal((await post(list, "application/grpc", envelope(long))).headers["grpc-status"], "8");
});

/** When the server closes it, what is in it matters to nobody. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) =>
    socket
      .resume()
      .on("error", () => {})
      .once("close", resolve),
  );
}

const preface = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const ping = Buffer.concat([Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0]), Buffer.alloc(8)]);
/** HEADERS without END_HEADERS: more would follow. */
const halfHeaders = Buffer.from([0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82]);

for (const [what, bytes, again] of [
  ["half a preface", preface.subarray(0, 10), undefined],
  ["a preface and no request", preface, undefined],
  ["a preface and pings", preface, ping],
  ["half a request's headers", Buffer.concat([preface, halfHeaders]), undefined],
] as const) {
  test(`D7 an HTTP/2 connection with ${what} is closed after the time that headers may take`, async () => {
    const { hostname, port } = new URL(daemon.url);
    const socket = connectTcp(Number(port), hostname);
    const gone = closed(socket);
    socket.write(bytes);
    const timer = again && setInterval(() => socket.write(again), 50);
    try {
      await within(3000, "the end of the connection", gone);
    } finally {
      clearInterval(timer);
      socket.destroy();
    }
  });
}

test("D7 an HTTP/2 connection that only pings after its requests is closed when it has been idle", async () => {
  const session = connectHttp2(daemon.url);
  session.on("error", () => {});
  const gone = new Promise((resolve) => session.once("close", resolve));
  const stream = session.request({ ":path": "/healthz" });
  stream.resume();
  await new Promise((resolve) => stream.once("close", resolve));
  const timer = setInterval(() => !session.destroyed && !session.closed && session.ping(() => {}), 50);
  await within(8000, "the end of the connection", gone);
  clearInterval(timer);
});

for (const [what, path, isWhole, initialWindowSize] of [
  ["does not end a request that was answered", "/healthz", false, 65_535],
  ["does not end a call that was refused", list, false, 65_535],
  ["does not end a stream of requests that was refused", converse, false, 65_535],
  ["takes nothing of its answer", "/healthz", true, 0],
  ["takes nothing of a refusal", list, true, 0],
] as const) {
  test(`D7 an HTTP/2 client without a token that ${what} is dropped with its connection`, async () => {
    const own = await new StubDaemon().start({ limits: { ...limits, idleTimeoutMs: 500 } });
    const session = connectHttp2(own.url, { settings: { initialWindowSize } });
    session.on("error", () => {});
    try {
      const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc" };
      // It is never read.
      const stream = session.request(headers, { endStream: isWhole });
      stream.on("error", () => {});
      await new Promise((resolve) => stream.once("response", resolve));
      const dropped = async (): Promise<void> => {
        while (own.server.connections > 0) await sleep(20);
      };
      await within(9000, "the end of the connection", dropped());
    } finally {
      session.destroy();
      await own.stop();
    }
  });
}

test("X2 what a newer client asks for and this daemon does not know is refused, not left out; what only reads is answered", async () => {
  const field = Buffer.from([0xca, 0x3e, 0x01, 0x78]);
  const send = await post("/bridle.v1.ConversationService/SendPrompt", "application/proto", field);
  assert.match(send.body, /"unimplemented"/);
  assert.match(send.body, /does not know field 1001 of bridle\.v1\.SendPromptRequest: update it/);
  assert.equal((await post(list, "application/proto", field)).status, 200);
});
