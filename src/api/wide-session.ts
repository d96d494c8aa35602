import { Http2SessionManager } from "@connectrpc/connect-node";

type Request = Http2SessionManager["request"];

/** What one stream may send before it is read. */
export const streamWindowBytes = 256 * 1024;

const connectionWindowBytes = 256 * 1024 * 1024;

/**
 * A connection whose window is wider than those of its streams together. By
 * default both are the same: a stream that is read slowly would stop all others.
 */
export class WideSessionManager extends Http2SessionManager {
  readonly #widened = new WeakSet<object>();

  override async request(...args: Parameters<Request>): ReturnType<Request> {
    const stream = await super.request(...args);
    const { session } = stream;
    if (session !== undefined && !this.#widened.has(session) && !session.destroyed) {
      this.#widened.add(session);
      session.setLocalWindowSize(connectionWindowBytes);
      // The manager hears of errors while it uses the session; one of a session that it has left, such as a ping that
      // nobody answered, would end the process.
      session.on("error", () => {});
    }
    return stream;
  }
}
