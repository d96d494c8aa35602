import assert from "node:assert/strict";
import { open, type Session, type Turn } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { isRunning, markedSeconds, processesWith } from "../processes.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { until } from "../until.ts";

interface Sleeping extends AsyncDisposable {
  readonly session: Session;
  readonly turn: Turn;
  readonly seconds: string;
  readonly pid: number;
}

/** A session in the middle of a turn: its Bash runs. */
async function sleeping(stage: Stage, signal?: AbortSignal): Promise<Sleeping> {
  const seconds = markedSeconds();
  const session = await open(stage.options({ allowedTools: ["Bash"], ...(signal !== undefined && { signal }) }));
  const dispose = async (): Promise<void> => void (await session.close());
  // In a shell of its own: 2.1.325 refuses a command that only sleeps.
  const tools = [{ name: "Bash", input: { command: `sh -c "sleep ${seconds}"`, timeout: 600_000 } }];
  const turn = await session.send(scripted({ tools }, { text: "Never said." }));
  try {
    await until("the command runs", () => processesWith(`sleep ${seconds}`).length > 0, 20_000);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { session, turn, seconds, pid: session.pid ?? 0, [Symbol.asyncDispose]: dispose };
}

/** Whoever of it is still running, once it had the time to go. */
async function assertGone({ pid, seconds }: Sleeping): Promise<void> {
  await until("the agent is gone", () => !isRunning(pid), 2_000);
  await until("its command is gone", () => processesWith(`sleep ${seconds}`).length === 0, 2_000);
}

export const endings: readonly Scenario[] = [
  {
    title: "H6 close while a tool runs interrupts the turn first, so that the agent ends by itself",
    async play(stage) {
      await using running = await sleeping(stage);
      const done = await running.session.close();
      assert.deepEqual([done.outcome, done.signal], ["aborted", null]);
      // Without the interrupt only SIGTERM ends it, which the CLI answers with 143.
      assert.notEqual(done.exitCode, 143);
      assert.equal((await running.turn.result).outcome, "interrupted");
      await assertGone(running);
      const asked = stage.api.requests.filter(({ body }) => ((body as { tools?: unknown[] })?.tools?.length ?? 0) > 0);
      assert.equal(asked.length, 1, "it did not go on");
    },
  },
  {
    title: "H5 H6 leaving the loop over the events ends the agent and what it runs",
    async play(stage) {
      await using running = await sleeping(stage);
      for await (const { type } of running.session.events) if (type === "tool_start") break;
      await assertGone(running);
      assert.equal((await running.turn.result).outcome, "interrupted");
    },
  },
  {
    title: "H6 an abort signal ends the agent and what it runs",
    async play(stage) {
      const controller = new AbortController();
      await using running = await sleeping(stage, controller.signal);
      controller.abort(new Error("enough"));
      const done = await running.session.done;
      assert.deepEqual([done.outcome, (done.error as Error).message], ["aborted", "enough"]);
      await assertGone(running);
    },
  },
  {
    title: "H5 H14 an agent that is ended by SIGTERM in mid-turn fails its prompts and leaves nothing behind",
    async play(stage) {
      await using running = await sleeping(stage);
      process.kill(running.pid, "SIGTERM");
      await assert.rejects(running.turn.result, { code: "closed" });
      const done = await running.session.done;
      assert.deepEqual([done.outcome, done.exitCode], ["crashed", 143]);
      await assertGone(running);
    },
  },
  {
    title: "H5 an idle session ends as ended, and sending to it afterwards fails",
    async play(stage) {
      const session = await open(stage.options());
      const { text } = await (await session.send(scripted({ text: "Bye." }))).result;
      const done = await session.close();
      assert.deepEqual([text, done.outcome, done.exitCode, done.result?.text], ["Bye.", "ended", 0, "Bye."]);
      await assert.rejects(session.send("still there?"), { code: "closed" });
    },
  },
];
