import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { versionFixtures } from "../test/contract/fixtures.ts";

const newest = versionFixtures().at(-1);
const said = (newest?.transcripts ?? []).flatMap(({ lines }) =>
  lines.filter(({ direction }) => direction === "<").map(({ payload }) => payload),
);
const frames = said.filter((line) => line.startsWith('{"type"') || line.startsWith("{")).filter(isJson);

/** `count` stream events of the newest recordings, with ids and texts of their own. */
export function writeStreamEvents(file: string, count: number): Promise<number> {
  const events = frames
    .map((line) => JSON.parse(line) as StreamEvent)
    .filter(({ type, event }) => type === "stream_event" && event.delta?.type === "text_delta");
  return write(file, count, (index) => {
    const { event, ...rest } = events[index % events.length] as StreamEvent;
    const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
    return JSON.stringify({ ...rest, uuid, event: { ...event, delta: { ...event.delta, text: `word ${index} ` } } });
  });
}

/** `count` lines in the proportions of the newest recordings: every type and size, long initialize answers included. */
export function writeMix(file: string, count: number): Promise<number> {
  return write(file, count, (index) => frames[index % frames.length] as string);
}

interface StreamEvent {
  readonly type: string;
  readonly event: { readonly delta?: { readonly type: string } };
}

async function write(file: string, count: number, line: (index: number) => string): Promise<number> {
  const out = createWriteStream(file);
  let bytes = 0;
  for (let index = 0; index < count; index += 1000) {
    let block = "";
    for (let at = index; at < Math.min(count, index + 1000); at++) block += `${line(at)}\n`;
    bytes += Buffer.byteLength(block);
    if (!out.write(block)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return bytes;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
