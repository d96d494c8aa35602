import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { ripgrepOrSkip } from "../../../test/lab/ripgrep-or-skip.ts";
import type { Fields } from "../../wire/fields.ts";
import { grep as tool } from "./grep.ts";
import type { ToolContext } from "./tool.ts";

const lines = [
  "foo",
  "Foo bar",
  "foobar",
  "a1 b22",
  "größe",
  "x{y}",
  "tab\there",
  "a-b",
  "[list]",
  "end.",
  "日本",
  "İ",
  "",
];

/** Expressions, and the lines they match. */
const table: readonly (readonly [string, readonly number[]])[] = [
  ["foo", [1, 3]],
  ["(?i)foo", [1, 2, 3]],
  ["(?i:F)oo\\b", [1, 2]],
  ["^(?:x|(?i)FOO$|END)", [1, 6, 10]],
  ["\\bfoo\\b", [1]],
  ["\\bgröße\\b", [5]],
  ["^\\w+$", [1, 3, 5, 11, 12]],
  ["gr.ße", [5]],
  ["\\d{2}", [4]],
  ["\\{y\\}", [6]],
  ["x[{]y[}]", [6]],
  ["[[:digit:]]", [4]],
  ["^[^a-z]", [2, 9, 11, 12]],
  ["^[a-z&&[^aeiou]]", [1, 3, 5, 6, 7, 14]],
  ["\\x66oo", [1, 3]],
  ["\\x{65e5}", [11]],
  ["\\p{Han}", [11]],
  ["\\p{Lu}", [2, 12]],
  ["[\\]\\[]", [9]],
  ["[]a]-", [8]],
  ["[a-]b", [7, 8]],
  ["\\t", [7]],
  ["d\\.$", [10]],
  ["end$", [14]],
  ["r\\s+a1", []],
  ["[^x]oo[^x]", [2, 3]],
  ["^$", [13]],
  ["(?P<n>o)o$", [1]],
  ["-b", [8]],
  ["\\-b|\\/|\\<x", [6, 8]],
];

test("G5 expressions mean what they mean to ripgrep (ripgrep)", { timeout: 60_000 }, async (t) => {
  const rg = await ripgrepOrSkip(t, "2.0.76");
  if (rg !== undefined) await match(temporaryContext(t, { env: { PATH: dirname(rg) } }));
});

test("G5 expressions mean what they mean to ripgrep (without ripgrep)", { timeout: 60_000 }, (t) =>
  match(temporaryContext(t, { env: {} })),
);

async function match(context: ToolContext): Promise<void> {
  writeFileSync(join(context.cwd, "t.txt"), `${lines.join("\n")}\ncr at end\r\n`);
  const grep = async (input: Fields): Promise<string> => String((await tool.run(tool.read(input), context)).content);
  const matching = async (pattern: string, more: Fields = {}): Promise<number[]> => {
    const found = await grep({ pattern, output_mode: "content", path: "t.txt", ...more });
    return found === "No matches found" ? [] : found.split("\n").map((line) => Number.parseInt(line, 10));
  };
  for (const [pattern, expected] of table) assert.deepEqual(await matching(pattern), expected, pattern);
  assert.deepEqual(await matching("FOO", { "-i": true }), [1, 2, 3]);
  assert.deepEqual(await matching("bar\\nx.*\\na1", { multiline: true }), []);
  assert.deepEqual(await matching("r\\nfoobar\\na", { multiline: true }), [2, 3, 4]);
  assert.deepEqual(await matching("22.gr", { multiline: true }), [4, 5]);
  for (const pattern of [
    "foo(",
    "[a",
    "a{1",
    "\\1",
    "(?=x)",
    "(?<!x)y",
    "\\y",
    "a\\nb",
    "a\nb",
    "\\x0a",
    "*",
    "(?z)",
  ]) {
    assert.match(await grep({ pattern, path: "t.txt" }), /^<tool_use_error>/, pattern);
  }
}
