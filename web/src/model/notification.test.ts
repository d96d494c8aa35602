import assert from "node:assert/strict";
import { test } from "node:test";
import { askOfTag } from "./ask-of-tag.ts";
import { notificationOf, readPush } from "./notification.ts";
import { addressOf, routeOf } from "./route.ts";

const ask = { kind: "ask", tag: "ask a1", title: "Mend the tests", session: "s1", ask: "a1", tool: "Bash" };

test("U3 a notification says which tool of which session waits, and leads to the ask", () => {
  const shown = notificationOf(ask);
  assert.deepEqual(
    [shown.title, shown.body, shown.path, shown.isSilent],
    ["Allow Bash?", "Mend the tests", "/asks/a1", false],
  );
  assert.equal(notificationOf({ ...ask, detail: "npm test" }).body, "Mend the tests\nnpm test");
  assert.equal(askOfTag(ask.tag), "a1");
  assert.equal(askOfTag("turn s1"), undefined);
});

test("U3 every notification leads to a route of the page", () => {
  for (const kind of ["ask", "question", "answered", "end", "failure", "test", "of a newer daemon"]) {
    const { path, title } = notificationOf({ ...ask, kind });
    const route = routeOf(path, "");
    assert.notEqual(route.view, "nowhere", kind);
    assert.equal(addressOf(route), path);
    assert.notEqual(title, "");
  }
  assert.equal(notificationOf({ ...ask, kind: "answered" }).isSilent, true);
});

test("U3 what is no message is not shown", () => {
  assert.deepEqual(readPush(JSON.stringify(ask)), ask);
  for (const text of ["", "{", "null", "[]", "7", '{"kind":"ask"}', '{"kind":1,"tag":"","title":""}'])
    assert.equal(readPush(text), undefined, text);
});
