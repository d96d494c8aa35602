import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { Context } from "./context.ts";

const usage = (input_tokens: number): object => ({ input_tokens, output_tokens: 10, cache_read_input_tokens: 5 });

test("G7 the size of a context is what the API counted, plus what came after it", () => {
  const context = new Context();
  context.add({ role: "user", content: "x".repeat(400), number: 1 });
  assert.equal(context.tokens(50), 150);
  context.add({ role: "assistant", content: "y".repeat(40), number: 2 }, usage(985));
  assert.equal(context.tokens(50), 1_000);
  context.add({ role: "user", content: "z".repeat(400), number: 3 });
  assert.equal(context.tokens(50), 1_100);
});

test("G7 an API that counts too little, or nothing, is not believed", () => {
  const context = new Context();
  context.add({ role: "user", content: "x".repeat(12_000), number: 1 });
  context.add({ role: "assistant", content: "y", number: 2 }, usage(10));
  assert.equal(context.tokens(0), 2_001);
  context.add({ role: "assistant", content: "y", number: 3 }, { input_tokens: 0, output_tokens: 0 });
  assert.ok(context.tokens(0) > 2_000);
});

test("G7 pictures and files are not counted as the text they are sent in", () => {
  const context = new Context();
  const source = { type: "base64", data: "A".repeat(4_000_000) };
  context.add({
    role: "user",
    content: [
      { type: "image", source },
      { type: "document", source },
    ],
    number: 1,
  });
  assert.ok(context.tokens(0) < 200_000, `${context.tokens(0)}`);
});

test("G7 an opening takes the place of what is gone, and the count begins anew", () => {
  const context = new Context({ opening: undefined, messages: [] });
  for (let number = 1; number <= 4; number++)
    context.add({ role: number % 2 ? "user" : "assistant", content: `${number}`, number }, usage(9_000));
  const at = context.cut(1);
  assert.deepEqual([at, context.before(at).through, context.hiddenThrough], [3, 3, 0]);
  context.replace(at, "summary");
  assert.deepEqual(context.messages, [
    { role: "user", content: "summary" },
    { role: "assistant", content: "4" },
  ]);
  assert.deepEqual([context.tokens(0), context.hiddenThrough], [3, 3]);
});

test("G7 what is attached comes before the user's words, and after the results of tools", () => {
  const context = new Context();
  context.add({ role: "user", content: "hi", number: 1 });
  context.attach("memory");
  assert.deepEqual(context.messages.at(-1)?.content, [
    { type: "text", text: "memory" },
    { type: "text", text: "hi" },
  ]);
  const result = { type: "tool_result", tool_use_id: "t", content: "x" };
  context.add({ role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }], number: 2 });
  context.add({ role: "user", content: [result], number: 3 });
  context.attach("memory");
  assert.deepEqual(context.messages.at(-1)?.content, [result, { type: "text", text: "memory" }]);
});

test("G7 the parts of an answer are one message for the model, and so are results and what follows them", () => {
  const context = new Context();
  const call = (id: string): Fields => ({ type: "tool_use", id, name: "Bash", input: {} });
  const result = (id: string): Fields => ({ type: "tool_result", tool_use_id: id, content: id });
  context.add({ role: "user", content: "hi", number: 1 });
  for (const id of ["a", "b"]) context.add({ role: "assistant", content: [call(id)], number: 2 });
  assert.deepEqual(context.openCalls, ["a", "b"]);
  context.add({ role: "user", content: [result("b")], number: 3 });
  assert.deepEqual(context.openCalls, ["a"]);
  context.add({ role: "user", content: [result("a")], number: 4 });
  assert.deepEqual(context.openCalls, []);
  context.add({ role: "user", content: "more", number: 5 });
  assert.deepEqual(context.messages, [
    { role: "user", content: "hi" },
    { role: "assistant", content: [call("a"), call("b")] },
    { role: "user", content: [result("b"), result("a"), { type: "text", text: "more" }] },
  ]);
});
