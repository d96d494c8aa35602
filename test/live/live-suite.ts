import { type TestContext, test } from "node:test";
import { compareVersions, version } from "../../src/util/version.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import type { AgentUnderTest } from "./agent-under-test.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { setStage } from "./stage.ts";

/** Every scenario against an exact version of the real CLI. Installing it may take minutes; a scenario may not. */
export function liveSuite(cliVersion: string): void {
  suite(`Claude Code ${cliVersion}`, async (t) => {
    const cli = await cliOrSkip(t, cliVersion);
    return cli && { name: "Claude Code", version: cliVersion, executable: cli.command, executableArgs: cli.args };
  });
}

/** Every scenario against one agent; undefined: it is not here, and the test was skipped. */
export function suite(title: string, find: (t: TestContext) => Promise<AgentUnderTest | undefined>): void {
  test(title, { timeout: 1_800_000, concurrency: 2 }, async (t) => {
    const agent = await find(t);
    if (agent === undefined) return;
    await Promise.all(
      scenarios.map((scenario) =>
        t.test(`${scenario.title} (${title})`, { timeout: 60_000, skip: leftOut(scenario, agent) }, () =>
          play(scenario, agent),
        ),
      ),
    );
  });
}

async function play(scenario: Scenario, agent: AgentUnderTest): Promise<void> {
  await using stage = await setStage(agent);
  await scenario.play(stage);
}

function leftOut({ since }: Scenario, agent: AgentUnderTest): string | false {
  if (since === undefined || compareVersions(version(agent.version), version(since.version)) >= 0) return false;
  return `${since.because} (since ${since.version})`;
}
