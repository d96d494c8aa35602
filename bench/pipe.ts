import { spawn } from "node:child_process";

export interface Timed {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Something that takes an agent's output as it comes from a pipe. */
export interface Consumer {
  /** Text, where the consumer wants Node to decode. */
  readonly encoding?: "utf8";
  push(chunk: never): void;
  end(): void;
}

/** Runs `cat FILE` into a consumer: wall time from spawn to the end, and this process's CPU time. */
export async function throughPipe(file: string, consumer: Consumer): Promise<Timed> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const child = spawn("cat", [file], { stdio: ["ignore", "pipe", "inherit"] });
  if (consumer.encoding !== undefined) child.stdout.setEncoding(consumer.encoding);
  child.stdout.on("data", (chunk) => consumer.push(chunk as never));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("end", resolve);
    child.once("error", reject);
  });
  consumer.end();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
}
