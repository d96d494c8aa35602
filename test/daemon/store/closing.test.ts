import assert from "node:assert/strict";
import { test } from "node:test";
import { insertSession } from "../../../src/daemon/store/sessions-table.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { within } from "../../host/within.ts";
import { newSession, openStore } from "./open-store.ts";

test("D9 a store whose thread has more to do than anybody waits for is closed all the same, and the calls fail", async () => {
  const { store, close } = openStore();
  const ids = Array.from({ length: 5_000 }, (_, index) => `session ${index}`);
  await store.write(together(...ids.map((id) => insertSession(newSession(id)))));
  // Each takes a while; all of them take seconds.
  const query = { pageSize: ids.length, pageToken: "", includeArchived: true, cwd: "" };
  const outcomes = Promise.allSettled(Array.from({ length: 1_000 }, () => store.reader.list(query)));
  await within(20_000, "the end", store.close(1));
  await close();
  assert.ok((await outcomes).some(({ status }) => status === "rejected"));
});
