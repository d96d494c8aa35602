import { connect as connectSocket } from "node:net";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type BridleClient, bearer, makeClient } from "./client.ts";
import { daemonFiles, daemonFolders } from "./daemon-folders.ts";
import { streamWindowBytes, WideSessionManager } from "./wide-session.ts";

export interface ConnectOptions {
  /** `http://127.0.0.1:4747`; https for a daemon with TLS. */
  readonly address?: string;
  /** The daemon's unix socket, instead of an address. Needs no token. */
  readonly socket?: string;
  /** The folder of a daemon that was started with `--home`; its socket is found there. Default: `BRIDLE_HOME`, else XDG's. */
  readonly home?: string;
  readonly token?: string;
  /** The certificate that the daemon's own is checked by, where the system does not know it. */
  readonly ca?: string | Buffer;
  /** How long a call is asked again after the connection was lost: 10 s. A daemon that was never there is `no_daemon` at once. */
  readonly retryForMs?: number;
}

/**
 * A client of a running daemon, by gRPC; without options that of this machine's user. Connects with the first call.
 *
 * ```ts
 * await using client = connect();
 * const { sessions } = await client.sessions.listSessions({});
 * ```
 */
export function connect(options: ConnectOptions = {}): BridleClient {
  const { address, token, ca, retryForMs = 10_000 } = options;
  const socket = options.socket ?? (address === undefined ? socketOf(options.home) : undefined);
  const baseUrl = address !== undefined && socket === undefined ? address : "http://localhost";
  const http2 = {
    settings: { initialWindowSize: streamWindowBytes },
    ...(socket !== undefined && { createConnection: () => connectSocket(socket) }),
    ...(ca !== undefined && { ca }),
  };
  // A connection that died without a word is noticed by a ping that nobody answers.
  const manager = new WideSessionManager(baseUrl, { pingIntervalMs: 15_000, pingTimeoutMs: 5000 }, http2);
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager: manager,
    interceptors: [bearer(token)],
    acceptCompression: [],
  });
  return makeClient({ transport, address: socket ?? baseUrl, retryForMs, close: () => manager.abort() });
}

function socketOf(home: string | undefined): string {
  return daemonFiles(daemonFolders(process.env, home)).socket;
}
