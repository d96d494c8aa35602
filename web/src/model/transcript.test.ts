import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { EventSchema, PromptState, TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Row, ToolRow } from "./row.ts";
import { Transcript } from "./transcript.ts";
import { depthOf, rowOf, visibleRows } from "./visible-rows.ts";

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
      return `${row.kind}${row.endedMs.value === undefined ? " …" : ""}: ${row.text.value}`;
    case "tool":
      return `${row.name} ${row.use.value.state} [${row.children.all.map(shown).join("; ")}]`;
    case "prompt":
      return `prompt: ${row.blocks.map(({ text }) => text).join()}`;
    case "note":
      return `note: ${row.text.value}`;
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

test("U3 of a sub-agent is told what it does, how many steps it took and what it used", () => {
  const usage = { inputTokens: 1000n, outputTokens: 234n };
  const part = { messageId: "m1", usage };
  const kinds: (Kind & { readonly parent?: string })[] = [
    { case: "toolStart", value: { toolUseId: "t1", name: "Task", inputJson: '{"description":"look"}' } },
    { case: "toolStart", value: { toolUseId: "t2", name: "Read", inputJson: '{"file_path":"a.ts"}' }, parent: "t1" },
    { ...said([{ type: "text", text: "looking" }], part), parent: "t1" },
    { ...said([{ type: "text", text: "on" }], part), parent: "t1" },
    { case: "toolStart", value: { toolUseId: "t3", name: "Grep", inputJson: '{"pattern":"x"}' }, parent: "t1" },
  ];
  const work = (transcript: Transcript) => transcript.tool("t1")?.use.value.work;
  const message = { id: "m1", tokens: 1234 };
  assert.deepEqual(work(transcriptOf(...kinds)), { steps: 2, tokens: 1234, now: "Grep x", message });
  const fields = { tool_use_id: "t1", description: "Running tests", usage: { tool_uses: 7, total_tokens: 9000 } };
  const told: Kind = { case: "notice", value: { word: "system/task_progress", fieldsJson: JSON.stringify(fields) } };
  const newer = transcriptOf(...kinds, told);
  assert.deepEqual(work(newer), { steps: 7, tokens: 9000, now: "Running tests", message });
  assert.equal(newer.rows.all.length, 1);
});

test("U3 rows of a sub-agent stand in the list when it is unfolded, with its answer behind them", () => {
  const { rows, tool } = ((transcript: Transcript) => ({ rows: transcript.rows, tool: transcript.tool("t1") }))(
    transcriptOf(
      said([{ type: "text", text: "before" }]),
      { case: "toolStart", value: { toolUseId: "t1", name: "Task", inputJson: "{}" } },
      { ...said([{ type: "text", text: "inside" }]), parent: "t1" },
      { case: "toolResult", value: { toolUseId: "t1", name: "Task", contentJson: '"found"' } },
      said([{ type: "text", text: "after" }]),
    ),
  );
  assert.ok(tool);
  assert.equal(visibleRows(rows, new Set()), rows.all);
  const unfolded = visibleRows(rows, new Set([tool]));
  assert.deepEqual(
    unfolded.map((item) => `${item.kind} ${depthOf(item)}`),
    ["text 0", "tool 0", "text 1", "answer 1", "text 0"],
  );
  assert.equal(new Set(unfolded.map(({ id }) => id)).size, unfolded.length);
  assert.equal(rowOf(rows, 3), unfolded[2]);
  assert.equal(rowOf(rows, 5), unfolded[4]);
});

test("U3 rows of one event can be told apart", () => {
  const blocks = ["a", "b"].map((id) => ({ type: "tool_use", id, name: "Read", input: {} }));
  const [one, other] = transcriptOf(said(blocks)).rows.all;
  assert.equal(one?.seq, other?.seq);
  assert.notEqual(one?.id, other?.id);
});

