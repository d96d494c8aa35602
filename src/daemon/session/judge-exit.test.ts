import assert from "node:assert/strict";
import { test } from "node:test";
import { type BeforeExit, judgeExit } from "./judge-exit.ts";

const idle: BeforeExit = {
  isEnding: false,
  isReady: true,
  isSettled: true,
  wasResuming: false,
  refusedToResume: false,
  wasMute: false,
};
const resuming: BeforeExit = { ...idle, isReady: false, wasResuming: true };
const ok = { exitCode: 0, signal: null, stderr: "" };
const failed = { exitCode: 1, signal: null, stderr: "" };
const killed = { exitCode: null, signal: "SIGKILL", stderr: "" };
const unknown = { exitCode: 1, signal: null, stderr: "No conversation found with session ID: x\n" };

test("D5 an agent that was told to end, or ends in order with nothing to do, has not crashed", () => {
  assert.equal(judgeExit(killed, { ...idle, isEnding: true, isSettled: false }), "expected");
  assert.equal(judgeExit(ok, idle), "expected");
  assert.equal(judgeExit(ok, { ...idle, isSettled: false }), "crashed");
  assert.equal(judgeExit(ok, { ...idle, isReady: false }), "crashed");
  assert.equal(judgeExit(failed, idle), "crashed");
});

test("D5 a conversation counts as forgotten only by the agent's own word, before it was ready", () => {
  assert.equal(judgeExit(unknown, resuming), "forgotten");
  assert.equal(judgeExit(failed, { ...resuming, refusedToResume: true }), "forgotten");
  assert.equal(judgeExit(failed, resuming), "crashed");
  assert.equal(judgeExit(killed, { ...resuming, refusedToResume: true }), "crashed");
  assert.equal(judgeExit(unknown, { ...resuming, wasMute: true }), "crashed");
  assert.equal(judgeExit(unknown, { ...resuming, isReady: true }), "crashed");
  assert.equal(judgeExit(unknown, { ...idle, isReady: false }), "crashed");
});
