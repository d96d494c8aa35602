import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Session, SessionSchema, SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { arrange, choices, count, everything, type Filter } from "./session-list.ts";

function session(id: string, more: Partial<Session> = {}): Session {
  return create(SessionSchema, { id, title: id, state: SessionState.IDLE, cwd: "/p", agent: "claude", ...more });
}

const sessions = [
  session("read", { updatedMs: 9n }),
  session("old-unread", { updatedMs: 1n }),
  session("runs", { state: SessionState.RUNNING, updatedMs: 2n }),
  session("waits", { state: SessionState.WAITING, updatedMs: 0n }),
  session("put-away", { archived: true, cwd: "/q", updatedMs: 10n }),
  session("other", { cwd: "/q", agent: "bridle", updatedMs: 3n, preview: "Edit notes.md", model: "opus" }),
];
const isUnread = ({ id }: Session): boolean => id === "old-unread" || id === "waits";
const ids = (filter: Partial<Filter>): string[] =>
  arrange(sessions, { ...everything, ...filter }, isUnread).map(({ id }) => id);

test("U3 what waits comes first, then what runs, then what is unread, then by the last activity", () => {
  assert.deepEqual(ids({}), ["waits", "runs", "old-unread", "read", "other"]);
});

test("U3 sessions are filtered by state, folder, agent and words", () => {
  assert.deepEqual(ids({ kind: "waiting" }), ["waits"]);
  assert.deepEqual(ids({ kind: "running" }), ["runs"]);
  assert.deepEqual(ids({ kind: "unread" }), ["waits", "old-unread"]);
  assert.deepEqual(ids({ kind: "archived" }), ["put-away"]);
  assert.deepEqual(ids({ folder: "/q" }), ["other"]);
  assert.deepEqual(ids({ agent: "bridle" }), ["other"]);
  assert.deepEqual(ids({ words: " NOTES  opus" }), ["other"]);
  assert.deepEqual(ids({ words: "notes waits" }), []);
});

test("U3 each filter tells how many there are, and folders come by how many sessions they have", () => {
  assert.deepEqual(count(sessions, isUnread), { waiting: 1, running: 1, unread: 2, archived: 1 });
  assert.deepEqual(choices(sessions, "cwd"), ["/p", "/q"]);
  assert.deepEqual(choices(sessions, "agent"), ["claude", "bridle"]);
});
