import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { isBridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import { structuredOutput } from "./structured-output.ts";

const schema = {
  type: "object",
  properties: { a: { type: "number" }, list: { type: "array", items: { type: "string", format: "email" } } },
  required: ["a"],
};

test("G2 a value that fits the schema is kept and given out once", async (t) => {
  const tool = await structuredOutput(schema);
  assert.equal(tool.take(), undefined);
  const told = "Structured output provided successfully";
  assert.deepEqual(await tool.run(tool.read({ a: 1 }), temporaryContext(t)), { content: told, details: told });
  assert.deepEqual(tool.take(), { a: 1 });
  assert.equal(tool.take(), undefined);
});

test("G2 a value that does not fit is an error that names the places, and is not kept", async (t) => {
  const tool = await structuredOutput(schema);
  const output = await tool.run({ a: "x", list: [1] }, temporaryContext(t));
  assert.equal(output.isError, true);
  const text = "Output does not match required schema: /a: must be number, /list/0: must be string";
  assert.equal(output.content, `<tool_use_error>${text}</tool_use_error>`);
  assert.match(String((await tool.run({}, temporaryContext(t))).content), /root: must have required property 'a'/);
  assert.equal(tool.take(), undefined);
});

test("G2 it is allowed without asking, and the model is shown the schema itself", async (t) => {
  const tool = await structuredOutput({ properties: { a: {} } });
  assert.deepEqual(tool.permission({}, temporaryContext(t)), { behavior: "allow" });
  assert.deepEqual(tool.inputSchema(), { type: "object", properties: { a: {} } });
});

test("G2 schemas of the usual drafts are understood", async (t) => {
  const drafts = [
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-04/schema#",
  ];
  for (const $schema of drafts) {
    const tool = await structuredOutput({ ...schema, $schema });
    assert.equal((await tool.run({ a: "x" }, temporaryContext(t))).isError, true, $schema);
    assert.notEqual((await tool.run({ a: 1 }, temporaryContext(t))).isError, true, $schema);
  }
  const pairs = await structuredOutput({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    properties: { pair: { prefixItems: [{ type: "string" }], items: false } },
  });
  assert.equal((await pairs.run({ pair: ["a", "b"] }, temporaryContext(t))).isError, true);
});

test("G2 a schema that cannot be used is told before the session starts", async () => {
  const unusable: readonly Fields[] = [
    { type: "nonsense" },
    { type: "array", items: {} },
    { type: "object", properties: { a: { type: "nonsense" } } },
    { type: "object", properties: { a: { $ref: "https://example.com/x.json" } } },
    { type: "object", properties: { a: { pattern: "(" } } },
    { $async: true },
  ];
  for (const schema of unusable) {
    await assert.rejects(
      structuredOutput(schema),
      (error) => isBridleError(error, "invalid_option"),
      JSON.stringify(schema),
    );
  }
});
