import assert from "node:assert/strict";
import { test } from "node:test";
import { type Attachment, promptContent } from "../../../../src/api/prompt-content.ts";
import { blocksOf } from "../content.ts";
import { draftOf, limits, refusal } from "./attachment.ts";

const picture: Attachment = { kind: "image", name: "a.png", mediaType: "image/png", base64: "AAAA" };
const file: Attachment = { kind: "text", name: "notes.md", text: "one\ntwo" };

test("U3 a prompt with pictures and files becomes blocks, its words last, and comes back as it was written", () => {
  const json = promptContent("what is this?", [picture, file]);
  assert.deepEqual(JSON.parse(json), [
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
    { type: "text", text: '<file name="notes.md">\none\ntwo\n</file>' },
    { type: "text", text: "what is this?" },
  ]);
  const back = draftOf(blocksOf(json));
  assert.equal(back.text, "what is this?");
  assert.deepEqual(back.attachments, [{ ...picture, name: "image" }, file]);
  assert.equal(promptContent("only words", []), '"only words"');
});

test("U3 what is too large, too many or too much together is refused with the limit", () => {
  const large: Attachment = { ...picture, base64: "A".repeat(8_000_000) };
  assert.match(refusal(large, []) ?? "", /6\.0 MB\): at most 5\.0 MB/);
  assert.match(
    refusal(
      picture,
      Array.from({ length: limits.count }, () => file),
    ) ?? "",
    /at most 20/,
  );
  const fair: Attachment = { ...picture, base64: "A".repeat(6_000_000) };
  assert.match(refusal(fair, [fair, fair, fair, fair]) ?? "", /20\.0 MB can be sent together/);
  assert.equal(refusal(fair, [fair, fair]), undefined);
});
