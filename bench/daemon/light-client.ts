import { connect, type Socket } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { SubscribeRequestSchema, WatchRequestSchema } from "../../src/api/gen/bridle/v1/conversation_service_pb.js";

/**
 * A client that costs next to nothing, so that a hundred of them leave the
 * machine to the daemon: gRPC on HTTP/2 by hand, one connection and one stream.
 * It reads every byte and finds every event by its length; it does not decode them.
 */
export class LightClient {
  /** How many events came, by session. */
  readonly counts = new Map<string, number>();
  /** When the last bytes came, in ms of the monotonic clock. */
  lastAt = 0;
  messages = 0;
  bytes = 0;
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #onMessage: ((message: Buffer, at: number) => void) | undefined;
  readonly #reader = new GrowingBuffer();
  readonly #body = new GrowingBuffer();
  readonly #opening = Promise.withResolvers<void>();
  #toOpen: number;
  #unacknowledged = 0;

  constructor(socketPath: string, sessions: readonly string[], onMessage?: (message: Buffer, at: number) => void) {
    this.#onMessage = onMessage;
    this.#toOpen = sessions.length;
    this.opened = this.#opening.promise;
    this.#socket = connect({
      path: socketPath,
      onread: { buffer: readBuffer, callback: (length, buffer) => this.#read(buffer.subarray(0, length)) },
    });
    this.#socket.on("error", (error) => this.#opening.reject(error));
    this.#socket.on("close", () => this.#opening.reject(new Error("the daemon closed the connection")));
    this.#socket.write(greeting(sessions));
  }

  /** Of all sessions. */
  get events(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Uint8Array): boolean {
    this.lastAt = performance.timeOrigin + performance.now();
    this.bytes += chunk.length;
    this.#reader.add(chunk);
    const bytes = this.#reader.bytes;
    let at = 0;
    while (at + frameHead <= bytes.length) {
      const length = bytes.readUIntBE(at, 3);
      if (at + frameHead + length > bytes.length) break;
      this.#frame(bytes[at + 3] ?? 0, bytes[at + 4] ?? 0, bytes.subarray(at + frameHead, at + frameHead + length));
      at += frameHead + length;
    }
    this.#reader.drop(at);
    return true;
  }

  #frame(type: number, flags: number, payload: Buffer): void {
    if (type === frames.data) return this.#data(payload);
    if (type === frames.settings && (flags & 1) === 0) this.#socket.write(frame(frames.settings, 1, 0, empty));
    if (type === frames.ping && (flags & 1) === 0) this.#socket.write(frame(frames.ping, 1, 0, payload));
    if (type === frames.reset || type === frames.goAway) this.#socket.destroy();
  }

  #data(payload: Buffer): void {
    this.#unacknowledged += payload.length;
    if (this.#unacknowledged > windowBytes / 4) {
      this.#socket.write(Buffer.concat([widen(0, this.#unacknowledged), widen(1, this.#unacknowledged)]));
      this.#unacknowledged = 0;
    }
    this.#body.add(payload);
    const bytes = this.#body.bytes;
    let at = 0;
    while (at + messageHead <= bytes.length) {
      const length = bytes.readUInt32BE(at + 1);
      if (at + messageHead + length > bytes.length) break;
      this.#message(bytes.subarray(at + messageHead, at + messageHead + length));
      at += messageHead + length;
    }
    this.#body.drop(at);
  }

  /** `SubscribeResponse` and `WatchResponse` have the same fields: 1 is `opened`, 2 a batch. */
  #message(message: Buffer): void {
    this.messages += 1;
    if (message[0] === openedTag) {
      this.#toOpen -= 1;
      if (this.#toOpen === 0) this.#opening.resolve();
    }
    if (message[0] !== batchTag) return;
    const walk = new Walk(message, 1);
    walk.varint();
    // session_id comes first.
    walk.at += 1;
    const idLength = walk.varint();
    const id = message.toString("latin1", walk.at, walk.at + idLength);
    walk.at += idLength;
    let events = 0;
    while (walk.at < message.length) {
      walk.at += 1;
      const length = walk.varint();
      walk.at += length;
      events += 1;
    }
    this.counts.set(id, (this.counts.get(id) ?? 0) + events);
    this.#onMessage?.(message, this.lastAt);
  }
}

class Walk {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  varint(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
  }
}

/** Bytes that are added behind and dropped in front, mostly all of them at once. */
class GrowingBuffer {
  #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes.length));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}

// All clients of a process read into one buffer: it is copied before the next one reads.
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);
const empty = Buffer.alloc(0);
const windowBytes = 4 * 1024 * 1024;
const frameHead = 9;
const messageHead = 5;
const openedTag = 0x0a;
const batchTag = 0x12;
const frames = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, widen: 8 } as const;

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(frameHead);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function widen(stream: number, by: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(by);
  return frame(frames.widen, 0, stream, payload);
}

/** One session by Subscribe, several by Watch, each from its beginning. */
function greeting(sessions: readonly string[]): Buffer {
  const [method, message] = request(sessions);
  const head = Buffer.alloc(messageHead);
  head.writeUInt32BE(message.length, 1);
  const settings = Buffer.alloc(6);
  settings.writeUInt16BE(4);
  settings.writeUInt32BE(windowBytes, 2);
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(frames.settings, 0, 0, settings),
    widen(0, windowBytes),
    frame(frames.headers, 4, 1, headers(`/bridle.v1.ConversationService/${method}`)),
    frame(frames.data, 1, 1, Buffer.concat([head, message])),
  ]);
}

function request(sessions: readonly string[]): [method: string, message: Uint8Array] {
  const cursors = sessions.map((sessionId) => ({ sessionId, afterSeq: 0n }));
  const [cursor] = cursors;
  if (cursors.length > 1 || cursor === undefined)
    return ["Watch", toBinary(WatchRequestSchema, create(WatchRequestSchema, { cursors }))];
  return ["Subscribe", toBinary(SubscribeRequestSchema, create(SubscribeRequestSchema, { cursor }))];
}

/** HPACK without its tables but the static one: POST, http, and literals. */
function headers(path: string): Buffer {
  const literal = (name: readonly number[], value: string): Buffer =>
    Buffer.concat([Buffer.from([...name, value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0x83, 0x86]),
    literal([0x04], path),
    literal([0x01], "localhost"),
    literal([0x0f, 0x10], "application/grpc"),
    literal([0x00, 2, ...Buffer.from("te")], "trailers"),
  ]);
}
