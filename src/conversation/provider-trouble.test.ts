import assert from "node:assert/strict";
import { test } from "node:test";
import { providerTrouble } from "./provider-trouble.ts";

const said = { error: undefined, status: undefined, text: "", endsMs: undefined };

test("D15 what an agent says of a failed turn tells a limit and a missing login from other failures, in the words of every version", () => {
  const limit = { kind: "limit", endsMs: undefined };
  const rows: readonly [Partial<typeof said> | object, object | undefined][] = [
    [{ error: "rate_limit", status: 429 }, limit],
    [
      { error: "rate_limit", status: 429, endsMs: 5 },
      { kind: "limit", endsMs: 5 },
    ],
    [{ text: 'API Error: 429 {"type":"error"}' }, limit],
    [{ text: "Claude AI usage limit reached|1756850400" }, { kind: "limit", endsMs: 1_756_850_400_000 }],
    [{ error: "authentication_failed" }, { kind: "login" }],
    [{ error: "authentication_failed", status: 403 }, { kind: "login" }],
    [{ text: "Invalid API key · Please run /login" }, { kind: "login" }],
    [{ error: "billing_error", status: 400, text: "Credit balance is too low" }, undefined],
    [{ error: "server_error", status: 529 }, undefined],
    [{ error: "invalid_request", text: "API Error: 429 is not what this is about" }, undefined],
    [{ text: "I looked into the API Error: 429 that you saw" }, undefined],
  ];
  for (const [words, expected] of rows)
    assert.deepEqual(providerTrouble({ ...said, ...words }), expected, JSON.stringify(words));
});
