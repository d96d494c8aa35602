import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ListAsksRequestSchema } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { FolderReach } from "../../../src/daemon/access/folder-reach.ts";
import { askCalls } from "../../../src/daemon/calls/ask-calls.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { isBridleError } from "../../../src/errors.ts";
import { openStore } from "../store/open-store.ts";
import { HeldSessions } from "../support/held-sessions.ts";
import { askIdOf, parkedState, storeState } from "../support/stored-sessions.ts";

const caller = { name: "me", roles: ["admin"], folders: undefined, sha256: "" } as const;

test("P6 D13 open asks are listed a page at a time, the oldest first, each once, also where many came in one moment", async () => {
  const opened = openStore();
  const names = Array.from({ length: 7 }, (_, n) => `s${n}`);
  await opened.store.write(
    together(...names.map((id, n) => storeState(parkedState(id, { createdMs: 10 + (n >> 2) })))),
  );
  const { sessions } = new HeldSessions(opened.store);
  const reach = { session: () => true, cwds: () => undefined } as unknown as FolderReach;
  const { listAsks } = askCalls(sessions, reach);
  const list = (request: { pageSize?: number; pageToken?: string }) =>
    listAsks(create(ListAsksRequestSchema, request), caller);
  const pages: (string | undefined)[][] = [];
  for (let pageToken = ""; ; ) {
    const page = await list({ pageSize: 3, pageToken });
    pages.push((page.asks ?? []).map(({ id }) => id));
    pageToken = page.nextPageToken ?? "";
    if (pageToken === "") break;
  }
  assert.deepEqual(
    pages.map(({ length }) => length),
    [3, 3, 1],
  );
  assert.deepEqual(pages.flat(), names.map(askIdOf));
  const whole = await list({});
  assert.deepEqual([whole.asks?.length, whole.nextPageToken], [7, ""], "who knows no pages gets all");
  await assert.rejects(list({ pageSize: 3, pageToken: "x" }), (error) => isBridleError(error, "invalid_option"));
  await opened.close();
});
