import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isBridleError, type OpenOptions, open } from "../../src/exports/host.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { eventsOf, toolResults } from "../live/events-of.ts";
import { type MarkedOptions, markedOptions, openMarked } from "./open-agent.ts";
import { assertNothingLeft } from "./process-table.ts";

// Seed 001 is the document that describes this dialect, another agent's: docs/spec.md, docs/dialects.md.

const bridle = join(import.meta.dirname, "..", "..", "bin", "bridle.cjs");

type Seeded = MarkedOptions & { readonly cwd: string };

/** `bridle agent --stdio --db FILE`, as seed 001 starts its agent. */
async function seedAgent(t: TestContext): Promise<Seeded> {
  const place = await hermetic("http://127.0.0.1:1");
  t.after(() => place.dispose());
  const flags = { db: join(place.cwd, "..", "agent.db"), model: "scripted", "permission-mode": "bypassPermissions" };
  const { agentVersion: _, ...options } = markedOptions([bridle, "agent"], {
    dialect: "seed-001",
    cwd: place.cwd,
    env: { ...place.env, IS_SANDBOX: "1" },
    extraArgs: { ...flags, "allow-dangerously-skip-permissions": true },
    timeoutMs: 45_000,
  });
  return { ...options, cwd: place.cwd };
}

/** A tool call that ends when `release` is called. */
function heldTool(cwd: string): { tool: { name: string; input: Fields }; release: () => void } {
  const file = join(cwd, "go");
  const command = `until [ -e '${file}' ]; do sleep 0.01; done; echo 1`;
  return { tool: { name: "bash", input: { command } }, release: () => writeFileSync(file, "") };
}

test("G1 H14 the host drives an agent of seed 001's dialect: events, tools, results, a clean end", async (t) => {
  const options = await seedAgent(t);
  const filePath = join(options.cwd, "a.txt");
  writeFileSync(filePath, "Hello from a file");
  await using agent = await openMarked(options);
  const { session } = agent;
  const read = { text: "Reading.", tools: [{ name: "read", input: { filePath } }] };
  const turn = await session.send(scripted(read, { text: "Read." }));
  const events = await eventsOf(turn);
  const { outcome, text, prompts } = await turn.result;
  assert.deepEqual({ outcome, text, prompts }, { outcome: "success", text: "Read.", prompts: [turn.uuid] });
  assert.match(toolResults(events)[0] ?? "", /Hello from a file/);
  assert.deepEqual([...new Set(events.map((event) => event.turn))], [turn.uuid], "each event names its turn");
  assert.deepEqual(
    events.filter(({ type }) => type === "unknown" || type === "error" || type === "notice"),
    [],
  );
  const { outcome: ending, exitCode } = await session.close();
  assert.deepEqual({ ending, exitCode }, { ending: "ended", exitCode: 0 });
  await assertNothingLeft(options.mark);
});

test("G1 H14 prompts that are folded into a turn, or begin one together, all settle", async (t) => {
  const options = await seedAgent(t);
  await using agent = await openMarked(options);
  const { session } = agent;
  const { tool, release } = heldTool(options.cwd);
  const first = await session.send(scripted({ tools: [tool] }, { text: "one" }));
  for await (const event of first) if (event.type === "tool_start") break;
  const folded = [await session.send("two"), await session.send("three")];
  // Answered behind the prompts, so they wait before the tool ends.
  assert.equal((await session.control("status", {})).queued_messages, 2);
  release();
  const all = [first, ...folded];
  for (const { result } of all) {
    const { outcome, prompts } = await result;
    assert.equal(outcome, "success");
    assert.deepEqual(
      prompts,
      all.map(({ uuid }) => uuid),
    );
  }
  const burst = await Promise.all(["a", "b", "c", "d"].map((letter) => session.send(scripted({ text: letter }))));
  const outcomes = await Promise.all(burst.map(async ({ result }) => (await result).outcome));
  assert.deepEqual(outcomes, ["success", "success", "success", "success"]);
  assert.equal(session.state, "idle");
});

test("G1 H9 an interrupt has no answer but the turn's end; status and heartbeat are answered in order", async (t) => {
  const options = await seedAgent(t);
  await using agent = await openMarked(options);
  const { session } = agent;
  const { tool } = heldTool(options.cwd);
  const turn = await session.send(scripted({ tools: [tool] }, { text: "never" }));
  for await (const event of turn) if (event.type === "tool_start") break;
  const [running, beat, again] = await Promise.all([
    session.control("status", {}),
    session.control("heartbeat", {}),
    session.control("status", {}),
  ]);
  assert.deepEqual([running.running, again.running], [true, true]);
  assert.ok(beat.timestamp !== undefined);
  await session.interrupt();
  const { outcome, subtype } = await turn.result;
  assert.deepEqual({ outcome, subtype }, { outcome: "interrupted", subtype: "cancelled" });
  const next = await session.send(scripted({ text: "goes on" }));
  assert.equal((await next.result).text, "goes on");
  assert.equal((await session.control("status", {})).running, false);
});

test("G1 H18 a conversation of that dialect is named by any text, and found again by it", async (t) => {
  await using api = await ScriptedModelApi.start();
  const { extraArgs, env, ...rest } = await seedAgent(t);
  const { model: _, ...flags } = extraArgs ?? {};
  const options = { ...rest, extraArgs: flags, env: { ...env, ANTHROPIC_BASE_URL: api.url } };
  const say = async (sessionId: string, prompt: string): Promise<string | undefined> => {
    await using agent = await openMarked({ ...options, sessionId });
    return (await (await agent.session.send(prompt)).result).sessionId;
  };
  assert.equal(await say("the third one", "my first words"), "the third one");
  await say("another", "hello");
  assert.doesNotMatch(JSON.stringify(api.requests.at(-1)?.body), /my first words/);
  await say("the third one", "hello again");
  assert.match(JSON.stringify(api.requests.at(-1)?.body), /my first words/);
});

test("C4 what the dialect cannot do is refused before anything starts", async (t) => {
  const { mark: _, ...options } = await seedAgent(t);
  const impossible: OpenOptions[] = [
    { onAsk: () => "allow" },
    { onQuestion: () => ({}) },
    { model: "opus" },
    { resume: "e6b0a1f2-9f3a-4c3b-8f11-0d7f4f6f6d11" },
    { partialMessages: true },
    { permissionMode: "plan" },
    { jsonSchema: { type: "object" } },
  ];
  for (const option of impossible)
    await assert.rejects(
      open({ ...options, ...option }),
      (error) => isBridleError(error, "unsupported"),
      Object.keys(option)[0],
    );
  const { executable: _executable, ...without } = options;
  await assert.rejects(open(without), /executable must be named together with dialect/);
  await assert.rejects(
    open({ ...options, dialect: "seed-007" as never }),
    /dialect must be one of seed-001; found seed-007/,
  );
});
