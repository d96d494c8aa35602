import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogFields } from "./log-fields.ts";
import { refusalLog } from "./refusal-log.ts";

test("D7 D11 refusals without end do not push everything else out of the log", () => {
  const lines: LogFields[] = [];
  let now = 0;
  const refused = refusalLog({ warn: (_, fields = {}) => void lines.push(fields) }, () => now);
  for (let at = 0; at < 1000; at++) refused("unauthenticated");
  refused("permission_denied");
  now = 10_000;
  refused("unauthenticated");
  assert.deepEqual(lines, [
    { why: "unauthenticated" },
    { why: "permission_denied" },
    { why: "unauthenticated", moreBefore: 999 },
  ]);
});
