import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgent, told } from "./open-agent.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";

test("H3 garbage between good lines: each bad line is one error in its place, no content, and the turn ends well", async () => {
  await using agent = await openAgent("garbage");
  const { session, mark } = agent;
  const events = await readAll(await session.send("go"));
  const deltas = events.flatMap((event) => (event.type === "text_delta" ? [Number(event.text)] : []));
  assert.deepEqual(
    deltas,
    Array.from({ length: 17 }, (_, n) => n),
  );
  const codes = events.flatMap((event) => (event.type === "error" ? [event.code] : []));
  assert.deepEqual(codes, [
    ...["not_json", "not_json", "no_type", "no_type", "no_type", "no_type", "no_type", "malformed", "malformed"],
    ...["missing_field", "missing_field", "no_type", "not_json", "not_utf8"],
  ]);
  assert.doesNotMatch(JSON.stringify(events.filter(({ type }) => type === "error")), /deprecated|xxxx|\[\[\[/);
  assert.equal(events.at(-1)?.type, "turn_complete");
  assert.ok(session.counters.parse_errors_tolerated >= 1);
  await session.close();
  await assertNothingLeft(mark, 0);
});

test("H20 a 50 MB line over a cap of 8 MiB is one error in its place; a control request as long is answered", async () => {
  const limit = 8 * 2 ** 20;
  await using agent = await openAgent("huge-line", { maxPayloadBytes: limit, maxLineBytes: limit });
  const { session, mark } = agent;
  const events = await readAll(await session.send("go"));
  assert.deepEqual(
    events.flatMap((event) => {
      if (event.type === "text_delta") return [event.text];
      return event.type === "error" && event.frame?.type === "unreadable" ? [`${event.code} ${event.frame.bytes}`] : [];
    }),
    ["before", `oversize ${50 * 2 ** 20 + 79}`, "after", `oversize ${50 * 2 ** 20 + 126}`],
  );
  assert.deepEqual(
    (told(events, "answer") as { request_id: string; error_code: string }[]).map((a) => [a.request_id, a.error_code]),
    [["huge", "oversize"]],
  );
  await session.close();
  await assertNothingLeft(mark, 0);
});
