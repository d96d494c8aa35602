import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../conversation/event.ts";
import { previewOf } from "./preview-of.ts";

const common = { turn: undefined, parentToolUseId: undefined, frame: undefined };

function toolStart(name: string, input: object): Event {
  return { ...common, type: "tool_start", toolUseId: "t", name, input: input as { [name: string]: unknown } };
}

function said(text: string): Event {
  const added = [{ type: "text" as const, text }];
  const rest = { messageId: "m", model: "x", complete: true, stopReason: undefined, usage: undefined };
  return {
    ...common,
    ...rest,
    type: "message",
    role: "assistant",
    content: added,
    added,
    origin: undefined,
    error: undefined,
  };
}

test("U3 a tool use is told by its name and what it is about", () => {
  assert.equal(
    previewOf(toolStart("Bash", { description: "tests", command: "npm test\n--all" })),
    "Bash npm test --all",
  );
  assert.equal(previewOf(toolStart("Edit", { file_path: "/a/b/notes.md", old_string: "x" })), "Edit notes.md");
  assert.equal(previewOf(toolStart("Odd", { depth: 3 })), "Odd");
});

test("U3 what was said last is one line without the marks of Markdown, and never long", () => {
  assert.equal(previewOf(said("## Done\n\n- **two** files `changed`\n")), "Done two files changed");
  assert.equal(previewOf(said("  \n")), undefined);
  const long = previewOf(said("é🙂".repeat(400))) ?? "";
  assert.equal([...long].length, 160);
  assert.match(long, /🙂…$|é…$/u);
});
