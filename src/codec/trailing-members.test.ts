import assert from "node:assert/strict";
import { test } from "node:test";
import { trailingMembers } from "./trailing-members.ts";

const object = {
  type: "result",
  text: 'a "quoted" } \\',
  inner: { type: "other", list: [{ type: "deep" }, "]"] },
  is_error: false,
  n: -1.5e3,
  none: null,
  empty: {},
  ids: ["a", "b"],
};

test("P3 the members of a whole object are found from its end, with any spaces", () => {
  for (const json of [JSON.stringify(object), ` ${JSON.stringify(object, null, "\t ")}\r`]) {
    assert.deepEqual(trailingMembers(json), object);
  }
});

test("P3 what is told of a part of an object is what the object says, wherever the part begins", () => {
  const json = JSON.stringify(object);
  for (let at = 0; at <= json.length; at++) {
    if (json.lastIndexOf('"ids"') >= at) assert.deepEqual(trailingMembers(json.slice(at)).ids, ["a", "b"]);
  }
});

test("P3 a text inside a string that looks like an object tells nothing", () => {
  const cut = JSON.stringify({ type: "assistant", text: 'he said {"type":"result"}' }).slice(0, -2);
  assert.equal(trailingMembers(cut).type, undefined);
  for (const other of ["", "[]", "null", "}", "{", '{"', '"type":"result"}']) {
    assert.ok([undefined, "result"].includes(trailingMembers(other).type as string | undefined));
  }
});

test("P3 long and hostile texts take linear time", () => {
  for (const json of [
    '{"'.repeat(500_000),
    `{"a":"${"\\".repeat(1_000_000)}`,
    `${"[".repeat(500_000)}}`,
    '"'.repeat(1_000_000),
  ]) {
    const started = process.cpuUsage().user;
    trailingMembers(json);
    assert.ok(process.cpuUsage().user - started < 2_000_000);
  }
});
