import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Memory } from "../../src/agent/memory/memory.ts";
import { ScriptedModelApi } from "../../src/lab/scripted-model-api.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
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
  BRIDLE_CONTEXT_WINDOW: "12000",
};
const kills = 200;
/** A start takes less than a third of it, so most die in the middle of a turn. */
const longestLifeMs = 350;

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
    const dying = sleep(Math.random() * longestLifeMs).then(() => agent.child.kill("SIGKILL"));
    for (let turn = 0; turn < 40; turn++) agent.send(this.#prompt(`${round}-${turn}`));
    await dying;
    await agent.ended();
    const results = agent.frames.filter(({ type }) => type === "result");
    for (const { result, is_error } of results) {
      assert.equal(is_error, false, `resume works: ${String(result)} ${agent.stderr}`);
      this.finished.push(...String(result).split("\n"));
    }
    if (agent.frames.at(-1)?.type !== "result" && agent.frames.length > 0) this.midTurn.push(round);
    this.#check(round);
  }

  /** Alone: what comes in a burst would be one turn. */
  #prompt(name: string): object {
    const tool = { name: "Bash", input: { command: "echo 1" } };
    const text = `answer-${name}`;
    return user(scripted({ tools: [tool] }, { text, chunks: 5 }), { uuid: randomUUID(), priority: "later" });
  }

  stored(): string[] {
    using memory = Memory.open(database);
    return [...memory.messages(this.id)].map(({ role, content }) => `${role} ${bodyText(content)}`);
  }

  #check(round: number): void {
    const said = this.stored();
    const missing = this.finished.filter((answer) => {
      const isThere = (role: string): boolean => said.some((line) => line.startsWith(role) && line.includes(`${answer}\\"`));
      return !said.some((line) => line.startsWith("assistant") && line.includes(`"${answer}"`)) || !isThere("user");
    });
    assert.deepEqual(missing, [], `round ${round}`);
  }
}

test(`G7 kill -9 at any moment, ${kills} times: no finished turn is lost, the file opens, resume works`, {
  timeout: 240_000,
}, async () => {
  const survivors = [new Survivor("a"), new Survivor("b")];
  await Promise.all(
    survivors.map(async (survivor) => {
      for (let round = 0; round < kills / survivors.length; round++) await survivor.liveAndDie();
    }),
  );
  for (const survivor of survivors) {
    assert.ok(survivor.finished.length > 50, `${survivor.finished.length} turns are enough to tell`);
    assert.ok(survivor.midTurn.length > 20, `${survivor.midTurn.length} were killed within a turn`);
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
