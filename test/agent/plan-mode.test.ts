import assert from "node:assert/strict";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("plan-mode");
const plan = scripted({ tools: [{ name: "ExitPlanMode", input: { plan: "1. do it" } }] }, { text: "done" });

async function start(argv: readonly string[] = []) {
  const api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
  const all = [...asking, "--no-session-persistence", ...argv];
  const agent = new Driven(codingAgent, { argv: all, env, cwd: folder() });
  const told = (): string => JSON.stringify((api.requests.at(-1)?.body as Fields | undefined)?.system);
  return { agent, told, [Symbol.asyncDispose]: () => agent.finish().then(() => api.close()) };
}

test("G6 in plan mode the model is told, and ExitPlanMode asks the person with the plan; approval leaves the mode", async () => {
  await using stage = await start(["--permission-mode", "plan"]);
  const { agent, told } = stage;
  agent.send(user(plan));
  assert.ok(((await agent.saw("init")).tools as string[]).includes("ExitPlanMode"));
  const ask = await agent.saw("asks can_use_tool ExitPlanMode");
  const { input, requires_user_interaction } = ask.request as Fields;
  assert.deepEqual([input, requires_user_interaction], [{ plan: "1. do it" }, true]);
  assert.match(told(), /Plan mode is on/);
  agent.send(answer(ask, { behavior: "allow" }));
  await agent.saw("mode default");
  assert.match(JSON.stringify((await agent.saw("tool_result")).message), /User has approved your plan/);
  await agent.saw("result success done");
  assert.doesNotMatch(told(), /Plan mode is on/);
});

test("G6 a plan that is refused keeps plan mode; the mode a person chooses with their approval holds", async () => {
  await using stage = await start();
  const { agent, told } = stage;
  await agent.control("initialize", { planModeInstructions: "PLAN YOUR WAY" });
  await agent.control("set_permission_mode", { mode: "plan" });
  agent.send(user(plan));
  agent.send(answer(await agent.saw("asks can_use_tool ExitPlanMode"), { behavior: "deny", message: "not yet" }));
  await agent.saw("tool_result not yet");
  await agent.saw("result success done");
  assert.match(told(), /Plan mode is on.*PLAN YOUR WAY/);
  agent.send(user(plan));
  const setMode = { type: "setMode", mode: "acceptEdits", destination: "session" };
  const ask = await agent.saw("asks can_use_tool ExitPlanMode");
  agent.send(answer(ask, { behavior: "allow", updatedPermissions: [setMode] }));
  await agent.saw("mode acceptEdits");
  assert.match(JSON.stringify((await agent.saw("tool_result")).message), /User has approved your plan/);
  await agent.saw("result success done");
  agent.send(user(plan));
  assert.match(JSON.stringify((await agent.saw("tool_result")).message), /You are not in plan mode/);
  await agent.saw("result success done");
});

test("G5 TaskStop ends a background command; one that is not there is said", async () => {
  await using stage = await start(["--allowedTools", "Bash"]);
  const { agent } = stage;
  agent.send(
    user(
      scripted(
        { tools: [{ name: "Bash", input: { command: "sleep 600", run_in_background: true } }] },
        { text: "begun" },
      ),
    ),
  );
  const { task_id } = await agent.saw("task_started");
  await agent.saw("result success begun");
  const stop = (id: unknown) => scripted({ tools: [{ name: "TaskStop", input: { task_id: id } }] }, { text: "done" });
  agent.send(user(stop(task_id)));
  assert.match(JSON.stringify((await agent.saw("tool_result")).message), /Successfully stopped task/);
  await agent.saw("result success done");
  agent.send(user(stop("nope")));
  assert.match(JSON.stringify((await agent.saw("tool_result <")).message), /No task found with ID: nope/);
});
