import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { EventSchema, PromptState, TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Row, ToolRow } from "./row.ts";
import { Transcript } from "./transcript.ts";

type Kind = NonNullable<MessageInitShape<typeof EventSchema>["kind"]>;

function transcriptOf(...kinds: (Kind & { readonly parent?: string })[]): Transcript {
  const transcript = new Transcript();
  transcript.take(
    kinds.map(({ parent = "", ...kind }, at) =>
      create(EventSchema, { seq: BigInt(at + 1), parentToolUseId: parent, kind: kind as Kind }),
    ),
  );
  return transcript;
}

const said = (content: unknown, more: object = {}): Kind => ({
  case: "message",
  value: { role: "assistant", contentJson: JSON.stringify(content), ...more },
});

function shown(row: Row): string {
  switch (row.kind) {
    case "text":
    case "thinking":
      return `${row.kind}${row.isOpen.value ? " …" : ""}: ${row.text.value}`;
    case "tool":
      return `${row.name} ${row.use.value.state} [${row.children.all.map(shown).join("; ")}]`;
    case "prompt":
      return `prompt: ${row.blocks.map(({ text }) => text).join()}`;
    case "note":
      return `note: ${row.text}`;
    case "turn_end":
      return `end ${row.costUsd.value}`;
  }
}

test("U3 text that comes in pieces is one row, which the finished message settles", () => {
  const pieces: Kind[] = [
    { case: "thinkingDelta", value: { text: "hm" } },
    { case: "textDelta", value: { text: "Hello" } },
    { case: "textDelta", value: { text: " you" } },
  ];
  assert.deepEqual(transcriptOf(...pieces).rows.all.map(shown), ["thinking …: hm", "text …: Hello you"]);
  const whole = transcriptOf(
    ...pieces,
    said([{ type: "thinking", thinking: "hm!" }]),
    said([{ type: "text", text: "Hello you." }]),
  );
  assert.deepEqual(whole.rows.all.map(shown), ["thinking: hm!", "text: Hello you."]);
});

test("U3 a message that came whole is a row by itself", () => {
  assert.deepEqual(transcriptOf(said([{ type: "text", text: "Hi" }])).rows.all.map(shown), ["text: Hi"]);
});

test("U3 a tool use is one row from its first letter to its result, with its ask and who decided", () => {
  const before: Kind[] = [
    { case: "toolInputDelta", value: { toolUseId: "t1", name: "Bash", text: '{"comm' } },
    said([{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }]),
    { case: "toolStart", value: { toolUseId: "t1", name: "Bash", inputJson: '{"command":"ls"}' } },
    {
      case: "permissionRequest",
      value: { ask: { id: "a1", toolUseId: "t1", toolName: "Bash", state: AskState.OPEN } },
    },
  ];
  const asking = transcriptOf(...before);
  assert.deepEqual(asking.rows.all.map(shown), ["Bash asking []"]);
  assert.equal(asking.tool("t1")?.use.value.ask?.id, "a1");
  const done = transcriptOf(
    ...before,
    {
      case: "permissionResolved",
      value: { askId: "a1", toolUseId: "t1", toolName: "Bash", state: AskState.ALLOWED, decidedBy: "anna" },
    },
    { case: "toolResult", value: { toolUseId: "t1", name: "Bash", contentJson: '"a\\nb"' } },
  );
  const { use } = done.rows.all[0] as ToolRow;
  assert.equal(use.value.state, "done");
  assert.equal(use.value.decision?.by, "anna");
  assert.deepEqual(use.value.input, { command: "ls" });
  assert.deepEqual(use.value.result, [{ type: "text", text: "a\nb" }]);
});

test("U3 what a sub-agent says and does is inside the tool use that runs it", () => {
  const { rows } = transcriptOf(
    { case: "toolStart", value: { toolUseId: "t1", name: "Task", inputJson: "{}" } },
    { ...said([{ type: "text", text: "looking" }]), parent: "t1" },
    { case: "toolStart", value: { toolUseId: "t2", name: "Read", inputJson: "{}" }, parent: "t1" },
    { case: "toolResult", value: { toolUseId: "t2", name: "Read", contentJson: '""' }, parent: "t1" },
    { case: "toolResult", value: { toolUseId: "t1", name: "Task", contentJson: '""' } },
  );
  assert.deepEqual(rows.all.map(shown), ["Task done [text: looking; Read done []]"]);
});

test("U3 a prompt waits in the queue until it is sent, and is shown once, also when the agent repeats it", () => {
  const queued: Kind = {
    case: "prompt",
    value: { promptId: "p1", state: PromptState.QUEUED, contentJson: '"Do it"', sender: "anna" },
  };
  const waiting = transcriptOf(queued);
  assert.deepEqual(
    waiting.queue.value.map(({ promptId }) => promptId),
    ["p1"],
  );
  assert.deepEqual(waiting.rows.all, []);
  const sent = transcriptOf(
    queued,
    { case: "prompt", value: { promptId: "p1", state: PromptState.SENT } },
    { case: "message", value: { role: "user", messageId: "p1", origin: "replay", contentJson: '"Do it"' } },
  );
  assert.deepEqual(sent.queue.value, []);
  assert.deepEqual(sent.rows.all.map(shown), ["prompt: Do it"]);
});

test("U3 the end of a turn stops what was open, and has its cost", () => {
  const before: Kind[] = [
    { case: "textDelta", value: { text: "I was" } },
    { case: "toolStart", value: { toolUseId: "t1", name: "Bash", inputJson: "{}" } },
  ];
  const end: Kind = { case: "turnComplete", value: { outcome: TurnOutcome.INTERRUPTED } };
  const usage: Kind = { case: "usageReport", value: { costUsd: 0.5 } };
  for (const order of [
    [usage, end],
    [end, usage],
  ])
    assert.deepEqual(transcriptOf(...before, ...order).rows.all.map(shown), [
      "text: I was",
      "Bash stopped []",
      "end 0.5",
    ]);
});

test("U3 events that were taken already are left out, and content that is no JSON harms nothing", () => {
  const transcript = transcriptOf({ case: "textDelta", value: { text: "once" } });
  transcript.take([create(EventSchema, { seq: 1n, kind: { case: "textDelta", value: { text: "once" } } })]);
  transcript.take([
    create(EventSchema, { seq: 2n, kind: { case: "message", value: { role: "assistant", contentJson: "{" } } }),
  ]);
  transcript.take([
    create(EventSchema, { seq: 3n, kind: { case: "toolStart", value: { toolUseId: "t", inputJson: "[" } } }),
  ]);
  assert.deepEqual(transcript.rows.all.map(shown), ["text …: once", " running []"]);
});
