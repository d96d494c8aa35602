import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import { BridleError } from "../../errors.ts";
import { FrameError, type FrameSink, FrameSplitter } from "../../holder/frame-splitter.ts";
import { FrameWriter } from "../../holder/frame-writer.ts";
import { holderPid } from "../../holder/holder-files.ts";
import {
  type HolderSettings,
  message,
  protocolVersion,
  type Refused,
  type Welcome,
} from "../../holder/holder-protocol.ts";
import { processFacts } from "../../transport/process-facts.ts";
import { sendSignal } from "../../transport/send-signal.ts";

/** A connection on which the holder has said welcome. Frames go to `sink` once that is set. */
export interface HolderConnection {
  readonly socket: Socket;
  readonly writer: FrameWriter;
  readonly welcome: Welcome;
  listen(sink: FrameSink): void;
}

const readBytes = 256 * 1024;

/**
 * Says hello on the socket. Undefined when nobody is there, or was about to
 * leave and is gone now. Rejects with `conflict` when it speaks another version.
 */
export async function connectHolder(
  path: string,
  settings: HolderSettings,
  timeoutMs: number,
): Promise<HolderConnection | undefined> {
  const answer = Promise.withResolvers<Welcome | undefined>();
  /** Behind the welcome, before somebody listens. */
  const early: { readonly type: number; readonly body: unknown }[] = [];
  let sink: FrameSink = {
    placed: () => {},
    message: (type, body) => {
      if (type === message.welcome) answer.resolve(body as Welcome);
      else if (type !== message.refused) early.push({ type, body });
      // One that is ending closes the connection when it is gone.
      else if ((body as Refused).reason === "version") answer.reject(otherVersion(body as Refused));
    },
  };
  const listen = (next: FrameSink): void => {
    sink = next;
    for (const { type, body } of early.splice(0)) sink.message(type, body);
  };
  const splitter = new FrameSplitter({
    message: (type, body) => sink.message(type, body),
    placed: (type, handle, at, bytes) => sink.placed(type, handle, at, bytes),
  });
  const socket = openSocket(path, splitter);
  const writer = new FrameWriter(socket);
  writer.message(message.hello, { protocol: protocolVersion, settings });
  socket.once("connect", () => wake(path));
  socket.once("close", () => answer.resolve(undefined));
  socket.once("error", (error: NodeJS.ErrnoException) => {
    if (/ENOENT|ECONNREFUSED|ECONNRESET|EPIPE/.test(error.code ?? "")) answer.resolve(undefined);
    else answer.reject(error);
  });
  const timer = setTimeout(() => answer.reject(noAnswer(path, timeoutMs)), timeoutMs);
  try {
    const welcome = await answer.promise;
    if (welcome !== undefined) return { socket, writer, welcome, listen };
    socket.destroy();
    return undefined;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** For a holder that is alive to say why it cut us off. */
const askMs = 2_000;

/**
 * Asks whether another daemon took the place of the one with that number: who does not read in time is cut off before
 * it can be told. False when nobody is there to say so.
 */
export async function wasReplaced(path: string, daemon: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const splitter = new FrameSplitter({ placed: () => {}, message: (type) => resolve(type === message.replaced) });
  const socket = openSocket(path, splitter);
  socket.on("error", () => {});
  socket.once("close", () => resolve(false));
  const timer = setTimeout(() => resolve(false), askMs);
  const writer = new FrameWriter(socket);
  writer.message(message.askReplaced, { daemon });
  return await promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** Reads into one buffer, so that output is not copied on its way. */
function openSocket(path: string, splitter: FrameSplitter): Socket {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const socket: Socket = connect({
    path,
    onread: {
      buffer,
      callback: (length) => {
        try {
          splitter.push(buffer.subarray(0, length));
        } catch (error) {
          if (!(error instanceof FrameError)) throw error;
          socket.destroy(error);
        }
        return true;
      },
    },
  });
  return socket;
}

/** One that somebody stopped with its daemon listens, and would never answer. */
function wake(path: string): void {
  const pid = holderPid(dirname(path));
  if (pid !== undefined && processFacts(pid)?.state === "T") sendSignal(pid, "SIGCONT");
}

function otherVersion({ protocol, pid }: Refused): BridleError {
  const text = `the holder (pid ${pid}) speaks protocol ${protocol}, this daemon ${protocolVersion}; kill ${pid} ends its agents and it`;
  return new BridleError("conflict", text, { what: "holder protocol" });
}

function noAnswer(path: string, afterMs: number): BridleError {
  const pid = holderPid(dirname(path));
  const todo = pid === undefined ? "" : `; kill -9 ${pid} ends it and its agents`;
  return new BridleError("timeout", `the holder at ${path} did not answer within ${afterMs} ms${todo}`, {
    waitingFor: "the holder's welcome",
    afterMs,
  });
}
