import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isBridleError } from "../../src/exports/host.ts";
import type { TwinScript } from "../../src/exports/testing.ts";
import { openAgent, told } from "./open-agent.ts";
import { complains, exitsInMidLine, exitsWithPromptOpen, openTwin, silent } from "./open-twin.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

/** Dies at once, with last words that hold secrets. */
const diesAtStart: TwinScript = {
  faults: [
    { at: "start", stderr: { text: "noise ".repeat(100), repeat: 200 } },
    {
      at: "start",
      stderr: {
        text: "\nInvalid configuration, key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 and my-own-secret-value refused\n",
      },
    },
    { at: "start", exit: { code: 3 } },
  ],
};

test("H8 an agent that dies at start gives its exit code and last words, without secrets", async () => {
  const TEST_API_KEY = "my-own-secret-value";
  await using agent = await openTwin(diesAtStart, { env: { TEST_API_KEY } });
  const { session, mark } = agent;
  const turn = await session.send("go");
  const done = await within(5000, "done", session.done);
  assert.deepEqual([done.outcome, done.exitCode], ["crashed", 3]);
  await assert.rejects(turn.result, (error) => {
    assert.ok(isBridleError(error, "closed"));
    assert.equal(error.data.exitCode, 3);
    for (const text of [error.message, error.data.stderr, String(done.error)]) {
      assert.match(text, /Invalid configuration/);
      assert.doesNotMatch(text, /sk-ant-api03|my-own-secret/);
    }
    assert.ok(error.data.stderr.length <= 64 * 1024);
    return true;
  });
  await assertNothingLeft(mark, 0);
});

test("H8 with stderr: ignore, an early death has a code and no words", async () => {
  await using agent = await openTwin(diesAtStart, { stderr: "ignore" });
  const { session } = agent;
  const done = await within(5000, "done", session.done);
  assert.ok(isBridleError(done.error, "closed"));
  assert.deepEqual(done.error.data, { exitCode: 3, signal: null, stderr: "" });
  assert.equal(await session.initialized, undefined);
});

for (const stderr of ["ignore", "tail"] as const) {
  test(`H8 20 MB on stderr do not stop an agent with stderr ${stderr}`, async () => {
    await using agent = await openTwin(complains, { stderr });
    const { session, mark } = agent;
    const turn = await session.send("go");
    assert.equal((await within(10_000, "the result", turn.result)).outcome, "success");
    await session.close();
    await assertNothingLeft(mark, 0);
  });
}

test("H8 stderr: mirror copies all of it to the parent's stderr", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("mirror-host.ts", import.meta.url))], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let bytes = 0;
  let end = "";
  child.stderr.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    end = (end + chunk.toString("latin1")).slice(-200);
  });
  const code = await within(15_000, "the host", new Promise((resolve) => child.once("close", resolve)));
  assert.equal(code, 0);
  assert.match(end, /the very last words\n$/);
  assert.equal(bytes, 3200 * 6_550 + 20);
});

test("H5 an agent that ends in mid-line: what came before is read, the rest is one error, done says crashed", async () => {
  await using agent = await openTwin(exitsInMidLine);
  const { session, mark } = agent;
  const turn = await session.send("go");
  const events = await readAll(session.events);
  assert.deepEqual(
    events.map((event) => (event.type === "error" ? event.code : event.type)),
    ["init", "text_delta", "not_json"],
  );
  const done = await session.done;
  assert.deepEqual([done.outcome, done.exitCode], ["crashed", 1]);
  await assert.rejects(turn.result, (error) => isBridleError(error, "closed"));
  await assertNothingLeft(mark, 0);
});

test("H5 exit 0 with a prompt open is a crash", async () => {
  await using agent = await openTwin(exitsWithPromptOpen);
  const { session } = agent;
  const turn = await session.send("go");
  await assert.rejects(within(5000, "the result", turn.result), (error) => isBridleError(error, "closed"));
  assert.equal((await session.done).outcome, "crashed");
  await assert.rejects(session.send("more"), (error) => isBridleError(error, "closed"));
  await assert.rejects(session.setModel("x"), (error) => isBridleError(error, "closed"));
});

test("H7 a session over its time is ended, and every wait fails with a timeout that says for what", async () => {
  await using agent = await openTwin(silent, { timeoutMs: 300 });
  const { session, mark } = agent;
  const turn = await session.send("go");
  const call = session.mcpStatus();
  for (const wait of [turn.result, call]) {
    await assert.rejects(within<unknown>(5000, "a wait", wait), (error) => {
      assert.ok(isBridleError(error, "timeout"));
      assert.deepEqual(error.data, { waitingFor: "the end of the session", afterMs: 300 });
      return true;
    });
  }
  const done = await session.done;
  assert.equal(done.outcome, "timeout");
  assert.ok(isBridleError(done.error, "timeout"));
  await assertNothingLeft(mark, 0);
});

test("H7 an agent that heeds the interrupt at the end of its time has timed out, and was not interrupted by anybody", async () => {
  await using agent = await openTwin({ steps: [{ text: "never ends", stall: true }] }, { timeoutMs: 1500 });
  const { session } = agent;
  const turn = await session.send("go");
  await assert.rejects(within(8000, "the failure", turn.result), (error) => isBridleError(error, "timeout"));
  const { outcome, result } = await within(8000, "done", session.done);
  assert.deepEqual([outcome, result?.outcome], ["timeout", "timeout"]);
});

test("H7 a control call over its time fails with a timeout that names it, and the session lives", async () => {
  await using agent = await openTwin(silent, { controlTimeoutMs: 200 });
  const { session } = agent;
  const timeoutOf = (what: string, wait: Promise<unknown>): Promise<void> =>
    assert.rejects(wait, (error) => {
      assert.ok(isBridleError(error, "timeout"));
      assert.equal(error.data.waitingFor, what);
      assert.match(error.stack ?? "", /crashes\.test\.ts/);
      return true;
    });
  await Promise.all([
    timeoutOf("mcp_status", session.mcpStatus()),
    timeoutOf("interrupt", session.interrupt({ timeoutMs: 100 })),
  ]);
  assert.equal(session.state, "idle");
});

test("H9 a call's own signal ends its wait with the signal's reason", async () => {
  await using agent = await openTwin(silent);
  const controller = new AbortController();
  const call = agent.session.control("get_status", {}, { signal: controller.signal });
  controller.abort(new RangeError("mine"));
  await assert.rejects(call, RangeError);
  await assert.rejects(agent.session.control("get_status", {}, { signal: controller.signal }), RangeError);
});

test("H2 an agent that never answers initialize works, and the wait for it has a time of its own", async () => {
  await using agent = await openTwin(
    { faults: [{ at: { line: "control_response/initialize" }, drop: true }] },
    { initializeTimeoutMs: 200 },
  );
  const { session, mark } = agent;
  const turn = await session.send("go");
  assert.equal((await within(5000, "the result", turn.result)).outcome, "success");
  assert.equal(await within(2000, "initialized", session.initialized), undefined);
  assert.equal((await session.close()).outcome, "ended");
  await assertNothingLeft(mark, 0);
});

test("H2 initialize goes first and a prompt does not wait for its answer", async () => {
  await using agent = await openAgent("puppet");
  const turn = await agent.session.send("[]");
  const events: string[] = [];
  for await (const event of turn) {
    events.push(...told([event], "initialize").map(() => "initialize"));
    if (event.type === "unknown") break;
  }
  assert.deepEqual(events, ["initialize"]);
  assert.deepEqual(await agent.session.initialized, {});
});
