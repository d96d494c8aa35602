import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { AgentProcess } from "../agent/agent-process.ts";
import { bridleAgent } from "../live/bridle-agent.ts";
import { eventsOf, toolResults } from "../live/events-of.ts";
import { setStage } from "../live/stage.ts";
import { agentSdkOrSkip } from "../sdk/agent-sdk.ts";
import { setSdkStage } from "../sdk/sdk-stage.ts";
import { answers, endState, finalText, makeProject, task, taskOfSeed001, wantedState } from "./task.ts";

/** What is asked: the edit, running the tests, and the question; what only reads and what is denied is not. */
const wantedAsks = ["Edit", "Bash", "AskUserQuestion"];

test("G5 G6 a coding task is done from search to finished tests, driven by our host", { timeout: 60_000 }, async () => {
  await using stage = await setStage(bridleAgent);
  makeProject(stage.place.cwd);
  const asks: string[] = [];
  await using session = await open(
    stage.options({
      onAsk: ({ toolName }) => {
        asks.push(toolName);
        return "allow";
      },
      onQuestion: () => {
        asks.push("AskUserQuestion");
        return answers;
      },
    }),
  );
  const turn = await session.send(task);
  const results = toolResults(await eventsOf(turn));
  assert.equal((await turn.result).text, finalText);
  assert.deepEqual(asks, wantedAsks);
  assert.match(results[0] ?? "", /sum\.js/);
  assert.match(results[3] ?? "", /1 passed/);
  assert.match(results[4] ?? "", /denied.*Bash\(rm:\*\).*settings\.json/s, "the rule and its file are named");
  assert.match(results[5] ?? "", /"Shall I also add a changelog\?"="No"/);
  assert.deepEqual(endState(stage.place.cwd), wantedState);
  const asked = JSON.stringify(stage.api.requests.map(({ body }) => body));
  assert.match(asked, /Run the tests with `node test\/sum\.test\.js`/, "the project's instructions reached the model");
});

test("G5 G6 the same task ends in the same state, driven by the official SDK", { timeout: 60_000 }, async (t) => {
  const sdk = await agentSdkOrSkip(t);
  if (sdk === undefined) return;
  await using stage = await setSdkStage(bridleAgent, sdk);
  makeProject(stage.place.cwd);
  const asks: string[] = [];
  const messages = await stage.say(task, {
    settingSources: ["project"],
    canUseTool: async (toolName: string, input: Fields) => {
      asks.push(toolName);
      return { behavior: "allow", updatedInput: toolName === "AskUserQuestion" ? { ...input, answers } : input };
    },
  });
  assert.equal(messages.at(-1)?.result, finalText);
  assert.deepEqual(asks, wantedAsks);
  assert.deepEqual(endState(stage.place.cwd), wantedState);
});

test("G1 G5 the same task ends in the same state in the dialect of seed 001", { timeout: 60_000 }, async () => {
  await using stage = await setStage(bridleAgent);
  const { cwd, env } = stage.place;
  makeProject(cwd);
  const argv = ["--stdio", "--db", `${cwd}/../agent.db`, "--permission-prompt-tool", "stdio"];
  await using agent = new AgentProcess({ argv, env, cwd });
  const asks: string[] = [];
  agent.child.stdout.on("data", () => {
    for (const frame of agent.frames.filter(({ type }) => type === "control_request").slice(asks.length)) {
      const { tool_name, input } = frame.request as { tool_name: string; input: Fields };
      asks.push(tool_name);
      const updatedInput = tool_name === "AskUserQuestion" ? { ...input, answers } : input;
      const response = {
        subtype: "success",
        request_id: frame.request_id,
        response: { behavior: "allow", updatedInput },
      };
      agent.send({ type: "control_response", response });
    }
  });
  agent.send({ type: "user", message: { role: "user", content: taskOfSeed001 }, session_id: "task" });
  const result = await agent.saw("result");
  assert.deepEqual([result.subtype, result.result, result.num_turns], ["success", finalText, 6]);
  assert.deepEqual(asks, wantedAsks);
  assert.deepEqual(endState(cwd), wantedState);
});
