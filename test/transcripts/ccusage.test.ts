import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { type TestContext, test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { installCcusage } from "../lab/install-ccusage.ts";
import { InstallFailure } from "../lab/install-failure.ts";
import { longConversation, task } from "./long-conversation.ts";
import { bridle, type Command, claude, TranscriptStage } from "./transcript-stage.ts";

const version = "18.0.11";

async function ccusageOrSkip(t: TestContext): Promise<string | undefined> {
  try {
    return await installCcusage(version);
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    t.skip(`ccusage ${version} is not here: ${error.message}`);
    return undefined;
  }
}

/** What the reader counts after a conversation with sub-agents, its resumption and two forks of it. */
async function counted(ccusage: string, command: Command): Promise<Fields> {
  await using stage = await TranscriptStage.set();
  const id = await longConversation(stage, command);
  const more = scripted({ tools: [task({ text: "One." }), task({ text: "Two." })] }, { text: "Done." });
  await stage.say(command, more, "--resume", id);
  const [fork] = await stage.say(command, "in a fork", "--resume", id, "--fork-session");
  await stage.say(command, "in a fork of it", "--resume", String(fork?.session_id), "--fork-session");
  const read = execFileSync(process.execPath, [ccusage, "daily", "--json", "--offline"], { env: stage.place.env });
  const { totals } = JSON.parse(read.toString()) as { totals: Fields };
  const { totalCost: _, ...tokens } = totals;
  return tokens;
}

test("G2 ccusage counts the same on our transcripts as on Claude Code's, with sub-agents and forks", {
  timeout: 300_000,
}, async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  const ccusage = cli && (await ccusageOrSkip(t));
  if (cli === undefined || ccusage === undefined) return;
  const ours = await counted(ccusage, bridle);
  assert.deepEqual(ours, await counted(ccusage, claude(cli)));
  // 20 whole answers of 100 and 25 tokens, and one that was broken off after 1.
  assert.deepEqual([ours.inputTokens, ours.outputTokens], [2_100, 501]);
});
