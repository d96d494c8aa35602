import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import { Driven, user } from "./drive.ts";

const parrot: AgentDefinition = { name: "parrot", onTurn: (turn) => turn.text(turn.prompt) };
const secret = "s3cret";

/** Lines that kill the real one, or that it passes over, and what ours says to them. */
const bad: readonly { title: string; line: string | Uint8Array; says: readonly string[] }[] = [
  { title: "no JSON", line: `nonsense ${secret}`, says: ["is not JSON"] },
  { title: "half an object", line: `{"type":"user","message":"${secret}`, says: ["is not JSON"] },
  { title: "null", line: "null", says: ["is no object with a type"] },
  { title: "a number", line: "42", says: ["is no object with a type"] },
  { title: "a list", line: "[1]", says: ["is no object with a type"] },
  { title: "no type", line: `{"message":"${secret}"}`, says: ["is no object with a type"] },
  { title: "an unknown type", line: `{"type":"wish","x":"${secret}"}`, says: ["has a type nobody knows"] },
  {
    title: "another role",
    line: `{"type":"user","message":{"role":"assistant","content":"${secret}"}}`,
    says: ["is no user message"],
  },
  { title: "a user without a message", line: '{"type":"user"}', says: ["is no user message"] },
  { title: "a user without content", line: '{"type":"user","message":{"role":"user"}}', says: ["is no user message"] },
  {
    title: "content that is a number",
    line: '{"type":"user","message":{"role":"user","content":7}}',
    says: ["is no user message"],
  },
  {
    title: "blocks that are none",
    line: '{"type":"user","message":{"role":"user","content":[null]}}',
    says: ["is no user message"],
  },
  { title: "a control message without an action", line: '{"type":"control"}', says: ["is no control message"] },
  { title: "an unknown action", line: '{"type":"control","action":"dance"}', says: ["Unknown control action"] },
  {
    title: "a control request without its request",
    line: '{"type":"control_request","request_id":"r1"}',
    says: ["refuses r1 invalid_request", "is a control frame without its id or body"],
  },
  {
    title: "a control request without an id",
    line: '{"type":"control_request","request":{"subtype":"interrupt"}}',
    says: ["is a control frame without its id or body"],
  },
  {
    title: "an unknown control request",
    line: '{"type":"control_request","request_id":"r1","request":{"subtype":"dance"}}',
    says: ["refuses r1 unsupported_request"],
  },
  {
    title: "a control request with a payload of another shape",
    line: '{"type":"control_request","request_id":"r1","request":{"subtype":"set_permission_mode","mode":7}}',
    says: ["refuses r1 invalid_request"],
  },
  {
    title: "an answer without an id",
    line: '{"type":"control_response","response":{"subtype":"success"}}',
    says: ["is a control frame without its id or body"],
  },
  { title: "bytes that are no UTF-8", line: Buffer.from([0x22, 0xff, 0xfe, 0x22]), says: ["is not UTF-8"] },
  { title: "an empty line", line: "", says: [] },
  { title: "a line of spaces", line: "   ", says: [] },
  { title: "a line of CR", line: "\r", says: [] },
];

for (const { title, line, says } of bad) {
  test(`G3 ${title}: the host is told what is wrong without the line's content, and the next prompt works`, async () => {
    await using agent = new Driven(parrot);
    agent.write(line);
    agent.write("\n");
    agent.send(user("still here"));
    await agent.saw("result success still here");
    const said = agent.frames.slice(0, -3);
    const texts = said.map((frame, index) => String(frame.content ?? agent.labels[index]));
    assert.equal(texts.length, says.length, texts.join("\n"));
    for (const [index, text] of says.entries()) assert.ok(texts[index]?.includes(text), texts[index]);
    assert.ok(!agent.stdout.includes(secret) && !agent.stderr.includes(secret));
    assert.equal(await agent.finish(), 0);
  });
}

test("G3 the message about a bad line has its number and its size", async () => {
  await using agent = new Driven(parrot);
  agent.send(user("fine"), "nonsense");
  const { content, level, tag } = await agent.saw("informational");
  assert.equal(content, "Input line 2 (8 bytes) is not JSON; it was skipped.");
  assert.deepEqual([level, tag], ["warning", "invalid_input"]);
});

test("G3 CRLF ends a line as LF does", async () => {
  await using agent = new Driven(parrot);
  agent.write(`${JSON.stringify(user("hi"))}\r\n`);
  await agent.saw("result success hi");
});

test("G3 input may be split anywhere, in the middle of a character too", async () => {
  await using agent = new Driven(parrot);
  const bytes = Buffer.from(`${JSON.stringify(user("größer 🐎"))}\n`);
  for (const byte of bytes) agent.write(Uint8Array.of(byte));
  await agent.saw("result success größer 🐎");
});

test("G3 a line over the limit is told and passed over, and its request is refused", async () => {
  await using agent = new Driven(parrot);
  const filler = "x".repeat(65 * 1024 * 1024);
  agent.write(`{"type":"control_request","request_id":"big","request":{"subtype":"set_model","model":"${filler}"}}\n`);
  agent.send(user("still here"));
  await agent.saw("result success still here");
  assert.equal(agent.labels[0], "refuses big oversize");
  assert.match(
    String(agent.frames[1]?.content),
    /^Input line 1 \(\d+ bytes\) is over the line limit; it was skipped\.$/,
  );
});

test("G3 a bad line in the middle of a turn loses nothing of it", async () => {
  const hold = Promise.withResolvers<void>();
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    turn.text("one ");
    await hold.promise;
    turn.text("two");
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("go"));
  await agent.saw("init");
  agent.send("nonsense");
  await agent.saw("informational");
  hold.resolve();
  await agent.saw("result success one two");
});
