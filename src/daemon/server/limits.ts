/** Everything the server bounds, with its defaults. */
export interface ServerLimits {
  /** Of one message of a request. */
  readonly readMaxBytes: number;
  /** From the first byte of a connection or request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** To the end of its body. Streams of requests are exempt. */
  readonly requestTimeoutMs: number;
  /** A connection on which nothing is open is closed after this. */
  readonly idleTimeoutMs: number;
  readonly maxConnections: number;
  /** On one HTTP/2 connection. */
  readonly maxStreams: number;
  /** By token. */
  readonly callsPerSecond: number;
  readonly callBurst: number;
  /** By address: calls without a valid token. */
  readonly failuresPerSecond: number;
  readonly failureBurst: number;
  /** How long clients may take to leave a server that stops. */
  readonly closeGraceMs: number;
}

export const defaultLimits: ServerLimits = {
  readMaxBytes: 32 * 1024 * 1024,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  idleTimeoutMs: 300_000,
  maxConnections: 4096,
  maxStreams: 1000,
  callsPerSecond: 500,
  callBurst: 2000,
  failuresPerSecond: 1,
  failureBurst: 20,
  closeGraceMs: 1000,
};
