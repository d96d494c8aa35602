import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type BridleClient, StallCause, Verdict } from "../../../src/exports/client.ts";
import { eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { programAgent, twinAgent } from "../support/twins.ts";
import { agentIn } from "./agent-in.ts";
import { goesOn, noticesOf, stalled } from "./stalled.ts";

/** Answers `initialize`, begins a turn, and then computes for ever. */
const burner = `
  const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { type, request_id } = JSON.parse(line);
    if (type === "control_request")
      return say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
    say({ type: "system", subtype: "init", session_id: crypto.randomUUID(), uuid: "u", tools: [] });
    setTimeout(() => { for (;;); }, 50);
  });`;

const agents = {
  late: twinAgent({ steps: [{ text: "at last", delayMs: 5000 }] }),
  broken: twinAgent({ steps: [{ text: "one two three", chunks: 3, stall: true }] }),
  asking: twinAgent({ steps: [{ tools: [{ name: "Bash", input: { command: "true" } }] }, { text: "done" }] }),
  talking: twinAgent({ steps: [{ text: "0123456789", chunks: 10, chunkDelayMs: 400 }] }),
  deaf: twinAgent({ steps: [{ text: "x", delayMs: 60_000 }], faults: [{ at: { heard: "user" }, deaf: "forever" }] }),
  burner: programAgent(burner),
};

let daemon: TestDaemon;
let client: BridleClient;
before(async () => {
  const settings = { permissions: { allow: ["Bash(sleep:*)"] } };
  daemon = await startDaemon({ agents, settings, set: ["watchdog.after_ms=1500"] });
  client = daemon.client;
});
after(() => daemon[Symbol.asyncDispose]());

/** Begins a turn in a folder of its own. */
async function begin(agent: string, text = "go"): Promise<{ readonly id: string; readonly cwd: string }> {
  const cwd = mkdtempSync(join(daemon.cwd, "s-"));
  const { session } = await client.sessions.createSession({ agent, cwd, prompt: { text } });
  return { id: session?.id ?? "", cwd };
}

test("D5 the watchdog names every silent program rightly, and sees it go on", { concurrency: true }, async (t) => {
  await Promise.all([
    t.test("D5 a model that has not begun to answer is MODEL, until it does", async () => {
      const { id } = await begin("late");
      assert.match(
        await stalled(client, id, StallCause.MODEL),
        /last heard: user; process \d+ (sleeping|running).*answered a ping/,
      );
      await eventsUntil(client, id, isTurnEnd);
      await goesOn(client, id);
    }),

    t.test("D5 an answer that broke off is SILENT_API", async () => {
      const { id } = await begin("broken");
      const evidence = await stalled(client, id, StallCause.SILENT_API);
      assert.match(evidence, /^The model's answer began and broke off; silent for \d\.\d s, last heard: \w+;/);
      assert.doesNotMatch(evidence, /one|two|three/, "evidence has no content");
      assert.equal((await client.conversation.interrupt({ sessionId: id })).interrupted, true);
      await goesOn(client, id);
    }),

    t.test("D5 a tool that runs is TOOL, with its name and the process below the agent", async () => {
      const { id } = await begin("bridle", "run sleep 30");
      const evidence = await stalled(client, id, StallCause.TOOL);
      assert.match(evidence, /^A tool runs: Bash for \d\.\d s; .*; \d below it, 0\.0 s of CPU in/);
      assert.equal((await client.conversation.interrupt({ sessionId: id })).interrupted, true);
      await goesOn(client, id);
    }),

    t.test("D5 an ask that nobody answers is APPROVAL, until somebody does", async () => {
      const { id } = await begin("asking");
      assert.match(await stalled(client, id, StallCause.APPROVAL), /^Waiting for a person: Bash for \d\.\d s;/);
      const { asks } = await client.conversation.listAsks({ sessionId: id });
      await client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.ALLOW });
      assert.equal(textOf(await eventsUntil(client, id, isTurnEnd)), "done");
      await goesOn(client, id);
    }),

    t.test("D5 a process that is stopped is WEDGED, until it is woken", async () => {
      const { id, cwd } = await begin("late");
      await eventsUntil(client, id, ({ kind }) => kind.case === "sessionInfo");
      const pid = await agentIn(cwd);
      process.kill(pid, "SIGSTOP");
      const evidence = await stalled(client, id, StallCause.WEDGED);
      assert.match(evidence, /^The agent's process is stopped \(state T\);/);
      process.kill(pid, "SIGCONT");
      await eventsUntil(client, id, isTurnEnd, { ms: 20_000 });
      await goesOn(client, id);
    }),

    t.test("D5 a process that reads nothing is WEDGED", async () => {
      const { id } = await begin("deaf");
      const evidence = await stalled(client, id, StallCause.WEDGED);
      assert.match(evidence, /^The agent's process runs and does not answer;.*it did not answer a ping\.$/);
    }),

    t.test("D5 a process that burns CPU and does not answer is WEDGED", async () => {
      const { id, cwd } = await begin("burner");
      const evidence = await stalled(client, id, StallCause.WEDGED);
      assert.match(
        evidence,
        /process \d+ running, (0\.[1-9]|[1-9]\.\d) s of CPU in \d\.\d s; it did not answer a ping\.$/,
      );
      process.kill(await agentIn(cwd), "SIGKILL");
    }),

    t.test("D5 a turn that is slow and says something now and then is no stall", async () => {
      const { id } = await begin("talking");
      const events = await eventsUntil(client, id, isTurnEnd, { ms: 20_000 });
      assert.equal(textOf(events), "0123456789");
      assert.deepEqual(noticesOf(events), []);
    }),
  ]);
});

test("D5 D11 stalls are counted by cause, as the log tells them", async () => {
  const { url, log, home } = daemon;
  const token = readFileSync(`${home}/config/token`, "utf8").trim();
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const counted = [...metrics.matchAll(/^bridle_stalls_total\{cause="(\w+)"\} (\d+)$/gm)];
  const lines = readFileSync(log, "utf8").split("\n");
  const told = lines.filter((line) => line.includes("turn stalled")).map((line) => JSON.parse(line).cause as string);
  assert.deepEqual([...new Set(told)].sort(), ["approval", "model", "silent_api", "tool", "wedged"]);
  for (const [, cause, count] of counted)
    assert.equal(told.filter((one) => one === cause).length, Number(count), cause);
  assert.equal(counted.length, 5);
});

test("D5 a daemon that comes back goes on watching a turn of the one before", async () => {
  const { id } = await begin("broken");
  await eventsUntil(client, id, ({ kind }) => kind.case === "textDelta");
  await daemon.kill();
  await daemon.restart();
  await stalled(client, id, StallCause.SILENT_API);
});
