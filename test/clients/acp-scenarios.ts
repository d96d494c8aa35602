import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { AcpSession } from "./acp-session.ts";
import type { Client } from "./client.ts";
import type { ClientScenario } from "./client-scenario.ts";

const isAcp = ({ speaksAcp }: Client): boolean => speaksAcp === true;

/** What editors do besides: they cancel turns, and come back to sessions. */
export const acpScenarios: readonly ClientScenario[] = [
  {
    title: "a running turn is cancelled, and the next turn goes on",
    fits: isAcp,
    play: async (_client, stage) => {
      await using session = await AcpSession.open(stage.errand("allow"));
      const endless = scripted({ text: "Thinking about it. ", repeat: 20, stall: true });
      const cancelled = await session.prompt(endless, { onText: () => session.cancel() });
      assert.equal(cancelled.stopReason, "cancelled", JSON.stringify(cancelled));
      const next = await session.prompt(scripted({ text: "Here again." }));
      assert.equal(next.stopReason, "end_turn", JSON.stringify(next));
      assert.match(next.text, /Here again\.$/);
      await session.close();
      await stage.agentsEnded();
    },
  },
  {
    title: "a session is loaded by a later adapter, which shows what was said in it",
    fits: isAcp,
    play: async (_client, stage) => {
      const first = await AcpSession.open(stage.errand("allow"));
      await first.prompt(scripted({ text: "Said before." }));
      await first.close();
      await stage.agentsEnded();

      await using second = await AcpSession.open(stage.errand("allow"), { load: first.id });
      assert.match(second.history, /Said before\./);
      const turn = await second.prompt(scripted({ text: "Said after." }));
      assert.equal(turn.text, "Said after.", JSON.stringify(turn));
    },
  },
  {
    title: "an editor that writes files itself is asked, and then writes",
    fits: ({ offersEditorTools }) => offersEditorTools === true,
    play: async (_client, stage) => {
      await using session = await AcpSession.open(stage.errand("allow"), { editsFiles: true });
      const input = { file_path: stage.file("edited.txt"), content: "by the editor\n" };
      const write = { name: "mcp__acp__Write", input };
      const { text } = await session.prompt(scripted({ tools: [write] }, { text: "Done." }));
      assert.equal(text, "Done.");
      assert.deepEqual(session.asked, [input]);
      assert.deepEqual(session.written, [[input.file_path, input.content]]);
      assert.ok(!existsSync(input.file_path), "the agent leaves it to the editor");
    },
  },
];
