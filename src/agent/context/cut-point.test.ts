import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelMessage } from "../model/provider.ts";
import { cutPoint } from "./cut-point.ts";

const messages: { readonly [kind: string]: ModelMessage } = {
  u: { role: "user", content: "hi" },
  a: { role: "assistant", content: [{ type: "text", text: "hi" }] },
  c: { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] },
  r: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "" }] },
};

/** Each of ten tokens. */
function cut(kinds: string, keepTokens: number): number {
  const said = [...kinds].map((kind) => ({ message: messages[kind] as ModelMessage, tokens: 10 }));
  return cutPoint(said, keepTokens);
}

test("G7 a conversation is cut so that the rest fits, and never between the blocks of an answer, nor between a call and its result", () => {
  const cases: readonly [kinds: string, keepTokens: number, expected: number][] = [
    ["uauaua", 20, 4],
    ["uauaua", 29, 4],
    ["uauaua", 1_000, 1],
    ["uauaua", 0, 5],
    ["ucrcra", 30, 3],
    ["ucrcra", 20, 5],
    ["ucrcr", 10, 3],
    ["uaucr", 0, 3],
    ["ucr", 0, 1],
    ["cr", 0, 0],
    ["uacr", 10, 1],
    ["uaccrra", 60, 1],
    ["uaccrra", 50, 6],
    ["u", 0, 0],
    ["", 0, 0],
  ];
  for (const [kinds, keepTokens, expected] of cases)
    assert.equal(cut(kinds, keepTokens), expected, `${kinds} to ${keepTokens}`);
});
