import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import type { AgentScenario } from "./agent-scenario.ts";

/** Longer than any scenario takes, and shorter than its test may: what hangs fails as itself, and its stage is cleared. */
const scenarioMs = 45_000;

/** Gives the agent; or skips the test with the reason and gives undefined. */
export type FindAgent = (test: TestContext) => Promise<AgentUnderTest | undefined>;

/** A test in `t` for each scenario, on a stage of its own. */
export async function playScenarios<Stage extends AsyncDisposable>(
  t: TestContext,
  agent: AgentUnderTest,
  scenarios: readonly AgentScenario<Stage>[],
  setStage: () => Promise<Stage>,
): Promise<void> {
  const tests = scenarios.map((scenario) =>
    t.test(`${scenario.title} (${agent.name})`, { timeout: 60_000, skip: leftOut(scenario, agent) }, async () => {
      await using stage = await setStage();
      await withinTime(scenario.play(stage));
    }),
  );
  await Promise.all(tests);
}

async function withinTime(playing: Promise<void>): Promise<void> {
  const done = new AbortController();
  const timeUp = sleep(scenarioMs, "time up" as const, { signal: done.signal }).catch(() => undefined);
  const first = await Promise.race([playing, timeUp]).finally(() => done.abort());
  if (first === "time up") throw new Error(`the scenario did not end within ${scenarioMs} ms`);
}

function leftOut<Stage>({ leftOut }: AgentScenario<Stage>, agent: AgentUnderTest): string | false {
  return leftOut?.agents.includes(agent.name) ? leftOut.because : false;
}
