import { createServer as createHttp1, type Server as Http1Server } from "node:http";
import {
  createServer as createHttp2,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { createServer as createTcp, type Server as NetServer, type Socket } from "node:net";
import { createServer as createTls, type TLSSocket } from "node:tls";
import type { ServerLimits } from "./limits.ts";
import type { RequestListener } from "./node-http.ts";
import { sniffHttp2 } from "./sniff-http2.ts";
import type { TlsFiles } from "./tls-files.ts";

/** Takes connections on one address and serves HTTP/1.1 and HTTP/2 on each, with or without TLS. */
export class HttpListener {
  readonly net: NetServer;
  readonly #http1: Http1Server;
  readonly #http2: Http2Server;
  readonly #limits: ServerLimits;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(onRequest: RequestListener, limits: ServerLimits, tls?: TlsFiles) {
    this.#limits = limits;
    this.#http1 = createHttp1({
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: Math.min(limits.idleTimeoutMs, 60_000),
      connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, 5000),
    });
    this.#http1.on("request", onRequest);
    // This server never listens itself; without the event it would not look for requests that take too long.
    this.#http1.emit("listening");
    this.#http2 = createHttp2({ settings: { maxConcurrentStreams: limits.maxStreams } });
    this.#http2.on("request", onRequest);
    const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 };
    // allowHalfOpen as Node's own servers have it: a client may end its side and still get the answer.
    this.net =
      tls === undefined
        ? createTcp({ ...options, allowHalfOpen: true })
        : createTls({ ...options, ...tls, ...tlsOptions(limits) });
    // Before any handshake: a client that never finishes one must not hold up close().
    this.net.on("connection", (socket: Socket) => this.#track(socket));
    if (tls === undefined) this.net.on("connection", (socket: Socket) => this.#acceptPlain(socket));
    this.net.on("secureConnection", (socket: TLSSocket) => this.#serve(socket, socket.alpnProtocol === "h2"));
    // Node leaves a connection whose handshake failed, or took too long, to its server.
    this.net.on("tlsClientError", (_: Error, socket: TLSSocket) => socket.destroy());
    this.net.maxConnections = limits.maxConnections;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** No new connections; those that are there may finish for a while. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.net.close(resolve));
    this.#http1.close();
    for (const session of this.#sessions) session.close();
    const timer = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
      for (const socket of this.#sockets) socket.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearTimeout(timer);
  }

  #acceptPlain(socket: Socket): void {
    sniffHttp2(socket, this.#limits.headersTimeoutMs, (isHttp2) => this.#serve(socket, isHttp2));
  }

  #serve(socket: Socket, isHttp2: boolean): void {
    socket.on("error", ignore);
    if (isHttp2) this.#serveHttp2(socket);
    else this.#http1.emit("connection", socket);
  }

  /** HTTP/2 knows no half of a connection: one whose client went away, or does not go when it is asked to, would stay for ever. */
  #serveHttp2(socket: Socket): void {
    socket.allowHalfOpen = false;
    const begun = (session: ServerHttp2Session): void => this.#watch(session, socket);
    this.#http2.once("session", begun);
    // The session begins within the call.
    this.#http2.emit("connection", socket);
    this.#http2.off("session", begun);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    // Errors of a connection end it; there is nobody to report them to.
    socket.on("error", ignore).on("close", () => this.#sockets.delete(socket));
  }

  #watch(session: ServerHttp2Session, socket: Socket): void {
    this.#sessions.add(session);
    const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs, closeGraceMs } = this.#limits;
    let open = 0;
    const end = (): void => {
      session.close();
      // Node waits for the client to go, too.
      setTimeout(() => socket.destroy(), closeGraceMs).unref();
    };
    // Whatever else it sends, half a preface or pings: what counts is a request.
    let idle = setTimeout(() => session.destroy(), headersTimeoutMs);
    session.on("stream", (stream) => {
      open++;
      clearTimeout(idle);
      endOnceAnswered(stream, requestTimeoutMs);
      stream.on("close", () => {
        open--;
        if (open === 0 && !session.destroyed) idle = setTimeout(end, idleTimeoutMs);
      });
    });
    session.on("error", ignore).on("close", () => {
      clearTimeout(idle);
      this.#sessions.delete(session);
    });
  }
}

/**
 * A client that does not end its request, or does not take its answer, keeps a stream that is over, and with it the
 * connection. What is not answered yet may take its time.
 */
function endOnceAnswered(stream: ServerHttp2Stream, ms: number): void {
  let wasAnswered = false;
  const timer = setInterval(() => {
    if (wasAnswered) stream.destroy();
    wasAnswered = stream.writableEnded;
  }, ms).unref();
  stream.once("close", () => clearInterval(timer));
}

function tlsOptions({ headersTimeoutMs }: ServerLimits) {
  return { ALPNProtocols: ["h2", "http/1.1"], handshakeTimeout: headersTimeoutMs };
}

function ignore(): void {}
