import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Hook, type OpenOptions, open, type TurnResult } from "../../src/exports/host.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import { bridleAgent } from "../live/bridle-agent.ts";
import { setStage } from "../live/stage.ts";

const says = (permissionDecision: string) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision },
});
const onEach = (hook: Hook): OpenOptions => ({ hooks: { PreToolUse: [{ hooks: [hook] }] }, onAsk: () => "deny" });
const bash = { name: "Bash", input: { command: "touch made.txt; echo touched", description: "touch it" } };

async function both(t: TestContext): Promise<readonly (readonly [AgentUnderTest, AgentUnderTest])[]> {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return [];
  const real = { name: "Claude Code", version: cli.version, executable: cli.command, executableArgs: cli.args };
  return [
    [real, bridleAgent],
    [bridleAgent, real],
  ];
}

test("P6 G7 a call that one of them put off, Claude Code or our agent, the other takes up again, once", {
  timeout: 300_000,
}, async (t) => {
  for (const [first, second] of await both(t)) {
    await using stage = await setStage(first);
    let parked: TurnResult;
    {
      await using session = await open(stage.options(onEach(() => says("defer"))));
      parked = await (await session.send(scripted({ tools: [bash] }, { text: "Done." }))).result;
    }
    const { sessionId: resume = "", deferred } = parked;
    const asked: (string | undefined)[] = [];
    const allows: Hook = (_, { toolUseId }) => {
      asked.push(toolUseId);
      return says("allow");
    };
    const options = ({ executable, executableArgs }: AgentUnderTest): OpenOptions =>
      stage.options({ ...onEach(allows), executable, executableArgs, resume });
    {
      await using session = await open(options(second));
      for await (const event of session.events) {
        if (event.type !== "turn_complete") continue;
        assert.equal(event.result.text, "Done.");
        break;
      }
    }
    assert.deepEqual([asked, existsSync(join(stage.place.cwd, "made.txt"))], [[deferred?.toolUseId], true]);
    // It has its result: neither of them asks again.
    for (const agent of [first, second]) {
      await using session = await open(options(agent));
      assert.equal((await (await session.send(scripted({ text: "Next." }))).result).text, "Next.");
    }
    assert.equal(asked.length, 1);
  }
});
