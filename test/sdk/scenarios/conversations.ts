import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkOptions } from "../agent-sdk.ts";
import { hearFailure, lastRequest, resultIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

/** One prompt in an agent of its own; the id of its session. */
async function tell(stage: SdkStage, text: string, options?: SdkOptions): Promise<string> {
  const { result, session_id } = resultIn(await stage.say(scripted({ text }), options));
  assert.equal(result, text);
  return String(session_id);
}

export const conversations: readonly SdkScenario[] = [
  {
    title: "G2 a resumed session keeps its id and its history",
    async play(stage) {
      const first = await tell(stage, "the first answer");
      const resumed = await tell(stage, "the second answer", { resume: first });
      assert.equal(resumed, first);
      assert.match(lastRequest(stage), /the first answer/);
    },
  },
  {
    title: "G2 a fork has the history and an id of its own, and leaves the session as it was",
    async play(stage) {
      const first = await tell(stage, "the first answer");
      const fork = await tell(stage, "the answer of the fork", { resume: first, forkSession: true });
      assert.notEqual(fork, first);
      assert.match(lastRequest(stage), /the first answer/);
      assert.equal(await tell(stage, "the third answer", { resume: first }), first);
      assert.doesNotMatch(lastRequest(stage), /the answer of the fork/);
    },
  },
  {
    title: "G2 continue takes up the last session of the folder",
    async play(stage) {
      await tell(stage, "an older answer");
      const last = await tell(stage, "the last answer");
      assert.equal(await tell(stage, "and one more", { continue: true }), last);
      assert.match(lastRequest(stage), /the last answer/);
      assert.doesNotMatch(lastRequest(stage), /an older answer/);
    },
  },
  {
    title: "G2 a session has the id it was given",
    async play(stage) {
      const sessionId = randomUUID();
      assert.equal(await tell(stage, "named", { sessionId }), sessionId);
    },
  },
  {
    title: "G2 resuming what does not exist fails with the agent's own words",
    async play(stage) {
      const { error } = await hearFailure(stage.query("hello?", { resume: randomUUID() }));
      assert.match(error.message, /No conversation found with session ID/);
    },
  },
];
