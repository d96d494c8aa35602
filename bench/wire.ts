import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figures } from "./figures.ts";
import { median, rounded } from "./median.ts";
import { type Consumer, type Timed, throughPipe } from "./pipe.ts";
import { writeMix, writeStreamEvents } from "./wire-files.ts";

const { adapterFor, Decoder } = await import("bridle/wire");

const MiB = 1024 * 1024;

/** Plain way one: let Node decode, split at LF, parse. No limits, no bad lines, no canonical form. */
function textFloor(): Consumer & { count: number } {
  let rest = "";
  return {
    count: 0,
    encoding: "utf8",
    push(chunk: string) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if ((JSON.parse(line) as { type: string }).type !== "") this.count++;
    },
    end() {},
  };
}

/** Plain way two: find LF in the bytes, decode line by line, parse. Faster where lines are long or not ASCII. */
function bytesFloor(): Consumer & { count: number } {
  let rest: Buffer = Buffer.alloc(0);
  return {
    count: 0,
    push(chunk: Buffer) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
        if ((JSON.parse(bytes.toString("utf8", from, to)) as { type: string }).type !== "") this.count++;
        from = to + 1;
      }
      rest = bytes.subarray(from);
    },
    end() {},
  };
}

/** Framing, limits, parsing and canonical form: what a host does with every line. */
function ours(): Consumer & { count: number } {
  const decoder = new Decoder({ adapter: adapterFor(undefined) });
  return {
    count: 0,
    push(chunk: Uint8Array) {
      for (const message of decoder.push(chunk)) if (message.kind !== "problem") this.count++;
    },
    end() {
      this.count += decoder.end().length;
    },
  };
}

export interface WireBenchOptions {
  readonly rounds: number;
  readonly eventLines: number;
  readonly mixLines: number;
}

const full: WireBenchOptions = { rounds: 9, eventLines: 200_000, mixLines: 40_000 };

export async function wireBench({ rounds, eventLines, mixLines } = full): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-bench-"));
  try {
    const events = join(folder, "events.ndjson");
    const mix = join(folder, "mix.ndjson");
    const eventBytes = await writeStreamEvents(events, eventLines);
    const mixBytes = await writeMix(mix, mixLines);
    return {
      ...(await compare("throughput", events, eventLines, eventBytes, rounds)),
      ...(await compare("mix", mix, mixLines, mixBytes, rounds)),
      ...longLine(rounds),
      ...importTime(rounds),
      rounds,
      node: process.version,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const contestants = { text: textFloor, bytes: bytesFloor, ours };

/** Alternating rounds over the same file; the first of each only warms up. The floor is whichever plain way is faster here. */
async function compare(name: string, file: string, lines: number, bytes: number, rounds: number): Promise<Figures> {
  const times: { [who: string]: Timed[] } = { text: [], bytes: [], ours: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [who, make] of Object.entries(contestants)) {
      const consumer = make();
      const timed = await throughPipe(file, consumer);
      if (consumer.count !== lines) throw new Error(`${who} read ${consumer.count} of ${lines} lines`);
      if (round > 0) times[who]?.push(timed);
    }
  }
  const wall = (who: string): number => median((times[who] ?? []).map(({ wallMs }) => wallMs));
  const cpu = (who: string): number => median((times[who] ?? []).map(({ cpuMs }) => cpuMs));
  const floor = wall("text") < wall("bytes") ? "text" : "bytes";
  return {
    [`${name}_vs_floor`]: rounded(wall(floor) / wall("ours")),
    [`${name}_cpu_vs_floor`]: rounded(cpu(floor) / cpu("ours")),
    [`${name}_floor`]: floor,
    [`${name}_lines`]: lines,
    [`${name}_mb`]: rounded(bytes / 1e6, 1),
    [`${name}_wall_ms`]: rounded(wall("ours"), 1),
    [`${name}_floor_wall_ms`]: rounded(wall(floor), 1),
    [`${name}_cpu_ms`]: rounded(cpu("ours"), 1),
    [`${name}_floor_cpu_ms`]: rounded(cpu(floor), 1),
  };
}

/**
 * One line of 16 and of 32 MiB in pipe-sized chunks, each in a fresh process: memory that an earlier round left warm
 * halves the cost of the first. A splitter that joins at every chunk takes four times as long for the second.
 */
function longLine(rounds: number): Figures {
  const times: { [mib: number]: number[] } = { 16: [], 32: [] };
  for (let round = 0; round < rounds; round++)
    for (const mib of [16, 32]) times[mib]?.push(inFreshProcess(longLineScript(mib)));
  const [short, long] = [median(times[16] ?? []), median(times[32] ?? [])];
  return {
    long_line_linear: rounded(long / short),
    long_line_16_mib_ms: rounded(short, 1),
    long_line_32_mib_ms: rounded(long, 1),
  };
}

function longLineScript(mib: number): string {
  return `
    import { adapterFor, Decoder } from "bridle/wire";
    const line = Buffer.from('{"type":"user","message":{"content":"' + "x".repeat(${mib * MiB}) + '"}}\\n');
    const decoder = new Decoder({ adapter: adapterFor(undefined), maxPayloadBytes: ${64 * MiB} });
    const started = performance.now();
    let found = 0;
    for (let at = 0; at < line.length; at += 65536) found += decoder.push(line.subarray(at, at + 65536)).length;
    if (found !== 1) throw new Error("the long line was not read");
    console.log(performance.now() - started);`;
}

/** Runs a module that prints a number. */
function inFreshProcess(script: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** Import of the built `bridle/wire` in a fresh process, beside that of an empty module. */
function importTime(rounds: number): Figures {
  const measure = (specifier: string): number =>
    inFreshProcess(
      `const t = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - t);`,
    );
  const times: { wire: number[]; empty: number[] } = { wire: [], empty: [] };
  for (let round = 0; round < rounds; round++) {
    times.empty.push(measure("data:text/javascript,"));
    times.wire.push(measure("bridle/wire"));
  }
  return { import_ms: rounded(median(times.wire), 1), import_empty_module_ms: rounded(median(times.empty), 1) };
}
