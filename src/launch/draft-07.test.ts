import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../errors.ts";
import { toDraft07 } from "./draft-07.ts";

test("H13 a schema of a newer draft is said in the words of draft 07", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      pair: { type: "array", prefixItems: [{ type: "string", "x-note": 1 }, { $ref: "#/$defs/n" }], items: false },
      list: { type: "array", items: { type: "string", example: "one" } },
      prefixItems: { const: { prefixItems: ["as it is"] } },
    },
    dependentRequired: { pair: ["list"] },
    dependentSchemas: { list: { required: ["pair"], "x-note": 2 } },
    $defs: { n: { anyOf: [{ type: "number", "x-note": 3 }, { type: "null" }] } },
    required: ["pair"],
    additionalProperties: false,
  };
  assert.deepEqual(toDraft07(schema), {
    type: "object",
    properties: {
      pair: { type: "array", items: [{ type: "string" }, { $ref: "#/$defs/n" }], additionalItems: false },
      list: { type: "array", items: { type: "string" } },
      prefixItems: { const: { prefixItems: ["as it is"] } },
    },
    dependencies: { pair: ["list"], list: { required: ["pair"] } },
    $defs: { n: { anyOf: [{ type: "number" }, { type: "null" }] } },
    required: ["pair"],
    additionalProperties: false,
  });
});

test("H13 a word that restricts and that draft 07 lacks is refused, however deep", () => {
  const schema = { type: "object", properties: { a: { allOf: [{ unevaluatedProperties: false }] } } };
  assert.throws(
    () => toDraft07(schema),
    (error) => isBridleError(error, "invalid_option") && error.message.includes("unevaluatedProperties"),
  );
});
