import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultDatabase } from "../../src/agent/memory/default-database.ts";
import { Memory } from "../../src/agent/memory/memory.ts";
import { transcriptPath } from "../../src/agent/memory/transcript-path.ts";
import { scripted as scriptedPrompt } from "../../src/script/scripted-prompt.ts";
import type { Hermetic } from "../../test/lab/hermetic.ts";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import { type Contestant, initMark, resultMark, Started } from "./contestant.ts";
import { residentMb } from "./memory.ts";

const long = 10_000;
/** Fills the window as well, so that what it holds in memory can be compared. */
const medium = 1_000;
const short = 100;
const messageLength = 1_000;
const idleMs = 1_000;
const id = "11111111-1111-4111-8111-111111111111";

/** Long histories beside a short one: from the start of the process to `system/init` and to the result, and what is held then. */
export async function resume(agent: Contestant, apiUrl: string, rounds: number): Promise<Figures> {
  const found: { [figure: string]: number[] } = {};
  for (let round = 0; round < rounds; round++) {
    for (const messages of [short, medium, long]) {
      const { initMs, resultMs, mb } = await resumed(agent, apiUrl, messages);
      add(found, `resume_${messages}_ms`, initMs);
      add(found, `resume_${messages}_turn_ms`, resultMs);
      add(found, `resume_${messages}_rss_mb`, mb);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([figure, values]) => [figure, rounded(median(values), 1)]));
}

interface Resumed {
  readonly initMs: number;
  readonly resultMs: number;
  readonly mb: number;
}

async function resumed(agent: Contestant, apiUrl: string, messages: number): Promise<Resumed> {
  let started = 0;
  await using running = await Started.start(agent, apiUrl, ["--resume", id], (environment) => {
    leave(environment, messages);
    started = performance.now();
  });
  running.prompt(scriptedPrompt({ text: "." }));
  const ended = running.until(resultMark);
  await running.until(initMark);
  const initMs = performance.now() - started;
  await ended;
  const resultMs = performance.now() - started;
  await sleep(idleMs);
  return { initMs, resultMs, mb: residentMb(running.child.pid ?? 0) };
}

/** A history as an agent that worked here would have left it, its transcript included. */
function leave({ env, cwd, configFolder }: Hermetic, messages: number): void {
  using memory = Memory.open(defaultDatabase(env) ?? ":memory:");
  memory.begin(
    { id, cwd },
    Array.from({ length: messages }, (_, at) => entry(at)),
  );
  const transcript = transcriptPath(configFolder, cwd, id);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, "{}\n");
}

function entry(at: number): { uuid: string; role: "user" | "assistant"; content: string } {
  const words = `message ${at} of a long history `;
  const content = words.repeat(Math.ceil(messageLength / words.length));
  return { uuid: String(at), role: at % 2 === 0 ? "user" : "assistant", content };
}
