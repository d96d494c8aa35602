import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ask, type Event, type OnAsk, open, type Session } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const writing = { name: "Bash", input: { command: "echo original | tee made.txt", description: "write it" } };

/** One turn that writes a file once, and what came of it. */
async function write(stage: Stage, onAsk: OnAsk, after?: (session: Session) => Promise<void>) {
  const asks: Ask[] = [];
  await using session = await open(
    stage.options({
      onAsk: (ask, context) => {
        asks.push(ask);
        return onAsk(ask, context);
      },
    }),
  );
  const turn = await session.send(scripted({ tools: [writing] }, { text: "Done." }));
  const events: Event[] = await eventsOf(turn);
  const result = await turn.result;
  await after?.(session);
  return { asks, events, result, made: existsSync(join(stage.place.cwd, "made.txt")) };
}

export const permissions: readonly Scenario[] = [
  {
    title: "H10 an allowed tool runs with the input it asked with",
    async play(stage) {
      const { asks, events, result, made } = await write(stage, () => "allow");
      assert.deepEqual([asks.length, asks[0]?.toolName, asks[0]?.input], [1, "Bash", writing.input]);
      assert.deepEqual(toolResults(events), ["original"]);
      assert.deepEqual([result.outcome, made], ["success", true]);
      const [ask] = ofType(events, "ask");
      assert.deepEqual(
        ofType(events, "ask_resolved").map(({ requestId, verdict }) => [requestId, verdict]),
        [[ask?.requestId, "allow"]],
      );
    },
  },
  {
    title: "H10 a denied tool does not run, the model reads why, and the turn goes on",
    async play(stage) {
      const { events, result, made } = await write(stage, () => ({ behavior: "deny", message: "Not on my watch." }));
      assert.deepEqual(toolResults(events), ["Not on my watch."]);
      assert.deepEqual([result.outcome, result.text, made], ["success", "Done.", false]);
      assert.ok(ofType(events, "tool_result").every(({ isError }) => isError));
      assert.equal(result.denials.length, 1);
    },
  },
  {
    title: "H10 H17 a denial that interrupts ends the turn, and the session goes on",
    async play(stage) {
      const { result, made } = await write(
        stage,
        () => ({ behavior: "deny", message: "Stop it.", interrupt: true }),
        async (session) => {
          const next = await session.send(scripted({ text: "Still here." }));
          assert.equal((await next.result).text, "Still here.");
        },
      );
      assert.deepEqual([result.outcome, made], ["interrupted", false]);
    },
  },
  {
    title: "H10 the input of a tool can be replaced",
    async play(stage) {
      const { events } = await write(stage, ({ input }) => ({
        behavior: "allow",
        updatedInput: { ...input, command: "echo edited" },
      }));
      assert.deepEqual(toolResults(events), ["edited"]);
    },
  },
  {
    title: "H10 a callback that throws denies",
    async play(stage) {
      const { events, result, made } = await write(stage, () => {
        throw new Error("the person fell asleep");
      });
      assert.match(toolResults(events)[0] ?? "", /the person fell asleep/);
      assert.deepEqual([result.outcome, made], ["success", false]);
    },
  },
  {
    title: "H10 updated permissions are kept: the same tool use is not asked again",
    async play(stage) {
      const asked: unknown[] = [];
      const onAsk: OnAsk = ({ input }) => {
        asked.push(input.command);
        const rule = { toolName: "Bash", ruleContent: String(input.command) };
        return {
          behavior: "allow",
          updatedPermissions: [{ type: "addRules", rules: [rule], behavior: "allow", destination: "session" }],
        };
      };
      await using session = await open(stage.options({ onAsk }));
      const touch = { name: "Bash", input: { command: "touch twice.txt", description: "touch it" } };
      const turn = await session.send(scripted({ tools: [touch] }, { tools: [touch] }, { text: "Done." }));
      const events = await eventsOf(turn);
      assert.deepEqual(asked, ["touch twice.txt"]);
      assert.deepEqual(
        ofType(events, "tool_result").map(({ isError }) => isError),
        [false, false],
      );
    },
  },
  {
    title: "H9 H10 three asks in flight are answered in reverse, each with its own verdict",
    async play(stage) {
      const files = ["one", "two", "three"].map((name) => join(stage.place.home, `${name}.txt`));
      for (const file of files) writeFileSync(file, `inside ${file}`);
      const waiting: { file: unknown; decide: (verdict: "allow" | "deny") => void }[] = [];
      const onAsk: OnAsk = ({ input }) =>
        new Promise((decide) => {
          waiting.push({ file: input.file_path, decide });
          if (waiting.length < files.length) return;
          // One after the other, so that the answers are written in this order.
          for (const { file, decide } of waiting.toReversed())
            setImmediate(decide, file === files[1] ? "deny" : "allow");
        });
      await using session = await open(stage.options({ onAsk }));
      const tools = files.map((file_path) => ({ name: "Read", input: { file_path } }));
      const events = await eventsOf(await session.send(scripted({ tools }, { text: "Read." })));
      const asked = ofType(events, "ask").map(({ requestId }) => requestId);
      const resolved = ofType(events, "ask_resolved").map(({ requestId }) => requestId);
      assert.deepEqual(resolved, asked.toReversed());
      const byId = new Map(ofType(events, "tool_start").map(({ toolUseId, input }) => [toolUseId, input.file_path]));
      const results = ofType(events, "tool_result");
      assert.equal(results.length, 3);
      for (const { toolUseId, isError, content } of results) {
        const file = byId.get(toolUseId);
        assert.equal(isError, file === files[1]);
        if (!isError) assert.ok(JSON.stringify(content).includes(`inside ${file}`));
      }
    },
  },
];
