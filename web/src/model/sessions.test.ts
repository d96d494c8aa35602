import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { effect } from "@preact/signals";
import { SessionSchema } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { Sessions } from "./sessions.ts";

test("U3 who looks at one session hears of that one alone", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const sessions = new Sessions();
  const session = (id: string, title: string) => create(SessionSchema, { id, title });
  sessions.replace([session("a", "one"), session("b", "one")]);
  const seen: (string | undefined)[] = [];
  const stop = effect(() => void seen.push(sessions.get("a")?.title));
  const change = (id: string, title: string, isDeleted = false): void => {
    sessions.changed(session(id, title), isDeleted);
    t.mock.timers.tick(20);
  };
  for (let n = 0; n < 10; n++) change("b", `title ${n}`);
  assert.deepEqual(seen, ["one"], "nothing of the others");
  change("a", "two");
  change("a", "two", true);
  change("a", "three");
  assert.deepEqual(seen, ["one", "two", undefined, "three"]);
  stop();
});
