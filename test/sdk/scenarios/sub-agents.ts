import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTool, Step } from "../../../src/script/script.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { type Fields, isFields, objects } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkMessage } from "../agent-sdk.ts";
import { blocksIn, eventsIn, initIn, modelRequests, ofType, resultIn, toolResultsIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

const touching = { name: "Bash", input: { command: "touch made.txt", description: "touch it" } };

/** A call of the tool, whose agent says what the steps are. */
function task(steps: readonly Step[], more: Fields = {}): ScriptedTool {
  const input = { description: "a task", prompt: scripted(...steps), subagent_type: "general-purpose", ...more };
  // Claude Code does not wait for it unless told.
  return { name: "Agent", input: { ...input, run_in_background: false } };
}

const working = [{ text: "Working.", tools: [touching] }, { text: "Reporting." }];

/** What was said under the call of the tool. */
function saidBelow(messages: readonly SdkMessage[]): SdkMessage[] {
  return messages.filter(({ parent_tool_use_id }) => typeof parent_tool_use_id === "string");
}

const kindsOf = (messages: readonly SdkMessage[]): unknown[] =>
  messages.flatMap(({ message }) => objects((message as Fields).content).map(({ type }) => type));

const forEver = task([{ text: "For ever", stall: true }]);

/** Settles when the one that works for ever has asked its model. In the request of the one that gave the task its script lies deeper. */
function isAtWork({ api }: SdkStage): Promise<void> {
  const script = JSON.stringify(JSON.stringify([{ text: "For ever", stall: true }])).slice(1, -1);
  return api.waitFor("the sub-agent is at work", ({ requests }) =>
    requests.some(({ body }) => isFields(body) && JSON.stringify(body.messages ?? []).includes(script)),
  );
}

export const subAgents: readonly SdkScenario[] = [
  {
    title: "G5 a sub-agent works under the call that gave it the task, and its report is the result",
    async play(stage) {
      const messages = await stage.say(scripted({ tools: [task(working)] }, { text: "Done." }), {
        allowedTools: ["Bash"],
        includePartialMessages: true,
      });
      assert.ok(existsSync(join(stage.place.cwd, "made.txt")));
      assert.ok((initIn(messages).tools as string[]).includes("Task"));
      const [call] = blocksIn(messages, "assistant");
      const below = saidBelow(messages);
      assert.deepEqual(kindsOf(below), ["text", "tool_use", "tool_result"]);
      const [started] = ofType(messages, "system", "task_started");
      for (const message of below) {
        assert.deepEqual(
          [message.parent_tool_use_id, message.agent_id, message.subagent_type],
          [call?.id, started?.task_id, "general-purpose"],
        );
      }
      const report = toolResultsIn(messages).find(({ toolUseId }) => toolUseId === call?.id);
      assert.match(report?.text ?? "", /Reporting\./);
      assert.equal(resultIn(messages).result, "Done.");
      const begun = eventsIn(messages).filter(({ type }) => type === "message_start");
      assert.equal(begun.length, 2, "only the agent itself is heard as it speaks");
    },
  },
  {
    title: "G5 a sub-agent is a task: it starts, goes on and ends with its report",
    async play(stage) {
      const messages = await stage.say(scripted({ tools: [task(working)] }, { text: "Done." }), {
        allowedTools: ["Bash"],
      });
      const [call] = blocksIn(messages, "assistant");
      const [started] = ofType(messages, "system", "task_started");
      assert.deepEqual(
        [started?.task_type, started?.tool_use_id, started?.description, started?.is_backgrounded],
        ["local_agent", call?.id, "a task", false],
      );
      const [progress] = ofType(messages, "system", "task_progress");
      assert.deepEqual([progress?.last_tool_name, (progress?.usage as Fields | undefined)?.tool_uses], ["Bash", 1]);
      const [updated] = ofType(messages, "system", "task_updated");
      assert.equal((updated?.patch as Fields | undefined)?.status, "completed");
      const [ended] = ofType(messages, "system", "task_notification");
      assert.deepEqual(
        [ended?.task_id, ended?.status, ended?.summary, (ended?.usage as Fields | undefined)?.total_tokens],
        [started?.task_id, "completed", "Reporting.", 125],
      );
    },
  },
  {
    title: "G5 what a sub-agent says in between is told to a host that wants it",
    async play(stage) {
      const messages = await stage.say(scripted({ tools: [task(working)] }, { text: "Done." }), {
        allowedTools: ["Bash"],
        forwardSubagentText: true,
      });
      assert.deepEqual(kindsOf(saidBelow(messages)), ["text", "text", "tool_use", "tool_result", "text"]);
    },
  },
  {
    title: "G5 a sub-agent asks in its own name, and what is denied to it is in the result",
    async play(stage) {
      const asked: unknown[] = [];
      const messages = await stage.say(scripted({ tools: [task(working)] }, { text: "Done." }), {
        canUseTool: async (toolName, _input, context) => {
          asked.push([toolName, (context as unknown as Fields).agentID]);
          return { behavior: "deny", message: "Not here." };
        },
      });
      const [started] = ofType(messages, "system", "task_started");
      assert.deepEqual(asked, [["Bash", started?.task_id]]);
      const result = resultIn(messages);
      assert.deepEqual(
        objects(result.permission_denials).map(({ tool_name }) => tool_name),
        ["Bash"],
      );
      assert.equal(result.result, "Done.");
    },
  },
  {
    title: "G5 what a sub-agent used counts by model, and the turn's own messages in its usage",
    async play(stage) {
      const messages = await stage.say(scripted({ tools: [task([{ text: "Reporting." }])] }, { text: "Done." }));
      const { usage, modelUsage, total_cost_usd, num_turns } = resultIn(messages);
      const [used] = Object.values(modelUsage as Fields) as Fields[];
      assert.deepEqual([(usage as Fields).input_tokens, used?.inputTokens, num_turns], [200, 300, 2]);
      assert.equal(total_cost_usd, used?.costUSD);
    },
  },
  {
    title: "G5 sub-agents of one message work side by side",
    async play(stage) {
      const steps = (text: string): Step[] => [{ text, delayMs: 500 }];
      const tools = [task(steps("First.")), task(steps("Second."))];
      const messages = await stage.say(scripted({ tools }, { text: "Done." }));
      const order = messages.flatMap(({ subtype }) =>
        /^task_(started|notification)$/.test(subtype ?? "") ? subtype : [],
      );
      assert.deepEqual(order, ["task_started", "task_started", "task_notification", "task_notification"]);
      const reports = toolResultsIn(messages).map(({ text }) => /First\.|Second\./.exec(text)?.[0]);
      assert.deepEqual(reports.toSorted(), ["First.", "Second."]);
    },
  },
  {
    title: "G5 agents of the host have a prompt, tools and a model of their own, and are listed",
    async play(stage) {
      const keeper = { description: "keeps the light", prompt: "You are the keeper.", tools: ["Read"], model: "haiku" };
      const conversation = stage.talk({ agents: { keeper } });
      const listed = (await conversation.query.supportedAgents()).find(({ name }) => name === "keeper");
      assert.equal(listed?.description, "keeps the light");
      const tools = [task([{ text: "Lit." }], { subagent_type: "keeper" })];
      const messages = await conversation.turn(scripted({ tools }, { text: "Done." }));
      assert.ok((initIn(messages).agents as string[]).includes("keeper"));
      await conversation.end();
      const own = modelRequests(stage).find(({ system }) => JSON.stringify(system).includes("You are the keeper."));
      assert.match(String(own?.model), /haiku/);
      assert.deepEqual(
        objects(own?.tools).map(({ name }) => name),
        ["Read"],
      );
    },
  },
  {
    title: "G5 an agent nobody knows is an error that names the known ones",
    async play(stage) {
      const tools = [task([{ text: "Never." }], { subagent_type: "nobody" })];
      const messages = await stage.say(scripted({ tools }, { text: "Done." }));
      const [outcome] = toolResultsIn(messages);
      assert.equal(outcome?.isError, true);
      assert.match(outcome?.text ?? "", /Agent type 'nobody' not found\. Available agents: .*general-purpose/);
      assert.equal(resultIn(messages).result, "Done.");
    },
  },
  {
    title: "G5 a sub-agent whose model fails is an error for the model, not for the turn",
    async play(stage) {
      const tools = [task([{ error: { status: 403, type: "permission_error", message: "not for you" } }])];
      const messages = await stage.say(scripted({ tools }, { text: "Done." }));
      const [outcome] = toolResultsIn(messages);
      assert.equal(outcome?.isError, true);
      assert.match(outcome?.text ?? "", /^Agent terminated early due to an API error: .*403 not for you/);
      const [ended] = ofType(messages, "system", "task_notification");
      assert.deepEqual([ended?.status, resultIn(messages).result], ["failed", "Done."]);
    },
  },
  {
    title: "G5 stopTask ends one sub-agent, and the turn goes on without it",
    async play(stage) {
      const conversation = stage.talk();
      conversation.send(scripted({ tools: [forEver] }, { text: "Done." }));
      const started = await conversation.until("the task starts", ({ subtype }) => subtype === "task_started");
      await isAtWork(stage);
      await conversation.query.stopTask(String(started.task_id));
      const result = await conversation.result();
      assert.equal(result.result, "Done.");
      const [ended] = ofType(conversation.heard, "system", "task_notification");
      assert.deepEqual([ended?.status, toolResultsIn(conversation.heard)[0]?.isError], ["stopped", true]);
      await conversation.end();
    },
  },
  {
    title: "G5 an interrupt ends the turn and the sub-agent that works for it",
    async play(stage) {
      const conversation = stage.talk();
      conversation.send(scripted({ tools: [forEver] }, { text: "Never." }));
      await conversation.until("the task starts", ({ subtype }) => subtype === "task_started");
      await isAtWork(stage);
      await conversation.query.interrupt();
      const result = await conversation.result();
      assert.deepEqual([result.subtype, result.terminal_reason], ["error_during_execution", "aborted_tools"]);
      const [ended] = ofType(conversation.heard, "system", "task_notification");
      assert.deepEqual([ended?.status, ended?.summary], ["stopped", "a task"]);
      assert.equal(resultIn(await conversation.turn(scripted({ text: "Still here." }))).result, "Still here.");
      await conversation.end();
    },
  },
  {
    title: "G5 hooks hear of a sub-agent's start and end, and whose tool it is",
    async play(stage) {
      const heard: unknown[] = [];
      const hook = async ({ hook_event_name, agent_type, agent_id }: Fields): Promise<Fields> => {
        heard.push([hook_event_name, agent_type, typeof agent_id]);
        return {};
      };
      const hooks = Object.fromEntries(
        ["SubagentStart", "SubagentStop", "PreToolUse"].map((event) => [event, [{ hooks: [hook] }]]),
      );
      await stage.say(scripted({ tools: [task(working)] }, { text: "Done." }), { hooks, allowedTools: ["Bash"] });
      assert.deepEqual(heard, [
        ["PreToolUse", undefined, "undefined"],
        ["SubagentStart", "general-purpose", "string"],
        ["PreToolUse", "general-purpose", "string"],
        ["SubagentStop", "general-purpose", "string"],
      ]);
    },
  },
];
