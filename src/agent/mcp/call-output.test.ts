import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { callOutput } from "./call-output.ts";

const text = (said: string): Fields => ({ type: "text", text: said });
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBO" } };

const blocks: readonly (readonly [string, Fields, Fields])[] = [
  ["text", { type: "text", text: "5", annotations: { priority: 1 } }, text("5")],
  ["an image", { type: "image", data: "iVBO", mimeType: "image/png" }, image],
  ["an image no model reads", { type: "image", data: "x", mimeType: "image/tiff" }, text("[Image from s: image/tiff]")],
  ["audio", { type: "audio", data: "x", mimeType: "audio/wav" }, text("[Audio from s: audio/wav]")],
  [
    "a link",
    { type: "resource_link", name: "log", uri: "file:///log", description: "today" },
    text("[Resource link: log] file:///log (today)"),
  ],
  [
    "a resource of text",
    { type: "resource", resource: { uri: "file:///a", text: "hello" } },
    text("[Resource from s at file:///a] hello"),
  ],
  ["a picture", { type: "resource", resource: { uri: "file:///b", blob: "iVBO", mimeType: "image/png" } }, image],
  [
    "another resource",
    { type: "resource", resource: { uri: "file:///c", blob: "AA==" } },
    text("[Resource from s at file:///c] binary data"),
  ],
  ["what nobody knows", { type: "hologram", n: 1 }, text('{"type":"hologram","n":1}')],
];

for (const [what, block, expected] of blocks) {
  test(`G2 ${what} of a result becomes a block of the Messages API`, () => {
    assert.deepEqual(callOutput("s", { content: [block] }), { content: [expected] });
  });
}

test("G2 structured content is written out only where there is no other", () => {
  const structuredContent = { n: 3 };
  assert.deepEqual(callOutput("s", { structuredContent }).content, [text('{"n":3}')]);
  assert.deepEqual(callOutput("s", { structuredContent, content: [text("three")] }).content, [text("three")]);
  assert.deepEqual(callOutput("s", {}).content, []);
});

test("G2 an error of nothing but text is one string, and with a picture stays blocks", () => {
  const both = [text("a"), text("b")];
  assert.deepEqual(callOutput("s", { isError: true, content: both }), {
    content: "a\nb",
    isError: true,
    details: "Error: a\nb",
  });
  const pictured = callOutput("s", {
    isError: true,
    content: [text("a"), { ...image, data: "iVBO", mimeType: "image/png" }],
  });
  assert.deepEqual(pictured, { content: [text("a"), image], isError: true, details: "Error: a" });
  assert.equal(callOutput("s", { isError: true }).content, "Unknown error");
});
