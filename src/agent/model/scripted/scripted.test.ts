import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { test } from "node:test";
import type { Step } from "../../../script/script.ts";
import { scripted } from "../../../script/scripted-prompt.ts";
import type { Fields } from "../../../wire/fields.ts";
import { MessageAssembler } from "../message-assembler.ts";
import type { ModelMessage, ModelRequest } from "../provider.ts";
import { type ScriptedOptions, ScriptedProvider } from "./scripted.ts";

const never = new AbortController().signal;
const offered = ["Read", "Write", "Bash", "AskUserQuestion"];
const user = (content: ModelMessage["content"]): ModelMessage => ({ role: "user", content });
const assistant = (content: ModelMessage["content"]): ModelMessage => ({ role: "assistant", content });

function request(messages: readonly ModelMessage[], names: readonly string[] = offered): ModelRequest {
  const tools = names.map((name) => ({ name, description: "", input_schema: {} }));
  return { model: "scripted", system: "", messages, tools, maxTokens: 1, sessionId: "s" };
}

async function answer(provider: ScriptedProvider, asked: ModelRequest): Promise<readonly Fields[]> {
  const message = new MessageAssembler();
  const blocks: Fields[] = [];
  for await (const event of provider.stream(asked, never)) {
    const finished = message.take(event);
    if (finished !== undefined) blocks.push(finished.block);
  }
  assert.ok(message.isComplete);
  return blocks;
}

async function said(options: ScriptedOptions, ...messages: readonly ModelMessage[]): Promise<string> {
  const blocks = await answer(new ScriptedProvider(options), request(messages));
  return blocks.flatMap(({ text }) => text ?? []).join("");
}

test("G4 the first answer of the embedded default says what it is, why, and how to have a real model", async () => {
  const first = await said({}, user("What is the meaning of life?"));
  assert.match(first, /scripted model/);
  assert.match(first, /no language model/);
  assert.match(first, /no key was found/);
  assert.match(first, /ANTHROPIC_API_KEY/);
  assert.match(first, /OPENAI_API_KEY/);
  for (const command of ["read PATH", "write PATH TEXT", "run COMMAND", "ask QUESTION", "think TEXT"]) {
    assert.ok(first.includes(command), command);
  }
  assert.doesNotMatch(await said({ wanted: true }, user("hello")), /no key was found/);
  assert.doesNotMatch(await said({}, user("hello"), assistant(first), user("and?")), /no key was found/);
});

test("G4 the embedded default obeys commands of one line", async () => {
  const obey = (prompt: string): Promise<readonly Fields[]> =>
    answer(new ScriptedProvider(), request([user("hello"), assistant("…"), user(prompt)]));
  const called = async (prompt: string): Promise<unknown> => {
    const [block, ...others] = await obey(prompt);
    assert.deepEqual(others, []);
    return [block?.name, block?.input];
  };
  assert.deepEqual(await called("read src/a b.ts"), ["Read", { file_path: "src/a b.ts" }]);
  assert.deepEqual(await called("write a.txt two words "), ["Write", { file_path: "a.txt", content: "two words" }]);
  assert.deepEqual(await called("Run ls -l | wc"), [
    "Bash",
    { command: "ls -l | wc", description: "A command of the demo" },
  ]);
  const options = ["red", "blue"].map((label) => ({ label, description: label }));
  assert.deepEqual(await called("ask Which colour? | red | blue"), [
    "AskUserQuestion",
    { questions: [{ question: "Which colour?", header: "Question", multiSelect: false, options }] },
  ]);
  assert.deepEqual(
    (await obey("think about it")).map(({ type, thinking }) => [type, thinking]),
    [
      ["thinking", "about it"],
      ["text", undefined],
    ],
  );
  for (const prompt of [
    "read",
    "write a.txt",
    "ask Why? | because",
    "run ls\nrun pwd",
    "constructor x",
    "toString x",
  ]) {
    assert.match(String((await obey(prompt))[0]?.text), /No command/, prompt);
  }
});

test("G4 a command in the first prompt is obeyed beside the introduction; a tool that is not offered is not called", async () => {
  const both = await answer(new ScriptedProvider(), request([user([{ type: "text", text: "read a.txt" }])]));
  assert.deepEqual(
    both.map(({ type }) => type),
    ["text", "tool_use"],
  );
  const without = await answer(new ScriptedProvider(), request([user("read a.txt")], ["Bash"]));
  assert.equal(without.length, 1);
  assert.match(String(without[0]?.text), /Read is not available/);
});

test("G4 after a tool the embedded default says what came back", async () => {
  const use = assistant([{ type: "tool_use", id: "t", name: "Read", input: {} }]);
  const back = (result: Fields, ...before: ModelMessage[]): Promise<string> =>
    said({}, ...before, user("read x"), use, user([{ type: "tool_result", tool_use_id: "t", ...result }]));
  const after = (result: Fields): Promise<string> => back(result, user("hello"), assistant("hello"));
  assert.equal(await after({ content: "one\ntwo\n" }), "Read gave back:\none\ntwo");
  assert.equal(await after({ content: [{ type: "text", text: "one" }] }), "Read gave back:\none");
  assert.equal(await after({ content: "" }), "Read gave back nothing.");
  assert.equal(await after({ content: "no such file", is_error: true }), "Read failed: no such file");
  assert.match(await after({ content: "x\n".repeat(30) }), /… 10 more lines$/);
  assert.match(await back({ content: "one" }), /no language model/, "who asks once reads only this");
});

test("G4 the steps of a given script go through the whole session, and the last one stays", async () => {
  const script = { steps: [{ text: "1" }, { text: "2" }] };
  const turns = [user("a"), assistant("1"), user("b"), assistant("2"), user("c")];
  assert.equal(await said({ script }, ...turns.slice(0, 1)), "1");
  assert.equal(await said({ script }, ...turns.slice(0, 3)), "2");
  assert.equal(await said({ script }, ...turns), "2");
  assert.equal(await said({ script }, user(scripted({ text: "of the prompt" }))), "of the prompt");
});

test("G4 a script works without tools, too", async () => {
  const blocks = await answer(new ScriptedProvider(), request([user(scripted({ text: "yes" }))], []));
  assert.deepEqual(blocks, [{ type: "text", text: "yes" }]);
});

test("G4 200 000 events take no timers", async () => {
  const step: Step = { text: "0123456789", repeat: 200_000, chunks: 200_000 };
  const provider = new ScriptedProvider({ script: { steps: [step] } });
  let timers = 0;
  const watch = createHook({
    init: (_id, type) => {
      if (type === "Timeout") timers++;
    },
  });
  watch.enable();
  let count = 0;
  for await (const _ of provider.stream(request([user("go")]), never)) count++;
  watch.disable();
  assert.deepEqual({ count, timers }, { count: 200_005, timers: 0 });
});

test("G4 an answer without pauses lets others have their turn", async () => {
  const step: Step = { text: "0123456789", repeat: 1_000_000, chunks: 1_000_000 };
  const provider = new ScriptedProvider({ script: { steps: [step] } });
  const controller = new AbortController();
  const reason = new Error("enough");
  setTimeout(() => controller.abort(reason), 20);
  let count = 0;
  await assert.rejects(
    async () => {
      for await (const _ of provider.stream(request([user("go")]), controller.signal)) count++;
    },
    (error) => error === reason,
  );
  assert.ok(count < 900_000, `${count} events came before the abort`);
});
