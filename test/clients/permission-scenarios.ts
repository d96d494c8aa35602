import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Client, Outcome, Verdict } from "./client.ts";
import type { ClientScenario } from "./client-scenario.ts";
import type { ClientStage } from "./client-stage.ts";

const write = (file: string) => ({ name: "Write", input: { file_path: file, content: "written\n" } });

/** A turn that writes one file after the other, and one that only talks. */
async function writeAndTalk(client: Client, stage: ClientStage, verdict: Verdict, files: string[]): Promise<Outcome> {
  const writes = files.map((file) => ({ tools: [write(file)] }));
  const prompts = [scripted(...writes, { text: "Done." }), scripted({ text: "And more." })];
  const outcome = await client.play({ ...stage.errand(verdict), prompts });
  await stage.agentsEnded();
  return outcome;
}

/** Turns with a permission prompt. */
export const permissionScenarios: readonly ClientScenario[] = [
  {
    title: "what the user allows is written, and the next turn goes on",
    play: async (client, stage) => {
      const file = stage.file("allowed.txt");
      const { asked, turns } = await writeAndTalk(client, stage, "allow", [file]);
      assert.deepEqual(
        turns.map(({ text }) => text),
        ["Done.", "And more."],
        JSON.stringify(turns),
      );
      assert.deepEqual(asked, client.asks === "never" ? [] : [write(file).input]);
      assert.equal(readFileSync(file, "utf8"), "written\n");
    },
  },
  {
    title: "what the user refuses is not written, and the next turn goes on",
    play: async (client, stage) => {
      const file = stage.file("refused.txt");
      const { asked, turns } = await writeAndTalk(client, stage, "deny", [file]);
      assert.equal(turns[0]?.error !== undefined, client.interruptsOnDeny === true, JSON.stringify(turns));
      assert.doesNotMatch(turns[0]?.error ?? "", /Cannot read/, "the result lacks what the client reads of it");
      assert.equal(turns[0]?.text, client.interruptsOnDeny ? "" : "Done.");
      assert.equal(turns[1]?.text, "And more.");
      assert.deepEqual(asked, client.asks === "never" ? [] : [write(file).input]);
      assert.ok(!existsSync(file));
    },
  },
  {
    title: "what the user allows for good is asked once",
    // Without control requests nothing is suggested.
    fits: ({ asks }) => asks === "by control request",
    play: async (client, stage) => {
      const files = [stage.file("one.txt"), stage.file("two.txt")];
      const { asked, turns } = await writeAndTalk(client, stage, "always", files);
      assert.equal(turns[0]?.text, "Done.", JSON.stringify(turns));
      assert.deepEqual(asked, [write(stage.file("one.txt")).input]);
      assert.ok(files.every((file) => existsSync(file)));
    },
  },
];
