import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { type Fields, isFields, number } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { blocksIn, initIn, ofType, resultIn } from "../heard.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const listing = { name: "Bash", input: { command: "echo listed", description: "look" } };

export const messages: readonly SdkScenario[] = [
  {
    title: "G2 a turn with a tool comes in order: init, the call, its result, the answer, the result",
    async play(stage) {
      const heard = await stage.say(scripted({ text: "Looking.", tools: [listing] }, { text: "Done." }), {
        allowedTools: ["Bash"],
      });
      const said = heard.filter(({ type, subtype }) => type !== "system" || subtype === "init");
      assert.deepEqual(
        said.map(({ type }) => type),
        ["system", "assistant", "assistant", "user", "assistant", "result"],
      );
      assert.deepEqual(
        blocksIn(heard, "assistant").map(({ type, text, name }) => [type, text ?? name]),
        [
          ["text", "Looking."],
          ["tool_use", "Bash"],
          ["text", "Done."],
        ],
      );
      const ids = ofType(heard, "assistant").map(({ message }) => (message as Fields).id);
      assert.ok(ids[0] === ids[1] && ids[1] !== ids[2], "blocks of one message share its id");
      const [user] = ofType(heard, "user");
      assert.ok(user?.tool_use_result !== undefined);
    },
  },
  {
    title: "G2 every message has the session's id and a uuid of its own",
    async play(stage) {
      const heard = await stage.say(
        scripted({ thinking: "Well.", text: "Looking.", tools: [listing] }, { text: "." }),
        {
          allowedTools: ["Bash"],
          includePartialMessages: true,
        },
      );
      const sessionId = String(heard[0]?.session_id);
      assert.match(sessionId, uuidPattern);
      for (const { type, session_id, uuid } of heard) {
        assert.equal(session_id, sessionId, type);
        assert.match(String(uuid), uuidPattern, type);
      }
      assert.equal(new Set(heard.map(({ uuid }) => uuid)).size, heard.length);
      const kinds = new Set(heard.map(({ type }) => type));
      for (const kind of ["system", "stream_event", "assistant", "user", "result"]) assert.ok(kinds.has(kind), kind);
      for (const { type, parent_tool_use_id } of heard) {
        if (["assistant", "user", "stream_event"].includes(type)) assert.equal(parent_tool_use_id, null, type);
      }
    },
  },
  {
    title: "G2 init tells the folder, the model, the mode, the tools and what else there is",
    async play(stage) {
      const model = "claude-3-5-haiku-20241022";
      const init = initIn(await stage.say(scripted({ text: "." }), { model }));
      assert.deepEqual([init.cwd, init.model, init.permissionMode], [stage.place.cwd, model, "default"]);
      for (const tool of ["Bash", "Read", "Write", "Edit"]) assert.ok((init.tools as string[]).includes(tool), tool);
      assert.match(String(init.claude_code_version), /^\d+\.\d+\.\d+/);
      assert.equal(init.apiKeySource, "ANTHROPIC_API_KEY");
      for (const name of ["mcp_servers", "slash_commands", "agents", "skills", "plugins", "capabilities"]) {
        assert.ok(Array.isArray(init[name]), name);
      }
      assert.equal(init.output_style, "default");
    },
  },
  {
    title: "G2 the result tells turns, times, tokens, costs and how it ended",
    async play(stage) {
      const tokens = { inputTokens: 321, outputTokens: 77 };
      const heard = await stage.say(scripted({ tools: [listing], ...tokens }, { text: "Done.", ...tokens }), {
        allowedTools: ["Bash"],
      });
      const result = resultIn(heard);
      assert.deepEqual([result.subtype, result.is_error, result.result], ["success", false, "Done."]);
      assert.deepEqual([result.num_turns, result.stop_reason, result.terminal_reason], [2, "end_turn", "completed"]);
      assert.deepEqual(result.permission_denials, []);
      const usage = result.usage as Fields;
      assert.deepEqual([usage.input_tokens, usage.output_tokens], [642, 154]);
      assert.deepEqual([usage.cache_read_input_tokens, usage.cache_creation_input_tokens], [0, 0]);
      for (const name of ["duration_ms", "duration_api_ms", "total_cost_usd"]) {
        assert.ok((number(result[name]) ?? 0) > 0, name);
      }
      const init = initIn(heard);
      const used = (result.modelUsage as Record<string, Fields>)[String(init.model)];
      assert.ok(isFields(used), JSON.stringify(result.modelUsage));
      assert.deepEqual([used.inputTokens, used.outputTokens], [642, 154]);
      assert.equal(used.costUSD, result.total_cost_usd);
      assert.ok((number(used.contextWindow) ?? 0) > 0);
    },
  },
  {
    title: "G2 the cost of a session adds up while tokens are counted turn by turn",
    async play(stage) {
      const talk = stage.talk();
      const first = resultIn(await talk.turn(scripted({ text: "1", outputTokens: 100 })));
      const second = resultIn(await talk.turn(scripted({ text: "2", outputTokens: 100 })));
      await talk.end();
      assert.equal((second.usage as Fields).output_tokens, 100);
      const [cost, total] = [Number(first.total_cost_usd), Number(second.total_cost_usd)];
      assert.ok(cost > 0 && Math.abs(total - 2 * cost) < 1e-9, `${cost} and then ${total}`);
    },
  },
];
