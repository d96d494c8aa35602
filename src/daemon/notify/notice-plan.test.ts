import assert from "node:assert/strict";
import { test } from "node:test";
import { noticeKinds } from "../config/notification-settings.ts";
import { planNotices } from "./notice-plan.ts";

const happened = { session: "s", seq: 7, timeMs: 1000 };
const wish = (recipient: string, askDelayMs = 0, on: readonly (typeof noticeKinds)[number][] = noticeKinds) => ({
  ...{ recipient, on: new Set(on), delayMs: 10, askDelayMs },
});

test("D14 an ask goes to each in its turn, an end to all at once, and to nobody who did not want it", () => {
  const wishes = [wish("first"), wish("second", 500), wish("other", 0, ["crash"])];
  const due = (kind: "ask" | "end") =>
    planNotices(kind === "ask" ? { kind, askId: "a" } : { kind, outcome: "success" }, wishes, happened).map(
      ({ recipient, dueMs }) => [recipient, dueMs],
    );
  assert.deepEqual(due("ask"), [
    ["first", 1010],
    ["second", 1510],
  ]);
  assert.deepEqual(due("end"), [
    ["first", 1010],
    ["second", 1010],
  ]);
});

test("D14 a notice has the ask's id, or the event's: the same for whoever plans it again", () => {
  const [ask] = planNotices({ kind: "question", askId: "a" }, [wish("one")], happened);
  assert.deepEqual([ask?.id, ask?.ask, ask?.outcome], ["a", "a", ""]);
  const [end] = planNotices({ kind: "failure", outcome: "lost" }, [wish("one")], happened);
  assert.deepEqual([end?.id, end?.ask, end?.outcome], ["s:7", "", "lost"]);
  assert.deepEqual(planNotices({ kind: "ask_over", askId: "a" }, [wish("one")], happened), []);
});
