import assert from "node:assert/strict";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type Event, open, type Session, type Turn } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

/** A tool in our process, to do something at a moment when a tool certainly runs. */
function serverWith(gate: () => Promise<void>): McpServer {
  const server = new McpServer({ name: "gate", version: "1.0.0" });
  server.registerTool("pass", {}, async () => {
    await gate();
    return { content: [{ type: "text", text: "passed" }] };
  });
  return server;
}

/** Reads until a turn completes that nobody prompted. */
async function unpromptedTurn(session: Session): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of session.events) {
    events.push(event);
    if (event.type === "turn_complete" && event.result.prompts.length === 0) break;
  }
  return events;
}

/** Prompts and results that do not come one by one. */
export const prompts: readonly Scenario[] = [
  {
    title: "H14 H4 a prompt sent while a tool runs is folded into the turn, and both settle with its result",
    async play(stage) {
      let second: Promise<Turn> | undefined;
      const server = serverWith(async () => {
        second = session.send("and this, too");
        await second;
      });
      await using session: Session = await open(
        stage.options({ mcpServers: { gate: server }, allowedTools: ["mcp__gate__pass"] }),
      );
      const pass = { name: "mcp__gate__pass", input: {} };
      const first = await session.send(scripted({ tools: [pass] }, { text: "Both heard." }));
      const result = await first.result;
      assert.equal(result.text, "Both heard.");
      const folded = await second;
      assert.deepEqual((await folded?.result)?.text, "Both heard.");
      assert.deepEqual(result.prompts, [first.uuid, folded?.uuid]);
      assert.equal(session.state, "idle");
      assert.ok(JSON.stringify(stage.api.requests.at(-1)).includes("and this, too"));
    },
  },
  {
    title: "H14 a prompt sent during the final answer gets a turn of its own",
    async play(stage) {
      await using session = await open(stage.options({ partialMessages: true }));
      const first = await session.send(scripted({ text: "first answer", chunks: 12, chunkDelayMs: 80 }));
      let second: Turn | undefined;
      await eventsOf(first, async ({ type }) => {
        if (type === "text_delta") second ??= await session.send(scripted({ text: "second answer" }));
      });
      const results = [await first.result, await second?.result];
      assert.deepEqual(
        results.map((result) => [result?.text, result?.prompts]),
        [
          ["first answer", [first.uuid]],
          ["second answer", [second?.uuid]],
        ],
      );
    },
  },
  {
    title: "H14 every prompt of a burst settles, however the agent merges them",
    async play(stage) {
      await using session = await open(stage.options());
      const turns: Turn[] = [];
      for (const text of ["one", "two", "three"]) turns.push(await session.send(scripted({ text })));
      const results = await Promise.all(turns.map(({ result }) => result));
      for (const [index, result] of results.entries()) {
        assert.equal(result.outcome, "success");
        assert.ok(result.prompts.includes(turns[index]?.uuid ?? "?"));
      }
      assert.equal(results[2]?.text, "three");
      assert.equal(session.state, "idle");
    },
  },
  {
    title: "H14 a task in the background that ends later starts a turn that nobody prompted",
    since: { version: "2.1.150", because: "the agent begins no turn by itself, or does not say why" },
    async play(stage) {
      await using session = await open(stage.options({ allowedTools: ["Bash"] }));
      const input = { command: "sleep 1; echo finished", description: "wait", run_in_background: true };
      const turn = await session.send(scripted({ tools: [{ name: "Bash", input }] }, { text: "Started." }));
      assert.deepEqual((await turn.result).prompts, [turn.uuid]);
      const complete = ofType(await unpromptedTurn(session), "turn_complete").at(-1);
      assert.equal(complete?.result.origin, "task-notification");
      assert.match(complete?.turn ?? "", /^agent-/);
    },
  },
  {
    title: "H14 /clear changes the id of the session, which is then told by the new one",
    since: { version: "2.1.250", because: "/clear clears nothing and keeps the id" },
    async play(stage) {
      await using session = await open(stage.options());
      await (await session.send(scripted({ text: "Before." }))).result;
      const before = session.sessionId;
      assert.equal((await (await session.send("/clear")).result).outcome, "success");
      const turn = await session.send(scripted({ text: "After." }));
      const [init] = ofType(await eventsOf(turn), "init");
      assert.notEqual(session.sessionId, before);
      assert.equal(init?.sessionId, session.sessionId);
      assert.ok(!JSON.stringify(stage.api.requests.at(-1)).includes("Before."));
    },
  },
];
