import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { transcriptPath } from "./transcript-path.ts";

const id = "11111111-1111-4111-8111-111111111111";

test("G2 a transcript lies where Claude Code has it", () => {
  assert.equal(transcriptPath("/cfg", "/tmp/my.app_2/ü", id), `/cfg/projects/-tmp-my-app-2--/${id}.jsonl`);
});

test("G2 the folder of a long path is cut and marked as Claude Code does it", () => {
  // The mark was computed with the function of the official SDK.
  const cwd = `/tmp/${"long-name/".repeat(30)}end`;
  assert.equal(
    transcriptPath("/cfg", cwd, id).split("/")[3],
    `${`-tmp-${"long-name-".repeat(30)}`.slice(0, 200)}-2085p6`,
  );
});

test("G1 an id that is no plain word gets a file name of its own in the same folder", () => {
  const ids = ["../../etc/passwd", "..", "", "a/b", "a-b", "a.b", "x".repeat(5_000), "x".repeat(5_001), "nul\0"];
  const paths = ids.map((text) => transcriptPath("/cfg", "/w", text));
  assert.equal(new Set(paths).size, ids.length);
  for (const path of paths) {
    assert.equal(dirname(path), "/cfg/projects/-w");
    assert.match(path, /\/[a-zA-Z0-9-]{1,80}\.jsonl$/);
  }
});
