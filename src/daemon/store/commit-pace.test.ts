import assert from "node:assert/strict";
import { test } from "node:test";
import { CommitPace } from "./commit-pace.ts";

test("D12 a few commits in a row wait for nothing; in a flood each waits some milliseconds", () => {
  const pace = new CommitPace();
  const commit = (): number => {
    pace.begins();
    pace.ends();
    return pace.waitMs();
  };
  for (let first = 0; first < 8; first++) assert.ok(commit() <= 0, `commit ${first}`);
  for (let more = 0; more < 3; more++) commit();
  const wait = commit();
  assert.ok(wait > 1 && wait <= 4, `${wait} ms`);
});
