import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { markedSeconds, processesWith } from "../../live/processes.ts";
import { until } from "../../live/until.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkMessage, SdkOptions } from "../agent-sdk.ts";
import type { Conversation } from "../conversation.ts";
import { resultIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

/** The SDK waits 2 s for an agent to go at the end of its input, then signals it. */
const goneMs = 12_000;

/** A query in the middle of a turn: its Bash runs. `isGone` looks for the agent, by the folder it was told, and for the command. */
async function sleeping(stage: SdkStage, options: SdkOptions = {}): Promise<{ talk: Conversation; isGone(): boolean }> {
  const seconds = markedSeconds();
  const folder = stage.place.cwd;
  const talk = stage.talk({ allowedTools: ["Bash"], additionalDirectories: [folder], ...options });
  // In a shell of its own: 2.1.325 refuses a command that only sleeps.
  const tools = [{ name: "Bash", input: { command: `sh -c "sleep ${seconds}"`, timeout: 600_000 } }];
  talk.send(scripted({ tools }, { text: "Never said." }));
  await until("the command runs", () => processesWith(`sleep ${seconds}`).length > 0, 20_000);
  assert.ok(processesWith(folder).length > 0);
  return { talk, isGone: () => processesWith(`sleep ${seconds}`).length + processesWith(folder).length === 0 };
}

async function rest(query: AsyncIterable<SdkMessage>): Promise<SdkMessage[]> {
  const messages: SdkMessage[] = [];
  for await (const message of query) messages.push(message);
  return messages;
}

export const endings: readonly SdkScenario[] = [
  {
    title: "G2 close in mid-turn ends the iteration and leaves no process",
    async play(stage) {
      const { talk, isGone } = await sleeping(stage);
      talk.query.close();
      assert.ok((await rest(talk.query)).every(({ type }) => type !== "result"));
      await until("the agent and its command are gone", isGone, goneMs);
    },
  },
  {
    title: "G2 an abort in mid-turn throws and leaves no process",
    async play(stage) {
      const abortController = new AbortController();
      const { talk, isGone } = await sleeping(stage, { abortController });
      abortController.abort();
      await assert.rejects(rest(talk.query), stage.sdk.AbortError);
      await until("the agent and its command are gone", isGone, goneMs);
    },
  },
  {
    title: "G2 leaving the loop in mid-turn leaves no process",
    async play(stage) {
      const { talk, isGone } = await sleeping(stage);
      for await (const { type } of talk.query) if (type === "assistant") break;
      await until("the agent and its command are gone", isGone, goneMs);
    },
  },
  {
    title: "G2 an agent whose prompts end goes by itself, at once",
    async play(stage) {
      const folder = stage.place.cwd;
      const talk = stage.talk({ additionalDirectories: [folder] });
      assert.equal(resultIn(await talk.turn(scripted({ text: "Bye." }))).result, "Bye.");
      assert.ok(processesWith(folder).length > 0);
      await talk.end();
      await until("the agent is gone", () => processesWith(folder).length === 0, 1_500);
    },
  },
  {
    title: "G2 prompts that end in mid-turn let the turn finish",
    async play(stage) {
      const talk = stage.talk({ allowedTools: ["Bash"] });
      const input = { command: "echo slow; sh -c 'sleep 0.5'", description: "wait" };
      talk.send(scripted({ tools: [{ name: "Bash", input }] }, { text: "Finished." }));
      assert.equal(resultIn(await talk.end()).result, "Finished.");
    },
  },
];
