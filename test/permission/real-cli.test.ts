import assert from "node:assert/strict";
import { test } from "node:test";
import { why } from "../../src/exports/permission.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import type { Play } from "./play.ts";
import { playSituation } from "./real-verdicts.ts";
import { plays } from "./situations.ts";

const version = "2.1.325";

test(`P1 P2 G6 decide() says what Claude Code ${version} does, except where a reason is given`, {
  timeout: 300_000,
  concurrency: 2,
}, async (t) => {
  const cli = await cliOrSkip(t, version);
  if (cli === undefined) return;
  const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
  const count = plays.reduce((sum, { uses }) => sum + uses.length, 0);
  assert.ok(count >= 60, `${count} cases`);
  await Promise.all(
    plays.map((play) => t.test(`P1 P2 G6 ${play.title}`, { timeout: 120_000 }, () => compare(play, agent))),
  );
});

type Agent = Parameters<typeof playSituation>[0];

async function compare({ situation, uses }: Play, agent: Agent): Promise<void> {
  const expected = uses.map((one) => ("use" in one ? one : { use: one, ours: undefined }));
  const played = await playSituation(
    agent,
    situation,
    expected.map(({ use }) => use),
  );
  const wrong = played.flatMap(({ use, verdict, decision, text }, at) => {
    const ours = expected[at]?.ours;
    const fits = ours === undefined ? decision.effect === verdict : decision.effect === ours && verdict !== ours;
    const call = `${use.name} ${JSON.stringify(use.input)}`;
    return fits ? [] : [`${call}: real ${verdict} (${text.slice(0, 80)}), ours ${why(decision)}`];
  });
  assert.deepEqual(wrong, []);
}
