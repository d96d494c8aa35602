import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Memory } from "../../src/agent/memory/memory.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, user } from "./drive.ts";
import { assertSound, bodyText } from "./memory-stage.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-kill-")));
after(() => rmSync(folder, { recursive: true, force: true }));

const database = join(folder, "agent.db");
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  TMPDIR: folder,
  BRIDLE_AGENT_DB: database,
  // Small, so that some are killed in the middle of a compaction.
  BRIDLE_CONTEXT_WINDOW: "6000",
};
const kills = 200;
/** Counted in what is heard: on a busy machine a life is as eventful as on a quiet one. */
const longestLifeFrames = 16;

/** One session, killed again and again: resumed after each death, with turns that follow each other at once. */
class Survivor {
  readonly id = randomUUID();
  readonly cwd: string;
  /** The answers whose result the host has seen. */
  readonly finished: string[] = [];
  readonly midTurn: number[] = [];
  #round = 0;

  constructor(name: string) {
    this.cwd = join(folder, name);
    mkdirSync(this.cwd);
  }

  async liveAndDie(): Promise<void> {
    const round = this.#round++;
    const isKnown = this.stored().length > 0;
    const agent = new AgentProcess({
      env,
      cwd: this.cwd,
      argv: [...asking, "--allowedTools", "Bash", ...(isKnown ? ["--resume", this.id] : ["--session-id", this.id])],
    });
    const results = (): Fields[] => agent.frames.filter(({ type }) => type === "result");
    let turns = 0;
    const goOn = (): void => {
      if (results().length === turns) agent.send(prompt(`${round}-${turns++}`, turns % 3 === 0));
    };
    agent.child.stdout.on("data", goOn);
    goOn();
    // Some die while they start, most in or between turns.
    if (round % 5 > 0) await heard(agent, Math.random() * longestLifeFrames);
    await sleep(Math.random() * 10);
    agent.child.kill("SIGKILL");
    await agent.ended();
    for (const { result, is_error } of results()) {
      assert.equal(is_error, false, `resume works: ${String(result)} ${agent.stderr}`);
      this.finished.push(String(result));
    }
    if (agent.frames.at(-1)?.type !== "result" && agent.frames.length > 0) this.midTurn.push(round);
    this.#check(round);
  }

  stored(): string[] {
    using memory = Memory.open(database);
    return [...memory.messages(this.id)].map(({ role, content }) => `${role} ${bodyText(content)}`);
  }

  get wasCompacted(): boolean {
    using memory = Memory.open(database);
    return memory.compactions.newest(this.id) !== undefined;
  }

  #check(round: number): void {
    const said = this.stored();
    const missing = this.finished.filter((answer) => {
      const asked = said.findIndex((line) => line.startsWith("user") && line.includes(answer));
      return (
        asked === -1 || !said.some((line, at) => at > asked && line.startsWith("assistant") && line.includes(answer))
      );
    });
    assert.deepEqual(missing, [], `round ${round}`);
  }
}

async function heard({ child, frames }: AgentProcess, count: number): Promise<void> {
  while (frames.length < count) await once(child.stdout, "data");
}

/** Its answer ends with a mark: no name is the beginning of another. */
function prompt(name: string, hasTool: boolean): object {
  const call = { tools: [{ name: "Bash", input: { command: "true" } }] };
  return user(scripted(...(hasTool ? [call] : []), { text: `answer-${name}.`, chunks: 5 }));
}

test(`G7 kill -9 at any moment, ${kills} times: no finished turn is lost, the file opens, resume works`, async () => {
  const survivors = [new Survivor("a"), new Survivor("b")];
  await Promise.all(
    survivors.map(async (survivor) => {
      for (let round = 0; round < kills / survivors.length; round++) await survivor.liveAndDie();
    }),
  );
  for (const survivor of survivors) {
    assert.ok(survivor.finished.length > 20, `${survivor.finished.length} turns are enough to tell`);
    assert.ok(survivor.midTurn.length > 20, `${survivor.midTurn.length} were killed within a turn`);
    assert.ok(survivor.wasCompacted, "some were killed near a compaction");
    await using api = await ScriptedModelApi.start({ answer: ({ side }) => ({ text: side ? "{}" : "alive" }) });
    const onApi = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url, BRIDLE_CONTEXT_WINDOW: "1000000" };
    await using agent = new AgentProcess({
      env: { ...env, ...onApi },
      cwd: survivor.cwd,
      argv: [...asking, "--resume", survivor.id],
    });
    agent.send(user("Are you there?"));
    assert.equal((await agent.saw("result")).session_id, survivor.id);
    const asked = api.requests.at(-1)?.body as Fields;
    assertSound(asked);
    const newest = survivor.finished.at(-1) ?? "";
    assert.ok(bodyText(asked.messages).includes(newest), "the last finished turn is before the model");
  }
});
