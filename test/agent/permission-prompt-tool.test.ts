import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { tinyConfig } from "../mcp-servers/tiny-config.ts";
import { Driven, streamJson, user } from "./drive.ts";

/** Uses a tool that has to be asked for; what the user says is the input the approver sees. */
const careful: AgentDefinition = {
  name: "careful",
  onTurn: async (turn) => {
    const input: Fields = { content: turn.prompt };
    const { content } = await turn.useTool("Touch", input, (given) => JSON.stringify(given.asked ?? "ran"));
    turn.text(String(content));
  },
};

function args(tool: string, ...manners: readonly string[]): string[] {
  const config = JSON.stringify({ mcpServers: { tiny: tinyConfig(...manners) } });
  return ["--permission-prompt-tool", tool, "--mcp-config", config];
}

function driven(tool = "mcp__tiny__approve", ...manners: readonly string[]): Driven {
  return new Driven(careful, { argv: [...streamJson, ...args(tool, ...manners)] });
}

async function result(agent: Driven, prompt: string): Promise<Fields> {
  agent.send(user(prompt));
  return agent.saw("result");
}

test("G2 a permission prompt tool is asked for the call, and its input is the one that runs", async () => {
  await using agent = driven();
  const { result: text, permission_denials } = await result(agent, "allow");
  const { tool_name, tool_use_id, ...rest } = JSON.parse(String(text)) as Fields;
  assert.deepEqual([tool_name, rest, permission_denials], ["Touch", {}, []]);
  const use = agent.frames.find(({ type }) => type === "assistant")?.message as { content: Fields[] };
  assert.equal(tool_use_id, use.content[0]?.id);
  assert.ok(!agent.labels.some((label) => label.startsWith("asks")), "the host is not asked");
});

test("G2 a permission prompt tool is not offered to the model", async () => {
  const lister: AgentDefinition = {
    name: "lister",
    onTurn: async (turn) => turn.text((await turn.hostTools()).map(({ name }) => name).join()),
  };
  await using agent = new Driven(lister, { argv: [...streamJson, ...args("mcp__tiny__approve")] });
  agent.send(user("hi"));
  const { tools } = (await agent.saw("init")) as { tools?: string[] };
  const offered = (await agent.saw("result")).result;
  assert.equal(tools?.join(), offered);
  assert.match(String(offered), /mcp__tiny__pid/);
  assert.doesNotMatch(String(offered), /approve/);
});

const invalid =
  "The permission prompt tool returned an invalid permission result. Expected {behavior: 'allow', updatedInput?: object} or {behavior: 'deny', message: string}.";

/** What the tool answers, and what the model reads then. */
const answers: readonly (readonly [string, string])[] = [
  ['{"behavior":"allow"}', '"ran"'],
  ['{"behavior":"deny","message":"not today"}', "not today"],
  ["yes please", invalid],
  ['{"behavior":"maybe"}', invalid],
  ['{"behavior":"allow","updatedInput":5}', invalid],
  ["[]", invalid],
  ["fail", "Tool permission request failed: Error: the approver is out"],
];

test("G2 only an answer that allows lets the tool run; any other is told to the model", async () => {
  await using agent = driven();
  for (const [answer, read] of answers) {
    const { result: text, permission_denials } = await result(agent, answer);
    assert.equal(text, read);
    assert.equal((permission_denials as unknown[]).length, read === '"ran"' ? 0 : 1, answer);
  }
});

test("G2 a permission prompt tool may end the turn", async () => {
  await using agent = driven();
  const { subtype } = await result(agent, '{"behavior":"deny","message":"stop","interrupt":true}');
  assert.equal(subtype, "error_during_execution");
});

test("G2 a permission prompt tool may allow for good", async () => {
  await using agent = driven();
  const rules = [{ toolName: "Touch" }];
  const updatedPermissions = [{ type: "addRules", behavior: "allow", rules, destination: "session" }];
  const first = await result(agent, JSON.stringify({ behavior: "allow", updatedPermissions }));
  assert.equal(first.result, '"ran"');
  assert.equal((await result(agent, '{"behavior":"deny","message":"no"}')).result, '"ran"');
});

test("G2 a permission prompt tool that is not there denies, and the host is told once", async () => {
  for (const [tool, ...manners] of [["mcp__tiny__nope"], ["mcp__tiny__approve", "breaks"], ["prompter"]] as const) {
    await using agent = driven(tool, ...manners);
    const missing = `MCP tool ${tool} (passed via --permission-prompt-tool) not found. Available MCP tools: `;
    for (let turn = 0; turn < 2; turn++) {
      const { result: text } = await result(agent, "allow");
      assert.ok(String(text).startsWith(`Tool permission request failed: Error: ${missing}`), String(text));
    }
    const notices = agent.frames.filter(({ subtype }) => subtype === "informational");
    assert.equal(notices.length, 1);
    assert.ok(String(notices[0]?.content).startsWith(missing));
  }
});

test("G2 a one-shot asks its permission prompt tool, too", async () => {
  await using agent = new Driven(careful, { argv: ["-p", '{"behavior":"allow"}', ...args("mcp__tiny__approve")] });
  agent.endInput();
  assert.equal(await agent.exit, 0);
  assert.equal(agent.stdout, '"ran"\n');
});
