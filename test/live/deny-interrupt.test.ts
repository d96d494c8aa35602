import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/exports/host.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { eventsOf } from "./events-of.ts";
import { setStage } from "./stage.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "touch" } });

/** These pass over `interrupt` in a deny: the model would be asked again. */
for (const version of ["1.0.77", "1.0.95"]) {
  test(`H10 a deny with interrupt ends the turn on Claude Code ${version}`, { timeout: 400_000 }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
    await using stage = await setStage(agent);
    const onAsk = () => ({ behavior: "deny", message: "stop all", interrupt: true }) as const;
    await using session = await open(stage.options({ onAsk }));
    const turn = await session.send(scripted({ tools: [bash("touch a")] }, { text: "Never said." }));
    const { outcome, text } = await turn.result;
    assert.deepEqual([outcome, text], ["interrupted", undefined]);
    const next = await session.send(scripted({ text: "and on" }));
    assert.equal((await next.result).text, "and on");
  });
}

test("H10 where Claude Code 1.0.64 cannot be interrupted, a deny with interrupt denies the rest of the turn and says so", {
  timeout: 400_000,
}, async (t) => {
  const cli = await cliOrSkip(t, "1.0.64");
  if (cli === undefined) return;
  const agent = { name: "Claude Code", version: "1.0.64", executable: cli.command, executableArgs: cli.args };
  await using stage = await setStage(agent);
  let asked = 0;
  const onAsk = () => {
    asked++;
    return asked === 1 ? ({ behavior: "deny", interrupt: true } as const) : "allow";
  };
  await using session = await open(stage.options({ onAsk }));
  // Calls beside the conversation take a step of the script, too.
  const steps = ["a", "b", "c", "d"].map((name) => ({ tools: [bash(`touch ${name}`)] }));
  const events = await eventsOf(await session.send(scripted(...steps, { text: "The end." })));
  assert.equal(asked, 1);
  assert.ok(events.some((event) => event.type === "notice" && event.word === "bridle/interrupt_unsupported"));
  const denied = events.filter((event) => event.type === "tool_result" && event.isError);
  assert.ok(denied.length >= 2, `${denied.length} denied`);
  assert.ok(!events.some((event) => event.type === "tool_result" && !event.isError));
  await eventsOf(await session.send(scripted({ tools: [bash("touch c")] }, { text: "Asked again." })));
  assert.equal(asked, 2);
});
