import { connect, type Socket } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { SubscribeRequestSchema } from "../../src/api/gen/bridle/v1/conversation_service_pb.js";

/** More than the head of an answer. */
const firstPartBytes = 16 * 1024;

/**
 * Clients that follow a session from its beginning, take a first part of what they are sent, and read nothing more: Connect over
 * HTTP/1.1, by hand, one connection each.
 */
export class IdleReaders implements AsyncDisposable {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  static open(socketPath: string, sessionId: string, count: number): IdleReaders {
    const request = subscribeRequest(sessionId);
    return new IdleReaders(
      Array.from({ length: count }, () => {
        const socket = connect(socketPath, () => socket.write(request));
        socket.on("error", () => undefined);
        // Fills the socket's buffer, which nobody empties.
        return socket.on("readable", () => undefined);
      }),
    );
  }

  /** How many have their first part: whatever the daemon keeps for a reader, it keeps for these. */
  get served(): number {
    return this.#sockets.filter(({ readableLength }) => readableLength >= firstPartBytes).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function subscribeRequest(sessionId: string): Buffer {
  const body = toBinary(
    SubscribeRequestSchema,
    create(SubscribeRequestSchema, { cursor: { sessionId, afterSeq: 0n } }),
  );
  const envelope = Buffer.alloc(5);
  envelope.writeUInt32BE(body.length, 1);
  const head = [
    "POST /bridle.v1.ConversationService/Subscribe HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/connect+proto",
    "Connect-Protocol-Version: 1",
    `Content-Length: ${5 + body.length}`,
    "\r\n",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), envelope, body]);
}