test("U3 what waits for a person is known, until it is decided or the turn ends", () => {
  const asks = (...after: Kind[]) =>
    transcriptOf(
      ...["a1", "a2"].map(
        (id): Kind => ({
          case: "permissionRequest",
          value: { ask: { id, toolUseId: `t${id}`, toolName: "Bash", state: AskState.OPEN } },
        }),
      ),
      ...after,
    ).asking.value.map(({ toolUseId }) => toolUseId);
  assert.deepEqual(asks(), ["ta1", "ta2"]);
  const decided: Kind = {
    case: "permissionResolved",
    value: { askId: "a1", toolUseId: "ta1", state: AskState.DENIED },
  };
  assert.deepEqual(asks(decided), ["ta2"]);
  assert.deepEqual(asks({ case: "toolResult", value: { toolUseId: "ta2", contentJson: '""' } }), ["ta1"]);
  assert.deepEqual(asks({ case: "turnComplete", value: {} }), []);
});

test("U3 retries, compaction and another model are said in plain words, and retries in one line", () => {
  const notice = (word: string, fields: object): Kind => ({
    case: "notice",
    value: { word: `system/${word}`, fieldsJson: JSON.stringify(fields) },
  });
  const status = (word: string, fields: object): Kind => ({
    case: "agentStatus",
    value: { status: word, fieldsJson: JSON.stringify(fields) },
  });
  const retry = (attempt: number): Kind =>
    status("api_retry", { attempt, max_retries: 10, retry_delay_ms: 2100, error: "overloaded" });
  const compacted = status("compact_boundary", { compact_metadata: { trigger: "auto", pre_tokens: 155_000 } });
  const fallback = notice("model_fallback", { original_model: "large", fallback_model: "small" });
  const transcript = transcriptOf(retry(1), retry(2), compacted, fallback, notice("hook_started", {}));
  assert.deepEqual(transcript.rows.all.map(shown), [
    "note: The model's API is overloaded: trying again in 2 s (2 of 10)",
    "note: The conversation was compacted because it was getting long, from 155,000 tokens: the agent continues with a summary",
    "note: Another model is answering: small instead of large",
  ]);
});

test("U3 what the agent does now is told from the prompt to the end of the turn", () => {
  const prompt: Kind = { case: "prompt", value: { promptId: "p", state: PromptState.SENT, contentJson: '"Do it"' } };
  const doing = (...kinds: (Kind & { readonly parent?: string })[]): string => {
    const activity = transcriptOf(prompt, ...kinds).activity.value;
    return activity.at === "work" ? activity.what : activity.at;
  };
  const bash: Kind = { case: "toolStart", value: { toolUseId: "t", name: "Bash", inputJson: "{}" } };
  assert.equal(doing(), "Waiting for the agent");
  assert.equal(doing({ case: "thinkingDelta", value: { text: "hm" } }), "Thinking");
  assert.equal(doing(bash), "Running Bash");
  assert.equal(doing(bash, { case: "textDelta", value: { text: "inside" }, parent: "t" }), "Running Bash");
  assert.equal(doing({ case: "agentStatus", value: { status: "compacting" } }), "Compacting the conversation");
  assert.equal(doing(bash, { case: "turnComplete", value: {} }), "rest");
});

test("U3 a fork begins with an answer that is whole, or before a prompt with the last one; where none can, nowhere", () => {
  const prompt = (promptId: string, state = PromptState.SENT): Kind => ({
    case: "prompt",
    value: { promptId, state, contentJson: '"Do it"' },
  });
  const { rows } = transcriptOf(
    prompt("p1"),
    { case: "textDelta", value: { text: "one" } },
    said([{ type: "text", text: "one" }], { forkPoint: "f1" }),
    said([{ type: "thinking", thinking: "hm" }], { forkPoint: "" }),
    said([{ type: "tool_use", id: "t1", name: "Read", input: {} }]),
    prompt("p2", PromptState.INJECTED),
    said([{ type: "text", text: "two" }], { forkPoint: "f2" }),
    prompt("p3"),
    { case: "textDelta", value: { text: "thr" } },
  );
  const points = rows.all.map((row) =>
    row.kind === "prompt" ? row.forkPoint : row.kind === "text" ? row.forkPoint.value : row.kind,
  );
  assert.deepEqual(points, ["", "f1", "thinking", "tool", "", "f2", "f2", ""]);
});
