import type { Socket } from "node:net";

/** How every HTTP/2 connection begins, and no HTTP/1.1 request. */
const preface = Buffer.from("PRI");

/**
 * Looks at the first bytes of a connection and puts them back. A client that
 * sends none in time, or goes before, is dropped.
 */
export function sniffHttp2(socket: Socket, timeoutMs: number, decide: (isHttp2: boolean) => void): void {
  let held = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  const drop = (): void => {
    clearTimeout(timer);
    socket.destroy();
  };
  const look = (): void => {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    held = Buffer.concat([held, bytes]);
    if (held.length < preface.length && preface.subarray(0, held.length).equals(held)) return;
    clearTimeout(timer);
    socket.off("readable", look).off("end", drop).off("close", drop);
    socket.unshift(held);
    decide(held.subarray(0, preface.length).equals(preface));
  };
  socket.on("readable", look).on("end", drop).on("close", drop);
}
