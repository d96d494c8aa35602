import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../src/exports/host.ts";
import { hermetic } from "../lab/hermetic.ts";
import { bridleAgent } from "../live/bridle-agent.ts";

/** Set by hand, so that a test run never spends anybody's money by chance: see docs/agent.md. */
const key = process.env.BRIDLE_SMOKE_KEY;
const skip = key === undefined ? "set BRIDLE_SMOKE_KEY to an Anthropic key to run it" : false;

test("G4 with a real key the agent answers a question about a file", { skip, timeout: 120_000 }, async () => {
  await using place = await hermetic("");
  const { ANTHROPIC_BASE_URL: _loopback, ...kept } = place.env;
  const env = { ...kept, ANTHROPIC_API_KEY: key ?? "" };
  const result = await run(
    "Use the Write tool to write the word pong into ping.txt, then answer with that word only.",
    {
      executable: bridleAgent.executable,
      executableArgs: bridleAgent.executableArgs,
      agentVersion: bridleAgent.version,
      cwd: place.cwd,
      env,
      model: "haiku",
      onAsk: () => "allow",
    },
  );
  assert.equal(result.outcome, "success");
  assert.match(result.text ?? "", /pong/i);
});
