import assert from "node:assert/strict";
import { test } from "node:test";
import { within } from "../../host/within.ts";
import { openStore } from "./open-store.ts";

test("D9 a store whose thread has more to do than anybody waits for is closed all the same, and the calls fail", async () => {
  const { store, close, createSession } = openStore();
  await createSession("a");
  const asked = Array.from({ length: 100_000 }, () => store.reader.checkpoint("TRUNCATE"));
  const outcomes = Promise.allSettled(asked);
  await within(20_000, "the end", store.close(1));
  await close();
  assert.ok((await outcomes).some(({ status }) => status === "rejected"));
});
