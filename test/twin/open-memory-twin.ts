import { type Event, type OpenOptions, open, type Session } from "../../src/exports/host.ts";
import { type Transport, type TwinScript, twin } from "../../src/exports/testing.ts";
import { quickLadder } from "../host/open-agent.ts";

interface OpenedTwin extends AsyncDisposable {
  readonly session: Session;
  /** What the twin wrote, write by write. */
  readonly chunks: readonly Buffer[];
}

/** Our host with a twin in this process. */
export async function openMemoryTwin(script: TwinScript, options: OpenOptions = {}): Promise<OpenedTwin> {
  const chunks: Buffer[] = [];
  const session = await open({
    agentVersion: "2.1.325",
    stopLadder: quickLadder,
    onAsk: () => "allow",
    transport: tapped(twin(script), (chunk) => chunks.push(Buffer.from(chunk))),
    ...options,
  });
  return { session, chunks, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() };
}

/** The text of the deltas, in order. */
export function saidIn(events: readonly Event[]): string {
  return events.flatMap((event) => (event.type === "text_delta" ? [event.text] : [])).join("");
}

export function errorsIn(events: readonly Event[]): string[] {
  return events.flatMap((event) => (event.type === "error" ? [event.code] : []));
}

function tapped(inner: Transport, onChunk: (chunk: Uint8Array) => void): Transport {
  return {
    pid: inner.pid,
    exited: inner.exited,
    start: (sink) =>
      inner.start({
        data: (chunk) => {
          onChunk(chunk);
          sink.data(chunk);
        },
        end: () => sink.end(),
      }),
    pause: () => inner.pause(),
    resume: () => inner.resume(),
    write: (text) => inner.write(text),
    endInput: () => inner.endInput(),
    signal: (signal) => inner.signal(signal),
    stderrTail: () => inner.stderrTail(),
  };
}
